extension FeatureIndex {
  /// Calls `body` for each pair of a segment of this index and one of another that share a point, exactly: by
  /// crossing, touching or overlap.
  ///
  /// Single points are segments of zero length. A segment inside an area does not meet the area's segments. The order
  /// is deterministic.
  ///
  /// - Complexity: O(n + k) for the n nodes near the other index and k pairs whose boxes meet, while segments of one
  ///   index overlap little. Allocates only after edits.
  public func forEachPair(
    intersecting other: FeatureIndex,
    _ body: (IndexedSegment, IndexedSegment) -> Void
  ) {
    segments.forEachPair(with: other.segments, within: 0) { one, two in
      if one.segment.intersects(two.segment) { body(one.indexedSegment, two.indexedSegment) }
    }
  }

  /// The pairs of a segment of this index and one of another that share a point.
  public func pairs(intersecting other: FeatureIndex) -> [SegmentPair] {
    var pairs: [SegmentPair] = []
    forEachPair(intersecting: other) { pairs.append(SegmentPair($0, $1, squaredDistance: 0)) }
    return pairs
  }

  /// Calls `body` for each pair of a segment of this index and one of another within `distance`, in coordinate units
  /// and limit included.
  ///
  /// A negative distance or a NaN finds nothing, an infinite one all pairs. The order is deterministic.
  ///
  /// - Complexity: As ``forEachPair(intersecting:_:)``, for segments enlarged by the distance.
  public func forEachPair(
    within distance: Double,
    of other: FeatureIndex,
    _ body: (SegmentPair) -> Void
  ) {
    guard let tolerance = Tolerance(distance, at: Coordinate(x: 0, y: 0)) else { return }
    segments.forEachPair(with: other.segments, within: distance) { one, two in
      let squaredDistance = one.segment.squaredDistance(to: two.segment)
      guard tolerance.admits(squaredDistance: squaredDistance) else { return }
      body(
        SegmentPair(one.indexedSegment, two.indexedSegment, squaredDistance: squaredDistance)
      )
    }
  }

  /// The pairs of a segment of this index and one of another within `distance`, in coordinate units.
  public func pairs(within distance: Double, of other: FeatureIndex) -> [SegmentPair] {
    var pairs: [SegmentPair] = []
    forEachPair(within: distance, of: other) { pairs.append($0) }
    return pairs
  }
}
