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
}
