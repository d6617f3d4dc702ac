extension FeatureIndex {
  /// Calls `body` once for each two segments of this index that share a place, exactly, the earlier in stored order
  /// first.
  ///
  /// What follows each other in a line shares a vertex and is among them: who looks for crossings leaves out pairs
  /// of one feature and part whose segments are neighbours. The order is fixed.
  ///
  /// - Complexity: O(n + k) for n segments and k pairs whose boxes meet, as long as segments overlap little.
  ///   Allocates nothing, unless there are edits.
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

  /// Each two segments of this index that share a place, once.
  public func intersectingPairs() -> [SegmentPair] {
    var pairs: [SegmentPair] = []
    collectIntersectingPairs(into: &pairs)
    return pairs
  }

  /// Replaces the content of `pairs` by each two segments of this index that share a place.
  ///
  /// The quiet twin of ``intersectingPairs()``: it allocates only when `pairs` must grow.
  public func collectIntersectingPairs(into pairs: inout [SegmentPair]) {
    pairs.removeAll(keepingCapacity: true)
    forEachIntersectingPair { pairs.append(SegmentPair($0, $1, squaredDistance: 0)) }
  }

  /// Calls `body` once for each two segments of this index whose distance is at most `distance`, in
  /// coordinate units.
  ///
  /// Segments exactly that far apart are found. A negative distance or a NaN finds nothing, an
  /// infinite one all pairs. The order is fixed.
  ///
  /// - Complexity: As ``forEachIntersectingPair(_:)``, for segments with so much room around them.
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

  /// Each two segments of this index whose distance is at most `distance`, once, in coordinate units.
  public func pairs(within distance: Double) -> [SegmentPair] {
    var pairs: [SegmentPair] = []
    collectPairs(within: distance, into: &pairs)
    return pairs
  }

  /// Replaces the content of `pairs` by each two segments of this index whose distance is at most `distance`.
  ///
  /// The quiet twin of ``pairs(within:)``: it allocates only when `pairs` must grow.
  public func collectPairs(within distance: Double, into pairs: inout [SegmentPair]) {
    pairs.removeAll(keepingCapacity: true)
    forEachPair(within: distance) { pairs.append($0) }
  }
}
