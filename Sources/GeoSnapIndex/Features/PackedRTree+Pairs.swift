extension PackedRTree {
  /// Calls `body` for each pair of an item of this tree and one of another whose envelopes meet; touching counts.
  ///
  /// The order is deterministic.
  ///
  /// - Complexity: O(n + k) for the n nodes near the other tree and k pairs, while envelopes of one tree overlap
  ///   little. Allocates nothing.
  public func forEachPair(
    intersecting other: PackedRTree,
    _ body: (_ item: Int32, _ otherItem: Int32) -> Void
  ) {
    tree.forEachPair(with: other.tree, within: 0) { one, two in
      if one.envelope.intersects(two.envelope) { body(one.label.feature, two.label.feature) }
    }
  }

  /// The pairs of an item of this tree and one of another whose envelopes meet; touching counts.
  public func pairs(intersecting other: PackedRTree) -> [ItemPair] {
    var pairs: [ItemPair] = []
    forEachPair(intersecting: other) { pairs.append(ItemPair($0, $1)) }
    return pairs
  }

  /// Calls `body` once for each two items of this tree whose envelopes meet, the lower first; touching counts.
  ///
  /// The order is deterministic.
  ///
  /// - Complexity: O(n + k) for n items and k pairs, while envelopes overlap little. Allocates nothing.
  public func forEachIntersectingPair(_ body: (_ item: Int32, _ otherItem: Int32) -> Void) {
    tree.forEachPair(with: tree, within: 0, isSelf: true) { one, two in
      guard one.envelope.intersects(two.envelope) else { return }
      let (item, otherItem) = (one.label.feature, two.label.feature)
      body(min(item, otherItem), max(item, otherItem))
    }
  }

  /// Each two items of this tree whose envelopes meet, once, the lower first.
  public func intersectingPairs() -> [ItemPair] {
    var pairs: [ItemPair] = []
    forEachIntersectingPair { pairs.append(ItemPair($0, $1)) }
    return pairs
  }
}

/// Two items whose envelopes meet.
@frozen
public struct ItemPair: Hashable, Sendable {
  /// The item of the queried tree; within one tree, the lower one.
  public let first: Int32
  /// The item of the other tree; within one tree, the higher one.
  public let second: Int32

  /// Creates a pair.
  @inlinable
  public init(_ first: Int32, _ second: Int32) {
    self.first = first
    self.second = second
  }
}
