internal import CGEOS

extension Geometry {
  /// All places of both geometries.
  ///
  /// Lines are split where they meet and kept apart, areas that touch along a line become one. Z is
  /// kept when every coordinate of either has it, and interpolated where the other has none or lines
  /// meet; M is dropped, the common reference system kept. Collections are united dimension by dimension; what lies in an area is not
  /// repeated as a line or point. GEOS's `GEOSUnionPrec`.
  ///
  /// ```swift
  /// let served = try north.union(south)
  /// ```
  ///
  /// - Parameters:
  ///   - other: The other geometry.
  ///   - gridSize: The distance between the lines of a grid that all ordinates of the answer lie on,
  ///     in coordinate units; nil for none.
  /// - Returns: The simplest geometry that holds them.
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences`, `nonFiniteOrdinate`,
  ///   `ordinateOutOfRange`, `invalidArgument` for a grid size that is not positive, or `engine` for
  ///   areas that are not valid.
  /// - Complexity: O(n log n) in the coordinates of both and the places where they meet.
  public func union(
    _ other: Geometry,
    gridSize: Double? = nil
  ) throws(GeometryError) -> Geometry {
    try overlay(.union, other, gridSize)
  }

  /// The places that both geometries share.
  ///
  /// In Esri's meaning the answer has the lower dimension of the two, and lines that merely cross
  /// share nothing: ``intersections(with:gridSize:)`` has the places. In OGC's it holds all that is
  /// shared, a collection if need be. Z, M, reference system and errors as for
  /// ``union(_:gridSize:)``. GEOS's `GEOSIntersectionPrec`.
  ///
  /// ```swift
  /// try road.intersection(parcel)                    // the lines inside
  /// try road.intersection(pipe, convention: .ogc)    // where they cross
  /// ```
  ///
  /// - Parameters:
  ///   - other: The other geometry.
  ///   - convention: Whose meaning it has.
  ///   - gridSize: As for ``union(_:gridSize:)``.
  /// - Returns: The simplest geometry that holds them; empty when there are none.
  /// - Throws: As ``union(_:gridSize:)``.
  /// - Complexity: O(n log n) in the coordinates of both and the places where they meet.
  public func intersection(
    _ other: Geometry,
    convention: GeometryConvention = .esri,
    gridSize: Double? = nil
  ) throws(GeometryError) -> Geometry {
    let all = try overlay(.intersection, other, gridSize)
    guard convention == .esri else { return all }
    if all.isEmpty { return all }
    return all.parts(ofDimension: min(greatestPartDimension, other.greatestPartDimension))
  }

  /// The places that both geometries share, sorted by dimension.
  ///
  /// Points come before lines, lines before areas, each kind as one multi geometry; places that lie
  /// on a shared line or area are not repeated. That is Esri's meaning. Z, M, reference system
  /// and errors as for ``union(_:gridSize:)``.
  ///
  /// ```swift
  /// try pipe.intersections(with: street).first  // MULTIPOINT of the crossings
  /// ```
  ///
  /// - Parameters:
  ///   - other: The other geometry.
  ///   - gridSize: As for ``union(_:gridSize:)``.
  /// - Returns: At most one geometry of each dimension; none when nothing is shared.
  /// - Throws: As ``union(_:gridSize:)``.
  /// - Complexity: O(n log n) in the coordinates of both and the places where they meet.
  public func intersections(
    with other: Geometry,
    gridSize: Double? = nil
  ) throws(GeometryError) -> [Geometry] {
    let shared = try overlay(.intersection, other, gridSize)
    var sorted: [Geometry] = []
    for dimension in 0...2 {
      let found = shared.parts(ofDimension: dimension)
      if !found.isEmpty { sorted.append(found.asMulti()) }
    }
    return sorted
  }

  /// The part of the geometry that lies outside another.
  ///
  /// Where it is cut its border follows the other's. Z, M, reference system and errors as for
  /// ``union(_:gridSize:)``. GEOS's `GEOSDifferencePrec`.
  ///
  /// ```swift
  /// let remaining = try parcel.difference(easement)
  /// ```
  ///
  /// - Parameters:
  ///   - other: What is taken away.
  ///   - gridSize: As for ``union(_:gridSize:)``.
  /// - Returns: The geometry itself when the envelopes are apart or the other is empty; an empty geometry
  ///   when the other covers all of it.
  /// - Throws: As ``union(_:gridSize:)``.
  /// - Complexity: O(n log n) in the coordinates of both and the places where they meet.
  public func difference(
    _ other: Geometry,
    gridSize: Double? = nil
  ) throws(GeometryError) -> Geometry {
    _ = try commonSRID(srid, other.srid)
    try checkPlane()
    try other.checkPlane()
    if gridSize == nil, !isEmpty {
      guard let envelope, let otherEnvelope = other.envelope, envelope.intersects(otherEnvelope)
      else { return self }
    }
    return try overlay(.difference, other, gridSize)
  }

