extension FeatureIndex {
  /// Calls `body` for each pair of a segment of this index and one of another that share a place, exactly:
  /// crossing, touching and lying on each other count.
  ///
  /// Single places are segments of zero length. Only segments pair: a segment inside an area and away from its
  /// border does not meet the area here. The order is fixed.
  ///
  /// - Complexity: O(n + k) for the n nodes that lie near the other index and k pairs whose boxes meet, as long as
  ///   segments of one index overlap little. Allocates nothing, unless there are edits.
  public func forEachPair(
    intersecting other: FeatureIndex,
    _ body: (IndexedSegment, IndexedSegment) -> Void
  ) {
    segments.forEachPair(with: other.segments, within: 0) { one, two in
      if one.segment.intersects(two.segment) { body(one.indexedSegment, two.indexedSegment) }
    }
  }

  /// The pairs of a segment of this index and one of another that share a place.
  public func pairs(intersecting other: FeatureIndex) -> [SegmentPair] {
    var pairs: [SegmentPair] = []
    collectPairs(intersecting: other, into: &pairs)
    return pairs
  }

  /// Replaces the content of `pairs` by the pairs of a segment of this index and one of another that share a place.
  ///
  /// The quiet twin of ``pairs(intersecting:)``: it allocates only when `pairs` must grow.
  public func collectPairs(intersecting other: FeatureIndex, into pairs: inout [SegmentPair]) {
    pairs.removeAll(keepingCapacity: true)
    forEachPair(intersecting: other) { pairs.append(SegmentPair($0, $1, squaredDistance: 0)) }
  }

  /// Calls `body` for each pair of a segment of this index and one of another whose distance is at
  /// most `distance`, in coordinate units.
  ///
  /// Segments exactly that far apart are found. A negative distance or a NaN finds nothing, an
  /// infinite one all pairs. The order is fixed.
  ///
  /// - Complexity: As ``forEachPair(intersecting:_:)``, for segments with so much room around them.
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

  /// The pairs of a segment of this index and one of another whose distance is at most `distance`, in
  /// coordinate units.
  public func pairs(within distance: Double, of other: FeatureIndex) -> [SegmentPair] {
    var pairs: [SegmentPair] = []
    collectPairs(within: distance, of: other, into: &pairs)
    return pairs
  }

  /// Replaces the content of `pairs` by the pairs of a segment of this index and one of another whose
  /// distance is at most `distance`.
  ///
  /// The quiet twin of ``pairs(within:of:)``: it allocates only when `pairs` must grow.
  public func collectPairs(
    within distance: Double,
    of other: FeatureIndex,
    into pairs: inout [SegmentPair]
  ) {
    pairs.removeAll(keepingCapacity: true)
    forEachPair(within: distance, of: other) { pairs.append($0) }
  }
}
