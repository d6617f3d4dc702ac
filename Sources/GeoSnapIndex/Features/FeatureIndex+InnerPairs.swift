extension FeatureIndex {
  /// Calls `body` once for each two segments of this index that share a point, exactly, the earlier in stored order
  /// first.
  ///
  /// Consecutive segments of a line share a vertex and are included; to find crossings, skip neighbours of one
  /// feature and part. The order is deterministic.
  ///
  /// - Complexity: O(n + k) for n segments and k pairs whose boxes meet, while segments overlap little. Allocates
  ///   only after edits.
  public func forEachIntersectingPair(_ body: (IndexedSegment, IndexedSegment) -> Void) {
    segments.forEachPair(within: 0) { one, two in
      guard one.segment.intersects(two.segment) else { return }
      let pair = SegmentPair(
        unordered: one.indexedSegment,
        two.indexedSegment,
        squaredDistance: 0
      )
      body(pair.first, pair.second)
    }
  }

  /// Each two segments of this index that share a point, once.
  public func intersectingPairs() -> [SegmentPair] {
    var pairs: [SegmentPair] = []
    forEachIntersectingPair { pairs.append(SegmentPair($0, $1, squaredDistance: 0)) }
    return pairs
  }

  /// Calls `body` once for each two segments of this index within `distance`, in coordinate units and limit included.
  ///
  /// A negative distance or a NaN finds nothing, an infinite one all pairs. The order is deterministic.
  ///
  /// - Complexity: As ``forEachIntersectingPair(_:)``, for segments enlarged by the distance.
  public func forEachPair(within distance: Double, _ body: (SegmentPair) -> Void) {
    guard let tolerance = Tolerance(distance, at: Coordinate(x: 0, y: 0)) else { return }
    segments.forEachPair(within: distance) { one, two in
      let squaredDistance = one.segment.squaredDistance(to: two.segment)
      guard tolerance.admits(squaredDistance: squaredDistance) else { return }
      body(
        SegmentPair(
          unordered: one.indexedSegment,
          two.indexedSegment,
          squaredDistance: squaredDistance
        )
      )
    }
  }

  /// Each two segments of this index within `distance`, in coordinate units, once.
  public func pairs(within distance: Double) -> [SegmentPair] {
    var pairs: [SegmentPair] = []
    forEachPair(within: distance) { pairs.append($0) }
    return pairs
  }
}
