internal import GeoSnapSupport

struct RuleKey: Hashable, Sendable {
  let kind: NetworkRuleKind
  let from: AssetTypeID
  let to: AssetTypeID
  let via: AssetTypeID?
}

/// Counts combinations of asset types without a rule.
package struct RuleGapCounts: Sendable {
  private var counts: [RuleKey: Int] = [:]

  mutating func add(
    _ kind: NetworkRuleKind,
    _ from: AssetTypeID,
    _ to: AssetTypeID,
    via: AssetTypeID? = nil
  ) {
    var (from, to) = (from, to)
    // Two lines, or two junctions, are one pair in any order.
    if kind == .edgeJunctionEdge || kind == .junctionJunction, to.precedes(from) {
      swap(&from, &to)
    }
    counts[RuleKey(kind: kind, from: from, to: to, via: via), default: 0] += 1
  }

  mutating func add(_ other: RuleGapCounts) { counts.merge(other.counts, uniquingKeysWith: +) }

  /// The most frequent first, then by kind and codes.
  package var sorted: [RuleGapCount] {
    counts.map { RuleGapCount(kind: $0.kind, from: $0.from, to: $0.to, via: $0.via, count: $1) }
      .ordered { one, other in
        if one.count != other.count { return one.count > other.count }
        if one.kind != other.kind { return one.kind.rawValue < other.kind.rawValue }
        if one.from != other.from { return one.from.precedes(other.from) }
        if one.to != other.to { return one.to.precedes(other.to) }
        guard let via = one.via, let otherVia = other.via else { return one.via == nil }
        return via.precedes(otherVia)
      }
  }
}

extension AssetTypeID {
  func precedes(_ other: AssetTypeID) -> Bool {
    (sourceID, assetGroup, assetType) < (other.sourceID, other.assetGroup, other.assetType)
  }
}
