extension Geometry {
  /// The line at a distance beside the geometry, on the right for a positive distance, as in Esri's model; 0 gives
  /// the geometry itself.
  ///
  /// Lines are offset part by part. An area, whose exterior ring runs clockwise in Esri's model, has its inside on
  /// the right, so a positive distance shrinks it. The result is nowhere nearer to the line than the distance, except
  /// by the chords of arcs and by cut corners. Where the line turns more sharply, crosses itself or comes near
  /// itself, such pieces are left out, and the result has several parts, in the order and direction of the line. A
  /// closed line is offset as a ring. Cap and side of the style play no part.
  ///
  /// ```swift
  /// let centreLine = try Geometry(wkt: "LINESTRING (0 0, 10 0)")
  /// try centreLine.offset(distance: 3.5).wkt   // -> LINESTRING (0 -3.5, 10 -3.5)
  /// try centreLine.offset(distance: -3.5).wkt  // -> LINESTRING (0 3.5, 10 3.5)
  /// let loop = try Geometry(wkt: "LINESTRING (0 0, 9 0, 9 5, 4 5, 4 -9)")
  /// try loop.offset(distance: -1).parts.map(\.length)  // -> [3, 12, 8]
  /// ```
  ///
  /// - Returns: A line or multi line for lines, a polygon or multi polygon for areas; empty where nothing remains,
  ///   and where the distance is too small for the precision of the ordinates.
  /// - Throws: ``GeometryError`` with code `unsupportedType` for points and collections, and as
  ///   ``buffer(distance:style:)``.
  /// - Units: The distance is planar, in coordinate units.
  /// - Z and M: Dropped, unless the distance is 0.
  /// - Complexity: As ``buffer(distance:style:)``; O(n²) when mitres reach across the whole line.
  /// - Source: GEOS, `GEOSBufferWithStyle`: for lines the pieces of its boundary on the requested side, as in the
  ///   offset curves of GEOS 3.12; Esri's `offset`.
  public func offset(
    distance: Double,
    style: BufferStyle = BufferStyle()
  ) throws(GeometryError) -> Geometry {
    guard type.dimension > 0, type != .geometryCollection else {
      throw GeometryError("Only lines and areas can be offset", not: type)
    }
    try checkArgument("An offset", distance)
    try style.check()
    if distance == 0 || isEmpty { return self }
    var style = style
    style.side = .both
    style.cap = .round
    if type.dimension == 2 { return try buffer(distance: -distance, style: style) }
    var lines: [CoordinateSequence] = []
    for line in removingZAndM().parts {
      let buffer = try line.buffer(distance: distance.magnitude, style: style)
      let side = LineSide(of: line.coordinates, isLeft: distance < 0, distance.magnitude, style)
      // Exterior rings run clockwise, so the line is on the right of all rings.
      lines += side.pieces(of: buffer.orientingRings(.clockwise).paths)
    }
    guard let first = lines.first else {
      return .lineString(LineString(trusted: CoordinateSequence(), srid: srid))
    }
    if lines.count == 1 { return .lineString(LineString(trusted: first, srid: srid)) }
    return .multiLineString(try MultiLineString(parts: lines, srid: srid))
  }
}
