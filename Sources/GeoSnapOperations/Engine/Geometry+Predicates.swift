internal import CGEOS

// Each predicate is OGC's, with its patterns of the DE-9IM. Z and M play no part.

extension Geometry {
  /// Whether the other lies inside: no point of it outside, and the interiors meet.
  ///
  /// An area does not contain geometries on its boundary alone; ``covers(_:)`` includes them. An empty geometry
  /// neither contains nor is contained.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
  /// let house = try Geometry(wkt: "POLYGON ((1 1, 1 2, 2 2, 2 1, 1 1))")
  /// let fence = try Geometry(wkt: "LINESTRING (0 0, 0 4)")
  /// try parcel.contains(house)  // -> true
  /// try parcel.contains(fence)  // -> false
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences`, `nonFiniteOrdinate`, `ordinateOutOfRange`, or
  ///   `engine` for areas that are not valid.
  /// - Complexity: O((n + m) log (n + m) + k) in the coordinates of both and the k points where they meet.
  /// - Source: GEOS, `GEOSContains`; pattern `T*****FF*` of the DE-9IM.
  public func contains(_ other: Geometry) throws(GeometryError) -> Bool {
    if try isLine(besideLine: other) { return false }
    let meaning = { (matrix: IntersectionMatrix, _: Int, _: Int) in matrix.contains }
    return try unsafe tests(other, "Testing what contains", meaning, GEOSContains_r)
  }

  /// Whether the geometry lies inside the other; the converse of ``contains(_:)``.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
  /// try Geometry(wkt: "POINT (1 1)").isWithin(parcel)  // -> true
  /// try Geometry(wkt: "POINT (0 1)").isWithin(parcel)  // -> false
  /// ```
  ///
  /// - Throws: As ``contains(_:)``.
  /// - Complexity: As ``contains(_:)``.
  /// - Source: GEOS, `GEOSContains` of the other; pattern `T*F**F***` of the DE-9IM.
  public func isWithin(_ other: Geometry) throws(GeometryError) -> Bool { try other.contains(self) }

  /// Whether no point of the other lies outside; points on the boundary are allowed.
  ///
  /// An empty geometry neither covers nor is covered.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
  /// let fence = try Geometry(wkt: "LINESTRING (0 0, 0 4)")
  /// try parcel.covers(fence)  // -> true
  /// ```
  ///
  /// - Throws: As ``contains(_:)``.
  /// - Complexity: As ``contains(_:)``.
  /// - Source: GEOS, `GEOSCovers`; patterns `T*****FF*`, `*T****FF*`, `***T**FF*`, `****T*FF*` of the DE-9IM.
  public func covers(_ other: Geometry) throws(GeometryError) -> Bool {
    if try isLine(besideLine: other) { return false }
    let meaning = { (matrix: IntersectionMatrix, _: Int, _: Int) in matrix.covers }
    return try unsafe tests(other, "Testing what covers", meaning, GEOSCovers_r)
  }

  /// Whether no point lies outside the other; the converse of ``covers(_:)``.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
  /// try Geometry(wkt: "POINT (0 1)").isCovered(by: parcel)  // -> true
  /// ```
  ///
  /// - Throws: As ``contains(_:)``.
  /// - Complexity: As ``contains(_:)``.
  /// - Source: GEOS, `GEOSCovers` of the other; its patterns, transposed.
  public func isCovered(by other: Geometry) throws(GeometryError) -> Bool { try other.covers(self) }

  /// Whether they share points of a lower dimension than the greater of the two, and each has others.
  ///
  /// Lines cross in points only; a line crosses an area that it is partly in. False for two points, two areas and
  /// empty geometries.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 4 4)")
  /// try main.crosses(Geometry(wkt: "LINESTRING (0 4, 4 0)"))                // -> true
  /// try main.crosses(Geometry(wkt: "POLYGON ((2 0, 2 9, 9 9, 9 0, 2 0))"))  // -> true
  /// try main.crosses(Geometry(wkt: "LINESTRING (4 4, 9 9)"))                // -> false
  /// ```
  ///
  /// - Throws: As ``contains(_:)``.
  /// - Complexity: As ``contains(_:)``.
  /// - Source: GEOS, `GEOSCrosses`; patterns `T*T******`, `T*****T**`, `0********` of the DE-9IM.
  public func crosses(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe tests(other, "Testing what crosses", { $0.crosses($1, $2) }, GEOSCrosses_r)
  }

