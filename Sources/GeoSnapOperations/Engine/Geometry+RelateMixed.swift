extension Geometry {
  /// The matrix when one of the two is empty.
  func relateEmpty(_ other: Geometry) throws(GeometryError) -> IntersectionMatrix {
    var matrix = IntersectionMatrix()
    let sets = try (LocatedSets(self), LocatedSets(other))
    matrix[.interior, .exterior] = sets.0.interiorDimension
    matrix[.boundary, .exterior] = sets.0.boundaryDimension
    matrix[.exterior, .interior] = sets.1.interiorDimension
    matrix[.exterior, .boundary] = sets.1.boundaryDimension
    return matrix
  }

  /// The matrix of geometries of which at least one is a collection, and neither is empty.
  ///
  /// GEOS 3.11 counts a point of two members twice. So the union of each is divided into areas, lines outside the
  /// areas, and points outside both, and the locations of edges and points are determined. Defined as in Davis, "JTS
  /// RelateNG", 2024.
  func relateMixed(_ other: Geometry) throws(GeometryError) -> IntersectionMatrix {
    if let one = try unmixed(), let two = try other.unmixed() { return try one.relate(two) }
    let first = try LocatedSets(self)
    let second = try LocatedSets(other)
    var matrix = IntersectionMatrix()

    let areas = try first.areas.relateAreas(second.areas)
    if areas[.interior, .interior] == 2 { matrix.note(.interior, .interior, 2) }
    if areas[.interior, .exterior] == 2 { matrix.note(.interior, .exterior, 2) }
    if areas[.exterior, .interior] == 2 { matrix.note(.exterior, .interior, 2) }

    for (own, location) in first.edges {
      for (foreign, otherLocation) in second.edges {
        let shared = try own.overlayUnmixed(.intersection, foreign, 0).parts(ofDimension: 1)
        // Rounded crossings may be a few ulps off a line.
        if shared.length > first.accuracy { matrix.note(location, otherLocation, 1) }
      }
      for place in try second.midpoints(outsideEdges: own) {
        matrix.note(location, second.areas.areaContains(place) ? .interior : .exterior, 1)
      }
    }
    for (foreign, location) in second.edges {
      for place in try first.midpoints(outsideEdges: foreign) {
        matrix.note(first.areas.areaContains(place) ? .interior : .exterior, location, 1)
      }
    }

    for place in try first.places + second.places + first.meetings(with: second) {
      matrix.note(first.location(of: place), second.location(of: place), 0)
    }
    return matrix
  }

  /// An equal geometry that is not a collection; nil when parts have several dimensions.
  private func unmixed() throws(GeometryError) -> Geometry? {
    guard type == .geometryCollection else { return self }
    let parts = parts
    guard let dimension = parts.first?.type.dimension,
      parts.allSatisfy({ $0.type.dimension == dimension })
    else { return nil }
    let joined = Geometry.joining(parts, srid)
    return dimension == 2 && parts.count > 1 ? try joined.unaryUnion() : joined
  }

  fileprivate func relateAreas(_ other: Geometry) throws(GeometryError) -> IntersectionMatrix {
    isEmpty || other.isEmpty ? try relateEmpty(other) : try relate(other)
  }
}

/// Interior and boundary of a geometry's union, by dimension.
private struct LocatedSets {
  let areas: Geometry
  /// The boundary of the areas, and the lines outside them.
  let edges: [(Geometry, IntersectionMatrix.Location)]
  /// All lines; `ends` are the points where an odd number of them end.
  private let lines: Geometry
  private let ends: Set<Coordinate>
  private let points: Set<Coordinate>
  /// The greatest rounding error of computed points.
  let accuracy: Double

  init(_ geometry: Geometry) throws(GeometryError) {
    areas = try geometry.parts(ofDimension: 2).unaryUnion().parts(ofDimension: 2)
    lines = geometry.parts(ofDimension: 1)
    points = Set(geometry.parts(ofDimension: 0).coordinates)
    ends = lines.lineEnds
    let border = try areas.boundary()
    let outside =
      try areas.isEmpty || lines.isEmpty ? lines : lines.overlayUnmixed(.difference, areas, 0)
    edges = [(border, .boundary), (outside, .interior)].filter { !$0.0.isEmpty }
    accuracy = (geometry.envelope?.greatestOrdinate ?? 0) * 1e-12
  }

  var interiorDimension: Int {
    if !areas.isEmpty { return 2 }
    if !lines.isEmpty { return 1 }
    return points.isEmpty ? -1 : 0
  }

  var boundaryDimension: Int {
    if !areas.isEmpty { return 1 }
    return ends.isEmpty ? -1 : 0
  }

  /// The points that are not inside an edge.
  var places: [Coordinate] { Array(ends) + Array(points) }

  /// A point on each piece of `lines` outside all edges.
  func midpoints(outsideEdges lines: Geometry) throws(GeometryError) -> [Coordinate] {
    var rest = lines
    for (edge, _) in edges { rest = try rest.overlayUnmixed(.difference, edge, 0) }
    return rest.paths.compactMap { path in
      let longest = (0..<path.segmentCount).map(path.segment).max { $0.length < $1.length }
      guard let longest, longest.length > accuracy else { return nil }
      return longest.coordinate(atFraction: 0.5)
    }
  }

  func meetings(with other: LocatedSets) throws(GeometryError) -> [Coordinate] {
    var places: [Coordinate] = []
    for (edge, _) in edges {
      for (otherEdge, _) in other.edges {
        places += try edge.overlayUnmixed(.intersection, otherEdge, 0).parts(ofDimension: 0)
          .coordinates
      }
    }
    return places
  }

  func location(of place: Coordinate) -> IntersectionMatrix.Location {
    if let border = areas.nearestBoundaryCoordinate(to: place) {
      if border.distance <= accuracy { return .boundary }
      if areas.areaContains(place) { return .interior }
    }
    if ends.contains(place) { return .boundary }
    if let line = lines.nearestBoundaryCoordinate(to: place), line.distance <= accuracy {
      return .interior
    }
    return points.contains(place) ? .interior : .exterior
  }
}
