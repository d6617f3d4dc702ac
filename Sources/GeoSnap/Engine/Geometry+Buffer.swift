internal import CGEOS

extension Geometry {
  /// The area of all places within a planar distance of the geometry.
  ///
  /// A negative distance shrinks areas and leaves nothing of points and lines. Arcs are inscribed chords,
  /// so the outline lies up to `distance * (1 - cos(45 degrees / quadrantSegments))` inside the true one:
  /// compare areas with those of other programs, not vertices. The reference system is kept. An empty
  /// geometry, and one that shrinks to nothing, gives the empty polygon.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 100 0)")
  /// try main.buffer(distance: 5, style: BufferStyle(cap: .flat)).area  // -> 1000
  /// try main.buffer(distance: 5).area                                  // -> 1078.0...
  /// try main.buffer(distance: -5).wkt                                  // -> POLYGON EMPTY
  /// ```
  ///
  /// - Parameters:
  ///   - distance: In coordinate units.
  ///   - style: How the outline is drawn.
  /// - Returns: A polygon or a multi polygon.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a distance that is not finite or
  ///   a style out of range, `nonFiniteOrdinate`, `ordinateOutOfRange`, or `engine`.
  /// - Units: The distance is planar, in coordinate units; GeoSnapProjection's `Geodesy` buffers by metres.
  /// - Z and M: Dropped.
  /// - Complexity: O(n log n + k) in the coordinates and the k places where outlines cross, O(n²) at worst; of a
  ///   point linear in the vertices of the circle.
  /// - Source: GEOS, `GEOSBufferWithStyle`, and `GEOSBufferWithParams` for one side; circles around points are
  ///   unit circles of GEOS moved and scaled, with the vertices that it gives.
  public func buffer(
    distance: Double,
    style: BufferStyle = BufferStyle()
  ) throws(GeometryError) -> Geometry {
    guard distance.magnitude <= Geometry.greatestOrdinate else {
      throw GeometryError(
        .invalidArgument,
        "A buffer distance must be a finite number; got \(distance)."
      )
    }
    try style.check()
    if isEmpty { return .polygon(try Polygon(rings: [], srid: srid)) }
    if case .point(let point) = self, let buffer = point.buffer(distance: distance, style: style) {
      return .polygon(buffer)
    }
    let thread = try EngineThread()
    let form = try planeForm(thread)
    let buffer = try unsafe form.withPointer { pointer throws(GeometryError) in
      try unsafe OwnedGeometry(
        adopting: style.side == .both
          ? GEOSBufferWithStyle_r(
            thread.context,
            pointer,
            distance,
            Int32(style.quadrantSegments),
            Int32(style.cap.code.rawValue),
            Int32(style.join.code.rawValue),
            style.mitreLimit
          )
          : style.oneSidedBuffer(pointer, distance, thread),
        of: "Buffering",
        thread
      )
    }
    return try buffer.value(srid: srid, thread)
  }

  /// The line at a distance beside the geometry; positive on the right, as Esri has it.
  ///
  /// A line is followed in its direction, part by part. Of an area, whose exterior ring runs clockwise
  /// in Esri's model, the right is the inside: a positive distance shrinks it. Where the line turns
  /// more sharply than the distance allows, the answer skips the corner. Of a line that crosses or comes
  /// near itself GEOS 3.11 answers one piece of what lies beside it: split such a line first. The reference
  /// system is kept.
  ///
  /// ```swift
  /// let centreLine = try Geometry(wkt: "LINESTRING (0 0, 10 0)")
  /// try centreLine.offset(distance: 3.5).wkt   // -> LINESTRING (0 -3.5, 10 -3.5)
  /// try centreLine.offset(distance: -3.5).wkt  // -> LINESTRING (0 3.5, 10 3.5)
  /// ```
  ///
  /// - Parameters:
  ///   - distance: In coordinate units; 0 gives the geometry itself.
  ///   - style: Joins, mitre limit and quadrant segments; caps and side play no part.
  /// - Returns: A line or multi line of lines, a polygon or multi polygon of areas; empty where nothing
  ///   remains.
  /// - Throws: ``GeometryError`` with code `unsupportedType` for points and collections, and as
  ///   ``buffer(distance:style:)``.
  /// - Units: The distance is planar, in coordinate units.
  /// - Z and M: Dropped, unless the distance is 0.
  /// - Complexity: As ``buffer(distance:style:)``.
  /// - Source: GEOS, `GEOSOffsetCurve` of lines, which is positive on the left, and `GEOSBufferWithStyle`
  ///   of areas; Esri's `offset`.
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
    if type.dimension == 2 {
      var style = style
      style.side = .both
      return try buffer(distance: -distance, style: style)
    }
    return try unsafe derived("Offsetting") { context, pointer in
      unsafe GEOSOffsetCurve_r(
        context,
        pointer,
        -distance,
        Int32(style.quadrantSegments),
        Int32(style.join.code.rawValue),
        style.mitreLimit
      )
    }
  }
}

extension BufferStyle {
  /// GEOS's buffer of one side; nil when GEOS refuses.
  @unsafe
  fileprivate func oneSidedBuffer(
    _ pointer: OpaquePointer,
    _ distance: Double,
    _ thread: EngineThread
  ) -> OpaquePointer? {
    guard let parameters = unsafe GEOSBufferParams_create_r(thread.context) else {
      return nil
    }
    // Made above, ours to free.
    defer { unsafe GEOSBufferParams_destroy_r(thread.context, parameters) }
    unsafe GEOSBufferParams_setQuadrantSegments_r(
      thread.context,
      parameters,
      Int32(quadrantSegments)
    )
    unsafe GEOSBufferParams_setEndCapStyle_r(thread.context, parameters, Int32(cap.code.rawValue))
    unsafe GEOSBufferParams_setJoinStyle_r(thread.context, parameters, Int32(join.code.rawValue))
    unsafe GEOSBufferParams_setMitreLimit_r(thread.context, parameters, mitreLimit)
    unsafe GEOSBufferParams_setSingleSided_r(thread.context, parameters, 1)
    // GEOS covers the left of a positive distance.
    return unsafe GEOSBufferWithParams_r(
      thread.context,
      pointer,
      parameters,
      side == .right ? -distance : distance
    )
  }
}

extension BufferStyle.Cap {
  fileprivate var code: GEOSBufCapStyles {
    switch self {
    case .round: GEOSBUF_CAP_ROUND
    case .flat: GEOSBUF_CAP_FLAT
    case .square: GEOSBUF_CAP_SQUARE
    }
  }
}

extension BufferStyle.Join {
  fileprivate var code: GEOSBufJoinStyles {
    switch self {
    case .round: GEOSBUF_JOIN_ROUND
    case .mitre: GEOSBUF_JOIN_MITRE
    case .bevel: GEOSBUF_JOIN_BEVEL
    }
  }
}
