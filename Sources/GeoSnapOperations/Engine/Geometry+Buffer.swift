internal import CGEOS

extension Geometry {
  /// The area within a planar distance, in coordinate units, of the geometry.
  ///
  /// A negative distance shrinks areas; points and lines disappear. Arcs are inscribed chords, so the outline lies up
  /// to `distance * (1 - cos(45 degrees / quadrantSegments))` inside the true one: compare areas, not vertices, with
  /// other programs. An empty result is the empty polygon. A distance too small to move an ordinate counts as 0,
  /// which keeps areas and removes points and lines.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 100 0)")
  /// try main.buffer(distance: 5, style: BufferStyle(cap: .flat)).area  // -> 1000
  /// try main.buffer(distance: 5).area                                  // -> 1078.0...
  /// try main.buffer(distance: -5).wkt                                  // -> POLYGON EMPTY
  /// ```
  ///
  /// - Returns: A polygon or a multi polygon.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a distance that is not finite or a style out of
  ///   range, `nonFiniteOrdinate`, `ordinateOutOfRange`, or `engine`, also when GEOS's result for a valid area is
  ///   certainly wrong.
  /// - Units: The distance is planar, in coordinate units; GeoSnapProjection's `Geodesy` buffers by metres.
  /// - Z and M: Dropped.
  /// - Complexity: O(n log n + k) in the coordinates and the k crossings of outlines, O(n²) at worst; for a point
  ///   linear in the vertices of the circle.
  /// - Source: GEOS, `GEOSBufferWithStyle`, with the round corners of closed lines corrected, and
  ///   `GEOSBufferWithParams` for one side. Circles around points are unit circles of GEOS, moved and scaled, with
  ///   GEOS's vertices.
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
  /// With a vertex on a straight stretch GEOS's result may extend to the other side.
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

  /// GEOS's buffer of a geometry that is not empty.
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
    // Created above and owned here.
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
    // GEOS covers the left for a positive distance.
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
