extension Geometry {
  /// Creates the rectangle as a polygon whose ring runs clockwise, as Esri's exterior rings do.
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
  /// Esri's `combineExtents`.
  ///
  /// ```swift
  /// let box = try Geometry.combinedEnvelope(of: features)
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences`.
  /// - Complexity: Linear in the number of coordinates.
  public static func combinedEnvelope(
    of geometries: [Geometry]
  ) throws(GeometryError) -> Envelope? {
    var srid: SRID?
    for geometry in geometries { srid = try commonSRID(srid, geometry.srid) }
    return Envelope.combining(geometries.map(\.envelope))
  }
}
