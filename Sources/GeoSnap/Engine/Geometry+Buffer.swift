internal import CGEOS

extension Geometry {
  /// The area of all places within a planar distance of the geometry.
  ///
  /// A negative distance shrinks areas and leaves nothing of points and lines. Arcs are inscribed
  /// chords, so the outline lies up to `distance * (1 - cos(45 degrees / quadrantSegments))`
  /// inside the true one. Z and M are dropped, the reference system kept. An empty geometry, and one that
  /// shrinks to nothing, gives the empty polygon. GEOS's `GEOSBufferWithStyle`.
  ///
  /// - Parameters:
  ///   - distance: In coordinate units.
  ///   - style: How the outline is drawn.
  /// - Returns: A polygon or a multi polygon.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a distance that is not finite or
  ///   a style out of range, `nonFiniteOrdinate`, `ordinateOutOfRange`, or `engine`.
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
    guard 1...1_000 ~= style.quadrantSegments else {
      throw GeometryError(
        .invalidArgument,
        "A quarter circle needs 1 to 1000 segments; got \(style.quadrantSegments)."
      )
    }
    guard style.mitreLimit > 0, style.mitreLimit.isFinite else {
      throw GeometryError(
        .invalidArgument,
        "A mitre limit must be greater than 0; got \(style.mitreLimit)."
      )
    }
    if isEmpty { return .polygon(try Polygon(rings: [], srid: srid)) }
    let thread = try EngineThread()
    let form = try planeForm(thread)
    let buffer = try unsafe form.withPointer { pointer throws(GeometryError) in
      try unsafe OwnedGeometry(
        adopting: GEOSBufferWithStyle_r(
          thread.context,
          pointer,
          distance,
          Int32(style.quadrantSegments),
          Int32(style.cap.code.rawValue),
          Int32(style.join.code.rawValue),
          style.mitreLimit
        ),
        of: "Buffering",
        thread
      )
    }
    return try buffer.value(srid: srid, thread)
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
