extension FeatureIndex {
  /// The features within a distance, in coordinate units and limit included, of a point, each once with its least
  /// distance, nearest first.
  ///
  /// Features at the same distance come in order of feature. A point inside an area or on its boundary is at distance
  /// 0; holes are outside.
  ///
  /// - Complexity: O(log n + k log k) for k segments within the distance, and linear in the coordinates of the areas
  ///   whose envelopes contain the point.
  public func hits(at point: Coordinate, within distance: Double) -> [FeatureHit] {
    var hits: [FeatureHit] = []
    collectHits(at: point, within: distance, into: &hits)
    return hits
  }

  /// Replaces the content of `hits` by ``hits(at:within:)``; allocates only when `hits` must grow.
  package func collectHits(
    at point: Coordinate,
    within distance: Double,
    into hits: inout [FeatureHit]
  ) {
    hits.removeAll(keepingCapacity: true)
    guard let tolerance = Tolerance(distance, at: point) else { return }
    segments.forEachEntry(meeting: segments.window(within: distance, of: point)) {
      FeatureIndex.merge($0, near: point, tolerance, into: &hits)
    }
    if !areas.isEmpty { addAreas(at: point, within: distance, to: &hits) }
    FeatureIndex.finish(&hits)
  }

  /// The `count` features nearest to a point, nearest first; ties in order of feature.
  ///
  /// The distance is in coordinate units, limit included; only features that `isAccepted` accepts count.
  ///
  /// - Complexity: As ``hits(at:within:)``, with a step of O(`count`) for each candidate.
  public func nearest(
    to point: Coordinate,
    count: Int = 1,
    within distance: Double = .infinity,
    where isAccepted: (Int32) -> Bool = { _ in true }
  ) -> [FeatureHit] {
    var hits: [FeatureHit] = []
    guard count > 0, let tolerance = Tolerance(distance, at: point) else { return hits }
    let list = NearestList(count: count, within: distance)
    func insert(_ hit: FeatureHit) {
      if let index = hits.firstIndex(where: { $0.feature == hit.feature }) {
        guard hit.isBetter(than: hits[index]) else { return }
        hits.remove(at: index)
      }
      list.insert(hit, into: &hits) { $0.precedes($1) }
    }
    if !areas.isEmpty {
      areas.forEachArea(at: point) { feature in
        if isAccepted(feature) { insert(FeatureHit(inside: feature, at: point)) }
      }
    }
    var limit = list.limit(hits) { $0.distance }
    segments.forEachSegment(near: point, within: limit) { entry in
      let squaredDistance = entry.segment.squaredDistance(to: point)
      guard tolerance.admits(squaredDistance: squaredDistance),
        squaredDistance.squareRoot() <= limit, isAccepted(entry.label.feature)
      else { return limit }
      insert(
        FeatureHit(SegmentHit(entry.indexedSegment, near: point, squaredDistance: squaredDistance))
      )
      limit = list.limit(hits) { $0.distance }
      return limit
    }
    return hits
  }

  /// The features that share a point with a closed rectangle, in order of feature.
  ///
  /// The test is exact: a segment meets the rectangle, or an area covers it.
  public func features(intersecting envelope: Envelope) -> [Int32] {
    var features: [Int32] = []
    collectFeatures(intersecting: envelope, into: &features)
    return features
  }

  /// Replaces the content of `features` by ``features(intersecting:)``; allocates only when `features` must grow or
  /// has more than some 60 features to sort.
  package func collectFeatures(intersecting envelope: Envelope, into features: inout [Int32]) {
    features.removeAll(keepingCapacity: true)
    forEachSegment(intersecting: envelope) { match in
      // Segments of one feature often follow each other, so this keeps the sort below short.
      if features.last != match.feature { features.append(match.feature) }
    }
    if !areas.isEmpty {
      let corner = Coordinate(x: envelope.minX, y: envelope.minY)
      areas.forEachArea(at: corner) { features.append($0) }
    }
    guard features.count > 1 else { return }
    // Features come in runs, of which the library's sort takes advantage.
    features.sort()
    features.removeAdjacentDuplicates { $0 == $1 }
  }

