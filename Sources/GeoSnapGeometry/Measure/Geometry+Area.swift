extension Geometry {
  /// The planar area, in square coordinate units; 0 for points, lines and empty geometries.
  ///
  /// Holes are subtracted from the exterior ring, in any ring direction. Overlapping polygons of a collection are
  /// counted separately. With coordinates in degrees the number has no meaning: GeoSnapProjection's `Geodesy` returns
  /// square metres.
  ///
  /// ```swift
  /// try Geometry(wkt: "POLYGON ((0 0, 4 0, 4 3, 0 0))").area                        // -> 6
  /// try Geometry(wkt: "POLYGON ((0 0, 9 0, 9 9, 0 0), (5 1, 6 1, 6 2, 5 1))").area  // -> 40
  /// ```
  ///
  /// - Units: Square coordinate units.
  /// - Errors: NaN when an ordinate of an area is NaN.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: The surveyor's formula, as GEOS's `GEOSArea`, but measured from each ring's first vertex, so large
  ///   coordinates cost no precision.
  public var area: Double {
    switch self {
    case .point, .multiPoint, .lineString, .multiLineString: return 0
    case .polygon(let polygon):
      return polygon.coordinates.area(polygon.ringEnds[...], from: 0)
    case .multiPolygon(let polygons):
      var area = 0.0
      for rings in polygons.polygonRings {
        let start = rings.lowerBound == 0 ? 0 : polygons.ringEnds[rings.lowerBound - 1]
        area += polygons.coordinates.area(polygons.ringEnds[rings], from: start)
      }
      return area
    case .collection(let collection):
      return collection.geometries.reduce(0) { $0 + $1.area }
    }
  }
}

extension CoordinateSequence {
  fileprivate func area(_ ringEnds: ArraySlice<Int>, from first: Int) -> Double {
    var area = 0.0
    var start = first
    for (number, end) in ringEnds.enumerated() {
      let ring = signedArea(start..<end).magnitude
      area += number == 0 ? ring : -ring
      start = end
    }
    return area
  }
}
