extension Geometry {
  /// The planar length: of lines their length, of areas their perimeter.
  ///
  /// Points and empty geometries have length 0; a collection the sum of its members'.
  ///
  /// ```swift
  /// try Geometry(wkt: "LINESTRING Z (0 0 0, 3 4 99)").length         // -> 5
  /// try Geometry(wkt: "POLYGON ((0 0, 0 2, 2 2, 2 0, 0 0))").length  // -> 8
  /// ```
  ///
  /// - Units: Coordinate units; of coordinates in degrees a number without meaning: GeoSnapProjection's
  ///   `Geodesy` has metres.
  /// - Z and M: Play no part; a slope is as long as its projection.
  /// - Errors: None; NaN when an ordinate is NaN.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: Here, as GEOS's `GEOSLength`.
  public var length: Double {
    var length = 0.0
    forEachPath { path in
      guard path.count > 1 else { return }
      for index in 1..<path.count { length += path[index - 1].distance(to: path[index]) }
    }
    return length
  }
}
