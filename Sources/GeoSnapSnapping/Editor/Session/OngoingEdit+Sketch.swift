extension OngoingEdit {
  /// The part of the feature that follows the pointer, for rules.
  func role(of target: PointerTarget) -> SnapRole {
    let shape = state.shape
    if isJunction { return .point }
    // A table of lines may declare points, but its rules have no such role.
    if shape.type.isPoints { return rules == nil ? .point : .lineEnd }
    switch target {
    case .vertex(let part, let vertex), .whole(_, let part, let vertex):
      return shape.isLineEnd(part, vertex) ? .lineEnd : .innerVertex
    case .insertion(let part, let index):
      let count = shape.parts[part].count
      return shape.type.dimension == 1 && (index == 0 || index == count) ? .lineEnd : .innerVertex
    }
  }

  /// The geometry for its guides, in time linear in its vertices; nil while it moves as a whole.
  func sketch(
    of target: PointerTarget,
    at place: Coordinate,
    _ settings: SnapSettings
  ) -> SnapSketch? {
    let shape = state.shape
    guard !shape.type.isPoints, settings.snapsToGeometryGuides,
      !settings.kinds.isDisjoint(with: .guides)
    else { return nil }
    var parts = shape.parts.map { $0.map(\.place) }
    switch target {
    case .whole: return nil
    case .vertex(let part, let vertex):
      return SnapSketch(parts: parts, isRing: shape.type.isAreas, part: part, vertex: vertex)
    case .insertion(let part, let index):
      if index < parts[part].count { parts[part].insert(place, at: index) }
      return SnapSketch(parts: parts, isRing: shape.type.isAreas, part: part, vertex: index)
    }
  }

  /// The part of the geometry at a place: the nearest vertex within a tolerance, or else the nearest middle of a
  /// segment, or else the part with the nearest segment, or else nil.
  ///
  /// Of vertices at one place, the selected one comes first, then the last.
  func selection(at place: Coordinate, within tolerance: Double) -> EditSelection? {
    var best: (rank: Int, distance: Double, selection: EditSelection)?
    func consider(_ rank: Int, _ distance: Double, _ selection: EditSelection) {
      guard distance <= tolerance else { return }
      if let best {
        guard (rank, distance) <= (best.rank, best.distance) else { return }
        let isTie = rank == best.rank && distance == best.distance
        if isTie, best.selection == state.selection { return }
      }
      best = (rank, distance, selection)
    }
    let shape = state.shape
    for (part, vertices) in shape.parts.enumerated() {
      for (number, vertex) in vertices.enumerated() {
        consider(0, vertex.place.distance(to: place), .vertex(part: part, vertex: number))
      }
      for segment in 0..<shape.segmentCount(part) {
        let end = vertices[(segment + 1) % vertices.count].place
        let line = Segment(vertices[segment].place, end)
        consider(1, line.middle.distance(to: place), .midvertex(part: part, segment: segment))
        consider(2, line.squaredDistance(to: place).squareRoot(), .part(part))
      }
    }
    return best?.selection
  }
}
