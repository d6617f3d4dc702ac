internal import CGEOS

// Each predicate is OGC's, as its pattern of the DE-9IM says. Z and M play no part.

extension Geometry {
  /// Whether the other lies inside: all of it within, and their interiors meet.
  ///
  /// An area does not contain what lies on its border alone; ``covers(_:)`` includes that. An empty
  /// geometry neither contains nor is contained. Z and M play no part. GEOS's `GEOSContains`; pattern
  /// `T*****FF*`.
  ///
  /// ```swift
  /// try parcel.contains(house)
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences`, `nonFiniteOrdinate`,
  ///   `ordinateOutOfRange`, or `engine` for areas that are not valid.
  /// - Complexity: O(n log n) in the coordinates of both.
  public func contains(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe tests(
      other,
      "Testing what contains",
      { $0.contains },
      { context, first, second in unsafe GEOSContains_r(context, first, second) }
    )
  }

  /// Whether the geometry lies inside the other: ``contains(_:)`` the other way round.
  ///
  /// GEOS's `GEOSWithin`; pattern `T*F**F***`.
  ///
  /// ```swift
  /// try house.isWithin(parcel)
  /// ```
  ///
  /// - Throws: As ``contains(_:)``.
  /// - Complexity: O(n log n) in the coordinates of both.
  public func isWithin(_ other: Geometry) throws(GeometryError) -> Bool {
    try other.contains(self)
  }

  /// Whether no place of the other lies outside; its lying on the border will do.
  ///
  /// GEOS's `GEOSCovers`; patterns `T*****FF*`, `*T****FF*`, `***T**FF*`, `****T*FF*`.
  ///
  /// ```swift
  /// try parcel.covers(fence)
  /// ```
  ///
  /// - Throws: As ``contains(_:)``.
  /// - Complexity: O(n log n) in the coordinates of both.
  public func covers(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe tests(
      other,
      "Testing what covers",
      { $0.covers },
      { context, first, second in unsafe GEOSCovers_r(context, first, second) }
    )
  }

  /// Whether no place lies outside the other: ``covers(_:)`` the other way round.
  ///
  /// GEOS's `GEOSCoveredBy`.
  ///
  /// ```swift
  /// try fence.isCovered(by: parcel)
  /// ```
  ///
  /// - Throws: As ``contains(_:)``.
  /// - Complexity: O(n log n) in the coordinates of both.
  public func isCovered(by other: Geometry) throws(GeometryError) -> Bool {
    try other.covers(self)
  }

  /// Whether they share places of a lower dimension than the greater of the two, and each has others.
  ///
  /// Lines cross in points only; a line crosses an area that it is partly in. Never true of two points
  /// or two areas. GEOS's `GEOSCrosses`; patterns `T*T******`, `T*****T**`, `0********`.
  ///
  /// ```swift
  /// try main.crosses(river)
  /// ```
  ///
  /// - Throws: As ``contains(_:)``.
  /// - Complexity: O(n log n) in the coordinates of both.
  public func crosses(_ other: Geometry) throws(GeometryError) -> Bool {
    let dimensions = (greatestPartDimension, other.greatestPartDimension)
    return try unsafe tests(
      other,
      "Testing what crosses",
      { $0.crosses(dimensions.0, dimensions.1) },
      { context, first, second in unsafe GEOSCrosses_r(context, first, second) }
    )
  }

  /// Whether they share no place: ``intersects(_:)`` denied.
  ///
  /// An empty geometry is disjoint from any. GEOS's `GEOSDisjoint`; pattern `FF*FF****`.
  ///
  /// ```swift
  /// try main.isDisjoint(from: protectedArea)
  /// ```
  ///
  /// - Throws: As ``contains(_:)``.
  /// - Complexity: O(n log n) in the coordinates of both.
  public func isDisjoint(from other: Geometry) throws(GeometryError) -> Bool {
    try !intersects(other)
  }

  /// Whether they have one dimension, share places of that dimension, and each has others.
  ///
  /// GEOS's `GEOSOverlaps`; patterns `T*T***T**` and, of lines, `1*T***T**`.
  ///
  /// ```swift
  /// try parcel.overlaps(floodZone)
  /// ```
  ///
  /// - Throws: As ``contains(_:)``.
  /// - Complexity: O(n log n) in the coordinates of both.
  public func overlaps(_ other: Geometry) throws(GeometryError) -> Bool {
    let dimensions = (greatestPartDimension, other.greatestPartDimension)
    return try unsafe tests(
      other,
      "Testing what overlaps",
      { $0.overlaps(dimensions.0, dimensions.1) },
      { context, first, second in unsafe GEOSOverlaps_r(context, first, second) }
    )
  }

