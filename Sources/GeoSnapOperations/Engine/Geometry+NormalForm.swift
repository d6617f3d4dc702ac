extension Geometry {
  /// Whether the geometries are equal when both are brought into normal form.
  ///
  /// The order of parts, and where and which way rings run, does not count then. The reference system plays no
  /// part.
  ///
  /// ```swift
  /// let read = try Geometry(wkt: "POLYGON ((0 0, 0 2, 2 2, 0 0))")
  /// let written = try Geometry(wkt: "POLYGON ((2 2, 0 2, 0 0, 2 2))")
  /// read.equalsExactly(written)         // -> false
  /// try read.equalsNormalized(written)  // -> true
  /// ```
  ///
  /// - Parameters:
  ///   - other: The other geometry.
  ///   - tolerance: The greatest planar distance of a coordinate from its counterpart, in coordinate units.
  /// - Returns: Whether they are equal.
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, also for a z, `ordinateOutOfRange` or `engine`.
  /// - Units: The tolerance is in coordinate units; it is used after the normal forms are made.
  /// - Complexity: O(n log n) in the number of coordinates.
  /// - Source: GEOS, `GEOSNormalize` of both; then ``equalsExactly(_:tolerance:)``.
  public func equalsNormalized(
    _ other: Geometry,
    tolerance: Double = 0
  ) throws(GeometryError) -> Bool {
    try normalized().equalsExactly(other.normalized(), tolerance: tolerance)
  }
}
