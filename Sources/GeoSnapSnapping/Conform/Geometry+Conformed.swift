extension Geometry {
  /// The geometry with its vertices at their new places, from one result for each.
  ///
  /// Measures are kept. Areas and collections are returned unchanged.
  public func conformed(_ outcomes: ArraySlice<ConformOutcome>) -> Geometry {
    let isMoved = outcomes.contains { if case .moved = $0 { true } else { false } }
    guard isMoved else { return self }
    // The numbers of vertices and parts stay, so the checks of the public initialisers are unnecessary.
    switch self {
    case .point(let point):
      guard let place = point.coordinate, let outcome = outcomes.first else { return self }
      let z = point.z.map { outcome.height(from: $0) }
      return .point(Point(outcome.place(from: place), z: z, m: point.m, srid: point.srid))
    case .multiPoint(let points):
      return .multiPoint(MultiPoint(points.coordinates.conformed(outcomes), srid: points.srid))
    case .lineString(let line):
      return .lineString(
        LineString(trusted: line.coordinates.conformed(outcomes), srid: line.srid)
      )
    case .multiLineString(let lines):
      let moved = lines.coordinates.conformed(outcomes)
      return .multiLineString(
        MultiLineString(trusted: moved, partEnds: lines.partEnds, srid: lines.srid)
      )
    case .polygon, .multiPolygon, .collection: return self
    }
  }
}

extension CoordinateSequence {
  fileprivate func conformed(_ outcomes: ArraySlice<ConformOutcome>) -> CoordinateSequence {
    var moved: [Double] = []
    moved.reserveCapacity(ordinates.count)
    for (index, outcome) in outcomes.enumerated() {
      let place = outcome.place(from: self[index])
      moved += [place.x, place.y]
      if let z = z(at: index) { moved.append(outcome.height(from: z)) }
      if let m = m(at: index) { moved.append(m) }
    }
    return CoordinateSequence(trusted: moved, dimensions: dimensions)
  }
}