  /// Whether they share places, but none inside both.
  ///
  /// Never true of two points. GEOS's `GEOSTouches`; patterns `FT*******`, `F**T*****`, `F***T****`.
  ///
  /// ```swift
  /// try parcel.touches(neighbour)
  /// ```
  ///
  /// - Throws: As ``contains(_:)``.
  /// - Complexity: O(n log n) in the coordinates of both.
  public func touches(_ other: Geometry) throws(GeometryError) -> Bool {
    let dimensions = (greatestPartDimension, other.greatestPartDimension)
    return try unsafe tests(
      other,
      "Testing what touches",
      { $0.touches(dimensions.0, dimensions.1) },
      { context, first, second in unsafe GEOSTouches_r(context, first, second) }
    )
  }

  /// Whether the geometries cover the same places, however their coordinates are ordered.
  ///
  /// Two empty ones do. Z and M play no part. GEOS's `GEOSEquals`; pattern `T*F**FFF*`.
  ///
  /// ```swift
  /// try drawn.equalsTopologically(stored)
  /// ```
  ///
  /// - Throws: As ``contains(_:)``.
  /// - Complexity: O(n log n) in the coordinates of both.
  public func equalsTopologically(_ other: Geometry) throws(GeometryError) -> Bool {
    _ = try commonSRID(srid, other.srid)
    if isEmpty || other.isEmpty { return isEmpty && other.isEmpty }
    let dimensions = (greatestPartDimension, other.greatestPartDimension)
    return try unsafe tests(
      other,
      "Testing for equality",
      { $0.equals(dimensions.0, dimensions.1) },
      { context, first, second in unsafe GEOSEquals_r(context, first, second) }
    )
  }

  /// How interior, boundary and exterior of the two meet.
  ///
  /// A collection counts as the union of its members: where they lie on each other an area goes before
  /// a line and a line before a point. Z and M play no part. GEOS's `GEOSRelate`.
  ///
  /// ```swift
  /// try line.relate(area).matches("T********")
  /// ```
  ///
  /// - Throws: As ``contains(_:)``.
  /// - Complexity: O(n log n) in the coordinates of both.
  public func relate(_ other: Geometry) throws(GeometryError) -> IntersectionMatrix {
    _ = try commonSRID(srid, other.srid)
    if isEmpty || other.isEmpty { return try relateEmpty(other) }
    if type == .geometryCollection || other.type == .geometryCollection {
      return try relateMixed(other)
    }
    return try unsafe withPlaneForms(of: other) { thread, first, second throws(GeometryError) in
      let text = unsafe GEOSRelate_r(thread.context, first, second)
      // The text is ours to free, and ends with a zero byte.
      defer { unsafe GEOSFree_r(thread.context, text) }
      guard let text = unsafe text, let matrix = unsafe IntersectionMatrix(String(cString: text))
      else { throw thread.failure(of: "Relating") }
      return matrix
    }
  }

  /// Whether interior, boundary and exterior of the two meet as a pattern of the DE-9IM says.
  ///
  /// Esri's `relate`. As ``relate(_:)`` and ``IntersectionMatrix/matches(_:)``.
  ///
  /// ```swift
  /// try line.relates(to: area, pattern: "T********")
  /// ```
  ///
  /// - Throws: As ``contains(_:)``, and with code `invalidArgument` for what is no pattern.
  /// - Complexity: O(n log n) in the coordinates of both.
  public func relates(
    to other: Geometry,
    pattern: String
  ) throws(GeometryError) -> Bool {
    try relate(other).matches(pattern)
  }

  /// Asks GEOS; of collections and empty geometries, which it does not always know, the matrix.
  @unsafe
  private func tests(
    _ other: Geometry,
    _ operation: String,
    _ meaning: (IntersectionMatrix) -> Bool,
    _ test: (OpaquePointer, OpaquePointer, OpaquePointer) -> CChar
  ) throws(GeometryError) -> Bool {
    if type == .geometryCollection || other.type == .geometryCollection || isEmpty || other.isEmpty
    {
      return meaning(try relate(other))
    }
    return try unsafe withPlaneForms(of: other) { thread, first, second throws(GeometryError) in
      let answer = unsafe test(thread.context, first, second)
      guard answer <= 1 else { throw thread.failure(of: operation) }
      return answer == 1
    }
  }
}
