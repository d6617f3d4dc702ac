internal import GeoSnapSupport

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
      if style.join != .round, let inside = try line.inside {
        lines += try inside.ringsBeside(distance, style)
        continue
      }
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

  /// The area within a closed line without touches or crossings; nil for other lines.
  private var inside: Geometry? {
    get throws(GeometryError) {
      let ring = coordinates
      guard ring.count > 3, ring[0] == ring[ring.count - 1] else { return nil }
      let area = Geometry.polygon(Polygon(trusted: ring, ringEnds: [ring.count], srid: srid))
      return try area.isValid ? area : nil
    }
  }

  /// The lines at a distance to the right of the ring of an area, in order along it and in its direction.
  ///
  /// At a large distance, cut corners of the ring lie within the buffer of what is opposite, and mitres reach out of it.
  private func ringsBeside(
    _ distance: Double,
    _ style: BufferStyle
  ) throws(GeometryError) -> [CoordinateSequence] {
    let ring = Geometry.lineString(LineString(trusted: coordinates, srid: srid))
    let start = coordinates[0]
    let isClockwise = coordinates.signedArea(coordinates.indices) < 0
    let border = try buffer(distance: isClockwise ? -distance : distance, style: style)
    // The distance is below the precision of the coordinates.
    if Set(border.coordinates) == Set(coordinates) { return [] }
    var found: [(position: Double, line: CoordinateSequence)] = []
    for path in border.orientingRings(isClockwise ? .clockwise : .counterclockwise).paths {
      let places = (0..<path.count - 1).map { path[$0] }
      let least = places.map { $0.distance(to: start) }.min() ?? 0
      func isNearest(_ place: Coordinate) -> Bool {
        place.distance(to: start) <= least + 1e-9 * distance.magnitude
      }
      // The first of several that are as near.
      let first = places.indices.first {
        isNearest(places[$0]) && !isNearest(places[($0 > 0 ? $0 : places.count) - 1])
      }
      let turned = Array(places[(first ?? 0)...] + places[...(first ?? 0)])
      // The first vertex can be as near to the ring's last segment as to its first.
      var position = Double.infinity
      for index in 0...1 {
        let middle = Segment(turned[index], turned[index + 1]).coordinate(atFraction: 0.5)
        position = min(position, try ring.fraction(closestTo: middle) ?? 0)
      }
      found.append((position, CoordinateSequence(turned)))
    }
    return found.ordered { $0.position < $1.position }.map(\.line)
  }
}
