/// Two segments that meet or are near each other.
@frozen
public struct SegmentPair: Hashable, Sendable {
  /// The segment of the queried index.
  public let first: IndexedSegment
  /// The segment of the other index; within one index, the later one in stored order.
  public let second: IndexedSegment
  /// The square of the least distance between the two; 0 when they share a point.
  public let squaredDistance: Double

  /// Creates a pair.
  @inlinable
  public init(_ first: IndexedSegment, _ second: IndexedSegment, squaredDistance: Double) {
    self.first = first
    self.second = second
    self.squaredDistance = squaredDistance
  }

  /// The least distance between the two, in coordinate units.
  @inlinable
  public var distance: Double { squaredDistance.squareRoot() }
}

extension SegmentPair {
  /// Two segments of one index, the earlier in stored order first.
  @inline(__always)
  init(unordered one: IndexedSegment, _ other: IndexedSegment, squaredDistance: Double) {
    if other.precedesInStoredOrder(one) {
      self.init(other, one, squaredDistance: squaredDistance)
    } else {
      self.init(one, other, squaredDistance: squaredDistance)
    }
  }
}
