extension FeatureIndex {
  /// Calls `body` for each segment whose distance from one of many places is at most `distance`,
  /// with the position of that place, place by place in order.
  ///
  /// The segments of one place are those of ``forEachSegment(within:of:_:)``, in the same order.
  /// Up to 64 places go through the index together: it waits for memory once for all of them.
  ///
  /// The distance is in coordinate units; a segment exactly that far away is found.
  /// - Complexity: As one query for each place. Allocates memory once, however many places.
  public func forEachSegment(
    within distance: Double,
    ofEach places: Span<Coordinate>,
    _ body: (_ place: Int, SegmentHit) -> Void
  ) {
    // Entries come for valid places only: one tolerance serves all.
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