  /// Whether they share no point, as an empty geometry and any other; the negation of ``intersects(_:)``.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 4 0)")
  /// try main.isDisjoint(from: Geometry(wkt: "POINT (5 0)"))  // -> true
  /// try main.isDisjoint(from: Geometry(wkt: "POINT EMPTY"))  // -> true
  /// ```
  ///
  /// - Throws: As ``intersects(_:)``.
  /// - Complexity: As ``intersects(_:)``.
  /// - Source: GEOS, `GEOSPreparedIntersects`; pattern `FF*FF****` of the DE-9IM.
  public func isDisjoint(from other: Geometry) throws(GeometryError) -> Bool {
    try !intersects(other)
  }

  /// Whether they have one dimension, share points of that dimension, and each has others; false for empty ones.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
  /// let floodZone = try Geometry(wkt: "POLYGON ((2 2, 2 9, 9 9, 9 2, 2 2))")
  /// try parcel.overlaps(floodZone)  // -> true
  /// try parcel.overlaps(parcel)     // -> false
  /// ```
  ///
  /// - Throws: As ``contains(_:)``.
  /// - Complexity: As ``contains(_:)``.
  /// - Source: GEOS, `GEOSOverlaps`; patterns `T*T***T**` and, of lines, `1*T***T**` of the DE-9IM.
  public func overlaps(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe tests(other, "Testing what overlaps", { $0.overlaps($1, $2) }, GEOSOverlaps_r)
  }

  /// Whether they share points, but none inside both; false for two points, and for empty geometries.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
  /// try parcel.touches(Geometry(wkt: "POINT (0 2)"))            // -> true
  /// try parcel.touches(Geometry(wkt: "LINESTRING (1 1, 9 1)"))  // -> false
  /// ```
  ///
  /// - Throws: As ``contains(_:)``.
  /// - Complexity: As ``contains(_:)``.
  /// - Source: GEOS, `GEOSTouches`; patterns `FT*******`, `F**T*****`, `F***T****` of the DE-9IM.
  public func touches(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe tests(other, "Testing what touches", { $0.touches($1, $2) }, GEOSTouches_r)
  }

  /// Whether the geometries have the same points, in any order of coordinates; true for two empty ones.
  ///
  /// ```swift
  /// let drawn = try Geometry(wkt: "LINESTRING (0 0, 2 0, 4 0)")
  /// try drawn.equalsTopologically(Geometry(wkt: "LINESTRING (4 0, 0 0)"))  // -> true
  /// ```
  ///
  /// - Throws: As ``contains(_:)``.
  /// - Complexity: As ``contains(_:)``.
  /// - Source: GEOS, `GEOSEquals`; pattern `T*F**FFF*` of the DE-9IM.
  public func equalsTopologically(_ other: Geometry) throws(GeometryError) -> Bool {
    _ = try commonSRID(srid, other.srid)
    if isEmpty || other.isEmpty { return isEmpty && other.isEmpty }
    return try unsafe tests(other, "Testing for equality", { $0.equals($1, $2) }, GEOSEquals_r)
  }

