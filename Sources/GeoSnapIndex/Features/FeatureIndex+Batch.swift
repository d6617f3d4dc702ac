extension FeatureIndex {
  /// Calls `body` for each segment within `distance`, in coordinate units and limit included, of one of many points,
  /// with the position of that point, point by point in order.
  ///
  /// The segments of one point are those of ``forEachSegment(within:of:_:)``, in the same order. Up to 64 points go
  /// through the index together, so they wait for memory once.
  ///
  /// - Complexity: As one query for each point; allocates once for all points.
  public func forEachSegment(
    within distance: Double,
    ofEach places: Span<Coordinate>,
    _ body: (_ place: Int, SegmentHit) -> Void
  ) {
    // Entries come for valid points only, so one limit serves all.
    guard let tolerance = Tolerance(distance, at: Coordinate(x: 0, y: 0)) else { return }
    segments.forEachEntry(within: distance, ofEach: places, using: BatchMemory()) { index, entry in
      let place = places[index]
      let squaredDistance = entry.segment.squaredDistance(to: place)
      guard tolerance.admits(squaredDistance: squaredDistance) else { return }
      body(
        index,
        SegmentHit(entry.indexedSegment, near: place, squaredDistance: squaredDistance)
      )
    }
  }
}