  /// Adds the areas that contain a point, unless a query there can find nothing.
  func addAreas(at point: Coordinate, within distance: Double, to hits: inout [FeatureHit]) {
    guard Tolerance(distance, at: point) != nil else { return }
    areas.forEachArea(at: point) {
      FeatureIndex.merge(FeatureHit(inside: $0, at: point), into: &hits)
    }
  }

  /// The number of latest hits with which a new one is merged.
  private static var mergeWindow: Int { 16 }

  /// Adds the feature of an entry that is near enough, or improves a recent hit of the same one.
  @inline(__always) static func merge(
    _ entry: TreeEntry,
    near point: Coordinate,
    _ tolerance: Tolerance,
    into hits: inout [FeatureHit]
  ) {
    let squaredDistance = entry.segment.squaredDistance(to: point)
    guard tolerance.admits(squaredDistance: squaredDistance) else { return }
    merge(
      SegmentHit(entry.indexedSegment, near: point, squaredDistance: squaredDistance),
      into: &hits
    )
  }

  /// Adds the feature of a segment, or improves a recent hit of the same one.
  @inline(__always) private static func merge(_ hit: SegmentHit, into hits: inout [FeatureHit]) {
    // Segments of one feature follow each other; most are no nearer than the last, and need no closest point.
    if let last = hits.last, last.feature == hit.feature, hit.distance > last.distance { return }
    merge(FeatureHit(hit), into: &hits)
  }

  /// Adds a hit, or improves a recent one of the same feature, so that small results need no sort to have each
  /// feature once.
  private static func merge(_ hit: FeatureHit, into hits: inout [FeatureHit]) {
    var index = hits.count - 1
    let first = max(hits.count - mergeWindow, 0)
    while index >= first {
      if hits[index].feature == hit.feature {
        if hit.isBetter(than: hits[index]) { hits[index] = hit }
        return
      }
      index -= 1
    }
    hits.append(hit)
  }

  /// Removes repeated features and sorts the hits.
  static func finish(_ hits: inout [FeatureHit]) {
    if hits.count > mergeWindow {
      hits.sortInPlace {
        $0.feature != $1.feature ? $0.feature < $1.feature : $0.isBetter(than: $1)
      }
      hits.removeAdjacentDuplicates { $0.feature == $1.feature }
    }
    // Most results are short, for which insertion is faster than the general sort.
    guard hits.count <= mergeWindow else { return hits.sortInPlace { $0.precedes($1) } }
    for next in hits.indices.dropFirst() {
      let hit = hits[next]
      var place = next
      while place > 0, hit.precedes(hits[place - 1]) {
        hits[place] = hits[place - 1]
        place -= 1
      }
      hits[place] = hit
    }
  }

  /// Calls `body` with the features near each of many points, point by point, as ``hits(at:within:)`` returns them.
  package func forEachAnswer(
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
  @inline(never) private func addEdited(
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

  /// Calls `body` for each segment within `distance`, in coordinate units and limit included, of one of many points,
  /// with the position of that point, point by point in order.
  ///
  /// The segments of one point are those of ``forEachSegment(within:of:_:)``, in the same order. Up to 64 points go
  /// through the index together, so they wait for memory once.
  package func forEachSegment(
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
      body(index, SegmentHit(entry.indexedSegment, near: place, squaredDistance: squaredDistance))
    }
  }
}

extension Array {
  fileprivate mutating func removeAdjacentDuplicates(_ areSame: (Element, Element) -> Bool) {
    guard var last = indices.first else { return }
    for index in indices.dropFirst() where !areSame(self[last], self[index]) {
      last += 1
      self[last] = self[index]
    }
    removeSubrange((last + 1)...)
  }
}

/// The number of points searched together: enough for their cache misses to overlap, few enough for their results to
/// stay in the cache.
package var batchGroupSize: Int { 64 }
