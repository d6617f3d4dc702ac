public import GeoSnap

extension Geodesy {
  /// The location on a geometry that is closest to a place: on its lines, its points, and of areas their border.
  ///
  /// Along each segment, a geodesic, the distance is minimised to 10 nanometres; segments that cannot be nearer
  /// than what was found are passed over. On ties the first segment wins.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let main = try Geometry(wkt: "LINESTRING (8 48, 8 49)", srid: 4326)
  /// let nearest = try ground.nearestLocation(on: main, to: Coordinate(x: 8.01, y: 48.5))
  /// nearest?.distance  // -> 739.01...
  /// nearest?.segment   // -> 0
  /// ```
  ///
  /// - Parameters:
  ///   - geometry: A geometry in the reference system.
  ///   - place: A place in the reference system.
  /// - Returns: nil when the geometry is empty.
  /// - Throws: ``ProjectionError`` as ``length(of:)``.
  /// - Units: Metres; the location is within 10 nanometres.
  /// - Z and M: Interpolated at the location; they play no part in where it is.
  /// - Complexity: As ``location(along:closestTo:tolerance:)``.
  /// - Source: On PROJ's `geod_inverse` and `geod_gendirect`; compare Baselga and Martinez-Llario, "Intersection
  ///   and point-to-line solutions for geodesics on the ellipsoid", 2018; Esri's `nearestCoordinateGeodetic`.
  public func nearestLocation(
    on geometry: Geometry,
    to place: Coordinate
  ) throws(ProjectionError) -> GeodesicLocation? {
    try GeodesicPaths(geometry, self).location(closestTo: try grounded(place))
  }

  /// The distance from a place to a geometry: 0 inside an area.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let field = try Geometry(wkt: "POLYGON ((8 48, 8 49, 9 49, 9 48, 8 48))", srid: 4326)
  /// try ground.distance(from: Coordinate(x: 8.5, y: 48.5), to: field)   // -> 0
  /// try ground.distance(from: Coordinate(x: 7.99, y: 48.5), to: field)  // -> 739.01...
  /// ```
  ///
  /// - Parameters:
  ///   - place: A place in the reference system.
  ///   - geometry: A geometry in the reference system.
  /// - Returns: nil when the geometry is empty.
  /// - Throws: ``ProjectionError`` as ``length(of:)``.
  /// - Units: Metres.
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

  /// The distance between two geometries: 0 where they touch, cross or overlap, areas with their inside.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let main = try Geometry(wkt: "LINESTRING (8 0, 9 0)", srid: 4326)
  /// let parcel = try Geometry(wkt: "POLYGON ((8.2 0.001, 8.2 0.1, 8.4 0.1, 8.2 0.001))", srid: 4326)
  /// try ground.distance(from: main, to: parcel)           // -> 110.574...
  /// try ground.distance(from: main, to: main.reversed())  // -> 0
  /// ```
  ///
  /// - Parameters:
  ///   - geometry: A geometry in the reference system.
  ///   - other: Another.
  /// - Returns: nil when either is empty.
  /// - Throws: ``ProjectionError`` as ``length(of:)``.
  /// - Units: Metres, within 20 nanometres; what is nearer than that counts as touching.
  /// - Complexity: O((n + m) log (n + m)) in the coordinates of the two, O(n m) at worst, as where they run
  ///   beside each other; for each part besides O(m) to see whether it lies inside the other.
  /// - Source: On PROJ's `geod_inverse` and `geod_gendirect`: two trees of balls are searched
  ///   together, and ends measured against geodesics, as ``nearestLocation(on:to:)`` does.
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
    // Nothing crosses a border: each part lies inside as a whole, or outside.
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

  /// Whether a place lies inside the areas of a geometry, whose borders are geodesics.
  ///
  /// Of a place on the border, by rounding, either answer is right. Areas are smaller than half the world.
  func isInside(_ place: Coordinate, _ geometry: Geometry) throws(ProjectionError) -> Bool {
    let ground = try grounded(place)
    return try grounded(geometry).parts.contains { part in
      part.type == .polygon && isInside(ground, polygon: part)
    }
  }

  /// Whether a longitude and latitude lies inside a polygon of such.
  private func isInside(_ place: Coordinate, polygon: Geometry) -> Bool {
    !polygon.paths.count(where: { goesAround(place, $0) }).isMultiple(of: 2)
  }

  /// Whether a ring goes around a place: the directions in which its vertices are seen make a full turn.
  ///
  /// Around the place on the opposite side of the world they do too, but the other way.
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
