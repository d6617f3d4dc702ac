extension FeatureIndex {
  /// The segment nearest to a place; nil when none is accepted within the distance.
  ///
  /// Among segments at one distance the one with the lowest feature wins, then the lowest part,
  /// then the lowest segment.
  ///
  /// The distance is in coordinate units and itself allowed; `isAccepted` says which segments count
  /// and is called only for those that would win.
  public func nearestSegment(
    to point: Coordinate,
    within distance: Double = .infinity,
    where isAccepted: (SegmentHit) -> Bool = { _ in true }
  ) -> SegmentHit? {
    guard let tolerance = Tolerance(distance, at: point) else { return nil }
    var best: SegmentHit?
    var bestDistance = distance
    segments.forEachEntry(near: point, within: distance) { entry in
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

  /// The vertex nearest to a place; nil when none is accepted within the distance.
  ///
  /// Among vertices at one distance the one with the lowest feature wins, then the lowest part,
  /// then the lowest vertex.
  ///
  /// The distance is in coordinate units and itself allowed; `isAccepted` says which vertices count
  /// and is called only for those that would win.
  public func nearestVertex(
    to point: Coordinate,
    within distance: Double = .infinity,
    where isAccepted: (VertexHit) -> Bool = { _ in true }
  ) -> VertexHit? {
    guard let tolerance = Tolerance(distance, at: point) else { return nil }
    var best: VertexHit?
    var bestDistance = distance
    segments.forEachEntry(near: point, within: distance) { entry in
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

  /// The `count` segments nearest to a place, nearest first; ties as for one.
  ///
  /// The distance is in coordinate units and itself allowed; `isAccepted` says which
  /// segments count.
  public func nearestSegments(
    to point: Coordinate,
    count: Int,
    within distance: Double = .infinity,
    where isAccepted: ((SegmentHit) -> Bool)? = nil
  ) -> [SegmentHit] {
    var hits: [SegmentHit] = []
    collectNearestSegments(
      to: point,
      count: count,
      within: distance,
      into: &hits,
      where: isAccepted
    )
    return hits
  }

  /// Replaces the content of `hits` by the `count` segments nearest to a place.
  ///
  /// The quiet twin of ``nearestSegments(to:count:within:where:)``: it allocates only when `hits`
  /// must grow.
  public func collectNearestSegments(
    to point: Coordinate,
    count: Int,
    within distance: Double = .infinity,
    into hits: inout [SegmentHit],
    where isAccepted: ((SegmentHit) -> Bool)? = nil
  ) {
    hits.removeAll(keepingCapacity: true)
    guard count > 0, let tolerance = Tolerance(distance, at: point) else { return }
    let list = NearestList(count: count, within: distance)
    var limit = distance
    segments.forEachEntry(near: point, within: distance) { entry in
      let squaredDistance = entry.segment.squaredDistance(to: point)
      guard tolerance.admits(squaredDistance: squaredDistance),
        squaredDistance.squareRoot() <= limit
      else { return limit }
      let hit = SegmentHit(entry.indexedSegment, near: point, squaredDistance: squaredDistance)
      if let isAccepted, !isAccepted(hit) { return limit }
      list.insert(hit, into: &hits) { $0.precedes($1) }
      limit = list.limit(hits) { $0.distance }
      return limit
    }
  }
}

extension SegmentHit {
  /// Whether it comes first: nearer, or at one distance by feature, then part, then segment.
  func precedes(_ other: SegmentHit) -> Bool {
    let (distance, otherDistance) = (distance, other.distance)
    return distance != otherDistance
      ? distance < otherDistance : match.precedesInStoredOrder(other.match)
  }
}

extension VertexHit {
  /// Whether it comes first among vertices at one distance: by feature, then part, then vertex.
  func precedesInStoredOrder(_ other: VertexHit) -> Bool {
    if feature != other.feature { return feature < other.feature }
    return part != other.part ? part < other.part : vertex < other.vertex
  }
}
