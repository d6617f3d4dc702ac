internal import CGEOS

extension Geometry {
  /// The planar distance to another geometry, in coordinate units; 0 where they touch or overlap.
  ///
  /// Z and M play no part. nil when either is empty. GEOS's `GEOSDistance`.
  ///
  /// ```swift
  /// let clearance = try main.distance(to: building)
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences`, `nonFiniteOrdinate`,
  ///   `ordinateOutOfRange` or `engine`.
  /// - Complexity: O(n log n) in the coordinates of both.
  public func distance(to other: Geometry) throws(GeometryError) -> Double? {
    _ = try commonSRID(srid, other.srid)
    if isEmpty || other.isEmpty { return nil }
    return try unsafe withPlaneForms(of: other) { thread, first, second throws(GeometryError) in
      var distance = 0.0
      guard unsafe GEOSDistance_r(thread.context, first, second, &distance) == 1 else {
        throw thread.failure(of: "Measuring distance")
      }
      return distance
    }
  }

  /// Whether the geometries share a place; touching counts, an empty one shares none.
  ///
  /// Z and M play no part. GEOS's `GEOSPreparedIntersects`, which answers on invalid areas too: inside
  /// is what an odd number of crossings says. Members of collections and multi polygons are tried
  /// pair by pair.
  ///
  /// ```swift
  /// try main.intersects(excavation)
  /// ```
  ///
  /// - Throws: As ``distance(to:)-(Geometry)``.
  /// - Complexity: O(n log n) in the coordinates of both.
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
    if let members = other.members {
      for member in members where try intersects(member, thread) { return true }
      return false
    }
    if members != nil { return try other.intersects(self, thread) }
    let prepared = try OwnedPreparedGeometry(try planeForm(thread), thread)
    return try prepared.intersects(try other.planeForm(thread), thread)
  }

  /// The members of a collection or multi polygon; nil for the other types.
  private var members: [Geometry]? {
    switch self {
    case .collection(let collection): collection.geometries
    case .multiPolygon: parts
    default: nil
    }
  }
}
