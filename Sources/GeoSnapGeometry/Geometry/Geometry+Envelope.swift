extension Geometry {
  /// Creates the rectangle as a polygon whose ring runs clockwise, as Esri's exterior rings do; a line or a point
  /// when it has no width or height.
  ///
  /// ```swift
  /// let sheet = Geometry(Envelope(minX: 0, minY: 0, maxX: 2, maxY: 1))
  /// sheet.wkt  // -> POLYGON ((0 0, 0 1, 2 1, 2 0, 0 0))
  /// Geometry(Envelope(minX: 0, minY: 1, maxX: 2, maxY: 1)).wkt  // -> LINESTRING (0 1, 2 1)
  /// ```
  ///
  /// - Errors: An envelope with NaN gives a ring that no operation accepts.
  /// - Complexity: Constant.
  /// - Source: As GEOS's `GEOSEnvelope`, whose ring runs counterclockwise.
  public init(_ envelope: Envelope, srid: SRID? = nil) {
    let least = Coordinate(x: envelope.minX, y: envelope.minY)
    let greatest = Coordinate(x: envelope.maxX, y: envelope.maxY)
    if least == greatest {
      self = .point(Point(least, srid: srid))
      return
    }
    let hasNumbers = !least.x.isNaN && !least.y.isNaN && !greatest.x.isNaN && !greatest.y.isNaN
    if hasNumbers, least.x == greatest.x || least.y == greatest.y {
      self = .lineString(LineString(trusted: [least, greatest], srid: srid))
      return
    }
    let corners: CoordinateSequence = [
      least,
      Coordinate(x: envelope.minX, y: envelope.maxY),
      greatest,
      Coordinate(x: envelope.maxX, y: envelope.minY),
      least,
    ]
    self = .polygon(Polygon(trusted: corners, ringEnds: [5], srid: srid))
  }

  /// The smallest envelope around all of `geometries`; nil when all are empty.
  ///
  /// ```swift
  /// let valve = try Geometry(wkt: "POINT (3 7)")
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 10 0)")
  /// try Geometry.combinedEnvelope(of: [valve, main])?.height  // -> 7
  /// try Geometry.combinedEnvelope(of: [])                     // -> nil
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences`.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: Esri's `combineExtents`.
  public static func combinedEnvelope(
    of geometries: [Geometry]
  ) throws(GeometryError) -> Envelope? {
    var srid: SRID?
    for geometry in geometries { srid = try commonSRID(srid, geometry.srid) }
    return Envelope.combining(geometries.map(\.envelope))
  }
}
