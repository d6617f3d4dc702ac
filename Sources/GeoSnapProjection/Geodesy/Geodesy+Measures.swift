public import GeoSnap

/// The shortest way between two places.
public struct GeodesicLine: Hashable, Sendable {
  /// The length in metres.
  public let distance: Double
  /// The azimuth at the start, from -180 to 180 degrees clockwise from north.
  public let startAzimuth: Double
  /// The azimuth at the end, continuing in the same direction.
  public let endAzimuth: Double
}

extension Geodesy {
  /// Returns the geodesic length of lines, or the perimeter of areas.
  ///
  /// 0 for points and empty geometries; for a collection the sum over its members.
  ///
  /// - Units: Metres.
  /// - Source: PROJ, `geod_inverse` for each segment; Esri's `lengthGeodetic`.
  public func length(of geometry: Geometry) throws(ProjectionError) -> Double {
    var length = 0.0
    try grounded(geometry).forEachPath { path in
      guard path.count > 1 else { return }
      for index in 1..<path.count {
        length += solver.inverse(path[index - 1], path[index]).distance
      }
    }
    return length
  }

  /// Returns the area on the ellipsoid with geodesics as borders; 0 for points, lines and empty geometries.
  ///
  /// The area of holes is subtracted from that of the exterior ring, whatever the orientation of the rings. A ring
  /// encloses the smaller part of the world of the two that it separates, also around a pole or across the
  /// antimeridian.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let field = try Geometry(wkt: "POLYGON ((8 48, 8 48.01, 8.01 48.01, 8.01 48, 8 48))", srid: 4326)
  /// try ground.area(of: field)  // -> 829682.2...
  /// ```
  ///
  /// - Units: Square metres; accurate to about 0.1 for a continent.
  /// - Source: PROJ, `geod_polygon_compute`; Esri's `areaGeodetic`.
  public func area(of geometry: Geometry) throws(ProjectionError) -> Double {
    groundedArea(try grounded(geometry))
  }

  private func groundedArea(_ geometry: Geometry) -> Double {
    var area = 0.0
    for part in geometry.parts {
      guard case .polygon = part else { continue }
      for (number, ring) in part.paths.enumerated() {
        let places = ring.sequence.slice(ring.range)
        let size = abs(solver.signedArea(places.dropLast()))
        area += number == 0 ? size : -size
      }
    }
    return area
  }

  /// Returns the length and the directions of the shortest way between two places.
  ///
  /// Of several ways between opposite sides of the earth, one is returned. For equal places the directions are 0.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let way = try ground.line(from: Coordinate(x: 8, y: 48), to: Coordinate(x: 8, y: 49))
  /// way.distance      // -> 111200.036...
  /// way.startAzimuth  // -> 0
  /// ```
  ///
  /// - Throws: ``ProjectionError`` with code `invalidArgument` unless ordinates are finite, `outsideDomain` beyond a
  ///   pole or the projection.
  /// - Complexity: Constant, about 0.5 microseconds for degrees.
  /// - Source: PROJ, `geod_inverse`; Esri's `distanceGeodetic`.
  public func line(
    from start: Coordinate,
    to end: Coordinate
  ) throws(ProjectionError) -> GeodesicLine {
    let line = solver.inverse(try grounded(start), try grounded(end))
    return GeodesicLine(
      distance: line.distance,
      startAzimuth: line.distance == 0 ? 0 : line.startAzimuth,
      endAzimuth: line.distance == 0 ? 0 : line.endAzimuth
    )
  }

  /// Returns the geodesic distance between two places, in metres.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// try ground.distance(from: Coordinate(x: 179, y: 0), to: Coordinate(x: -179, y: 0))  // -> 222638.981...
  /// ```
  ///
  /// - Throws: ``ProjectionError`` as ``line(from:to:)``.
  /// - Complexity: Constant, about 0.5 microseconds for degrees.
  /// - Source: PROJ, `geod_inverse`; Esri's `distanceGeodetic`.
  public func distance(
    from start: Coordinate,
    to end: Coordinate
  ) throws(ProjectionError) -> Double {
    try line(from: start, to: end).distance
  }

  /// Returns the place at a distance from a start, along the geodesic that leaves it at an azimuth.
  ///
  /// The distance is in metres, and negative in the opposite direction; the azimuth is in degrees clockwise from
  /// north. Longitudes go on beyond 180 degrees where the way crosses the antimeridian.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// try ground.place(from: Coordinate(x: 8, y: 48), distance: 1_000, azimuth: 90).x  // -> 8.01340...
  /// ```
  ///
  /// - Throws: ``ProjectionError`` as ``line(from:to:)``; also `outsideDomain` where a projection ends, and
  ///   `invalidArgument` for a `distance` or `azimuth` that is not finite.
  /// - Complexity: Constant, about a microsecond for degrees.
  /// - Source: PROJ, `geod_gendirect`; Esri's `moveGeodetic`.
  public func place(
    from start: Coordinate,
    distance: Double,
    azimuth: Double
  ) throws(ProjectionError) -> Coordinate {
    for (name, value) in [("A distance", distance), ("An azimuth", azimuth)] where !value.isFinite {
      throw ProjectionError(.invalidArgument, "\(name) must be a finite number; got \(value).")
    }
    let end = solver.direct(try grounded(start), azimuth: azimuth, distance: distance)
    return try lifted(end.place)
  }

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
  ) throws(ProjectionError) -> LinearLocation? {
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
