extension Geometry {
  /// The geometry as a multi geometry: a point as a multi point, a line as a multi line, a polygon as a
  /// multi polygon; the others themselves.
  ///
  /// Z, M and the reference system are kept.
  ///
  /// ```swift
  /// try Geometry(wkt: "POINT (1 2)").asMulti().wkt  // MULTIPOINT ((1 2))
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates.
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
