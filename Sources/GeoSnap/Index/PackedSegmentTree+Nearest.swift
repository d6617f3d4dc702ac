extension PackedSegmentTree {
  /// The segment nearest to a place; nil when none is accepted within the distance.
  ///
  /// Among segments at one distance the one with the lowest feature wins, then the lowest part,
  /// then the lowest segment.
  ///
  /// The distance is in coordinate units and itself allowed; `isAccepted` says which segments count
  /// and is called only for those that would win.
  @inlinable
  public func nearestSegment(
    to point: Coordinate,
    within distance: Double = .infinity,
    where isAccepted: (SegmentHit) -> Bool = { _ in true }
  ) -> SegmentHit? {
    guard let tolerance = Tolerance(distance, at: point) else { return nil }
    var best: SegmentHit?
    var bestDistance = distance
    tree.forEachSlot(near: point, within: distance) { slot in
      let squaredDistance = geometry(at: slot).squaredDistance(to: point)
      guard tolerance.admits(squaredDistance: squaredDistance) else { return bestDistance }
      let distance = squaredDistance.squareRoot()
      guard distance <= bestDistance else { return bestDistance }
      let hit = SegmentHit(segment(at: slot), near: point, squaredDistance: squaredDistance)
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
  @inlinable
  public func nearestVertex(
    to point: Coordinate,
    within distance: Double = .infinity,
    where isAccepted: (VertexHit) -> Bool = { _ in true }
  ) -> VertexHit? {
    guard let tolerance = Tolerance(distance, at: point) else { return nil }
    var best: VertexHit?
    var bestDistance = distance
    tree.forEachSlot(near: point, within: distance) { slot in
      forEachVertex(of: segment(at: slot), near: point) { vertex in
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
    guard count > 0, let tolerance = Tolerance(distance, at: point) else { return [] }
    var nearest = NearestList(count: count, within: distance)
    tree.forEachSlot(near: point, within: distance) { slot in
      let squaredDistance = geometry(at: slot).squaredDistance(to: point)
      guard tolerance.admits(squaredDistance: squaredDistance) else { return nearest.limit }
      let distance = squaredDistance.squareRoot()
      guard distance <= nearest.limit else { return nearest.limit }
      if let isAccepted, !isAccepted(hit(at: slot, near: point)) { return nearest.limit }
      let label = tree.label(slot)
      nearest.insert(
        NearestCandidate(
          distance: distance,
          feature: label.feature,
          part: label.part,
          segment: label.segment,
          slot: Int32(slot)
        )
      )
      return nearest.limit
    }
    return nearest.candidates.map { hit(at: Int($0.slot), near: point) }
  }

  /// The segment in a slot, seen from a place.
  func hit(at slot: Int, near point: Coordinate) -> SegmentHit {
    let match = segment(at: slot)
    return SegmentHit(
      match,
      near: point,
      squaredDistance: match.geometry.squaredDistance(to: point)
    )
  }
}

extension VertexHit {
  /// Whether it comes first among vertices at one distance: by feature, then part, then vertex.
  @inlinable
  func precedesInStoredOrder(_ other: VertexHit) -> Bool {
    if feature != other.feature { return feature < other.feature }
    return part != other.part ? part < other.part : vertex < other.vertex
  }
}
