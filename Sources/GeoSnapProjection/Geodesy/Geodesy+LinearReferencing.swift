public import GeoSnap

extension Geodesy {
  /// The location along a line that is closest to a place, on the ground.
  ///
  /// The line runs along geodesics, distances are geodesic, and the fraction is the share of the geodesic
  /// length: Esri's `fractionAlong`, with `nil` where that answers NaN and a tolerance in metres. Of
  /// several closest locations the one on the first segment is returned.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let main = try Geometry(wkt: "LINESTRING (8 0, 9 0)", srid: 4326)
  /// let tap = Coordinate(x: 8.25, y: 0.001)
  /// try ground.location(along: main, closestTo: tap)?.distance                           // -> 110.574...
  /// try ground.location(along: main, closestTo: tap, tolerance: .within(100))?.fraction  // -> nil
  /// ```
  ///
  /// - Parameters:
  ///   - line: A line string or a multi line in the reference system.
  ///   - place: A place in the reference system.
  ///   - tolerance: How far from the line the place may be; `within` is in metres.
  /// - Returns: nil when the place is farther than the tolerance allows or the line is empty.
  /// - Throws: ``ProjectionError`` with code `invalidGeometry` unless the geometry is a line,
  ///   `invalidArgument` when the tolerance is negative or NaN, and as ``length(of:)``.
  /// - Units: Metres; the fraction is a share of the geodesic length.
  /// - Z and M: Interpolated at the location; they play no part in where it is.
  /// - Complexity: Linear in the number of coordinates: about 1 microsecond for each segment and 10 for
  ///   those that are near.
  /// - Source: As ``nearestLocation(on:to:)``.
  public func location(
    along line: Geometry,
    closestTo place: Coordinate,
    tolerance: FractionTolerance = .unlimited
  ) throws(ProjectionError) -> GeodesicLocation? {
    if case .within(let limit) = tolerance, !(limit >= 0) {
      throw ProjectionError(
        .invalidArgument,
        "A tolerance must be 0 or more; got \(limit). Esri's -1 is betweenEnds."
      )
    }
    let paths = try paths(ofLine: line)
    let ground = try grounded(place)
    guard let location = try paths.location(closestTo: ground) else { return nil }
    switch tolerance {
    case .unlimited: return location
    case .within(let limit): return location.distance <= limit ? location : nil
    case .betweenEnds: return paths.isBeyondEnd(ground, closest: location) ? nil : location
    }
  }

  /// The location at a share of a line's geodesic length: the inverse of ``location(along:closestTo:tolerance:)``.
  ///
  /// Fractions outside 0 to 1 are clamped. A fraction that falls exactly where one part ends and the next begins
  /// answers the end of the earlier part.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let main = try Geometry(wkt: "LINESTRING (8 0, 9 0)", srid: 4326)
  /// try ground.location(along: main, atFraction: 1)?.coordinate  // -> 9 0
  /// ```
  ///
  /// - Parameters:
  ///   - line: A line string or a multi line in the reference system.
  ///   - fraction: A share from 0 to 1.
  /// - Returns: nil when the line is empty.
  /// - Throws: ``ProjectionError`` with code `invalidGeometry` unless the geometry is a line, `invalidArgument`
  ///   when the fraction is NaN, and as ``length(of:)``.
  /// - Units: The fraction is a share of the geodesic length; gaps between parts have none.
  /// - Z and M: Interpolated at the location; they play no part in where it is.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: PROJ, `geod_inverse` and `geod_gendirect`.
  public func location(
    along line: Geometry,
    atFraction fraction: Double
  ) throws(ProjectionError) -> GeodesicLocation? {
    guard !fraction.isNaN else {
      throw ProjectionError(.invalidArgument, "A fraction must be a number from 0 to 1; got NaN.")
    }
    return try paths(ofLine: line).location(atFraction: fraction)
  }

  /// The location at a geodesic distance from a line's start.
  ///
  /// Distances are clamped to the line.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let main = try Geometry(wkt: "LINESTRING M (8 0 0, 9 0 100)", srid: 4326)
  /// try ground.location(along: main, atDistance: 55_659.745_4)?.m  // -> 50.0000...
  /// ```
  ///
  /// - Parameters:
  ///   - line: A line string or a multi line in the reference system.
  ///   - distance: In metres.
  /// - Returns: nil when the line is empty.
  /// - Throws: ``ProjectionError`` with code `invalidGeometry` unless the geometry is a line,
  ///   `invalidArgument` when the distance is NaN, and as ``length(of:)``.
  /// - Units: The distance is in metres.
  /// - Z and M: Interpolated at the location; they play no part in where it is.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: PROJ, `geod_inverse` and `geod_gendirect`.
  public func location(
    along line: Geometry,
    atDistance distance: Double
  ) throws(ProjectionError) -> GeodesicLocation? {
    guard !distance.isNaN else {
      throw ProjectionError(.invalidArgument, "A distance along a line must be a number; got NaN.")
    }
    return try paths(ofLine: line).location(atDistance: max(distance, 0))
  }

  /// The point at a share of a line's geodesic length.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let main = try Geometry(wkt: "LINESTRING (8 0, 9 0)", srid: 4326)
  /// try ground.point(along: main, atFraction: 1).coordinate  // -> 9 0
  /// ```
  ///
  /// - Parameters:
  ///   - line: A line string or a multi line in the reference system.
  ///   - fraction: A share from 0 to 1; outside it is clamped.
  /// - Returns: The empty point when the line is empty.
  /// - Throws: ``ProjectionError`` as ``location(along:atFraction:)``.
  /// - Units: The fraction is a share of the geodesic length.
  /// - Z and M: Interpolated.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: PROJ, `geod_inverse` and `geod_gendirect`; Esri's `createPointAlong` is planar.
  public func point(
    along line: Geometry,
    atFraction fraction: Double
  ) throws(ProjectionError) -> Point {
    guard let location = try location(along: line, atFraction: fraction) else {
      return Point(emptyIn: line.srid)
    }
    return Point(location.coordinate, z: location.z, m: location.m, srid: line.srid)
  }

  private func paths(ofLine geometry: Geometry) throws(ProjectionError) -> GeodesicPaths {
    guard geometry.type == .lineString || geometry.type == .multiLineString else {
      throw ProjectionError(
        .invalidGeometry,
        "Only lines have locations along them; this is a \(geometry.type.name)."
      )
    }
    return try GeodesicPaths(geometry, self)
  }
}