  /// The dimensions at which interiors, boundaries and exteriors of the two meet.
  ///
  /// A collection counts as the union of its members, where areas take precedence over lines, and lines over points. A
  /// line without length counts as a point.
  ///
  /// ```swift
  /// let line = try Geometry(wkt: "LINESTRING (1 1, 5 1)")
  /// let area = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
  /// try line.relate(area)                          // -> 1010F0212
  /// try line.relate(Geometry(wkt: "POINT EMPTY"))  // -> FF1FF0FF2
  /// ```
  ///
  /// - Throws: As ``contains(_:)``.
  /// - Complexity: O((n + m) log (n + m) + k) in the coordinates of both and the k points where they meet; for a
  ///   mixture of dimensions O(n m) at worst.
  /// - Source: GEOS, `GEOSRelate`; lines and mixtures in Swift, as defined by Davis, "JTS RelateNG", 2024.
  public func relate(_ other: Geometry) throws(GeometryError) -> IntersectionMatrix {
    _ = try commonSRID(srid, other.srid)
    let (one, two) = (replacingLinesWithoutLength(), other.replacingLinesWithoutLength())
    if isEmpty || other.isEmpty { return try one.relateEmpty(two) }
    if hasLinesOnly, other.hasLinesOnly {
      try checkPlane()
      try other.checkPlane()
      return relateLines(other)
    }
    if one.type == .geometryCollection || two.type == .geometryCollection {
      return try one.relateMixed(two)
    }
    let rounded: IntersectionMatrix = try unsafe one.withPlaneForms(of: two) {
      thread,
      first,
      second throws(GeometryError) in
      let text = unsafe GEOSRelate_r(thread.context, first, second)
      // The text is owned here, and ends with a zero byte.
      defer { unsafe GEOSFree_r(thread.context, text) }
      guard let text = unsafe text, let matrix = unsafe IntersectionMatrix(String(cString: text))
      else { throw thread.failure(of: "Relating") }
      return matrix
    }
    return one.relatingBoundary(of: two, rounded)
  }

  /// Whether the matrix of ``relate(_:)`` fits a pattern: nine of `T`, `F`, `*`, `0`, `1` and `2`.
  ///
  /// ```swift
  /// let line = try Geometry(wkt: "LINESTRING (1 1, 5 1)")
  /// let area = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
  /// try line.relates(to: area, pattern: "T********")  // -> true
  /// ```
  ///
  /// - Throws: As ``contains(_:)``, and with code `invalidArgument` for another pattern.
  /// - Complexity: As ``relate(_:)``.
  public func relates(to other: Geometry, pattern: String) throws(GeometryError) -> Bool {
    try relate(other).matches(pattern)
  }

  /// Whether this is a line and the other one reaches beyond its envelope.
  private func isLine(besideLine other: Geometry) throws(GeometryError) -> Bool {
    guard hasLinesOnly, other.hasLinesOnly, let envelope, let others = other.envelope else {
      return false
    }
    _ = try commonSRID(srid, other.srid)
    try checkPlane()
    try other.checkPlane()
    return !envelope.contains(others)
  }

  /// Tests with GEOS, or with the matrix for lines, which GEOS rounds, and for collections and empty geometries, which
  /// it does not always support; `meaning` receives the dimensions too.
  @unsafe
  private func tests(
    _ other: Geometry,
    _ operation: String,
    _ meaning: (IntersectionMatrix, Int, Int) -> Bool,
    _ test: (OpaquePointer, OpaquePointer, OpaquePointer) -> CChar
  ) throws(GeometryError) -> Bool {
    let (one, two) = (replacingLinesWithoutLength(), other.replacingLinesWithoutLength())
    if one.type == .geometryCollection || two.type == .geometryCollection || isEmpty
      || other.isEmpty || hasLinesOnly && other.hasLinesOnly
    {
      return meaning(try relate(other), one.greatestPartDimension, two.greatestPartDimension)
    }
    return try unsafe one.withPlaneForms(of: two) { thread, first, second throws(GeometryError) in
      let answer = unsafe test(thread.context, first, second)
      guard answer <= 1 else { throw thread.failure(of: operation) }
      return answer == 1
    }
  }

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
      try unsafe thread.distance(first, second)
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

  private func intersects(_ other: Geometry, _ thread: EngineThread) throws(GeometryError) -> Bool {
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
