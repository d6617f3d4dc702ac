extension Geometry {
  /// Creates the rectangle as a polygon whose ring runs clockwise, as Esri's exterior rings do.
  ///
  /// ```swift
  /// let sheet = Geometry(Envelope(minX: 0, minY: 0, maxX: 2, maxY: 1))
  /// sheet.wkt  // -> POLYGON ((0 0, 0 1, 2 1, 2 0, 0 0))
  /// ```
  ///
  /// - Units: Coordinate units.
  /// - Z and M: The polygon has none.
  /// - Errors: None; an envelope of one place gives a ring without area, one with NaN a ring that no
  ///   operation takes.
  /// - Complexity: Constant.
  /// - Source: Here; the ring that GEOS's `GEOSEnvelope` answers runs the other way.
  public init(_ envelope: Envelope, srid: SRID? = nil) {
    let corners: CoordinateSequence = [
      Coordinate(x: envelope.minX, y: envelope.minY),
      Coordinate(x: envelope.minX, y: envelope.maxY),
      Coordinate(x: envelope.maxX, y: envelope.maxY),
      Coordinate(x: envelope.maxX, y: envelope.minY),
      Coordinate(x: envelope.minX, y: envelope.minY),
    ]
    self = .polygon(Polygon(trusted: corners, ringEnds: [5], srid: srid))
  }

  /// The smallest envelope around all of `geometries`, empty ones left out; nil when all are.
  ///
  /// ```swift
  /// let valve = try Geometry(wkt: "POINT (3 7)")
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 10 0)")
  /// try Geometry.combinedEnvelope(of: [valve, main])?.height  // -> 7
  /// try Geometry.combinedEnvelope(of: [])                     // -> nil
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences`.
  /// - Units: Coordinate units.
  /// - Z and M: Play no part.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: Here; Esri's `combineExtents`.
  public static func combinedEnvelope(
    of geometries: [Geometry]
  ) throws(GeometryError) -> Envelope? {
    var srid: SRID?
    for geometry in geometries { srid = try commonSRID(srid, geometry.srid) }
    return Envelope.combining(geometries.map(\.envelope))
  }
}
