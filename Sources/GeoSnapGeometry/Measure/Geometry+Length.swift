extension Geometry {
  /// The planar length: of lines their length, of areas their perimeter; 0 for points and empty geometries.
  ///
  /// A collection has the sum of its members' lengths. With coordinates in degrees the number has no meaning:
  /// GeoSnapProjection's `Geodesy` returns metres.
  ///
  /// ```swift
  /// try Geometry(wkt: "LINESTRING Z (0 0 0, 3 4 99)").length         // -> 5
  /// try Geometry(wkt: "POLYGON ((0 0, 0 2, 2 2, 2 0, 0 0))").length  // -> 8
  /// ```
  ///
  /// - Z and M: Play no part; a slope is as long as its projection.
  /// - Errors: NaN when an ordinate is NaN.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: As GEOS's `GEOSLength`.
  public var length: Double {
    var length = 0.0
    switch self {
    case .point, .multiPoint: break
    case .lineString(let line):
      line.coordinates.addLength(ofOffsets: 0..<line.coordinates.ordinates.count, to: &length)
    case .polygon, .multiLineString, .multiPolygon, .collection:
      forEachPath { path in path.sequence.addLength(of: path.range, to: &length) }
    }
    return length
  }
}
