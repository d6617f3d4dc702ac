internal import CGEOS

extension Geometry {
  /// The planar distance to another geometry, in coordinate units; 0 where they touch or overlap.
  ///
  /// Z plays no part. nil when either is empty. GEOS's `GEOSDistance`.
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
  /// Z plays no part. GEOS's `GEOSIntersects`.
  ///
  /// - Throws: As ``distance(to:)-(Geometry)``.
  public func intersects(_ other: Geometry) throws(GeometryError) -> Bool {
    _ = try commonSRID(srid, other.srid)
    if isEmpty || other.isEmpty { return false }
    return try unsafe relation(to: other, "Testing for intersection") { thread, first, second in
      unsafe GEOSIntersects_r(thread.context, first, second)
    }
  }

  /// Whether the geometries cover the same places, however their coordinates are ordered.
  ///
  /// Two empty ones do. Z plays no part. GEOS's `GEOSEquals`, which refuses collections of mixed
  /// types and may refuse invalid areas, with code `engine`.
  ///
  /// - Throws: As ``distance(to:)-(Geometry)``.
  public func equalsTopologically(_ other: Geometry) throws(GeometryError) -> Bool {
    _ = try commonSRID(srid, other.srid)
    if isEmpty || other.isEmpty { return isEmpty && other.isEmpty }
    return try unsafe relation(to: other, "Testing for equality") { thread, first, second in
      unsafe GEOSEquals_r(thread.context, first, second)
    }
  }

  /// Runs a predicate of GEOS, which answers 0, 1, or 2 for failure.
  @unsafe
  private func relation(
    to other: Geometry, _ operation: String,
    _ predicate: (EngineThread, OpaquePointer, OpaquePointer) -> CChar
  ) throws(GeometryError) -> Bool {
    var answer: CChar = 2
    try unsafe withPlaneForms(of: other) { thread, first, second throws(GeometryError) in
      answer = unsafe predicate(thread, first, second)
      guard answer <= 1 else { throw thread.failure(of: operation) }
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
