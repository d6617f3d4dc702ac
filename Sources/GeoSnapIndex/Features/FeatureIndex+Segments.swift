extension FeatureIndex {
  /// Calls `body` for each segment within `distance`, in coordinate units and limit included, of a point.
  ///
  /// The order is deterministic, but not by feature.
  ///
  /// - Complexity: O(log n + k) for k results while segments overlap little. Allocates nothing.
  public func forEachSegment(
    within distance: Double,
    of point: Coordinate,
    _ body: (SegmentHit) -> Void
  ) {
    guard let tolerance = Tolerance(distance, at: point) else { return }
    segments.forEachEntry(meeting: segments.window(within: distance, of: point)) { entry in
      let squaredDistance = entry.segment.squaredDistance(to: point)
      if tolerance.admits(squaredDistance: squaredDistance) {
        body(SegmentHit(entry.indexedSegment, near: point, squaredDistance: squaredDistance))
      }
    }
  }

  /// Calls `body` once for each vertex within `distance`, in coordinate units and limit included, of a point.
  package func forEachVertex(
    within distance: Double,
    of point: Coordinate,
    _ body: (VertexHit) -> Void
  ) {
    guard let tolerance = Tolerance(distance, at: point) else { return }
    segments.forEachEntry(meeting: segments.window(within: distance, of: point)) { entry in
      entry.indexedSegment.forEachVertex(near: point) { vertex in
        if tolerance.admits(squaredDistance: vertex.squaredDistance) { body(vertex) }
      }
    }
  }

  /// Calls `body` for each segment that shares a point with a closed rectangle.
  package func forEachSegment(intersecting envelope: Envelope, _ body: (IndexedSegment) -> Void) {
    segments.forEachEntry(meeting: envelope) { entry in
      if envelope.meets(entry.segment) { body(entry.indexedSegment) }
    }
  }

  /// The segments that share a point with a closed rectangle.
  public func segments(intersecting envelope: Envelope) -> [IndexedSegment] {
    var found: [IndexedSegment] = []
    forEachSegment(intersecting: envelope) { found.append($0) }
    return found
  }

  /// The segment nearest to a point; nil when none is accepted within the distance.
  ///
  /// At the same distance the lowest feature wins, then the lowest part, then the lowest segment. The distance is in
  /// coordinate units, limit included. `isAccepted` decides which segments count, and is called only for those that
  /// would win.
  public func nearestSegment(
    to point: Coordinate,
    within distance: Double = .infinity,
    where isAccepted: (SegmentHit) -> Bool = { _ in true }
  ) -> SegmentHit? {
    guard let tolerance = Tolerance(distance, at: point) else { return nil }
    var best: SegmentHit?
    var bestDistance = distance
    segments.forEachSegment(near: point, within: distance) { entry in
      let squaredDistance = entry.segment.squaredDistance(to: point)
      guard tolerance.admits(squaredDistance: squaredDistance) else { return bestDistance }
      let distance = squaredDistance.squareRoot()
      guard distance <= bestDistance else { return bestDistance }
      let hit = SegmentHit(entry.indexedSegment, near: point, squaredDistance: squaredDistance)
      if let best, distance == bestDistance, best.match.precedesInStoredOrder(hit.match) {
        return bestDistance
      }
      guard isAccepted(hit) else { return bestDistance }
      best = hit
      bestDistance = distance
      return bestDistance
    }
    return best
  }

  /// The vertex nearest to a point; nil when none is accepted within the distance.
  ///
  /// At the same distance the lowest feature wins, then the lowest part, then the lowest vertex. The distance is in
  /// coordinate units, limit included. `isAccepted` decides which vertices count, and is called only for those that
  /// would win.
  public func nearestVertex(
    to point: Coordinate,
    within distance: Double = .infinity,
    where isAccepted: (VertexHit) -> Bool = { _ in true }
  ) -> VertexHit? {
    guard let tolerance = Tolerance(distance, at: point) else { return nil }
    var best: VertexHit?
    var bestDistance = distance
    segments.forEachSegment(near: point, within: distance) { entry in
      entry.indexedSegment.forEachVertex(near: point) { vertex in
        guard tolerance.admits(squaredDistance: vertex.squaredDistance) else { return }
        let distance = vertex.distance
        guard distance <= bestDistance else { return }
        if let best, distance == bestDistance, best.precedesInStoredOrder(vertex) { return }
        guard isAccepted(vertex) else { return }
        best = vertex
        bestDistance = distance
      }
      return bestDistance
    }
    return best
  }

  /// The `count` segments nearest to a point, nearest first; ties as for one.
  ///
  /// The distance is in coordinate units, limit included; only segments that `isAccepted` accepts count.
  public func nearestSegments(
    to point: Coordinate,
    count: Int,
    within distance: Double = .infinity,
    where isAccepted: ((SegmentHit) -> Bool)? = nil
  ) -> [SegmentHit] {
    var hits: [SegmentHit] = []
    // Room for a few; `count` may exceed the number of segments.
    hits.reserveCapacity(max(min(count, 16), 0))
    collectNearestSegments(
      to: point,
      count: count,
      within: distance,
      into: &hits,
      where: isAccepted
    )
    return hits
  }

  /// Replaces the content of `hits` by ``nearestSegments(to:count:within:where:)``; allocates only when `hits` must
  /// grow.
  package func collectNearestSegments(
    to point: Coordinate,
    count: Int,
    within distance: Double = .infinity,
    into hits: inout [SegmentHit],
    where isAccepted: ((SegmentHit) -> Bool)? = nil
  ) {
    hits.removeAll(keepingCapacity: true)
    guard count > 0, let tolerance = Tolerance(distance, at: point) else { return }
    if isAccepted == nil, collectFew(count, to: point, tolerance, into: &hits) { return }
    let list = NearestList(count: count, within: distance)
    var limit = distance
    segments.forEachSegment(near: point, within: distance) { entry in
      limit = list.insert(entry, near: point, tolerance, limit, into: &hits, where: isAccepted)
      return limit
    }
  }

  /// Collects the `count` segments nearest to a point if few enough for a faster algorithm; otherwise returns false.
  private func collectFew(
    _ count: Int,
    to point: Coordinate,
    _ tolerance: Tolerance,
    into hits: inout [SegmentHit]
  ) -> Bool {
    let list = NearestList(count: count, within: tolerance.distance)
    var limit = tolerance.distance
    let isDone = segments.base.forEachOfFew(count, near: point, within: limit) { entry in
      limit = list.insert(entry, near: point, tolerance, limit, into: &hits)
    }
    guard isDone else { return false }
    if segments.mayHaveInserted(meeting: segments.window(within: limit, of: point)) {
      segments.overlay.forEachEntry(near: point, within: limit) { entry in
        limit = list.insert(entry, near: point, tolerance, limit, into: &hits)
        return limit
      }
    }
    return true
  }

  /// Calls `body` once for each two segments of this index within `distance`, in coordinate units and limit included.
  ///
  /// Consecutive segments of a line share a vertex and are included. The order is deterministic. O(n + k) for n segments
  /// and k pairs whose boxes, enlarged by the distance, meet, while segments overlap little.
  package func forEachPair(within distance: Double, _ body: (SegmentPair) -> Void) {
    guard let tolerance = Tolerance(distance, at: Coordinate(x: 0, y: 0)) else { return }
    segments.forEachPair(within: distance) { one, two in
      let squaredDistance = one.segment.squaredDistance(to: two.segment)
      guard tolerance.admits(squaredDistance: squaredDistance) else { return }
      let (one, two) = (one.indexedSegment, two.indexedSegment)
      let isInOrder = !two.precedesInStoredOrder(one)
      body(
        SegmentPair(isInOrder ? one : two, isInOrder ? two : one, squaredDistance: squaredDistance)
      )
    }
  }
}

