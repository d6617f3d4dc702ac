/// Places that are asked about together: enough for their cache misses to overlap, few enough for
/// their answers to stay in the cache.
let batchGroupSize = 64

extension FeatureIndex {
  /// Calls `body` with the features near each of many places, place by place.
  ///
  /// What it gets for a place is what ``hits(at:within:)`` answers there. Up to 64 places go through
  /// the index together: it waits for memory once for all of them.
  public func forEachAnswer(
    within distance: Double,
    ofEach places: Span<Coordinate>,
    _ body: (_ place: Int, [FeatureHit]) -> Void
  ) {
    var hits: [FeatureHit] = []
    var current = 0
    func answer(before place: Int) {
      while current < place {
        addAreas(at: places[current], within: distance, to: &hits)
        FeatureIndex.finish(&hits)
        body(current, hits)
        hits.removeAll(keepingCapacity: true)
        current += 1
      }
    }
    forEachSegment(within: distance, ofEach: places) { place, hit in
      answer(before: place)
      FeatureIndex.merge(hit, into: &hits)
    }
    answer(before: places.count)
  }
}
