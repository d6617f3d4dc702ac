extension Geometry {
  /// Whether the geometries are equal in normal form, each coordinate within `tolerance`, in coordinate units, of its
  /// counterpart.
  ///
  /// The order of parts, and the start and direction of rings, do not count. The reference system is not compared.
  ///
  /// ```swift
  /// let read = try Geometry(wkt: "POLYGON ((0 0, 0 2, 2 2, 0 0))")
  /// let written = try Geometry(wkt: "POLYGON ((2 2, 0 2, 0 0, 2 2))")
  /// read.equalsExactly(written)         // -> false
  /// try read.equalsNormalized(written)  // -> true
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, also for a z, `ordinateOutOfRange` or `engine`.
  /// - Units: The tolerance applies to the normal forms.
  /// - Complexity: O(n log n) in the number of coordinates.
  /// - Source: GEOS, `GEOSNormalize` of both, and ``equalsExactly(_:tolerance:)``.
  public func equalsNormalized(
    _ other: Geometry,
    tolerance: Double = 0
  ) throws(GeometryError) -> Bool {
    try normalized().equalsExactly(other.normalized(), tolerance: tolerance)
  }
}
