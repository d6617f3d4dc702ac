extension Geometry {
  /// The line at a distance beside the geometry; positive on the right, as Esri has it.
  ///
  /// A line is followed in its direction, part by part. Of an area, whose exterior ring runs clockwise
  /// in Esri's model, the right is the inside: a positive distance shrinks it. No place of the answer is
  /// nearer to the line than the distance, but by the chords of arcs and by corners that are cut: where a line
  /// turns more sharply, or crosses or comes near itself, the answer leaves out what would be, and has several
  /// parts. They run along with the line, in the order in which it passes them. A line that ends where it
  /// starts goes on there. The reference system is kept.
  ///
  /// ```swift
  /// let centreLine = try Geometry(wkt: "LINESTRING (0 0, 10 0)")
  /// try centreLine.offset(distance: 3.5).wkt   // -> LINESTRING (0 -3.5, 10 -3.5)
  /// try centreLine.offset(distance: -3.5).wkt  // -> LINESTRING (0 3.5, 10 3.5)
  /// let loop = try Geometry(wkt: "LINESTRING (0 0, 9 0, 9 5, 4 5, 4 -9)")
  /// try loop.offset(distance: -1).parts.map(\.length)  // -> [3, 12, 8]
  /// ```
  ///
  /// - Parameters:
  ///   - distance: In coordinate units; 0 gives the geometry itself.
  ///   - style: Joins, mitre limit and quadrant segments; caps and side play no part.
  /// - Returns: A line or multi line of lines, a polygon or multi polygon of areas; empty where nothing
  ///   remains, and where the distance is too small to tell beside the ordinates.
  /// - Throws: ``GeometryError`` with code `unsupportedType` for points and collections, and as
  ///   ``buffer(distance:style:)``.
  /// - Units: The distance is planar, in coordinate units.
  /// - Z and M: Dropped, unless the distance is 0.
  /// - Complexity: As ``buffer(distance:style:)``; O(n²) when mitres reach across all of the line.
  /// - Source: GEOS, `GEOSBufferWithStyle`: of lines the pieces of its border that lie on the side asked for,
  ///   as offset curves of GEOS 3.12 are made; Esri's `offset`.
  public func offset(
    distance: Double,
    style: BufferStyle = BufferStyle()
  ) throws(GeometryError) -> Geometry {
    guard type.dimension > 0, type != .geometryCollection else {
      throw GeometryError(
        .unsupportedType,
        "Only lines and areas have a line beside them; this is a \(type.name)."
      )
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
      // Exterior rings run clockwise: the line is on the right of all rings.
      lines += side.pieces(of: buffer.orientingRings(.clockwise).paths)
    }
    guard let first = lines.first else {
      return .lineString(LineString(trusted: CoordinateSequence(), srid: srid))
    }
    if lines.count == 1 { return .lineString(LineString(trusted: first, srid: srid)) }
    return .multiLineString(try MultiLineString(parts: lines, srid: srid))
  }
}