  /// The places that lie in one of the geometries and not in both.
  ///
  /// Z, M, reference system and errors as for ``union(_:gridSize:)``. GEOS's
  /// `GEOSSymDifferencePrec`.
  ///
  /// ```swift
  /// let changed = try old.symmetricDifference(new)
  /// ```
  ///
  /// - Parameters:
  ///   - other: The other geometry.
  ///   - gridSize: As for ``union(_:gridSize:)``.
  /// - Returns: The simplest geometry that holds them; empty when the two are the same.
  /// - Throws: As ``union(_:gridSize:)``.
  /// - Complexity: O(n log n) in the coordinates of both and the places where they meet.
  public func symmetricDifference(
    _ other: Geometry,
    gridSize: Double? = nil
  ) throws(GeometryError) -> Geometry {
    try overlay(.symmetricDifference, other, gridSize)
  }

  /// The union of the geometry's own parts.
  ///
  /// Areas that overlap or touch along a line become one, lines are split where they cross, equal
  /// points become one. Z is kept and interpolated when every coordinate has it, M is dropped, the
  /// reference system kept. GEOS's `GEOSUnaryUnionPrec`.
  ///
  /// ```swift
  /// let noded = try mains.unaryUnion()
  /// ```
  ///
  /// - Parameter gridSize: As for ``union(_:gridSize:)``.
  /// - Returns: The simplest geometry that holds them.
  /// - Throws: As ``union(_:gridSize:)``.
  /// - Complexity: O(n log n) in the coordinates and the places where parts meet.
  public func unaryUnion(gridSize: Double? = nil) throws(GeometryError) -> Geometry {
    let grid = try checkedGridSize(gridSize)
    if isEmpty { return .empty(ofDimension: statedDimension, srid) }
    let united = try unsafe derived("Uniting the parts", keepingZ: true) { context, pointer in
      grid == 0
        ? unsafe GEOSUnaryUnion_r(context, pointer)
        : unsafe GEOSUnaryUnionPrec_r(context, pointer, grid)
    }
    // GEOS 3.11 answers a single polygon as it is.
    guard let gridSize, united.type == .polygon else { return united }
    return try united.rounded(toGrid: gridSize)
  }

  /// The union of any number of geometries.
  ///
  /// As ``unaryUnion(gridSize:)`` of a collection of them: much faster than one by one.
  ///
  /// ```swift
  /// let district = try Geometry.union(of: parcels)
  /// ```
  ///
  /// - Parameters:
  ///   - geometries: What is united; none make the empty collection.
  ///   - gridSize: As for ``union(_:gridSize:)``.
  /// - Returns: The simplest geometry that holds all places.
  /// - Throws: As ``union(_:gridSize:)``.
  /// - Complexity: O(n log n) in the coordinates and the places where they meet.
  public static func union(
    of geometries: [Geometry],
    gridSize: Double? = nil
  ) throws(GeometryError) -> Geometry {
    try Geometry.collection(try GeometryCollection(geometries)).unaryUnion(gridSize: gridSize)
  }

  /// The part of the geometry inside a rectangle or on its border.
  ///
  /// Pieces of a lower dimension, such as the one point of a line that touches, are left out. Z
  /// is kept and interpolated when every coordinate has it, M is dropped, the reference system kept. As ``intersection(_:convention:gridSize:)`` with the rectangle.
  ///
  /// ```swift
  /// let sheet = try mains.clipped(to: Envelope(minX: 0, minY: 0, maxX: 100, maxY: 100))
  /// ```
  ///
  /// - Throws: As ``union(_:gridSize:)``.
  /// - Complexity: O(n log n) in the number of coordinates.
  public func clipped(to envelope: Envelope) throws(GeometryError) -> Geometry {
    let own = isEmpty ? type.dimension : greatestPartDimension
    return try overlay(.intersection, Geometry(envelope, srid: srid), nil).parts(ofDimension: own)
  }
}
