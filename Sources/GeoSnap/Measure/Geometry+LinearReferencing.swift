extension Geometry {
  /// The location along a line that is closest to a place.
  ///
  /// Distances and lengths are planar, in coordinate units; Z and M play no part in them. Of several
  /// closest locations the one on the first segment is returned.
  ///
  /// - Returns: nil when the place is farther than `tolerance` allows, when the line is empty, or
  ///   when the place is not finite.
  /// - Throws: ``GeometryError`` with code `unsupportedType` unless the geometry is a line string
  ///   or a multi line, `nonFiniteOrdinate` when its length is not a finite number,
  ///   `invalidArgument` when the tolerance is negative or NaN.
  /// - Complexity: Linear in the number of coordinates.
  public func linearLocation(
    closestTo coordinate: Coordinate,
    tolerance: FractionTolerance = .unlimited
  ) throws(GeometryError) -> LinearLocation? {
    if case .within(let limit) = tolerance, !(limit >= 0) {
      throw GeometryError(
        .invalidArgument,
        "A tolerance must be 0 or more; got \(limit). Esri's -1 is betweenEnds."
      )
    }
    let line = try LinePaths(self)
    guard coordinate.isFinite, let location = try line.location(closestTo: coordinate) else {
      return nil
    }
    switch tolerance {
    case .unlimited: return location
    case .within(let limit): return location.distance <= limit ? location : nil
    case .betweenEnds: return line.isBeyondEnd(coordinate, closest: location) ? nil : location
    }
  }

  /// The location at a share of a line's total planar length.
  ///
  /// Fractions outside 0 to 1 are clamped. A fraction that falls exactly where one part ends and
  /// the next begins answers the end of the earlier part.
  ///
  /// - Returns: nil when the line is empty.
  /// - Throws: ``GeometryError`` with code `invalidArgument` when the fraction is NaN, and as
  ///   ``linearLocation(closestTo:tolerance:)``.
  /// - Complexity: Linear in the number of coordinates.
  public func linearLocation(
    atFraction fraction: Double
  ) throws(GeometryError) -> LinearLocation? {
    guard !fraction.isNaN else {
      throw GeometryError(.invalidArgument, "A fraction must be a number from 0 to 1; got NaN.")
    }
    let line = try LinePaths(self)
    let length = try line.length()
    return line.location(atDistance: min(max(fraction, 0), 1) * length, of: length)
  }

  /// The location at a planar distance from a line's start, in coordinate units.
  ///
  /// Distances are clamped to the line: at most 0 is its start, at least its length its end. A
  /// distance that falls exactly where one part ends answers the end of that part.
  ///
  /// - Returns: nil when the line is empty.
  /// - Throws: ``GeometryError`` with code `invalidArgument` when the distance is NaN, and as
  ///   ``linearLocation(closestTo:tolerance:)``.
  /// - Complexity: Linear in the number of coordinates.
  public func linearLocation(
    atDistance distance: Double
  ) throws(GeometryError) -> LinearLocation? {
    guard !distance.isNaN else {
      throw GeometryError(.invalidArgument, "A distance along a line must be a number; got NaN.")
    }
    let line = try LinePaths(self)
    let length = try line.length()
    return line.location(atDistance: min(max(distance, 0), length), of: length)
  }

  /// The point at a share of a line's total planar length, Z and M interpolated.
  ///
  /// M is NaN where the line's measures leave it unknown, as ``LinearLocation/m`` says.
  ///
  /// - Returns: The empty point when the line is empty.
  /// - Throws: As ``linearLocation(atFraction:)``.
  public func point(atFraction fraction: Double) throws(GeometryError) -> Point {
    guard let location = try linearLocation(atFraction: fraction) else {
      return Point(emptyIn: srid)
    }
    return Point(location.coordinate, z: location.z, m: location.m, srid: srid)
  }
}
