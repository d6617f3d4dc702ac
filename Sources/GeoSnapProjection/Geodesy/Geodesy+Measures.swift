public import GeoSnap

/// The shortest way between two places.
public struct GeodesicLine: Hashable, Sendable {
  /// Its length in metres.
  public let distance: Double
  /// Its direction where it starts, from -180 to 180 degrees clockwise from north.
  public let startAzimuth: Double
  /// Its direction where it ends, going on the same way.
  public let endAzimuth: Double
}

extension Geodesy {
  /// The geodesic length: of lines their length, of areas their perimeter.
  ///
  /// Points and empty geometries have length 0; a collection the sum of its members'.
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

  /// The area on the ellipsoid, with geodesics as borders; 0 for points and lines.
  ///
  /// Of each polygon the holes are taken off the exterior ring, whichever way rings run. A ring stands for
  /// the smaller of the two parts of the world that it separates, also around a pole and across the
  /// antimeridian. An empty geometry has area 0.
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

  /// The shortest way between two places: how far, and in which direction.
  ///
  /// Between two places on opposite sides of the earth there are several; one is answered. The direction
  /// of a way of no length is 0.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let way = try ground.line(from: Coordinate(x: 8, y: 48), to: Coordinate(x: 8, y: 49))
  /// way.distance      // -> 111200.036...
  /// way.startAzimuth  // -> 0
  /// ```
  ///
  /// - Parameters:
  ///   - start: A place in the reference system.
  ///   - end: Another.
  /// - Returns: Length and directions.
  /// - Throws: ``ProjectionError`` with code `invalidArgument` for ordinates that are not finite,
  ///   `outsideDomain` beyond the poles or the projection.
  /// - Units: Metres, and degrees clockwise from north.
  /// - Complexity: Constant, about 0.5 microseconds for degrees.
  /// - Source: PROJ, `geod_inverse`; Esri's `distanceGeodetic`.
  public func line(
    from start: Coordinate,
    to end: Coordinate
  ) throws(ProjectionError) -> GeodesicLine {
    let line = solver.inverse(try grounded(start), try grounded(end))
    return GeodesicLine(
      distance: line.distance,
      // An azimuth of -180 is 180.
      startAzimuth: line.distance == 0 ? 0 : line.startAzimuth,
      endAzimuth: line.distance == 0 ? 0 : line.endAzimuth
    )
  }

  /// The distance between two places.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// try ground.distance(from: Coordinate(x: 179, y: 0), to: Coordinate(x: -179, y: 0))  // -> 222638.981...
  /// ```
  ///
  /// - Parameters:
  ///   - start: A place in the reference system.
  ///   - end: Another.
  /// - Returns: Metres, 0 or more.
  /// - Throws: ``ProjectionError`` as ``line(from:to:)``.
  /// - Units: Metres.
  /// - Complexity: Constant, about 0.5 microseconds for degrees.
  /// - Source: PROJ, `geod_inverse`; Esri's `distanceGeodetic`.
  public func distance(
    from start: Coordinate,
    to end: Coordinate
  ) throws(ProjectionError) -> Double {
    try line(from: start, to: end).distance
  }

  /// The place that one comes to.
  ///
  /// Longitudes go on beyond 180 degrees where the way crosses the antimeridian.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// try ground.place(from: Coordinate(x: 8, y: 48), distance: 1_000, azimuth: 90).x  // -> 8.01340...
  /// ```
  ///
  /// - Parameters:
  ///   - start: A place in the reference system.
  ///   - distance: How far, in metres; negative goes the other way.
  ///   - azimuth: The direction in which to start, in degrees clockwise from north.
  /// - Returns: A place in the reference system.
  /// - Throws: ``ProjectionError`` as ``line(from:to:)``; `outsideDomain` also where a projection ends,
  ///   `invalidArgument` also for a `distance` or `azimuth` that is not finite.
  /// - Units: Metres, and degrees clockwise from north.
  /// - Z and M: A place has none; the height it is at plays no part.
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
