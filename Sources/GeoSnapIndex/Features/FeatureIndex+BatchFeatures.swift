/// The number of points searched together: enough for their cache misses to overlap, few enough for their results to
/// stay in the cache.
package var batchGroupSize: Int { 64 }

extension FeatureIndex {
  /// Calls `body` with the features near each of many points, point by point, as ``hits(at:within:)`` returns them.
  ///
  /// Up to 64 points go through the index together, so they wait for memory once.
  ///
  /// - Complexity: As one query for each point; allocates 64 lists and other memory once for all points.
  public func forEachAnswer(
    within distance: Double,
    ofEach places: Span<Coordinate>,
    _ body: (_ place: Int, [FeatureHit]) -> Void
  ) {
    guard let tolerance = Tolerance(distance, at: Coordinate(x: 0, y: 0)) else {
      for place in places.indices { body(place, []) }
      return
    }
    var lists = [[FeatureHit]](repeating: [], count: min(batchGroupSize, places.count))
    let batch = BatchMemory()
    for first in stride(from: 0, to: places.count, by: batchGroupSize) {
      let group = places.extracting(first..<min(first + batchGroupSize, places.count))
      for place in group.indices { lists[place].removeAll(keepingCapacity: true) }
      if segments.overlay.count == 0 {
        segments.base.forEachEntry(within: distance, ofEach: group, using: batch) { place, entry in
          FeatureIndex.merge(entry, near: group[place], tolerance, into: &lists[place])
        }
      } else {
        addEdited(within: distance, ofEach: group, using: batch, tolerance, to: &lists)
      }
      for place in group.indices {
        if !areas.isEmpty { addAreas(at: group[place], within: distance, to: &lists[place]) }
        FeatureIndex.finish(&lists[place])
        body(first + place, lists[place])
      }
    }
  }

  /// Adds the results of an index with inserted entries.
  ///
  /// A separate function, so that the caller's lists are used by one walk only and grow in place.
  @inline(never)
  private func addEdited(
    within distance: Double,
    ofEach group: Span<Coordinate>,
    using batch: BatchMemory,
    _ tolerance: Tolerance,
    to lists: inout [[FeatureHit]]
  ) {
    segments.forEachEntry(within: distance, ofEach: group, using: batch) { place, entry in
      FeatureIndex.merge(entry, near: group[place], tolerance, into: &lists[place])
    }
  }
}
