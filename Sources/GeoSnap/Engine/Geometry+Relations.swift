internal import CGEOS

extension Geometry {
  /// The planar distance to another geometry, in coordinate units; 0 where they touch or overlap.
  ///
  /// Z and M play no part. nil when either is empty. GEOS's `GEOSDistance`.
  ///
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences`, `nonFiniteOrdinate`,
  ///   `ordinateOutOfRange` or `engine`.
  public func distance(to other: Geometry) throws(GeometryError) -> Double? {
    _ = try commonSRID(srid, other.srid)
    if isEmpty || other.isEmpty { return nil }
    var distance = 0.0
    try unsafe withPlaneForms(of: other) { thread, first, second throws(GeometryError) in
      guard unsafe GEOSDistance_r(thread.context, first, second, &distance) == 1 else {
        throw thread.failure(of: "Measuring distance")
      }
    }
    return distance
  }

  /// Whether the geometries share a place; touching counts, an empty one shares none.
  ///
  /// Z and M play no part. GEOS's `GEOSPreparedIntersects`, which answers on invalid areas too: inside
  /// is what an odd number of crossings says. Members of collections and multi polygons are tried
  /// pair by pair.
  ///
  /// - Throws: As ``distance(to:)-(Geometry)``.
  public func intersects(_ other: Geometry) throws(GeometryError) -> Bool {
    _ = try commonSRID(srid, other.srid)
    try checkPlane()
    try other.checkPlane()
    return try intersects(other, try EngineThread())
  }

  private func intersects(
    _ other: Geometry,
    _ thread: EngineThread
  ) throws(GeometryError) -> Bool {
    guard let envelope, let otherEnvelope = other.envelope, envelope.intersects(otherEnvelope)
    else { return false }
    // As one, members that overlap would be an area that GEOS refuses or takes for a hole.
    if let members = try other.members {
      for member in members where try intersects(member, thread) { return true }
      return false
    }
    if try members != nil { return try other.intersects(self, thread) }
    let prepared = try OwnedPreparedGeometry(try planeForm(thread), thread)
    return try prepared.intersects(try other.planeForm(thread), thread)
  }

  /// The members of a collection or multi polygon; nil for the other types.
  private var members: [Geometry]? {
    get throws(GeometryError) {
      switch self {
      case .collection(let collection): return collection.geometries
      case .multiPolygon(let polygons):
        var members: [Geometry] = []
        for rings in polygons.polygonRings {
          let start = rings.lowerBound == 0 ? 0 : polygons.ringEnds[rings.lowerBound - 1]
          let end = polygons.ringEnds[rings.upperBound - 1]
          members.append(
            .polygon(
              try Polygon(
                coordinates: polygons.coordinates.slice(start..<end),
                ringEnds: polygons.ringEnds[rings].map { $0 - start }
              )
            )
          )
        }
        return members
      default: return nil
      }
    }
  }

  /// Whether the geometries cover the same places, however their coordinates are ordered.
  ///
  /// Two empty ones do. Z and M play no part. GEOS's `GEOSEquals`, which may refuse invalid areas and
  /// collections whose members overlap, with code `engine`.
  ///
  /// - Throws: As ``distance(to:)-(Geometry)``.
  public func equalsTopologically(_ other: Geometry) throws(GeometryError) -> Bool {
    _ = try commonSRID(srid, other.srid)
    if isEmpty || other.isEmpty { return isEmpty && other.isEmpty }
    var answer: CChar = 2
    try unsafe withPlaneForms(of: other) { thread, first, second throws(GeometryError) in
      answer = unsafe GEOSEquals_r(thread.context, first, second)
      guard answer <= 1 else { throw thread.failure(of: "Testing for equality") }
    }
    return answer == 1
  }

  /// Lends the plane forms of both geometries.
  @unsafe
  private func withPlaneForms(
    of other: Geometry,
    _ body: (EngineThread, OpaquePointer, OpaquePointer) throws(GeometryError) -> Void
  ) throws(GeometryError) {
    let thread = try EngineThread()
    let first = try planeForm(thread)
    let second = try other.planeForm(thread)
    try unsafe first.withPointer { firstPointer throws(GeometryError) in
      try unsafe second.withPointer { secondPointer throws(GeometryError) in
        try unsafe body(thread, firstPointer, secondPointer)
      }
    }
  }
}
