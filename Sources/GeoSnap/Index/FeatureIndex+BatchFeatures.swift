/// Places that are asked about together: enough for their cache misses to overlap, few enough for
/// their answers to stay in the cache.
let batchGroupSize = 64

extension FeatureIndex {
  /// Calls `body` with the features near each of many places, place by place.
  ///
  /// What it gets for a place is what ``hits(at:within:)`` answers there. Up to 64 places go through
  /// the index together: it waits for memory once for all of them.
  /// - Complexity: As one query for each place. Allocates 64 lists, which all places share, and
  ///   memory once, however many places.
  public func forEachAnswer(
    within distance: Double,
    ofEach places: Span<Coordinate>,
    _ body: (_ place: Int, [FeatureHit]) -> Void
  ) {
    var lists = [[FeatureHit]](repeating: [], count: min(batchGroupSize, places.count))
    let batch = BatchMemory()
    for first in stride(from: 0, to: places.count, by: batchGroupSize) {
      let group = places.extracting(first..<min(first + batchGroupSize, places.count))
      for place in group.indices { lists[place].removeAll(keepingCapacity: true) }
      forEachSegment(within: distance, ofEach: group, using: batch) { place, hit in
        FeatureIndex.merge(hit, into: &lists[place])
      }
      for place in group.indices {
        addAreas(at: group[place], within: distance, to: &lists[place])
        FeatureIndex.finish(&lists[place])
        body(first + place, lists[place])
      }
    }
  }
}
