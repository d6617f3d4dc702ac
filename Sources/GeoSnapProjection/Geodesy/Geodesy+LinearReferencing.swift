public import GeoSnap

extension Geodesy {
  /// Returns the location along a line string or multi line that is closest to a place.
  ///
  /// nil when the line is empty or the place is farther away than the tolerance, in metres, allows. Of several
  /// closest locations, the one on the first segment is returned. Esri's `fractionAlong`, with `nil` instead of NaN.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let main = try Geometry(wkt: "LINESTRING (8 0, 9 0)", srid: 4326)
  /// let tap = Coordinate(x: 8.25, y: 0.001)
  /// try ground.location(along: main, closestTo: tap)?.distance                           // -> 110.574...
  /// try ground.location(along: main, closestTo: tap, tolerance: .within(100))?.fraction  // -> nil
  /// ```
  ///
  /// - Throws: ``ProjectionError`` with code `invalidGeometry` unless the geometry is a line, `invalidArgument` when
  ///   the tolerance is negative or NaN, and as ``length(of:)``.
  /// - Z and M: Interpolated at the location; distances ignore them.
  /// - Complexity: Linear in the number of coordinates: 1 microsecond per segment, and 10 near the place.
  /// - Source: As ``nearestLocation(on:to:)``.
  public func location(
    along line: Geometry,
    closestTo place: Coordinate,
    tolerance: FractionTolerance = .unlimited
  ) throws(ProjectionError) -> LinearLocation? {
    if case .within(let limit) = tolerance, !(limit >= 0) {
      throw ProjectionError(
        .invalidArgument,
        "A tolerance must be 0 or more; got \(limit). For Esri's -1 use betweenEnds."
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

  /// Returns the location at a share of a line's geodesic length; nil when the line is empty.
  ///
  /// This is the inverse of ``location(along:closestTo:tolerance:)``. Fractions are clamped to 0...1; gaps between
  /// parts have no length. Where one part ends and the next begins, the end of the earlier part is returned.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let main = try Geometry(wkt: "LINESTRING (8 0, 9 0)", srid: 4326)
  /// try ground.location(along: main, atFraction: 1)?.coordinate  // -> 9 0
  /// ```
  ///
  /// - Throws: ``ProjectionError`` with code `invalidGeometry` unless the geometry is a line string or a multi line,
  ///   `invalidArgument` when the fraction is NaN, and as ``length(of:)``.
  /// - Z and M: Interpolated at the location.
  public func location(
    along line: Geometry,
    atFraction fraction: Double
  ) throws(ProjectionError) -> LinearLocation? {
    guard !fraction.isNaN else {
      throw ProjectionError(.invalidArgument, "A fraction along a line must be a number; got NaN.")
    }
    return try paths(ofLine: line).location(atFraction: fraction)
  }

  /// Returns the location at a geodesic distance from a line's start, in metres; nil when the line is empty.
  ///
  /// Distances are clamped to the line.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let main = try Geometry(wkt: "LINESTRING M (8 0 0, 9 0 100)", srid: 4326)
  /// try ground.location(along: main, atDistance: 55_659.745_4)?.m  // -> 50.0000...
  /// ```
  ///
  /// - Throws: ``ProjectionError`` as ``location(along:atFraction:)``; `invalidArgument` when the distance is NaN.
  /// - Z and M: Interpolated at the location.
  public func location(
    along line: Geometry,
    atDistance distance: Double
  ) throws(ProjectionError) -> LinearLocation? {
    guard !distance.isNaN else {
      throw ProjectionError(.invalidArgument, "A distance along a line must be a number; got NaN.")
    }
    return try paths(ofLine: line).location(atDistance: max(distance, 0))
  }

  /// Returns the point at a share of a line's geodesic length, clamped to 0...1; the empty point for an empty line.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let main = try Geometry(wkt: "LINESTRING (8 0, 9 0)", srid: 4326)
  /// try ground.point(along: main, atFraction: 1).coordinate  // -> 9 0
  /// ```
  ///
  /// - Throws: ``ProjectionError`` as ``location(along:atFraction:)``.
  /// - Z and M: Interpolated.
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
