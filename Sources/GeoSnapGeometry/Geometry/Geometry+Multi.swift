extension Geometry {
  /// The geometry as a multi geometry: a point, line or polygon becomes one with a single part; others are unchanged.
  ///
  /// An empty point, line or polygon becomes an empty multi geometry.
  ///
  /// ```swift
  /// try Geometry(wkt: "POINT (1 2)").asMulti().wkt                  // -> MULTIPOINT ((1 2))
  /// try Geometry(wkt: "LINESTRING Z (0 0 5, 1 2 6)").asMulti().wkt  // -> MULTILINESTRING Z ((0 0 5, 1 2 6))
  /// ```
  ///
  /// - Complexity: Constant; a point's coordinate is copied, sequences are shared.
  /// - Source: `ST_Multi` of PostGIS.
  public func asMulti() -> Geometry {
    switch self {
    case .point(let point):
      .multiPoint(MultiPoint(point.coordinates, srid: point.srid))
    case .lineString(let line):
      .multiLineString(
        MultiLineString(
          trusted: line.coordinates,
          partEnds: line.coordinates.isEmpty ? [] : [line.coordinates.count],
          srid: line.srid
        )
      )
    case .polygon(let polygon):
      .multiPolygon(
        MultiPolygon(
          trusted: polygon.coordinates,
          ringEnds: polygon.ringEnds,
          polygonEnds: polygon.ringEnds.isEmpty ? [] : [polygon.ringEnds.count],
          srid: polygon.srid
        )
      )
    default: self
    }
  }
}
