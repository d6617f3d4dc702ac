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
      .trusted(
        .multiLineString,
        line.coordinates,
        pathEnds: line.coordinates.isEmpty ? [] : [line.coordinates.count],
        srid: line.srid
      )
    case .polygon(let polygon):
      .trusted(
        .multiPolygon,
        polygon.coordinates,
        pathEnds: polygon.ringEnds,
        partEnds: polygon.ringEnds.isEmpty ? [] : [polygon.ringEnds.count],
        srid: polygon.srid
      )
    default: self
    }
  }
}