extension Envelope {
  /// Whether a segment shares a point with the closed rectangle; false with any NaN.
  ///
  /// It does not when their envelopes are apart, or when all four corners are strictly on one side of the line
  /// through the segment.
  func meets(_ segment: Segment) -> Bool {
    guard intersects(segment.envelope) else { return false }
    let start = segment.start
    if contains(start) || contains(segment.end) { return true }
    let ex = segment.end.x - start.x
    let ey = segment.end.y - start.y
    let atMinY = ex * (minY - start.y)
    let atMaxY = ex * (maxY - start.y)
    let atMinX = ey * (minX - start.x)
    let atMaxX = ey * (maxX - start.x)
    return min(atMinY, atMaxY) <= max(atMinX, atMaxX)
      && max(atMinY, atMaxY) >= min(atMinX, atMaxX)
  }
}

extension NearestList {
  /// Inserts a segment in order if it is near enough; returns the distance that a further one must not exceed.
  @inline(__always) fileprivate func insert(
    _ entry: TreeEntry,
    near point: Coordinate,
    _ tolerance: Tolerance,
    _ limit: Double,
    into hits: inout [SegmentHit],
    where isAccepted: ((SegmentHit) -> Bool)? = nil
  ) -> Double {
    let squaredDistance = entry.segment.squaredDistance(to: point)
    guard tolerance.admits(squaredDistance: squaredDistance),
      squaredDistance.squareRoot() <= limit
    else { return limit }
    let hit = SegmentHit(entry.indexedSegment, near: point, squaredDistance: squaredDistance)
    if let isAccepted, !isAccepted(hit) { return limit }
    insert(hit, into: &hits) { $0.precedes($1) }
    return self.limit(hits) { $0.distance }
  }
}

extension SegmentHit {
  /// Whether it precedes another: nearer, or at the same distance by feature, then part, then segment.
  @inline(__always) func precedes(_ other: SegmentHit) -> Bool {
    // Squares this far apart have different roots, which take longer to compute.
    if squaredDistance < other.squaredDistance * (1 - 0x1p-50) { return true }
    if other.squaredDistance < squaredDistance * (1 - 0x1p-50) { return false }
    let (distance, otherDistance) = (distance, other.distance)
    return distance != otherDistance
      ? distance < otherDistance : match.precedesInStoredOrder(other.match)
  }
}

extension VertexHit {
  /// Whether it precedes another vertex at the same distance: by feature, then part, then vertex.
  func precedesInStoredOrder(_ other: VertexHit) -> Bool {
    if feature != other.feature { return feature < other.feature }
    return part != other.part ? part < other.part : vertex < other.vertex
  }
}
