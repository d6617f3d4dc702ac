public import GeoSnap

extension Geodesy {
  /// Returns the location on a geometry that is closest to a place; nil when the geometry is empty.
  ///
  /// The location is on the lines of the geometry, at its points, or on the border of its areas. Of several closest
  /// locations, the one on the first segment is returned.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let main = try Geometry(wkt: "LINESTRING (8 48, 8 49)", srid: 4326)
  /// let nearest = try ground.nearestLocation(on: main, to: Coordinate(x: 8.01, y: 48.5))
  /// nearest?.distance  // -> 739.01...
  /// nearest?.segment   // -> 0
  /// ```
  ///
  /// - Units: Metres; the location is within 10 nanometres.
  /// - Z and M: Interpolated at the location; distances ignore them.
  /// - Complexity: As ``location(along:closestTo:tolerance:)``.
  /// - Source: Based on PROJ's `geod_inverse` and `geod_gendirect`; compare Baselga and Martinez-Llario,
  ///   "Intersection and point-to-line solutions for geodesics on the ellipsoid", 2018; Esri's
  ///   `nearestCoordinateGeodetic`.
  public func nearestLocation(
    on geometry: Geometry,
    to place: Coordinate
  ) throws(ProjectionError) -> GeodesicLocation? {
    try GeodesicPaths(geometry, self).location(closestTo: try grounded(place))
  }

  /// Returns the distance from a place to a geometry in metres: 0 inside an area, nil when the geometry is empty.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let field = try Geometry(wkt: "POLYGON ((8 48, 8 49, 9 49, 9 48, 8 48))", srid: 4326)
  /// try ground.distance(from: Coordinate(x: 8.5, y: 48.5), to: field)   // -> 0
  /// try ground.distance(from: Coordinate(x: 7.99, y: 48.5), to: field)  // -> 739.01...
  /// ```
  ///
  /// - Complexity: As ``location(along:closestTo:tolerance:)``.
  /// - Source: As ``nearestLocation(on:to:)``.
  public func distance(
    from place: Coordinate,
    to geometry: Geometry
  ) throws(ProjectionError) -> Double? {
    guard let nearest = try nearestLocation(on: geometry, to: place) else { return nil }
    if nearest.distance == 0 { return 0 }
    return try isInside(place, geometry) ? 0 : nearest.distance
  }

  /// Returns the distance between two geometries in metres; nil when either is empty.
  ///
  /// It is 0 where they touch, cross or overlap, including the interior of areas, and for gaps up to 20 nanometres.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let main = try Geometry(wkt: "LINESTRING (8 0, 9 0)", srid: 4326)
  /// let parcel = try Geometry(wkt: "POLYGON ((8.2 0.001, 8.2 0.1, 8.4 0.1, 8.2 0.001))", srid: 4326)
  /// try ground.distance(from: main, to: parcel)           // -> 110.574...
  /// try ground.distance(from: main, to: main.reversed())  // -> 0
  /// ```
  ///
  /// - Complexity: O((n + m) log (n + m)) in the coordinates of both, O(n m) at worst, for example when they run side
  ///   by side; in addition O(m) for each part to test whether it lies inside the other geometry.
  /// - Source: Based on PROJ's `geod_inverse` and `geod_gendirect`: searches two trees of balls together and measures
  ///   ends against geodesics, as ``nearestLocation(on:to:)`` does.
  public func distance(
    from geometry: Geometry,
    to other: Geometry
  ) throws(ProjectionError) -> Double? {
    let ground = try grounded(geometry)
    let otherGround = try grounded(other)
    guard let tree = GeodesicTree(ground, self), let otherTree = GeodesicTree(otherGround, self)
    else { return nil }
    let least = GeodesicGap(between: tree, and: otherTree, on: ellipsoid).least
    if least <= 2e-8 { return 0 }
    // No segments cross a border, so each part lies inside or outside as a whole.
    return hasPart(of: ground, inside: otherGround) || hasPart(of: otherGround, inside: ground)
      ? 0 : least
  }

  private func hasPart(of ground: Geometry, inside other: Geometry) -> Bool {
    let areas = other.parts.filter { $0.type == .polygon }
    return ground.parts.contains { part in
      part.coordinates.first.map { place in areas.contains { isInside(place, polygon: $0) } }
        ?? false
    }
  }

  /// Whether a place lies inside the areas of a geometry, which have geodesic borders and less than half the world.
  ///
  /// For a place on the border, the result depends on rounding.
  func isInside(_ place: Coordinate, _ geometry: Geometry) throws(ProjectionError) -> Bool {
    let ground = try grounded(place)
    return try grounded(geometry).parts.contains { part in
      part.type == .polygon && isInside(ground, polygon: part)
    }
  }

  private func isInside(_ place: Coordinate, polygon: Geometry) -> Bool {
    !polygon.paths.count(where: { goesAround(place, $0) }).isMultiple(of: 2)
  }

  /// Whether a ring goes around a place: the azimuths from the place to its vertices make a full turn.
  ///
  /// They also do around the antipode of the place, but in the opposite direction.
  private func goesAround(_ place: Coordinate, _ ring: GeometryPath) -> Bool {
    var turn = 0.0
    for index in 1..<ring.count {
      let from = solver.inverse(place, ring[index - 1]).startAzimuth
      let to = solver.inverse(place, ring[index]).startAzimuth
      turn += folded(degrees: to - from)
    }
    guard abs(turn) > 180 else { return false }
    // Azimuths are clockwise, areas counter-clockwise.
    return (turn < 0) == (solver.signedArea(ring.sequence.slice(ring.range).dropLast()) > 0)
  }
}
