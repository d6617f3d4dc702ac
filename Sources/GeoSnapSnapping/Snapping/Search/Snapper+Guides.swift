/// A line through a vertex of the sketch on which the next vertex may lie.
private struct Guide {
  let kind: SnapKind
  let origin: Coordinate
  let direction: (x: Double, y: Double)

  init?(_ kind: SnapKind, through origin: Coordinate, x: Double, y: Double) {
    let length = (x * x + y * y).squareRoot()
    guard length > 0, length.isFinite else { return nil }
    self.kind = kind
    self.origin = origin
    direction = (x / length, y / length)
  }

  /// The closest place on it; nil behind the start of an extension.
  func place(closestTo point: Coordinate) -> Coordinate? {
    let along = (point.x - origin.x) * direction.x + (point.y - origin.y) * direction.y
    if kind == .extend, along <= 0 { return nil }
    return place(at: along)
  }

  func place(at along: Double) -> Coordinate {
    Coordinate(x: origin.x + along * direction.x, y: origin.y + along * direction.y)
  }

  /// The direction, equal for both senses and for invisible differences.
  var sense: SIMD2<Int64> {
    let sign: Double = direction.x < 0 || (direction.x == 0 && direction.y < 0) ? -1 : 1
    return SIMD2(Int64(direction.x * sign * 1e9), Int64(direction.y * sign * 1e9))
  }

  func distance(to point: Coordinate) -> Double {
    ((point.y - origin.y) * direction.x - (point.x - origin.x) * direction.y).magnitude
  }

  /// The crossing of two guides with different origins or directions; nil when there is none.
  func crossing(with other: Guide) -> Coordinate? {
    let determinant = direction.x * other.direction.y - direction.y * other.direction.x
    guard determinant.magnitude >= 1e-9 else { return nil }
    let away = (x: other.origin.x - origin.x, y: other.origin.y - origin.y)
    let along = (away.x * other.direction.y - away.y * other.direction.x) / determinant
    let onOther = (away.x * direction.y - away.y * direction.x) / determinant
    if kind == .extend && along <= 0 || other.kind == .extend && onOther <= 0 { return nil }
    return place(at: along)
  }
}

extension Snapper {
  func bestGuide(_ query: SnapQuery, _ sketch: SnapSketch) -> SnapFinding? {
    winner { consider in
      forEachGuide(query, sketch) { finding in
        if finding.distance <= tolerance(ofOwn: finding.kind, query) { consider(finding) }
      }
    }
  }

  /// The tolerance of a kind without a source.
  func tolerance(ofOwn kind: SnapKind, _ query: SnapQuery) -> Double {
    settings.kindTolerances[kind]?.mapUnits(in: view) ?? query.tolerance
  }

  /// The kinds that the sketch and the grid offer.
  var ownKinds: SnapKinds {
    guard isOn else { return [] }
    var kinds = settings.snapsToGeometryGuides ? settings.kinds.intersection(.guides) : []
    if settings.grid != nil, settings.kinds.contains(.grid) { kinds.formUnion(SnapKinds(.grid)) }
    return kinds
  }

  /// Calls `body` for each place that the sketch offers, near or not; of equal ones the first wins.
  func forEachGuide(_ query: SnapQuery, _ sketch: SnapSketch, _ body: (SnapFinding) -> Void) {
    let kinds = ownKinds
    guard !kinds.isDisjoint(with: .guides) else { return }
    let neighbours = sketch.neighbours
    let point = query.point
    if kinds.contains(.ownVertex) {
      for (part, vertices) in sketch.parts.enumerated() {
        for (vertex, place) in vertices.enumerated() {
          let isMoving = part == sketch.part
          if isMoving, vertex == sketch.vertex { continue }
          // A neighbour would give a segment without length, except the first vertex, which closes a ring.
          let closes = sketch.isRing && sketch.vertex == vertices.count && vertex == 0
          if isMoving, neighbours.contains(vertex), !closes { continue }
          body(
            SnapFinding(
              .ownVertex,
              part: Int32(part),
              vertex: Int32(vertex),
              at: place,
              near: point
            )
          )
        }
      }
    }
    let fixed = sketch.fixedSegments
    if kinds.contains(.ownEdge) {
      for (part, start, segment) in fixed {
        let place = segment.coordinate(atFraction: segment.fraction(closestTo: point))
        body(SnapFinding(.ownEdge, part: Int32(part), vertex: Int32(start), at: place, near: point))
      }
    }
    let guides = guides(sketch, neighbours, fixed.map(\.segment))
    for (number, guide) in guides.enumerated() where kinds.contains(guide.kind) {
      guard let place = guide.place(closestTo: point) else { continue }
      var finding = SnapFinding(guide.kind, vertex: Int32(number), at: place, near: point)
      finding.guides = [Segment(guide.origin, place)]
      body(finding)
    }
    guard kinds.contains(.guideCrossing) else { return }
    // Both guides of a crossing are at least as near as the crossing.
    let reach = tolerance(ofOwn: .guideCrossing, query) * (1 + SnapStickiness.hold)
    let near = guides.enumerated().filter { _, guide in
      kinds.contains(guide.kind) && guide.distance(to: point) <= reach
    }
    for (position, (number, one)) in near.enumerated() {
      for (_, other) in near[..<position] {
        guard one.origin != other.origin, let place = one.crossing(with: other) else { continue }
        var finding = SnapFinding(.guideCrossing, vertex: Int32(number), at: place, near: point)
        finding.guides = [Segment(other.origin, place), Segment(one.origin, place)]
        body(finding)
      }
    }
  }

  /// The guides from each neighbour of the moving vertex: straight on, at a right angle, and parallel to other
  /// segments.
  private func guides(_ sketch: SnapSketch, _ neighbours: [Int], _ fixed: [Segment]) -> [Guide] {
    var guides: [Guide] = []
    let vertices = sketch.parts[sketch.part]
    for neighbour in neighbours where vertices.indices.contains(neighbour) {
      let origin = vertices[neighbour]
      var own: [Guide] = []
      var senses: Set<SIMD2<Int64>> = []
      if let behind = sketch.vertexBehind(neighbour) {
        let x = origin.x - vertices[behind].x
        let y = origin.y - vertices[behind].y
        own += [
          Guide(.extend, through: origin, x: x, y: y),
          Guide(.perpendicular, through: origin, x: -y, y: x),
        ].compactMap { $0 }
        senses.formUnion(own.map(\.sense))
      }
      for segment in fixed {
        let parallel = Guide(
          .parallel,
          through: origin,
          x: segment.end.x - segment.start.x,
          y: segment.end.y - segment.start.y
        )
        guard let parallel, senses.insert(parallel.sense).inserted else { continue }
        own.append(parallel)
      }
      guides += own
    }
    return guides
  }
}
