internal import CGEOS

extension Geometry {
  /// The planar distance to another geometry; 0 where they touch or overlap, nil when either is empty.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 9 0)")
  /// let building = try Geometry(wkt: "POLYGON ((2 3, 2 8, 7 8, 7 3, 2 3))")
  /// try main.distance(to: building)                      // -> 3
  /// try main.distance(to: Geometry(wkt: "POINT EMPTY"))  // -> nil
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences`, `nonFiniteOrdinate`, `ordinateOutOfRange` or
  ///   `engine`.
  /// - Complexity: O(n m) in the coordinates of the two, with a test of envelopes for each pair of segments;
  ///   ``PreparedGeometry/distance(to:)`` is faster for large ones.
  /// - Source: GEOS, `GEOSDistance`.
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

  /// Whether the geometries share a point; touching counts, and an empty geometry shares none.
  ///
  /// Areas that are not valid have an answer too, by the even-odd rule. Members of collections and multi polygons are
  /// tested pair by pair.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 9 0)")
  /// let excavation = try Geometry(wkt: "POLYGON ((3 -1, 3 1, 5 1, 5 -1, 3 -1))")
  /// try main.intersects(excavation)                    // -> true
  /// try main.intersects(Geometry(wkt: "POINT (9 0)"))  // -> true
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences`, `nonFiniteOrdinate`, `ordinateOutOfRange` or
  ///   `engine`.
  /// - Complexity: O((n + m) log n) in the coordinates of both, for each pair of members whose envelopes meet.
  /// - Source: GEOS, `GEOSPreparedIntersects`.
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
    // As a whole, overlapping members would be an area that GEOS refuses or interprets as having a hole.
    if let members = other.members {
      for member in members where try intersects(member, thread) { return true }
      return false
    }
    if members != nil { return try other.intersects(self, thread) }
    let prepared = try OwnedPreparedGeometry(try planeForm(thread), thread)
    return try prepared.intersects(try other.planeForm(thread), thread)
  }

  private var members: [Geometry]? {
    switch self {
    case .collection(let collection): collection.geometries
    case .multiPolygon: parts
    default: nil
    }
  }
}
