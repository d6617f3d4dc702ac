internal import CGEOS

extension Geometry {
  /// The area of all places within a planar distance of the geometry.
  ///
  /// A negative distance shrinks areas and leaves nothing of points and lines. Arcs are inscribed chords,
  /// so the outline lies up to `distance * (1 - cos(45 degrees / quadrantSegments))` inside the true one:
  /// compare areas with those of other programs, not vertices. The reference system is kept. An empty
  /// geometry, and one that shrinks to nothing, gives the empty polygon. A distance too small to move an ordinate
  /// counts as 0: areas stay as they are, and points and lines give the empty polygon.
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
  ///   a style out of range, `nonFiniteOrdinate`, `ordinateOutOfRange`, or `engine`, also where GEOS's
  ///   answer for a valid area cannot be right.
  /// - Units: The distance is planar, in coordinate units; GeoSnapProjection's `Geodesy` buffers by metres.
  /// - Z and M: Dropped.
  /// - Complexity: O(n log n + k) in the coordinates and the k places where outlines cross, O(n²) at worst; of a
  ///   point linear in the vertices of the circle.
  /// - Source: GEOS, `GEOSBufferWithStyle`, with round corners mended where it is wrong of lines that end where they start,
  ///   and `GEOSBufferWithParams` for one side; circles around points are unit circles of GEOS moved and scaled,
  ///   with the vertices that it gives.
  public func buffer(
    distance: Double,
    style: BufferStyle = BufferStyle()
  ) throws(GeometryError) -> Geometry {
    try checkArgument("A buffer distance", distance)
    try style.check()
    if isEmpty { return .polygon(try Polygon(rings: [], srid: srid)) }
    if case .point(let point) = self, let buffer = point.buffer(distance: distance, style: style) {
      return .polygon(buffer)
    }
    let distance = effective(distance)
    guard style.side == .both || greatestPartDimension != 1 else {
      return try oneSidedBuffer(distance, style)
    }
    let buffer = try engineBuffer(distance, style)
    guard style.side == .both else { return buffer }
    return try mendingAreas(try mendingRings(buffer, distance, style), distance, style)
  }

  /// The buffer of one side of lines, within that of both sides.
  ///
  /// With a vertex on a straight stretch GEOS's answer may reach the other side.
  private func oneSidedBuffer(
    _ distance: Double,
    _ style: BufferStyle
  ) throws(GeometryError) -> Geometry {
    let bare = try generalized(maxDeviation: 0)
    let buffer = try bare.engineBuffer(distance, style)
    var both = style
    both.side = .both
    both.cap = .flat
    let whole = try bare.buffer(distance: distance, style: both)
    let slack = 1e-9 * (envelope?.greatestOrdinate ?? 0) * buffer.length + 1e-9 * whole.area
    return try buffer.difference(whole).area > slack ? buffer.intersection(whole) : buffer
  }

  /// What GEOS answers for a geometry that is not empty.
  func engineBuffer(_ distance: Double, _ style: BufferStyle) throws(GeometryError) -> Geometry {
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
