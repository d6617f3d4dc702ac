internal import CGEOS

extension Geometry {
  /// The union of both geometries, in the simplest type.
  ///
  /// Lines are split where they meet and stay separate; areas that touch along a line become one. Collections are
  /// united dimension by dimension; lines and points inside an area are not repeated. All ordinates of the result lie
  /// on a grid whose lines are `gridSize` apart, if it is given.
  ///
  /// ```swift
  /// let north = try Geometry(wkt: "POLYGON ((0 2, 0 4, 4 4, 4 2, 0 2))")
  /// let south = try Geometry(wkt: "POLYGON ((0 0, 0 2, 4 2, 4 0, 0 0))")
  /// try north.union(south).area  // -> 16
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences`, `nonFiniteOrdinate`, `ordinateOutOfRange`,
  ///   `invalidArgument` for a grid size that is not positive, or `engine` for areas that are not valid.
  /// - Units: The grid size is in coordinate units; without a grid coordinates have double precision.
  /// - Z and M: Z is kept when every coordinate of either has it, and interpolated where the other has none or lines
  ///   meet; M is dropped.
  /// - Complexity: O((n + m) log (n + m) + k) in the coordinates of both and the k points where they meet; for
  ///   collections per pair of dimensions.
  /// - Source: GEOS, `GEOSUnion`, and `GEOSUnionPrec` on a grid; collections as GEOS 3.12's `StructuredCollection`.
  public func union(_ other: Geometry, gridSize: Double? = nil) throws(GeometryError) -> Geometry {
    try overlay(.union, other, gridSize)
  }

  /// The intersection of both geometries, in the simplest type; empty when they share no point.
  ///
  /// In Esri's convention the result has the lower dimension of the two, so lines that cross share nothing;
  /// ``intersections(with:gridSize:)`` returns the points. In OGC's it holds everything that is shared, as a
  /// collection if needed. The grid is that of ``union(_:gridSize:)``.
  ///
  /// ```swift
  /// let road = try Geometry(wkt: "LINESTRING (-5 2, 9 2)")
  /// let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
  /// let pipe = try Geometry(wkt: "LINESTRING (1 0, 1 9)")
  /// try road.intersection(parcel).wkt                  // -> LINESTRING (0 2, 4 2)
  /// try road.intersection(pipe).wkt                    // -> LINESTRING EMPTY
  /// try road.intersection(pipe, convention: .ogc).wkt  // -> POINT (1 2)
  /// ```
  ///
  /// - Throws: As ``union(_:gridSize:)``.
  /// - Z and M: As ``union(_:gridSize:)``.
  /// - Complexity: As ``union(_:gridSize:)``.
  /// - Source: GEOS, `GEOSIntersection`, and `GEOSIntersectionPrec` on a grid; Esri's `intersection`.
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

  /// The intersection of both geometries by dimension: points, lines, areas, as in Esri's model.
  ///
  /// Each dimension is one multi geometry. Points and lines on a shared geometry of higher dimension are not
  /// repeated. The grid is that of ``union(_:gridSize:)``.
  ///
  /// ```swift
  /// let pipe = try Geometry(wkt: "LINESTRING (0 0, 9 0)")
  /// let street = try Geometry(wkt: "LINESTRING (2 -1, 2 1, 5 0, 7 0)")
  /// try pipe.intersections(with: street)  // -> [MULTIPOINT ((2 0)), MULTILINESTRING ((5 0, 7 0))]
  /// ```
  ///
  /// - Returns: At most one geometry of each dimension; none when nothing is shared.
  /// - Throws: As ``union(_:gridSize:)``.
  /// - Z and M: As ``union(_:gridSize:)``.
  /// - Complexity: As ``union(_:gridSize:)``.
  /// - Source: GEOS, `GEOSIntersection`, and `GEOSIntersectionPrec` on a grid; Esri's `intersections`.
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

  /// The part of the geometry that lies outside another, on the grid of ``union(_:gridSize:)``.
  ///
  /// Its new boundary follows the other's.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
  /// let easement = try Geometry(wkt: "POLYGON ((3 -1, 3 5, 9 5, 9 -1, 3 -1))")
  /// try parcel.difference(easement).area  // -> 12
  /// ```
  ///
  /// - Returns: The geometry itself, with M, when the envelopes are apart or the other is empty; an empty geometry
  ///   when the other covers it.
  /// - Throws: As ``union(_:gridSize:)``.
  /// - Z and M: As ``union(_:gridSize:)``.
  /// - Complexity: As ``union(_:gridSize:)``.
  /// - Source: GEOS, `GEOSDifference`, and `GEOSDifferencePrec` on a grid; Esri's `difference`.
  public func difference(
    _ other: Geometry,
    gridSize: Double? = nil
  ) throws(GeometryError) -> Geometry {
    let own = try sharingSystem(of: other)
    try checkPlane()
    try other.checkPlane()
    if gridSize == nil, !isEmpty {
      guard let envelope, let otherEnvelope = other.envelope, envelope.intersects(otherEnvelope)
      else { return own }
    }
    return try overlay(.difference, other, gridSize)
  }

  /// The part that belongs to exactly one of the geometries, in the simplest type; empty when they are equal.
  ///
  /// The grid is that of ``union(_:gridSize:)``.
  ///
  /// ```swift
  /// let old = try Geometry(wkt: "LINESTRING (0 0, 6 0)")
  /// let new = try Geometry(wkt: "LINESTRING (2 0, 9 0)")
  /// try old.symmetricDifference(new).wkt  // -> MULTILINESTRING ((0 0, 2 0), (6 0, 9 0))
  /// ```
  ///
  /// - Throws: As ``union(_:gridSize:)``.
  /// - Z and M: As ``union(_:gridSize:)``.
  /// - Complexity: As ``union(_:gridSize:)``.
  /// - Source: GEOS, `GEOSSymDifference`, and `GEOSSymDifferencePrec` on a grid; Esri's `symmetricDifference`.
  public func symmetricDifference(
    _ other: Geometry,
    gridSize: Double? = nil
  ) throws(GeometryError) -> Geometry {
    try overlay(.symmetricDifference, other, gridSize)
  }

  /// The union of the geometry's own parts, in the simplest type.
  ///
  /// Areas that overlap or touch along a line become one, lines are split where they cross, equal points become one.
  /// The grid is that of ``union(_:gridSize:)``.
  ///
  /// ```swift
  /// let mains = try Geometry(wkt: "MULTILINESTRING ((0 0, 4 4), (0 4, 4 0))")
  /// try mains.unaryUnion().parts.count  // -> 4
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange`, `invalidArgument` for a grid
  ///   size that is not positive, or `engine` for areas that are not valid.
  /// - Z and M: Z is kept and interpolated when every coordinate has it, M is dropped.
  /// - Complexity: O(n log n + k) in the coordinates and the k points where parts meet.
  /// - Source: GEOS, `GEOSUnaryUnion`, and `GEOSUnaryUnionPrec` on a grid.
  public func unaryUnion(gridSize: Double? = nil) throws(GeometryError) -> Geometry {
    let grid = try checkedGridSize(gridSize)
    if isEmpty { return .empty(ofDimension: statedDimension, srid) }
    let united = try unsafe derived("Uniting the parts", keepingZ: true) { context, pointer in
      grid == 0
        ? unsafe GEOSUnaryUnion_r(context, pointer)
        : unsafe GEOSUnaryUnionPrec_r(context, pointer, grid)
    }
    // GEOS 3.11 returns a single polygon unchanged.
    guard let gridSize, united.type == .polygon else { return united }
    return try united.rounded(toGrid: gridSize)
  }

  /// The union of any number of geometries; the empty collection for none.
  ///
  /// It equals ``unaryUnion(gridSize:)`` of a collection of them, and is much faster than uniting one by one.
  ///
  /// ```swift
  /// let parcels = try [
  ///   Geometry(wkt: "POLYGON ((0 0, 0 1, 1 1, 1 0, 0 0))"),
  ///   Geometry(wkt: "POLYGON ((1 0, 1 1, 2 1, 2 0, 1 0))"),
  /// ]
  /// try Geometry.union(of: parcels).area  // -> 2
  /// try Geometry.union(of: []).wkt        // -> GEOMETRYCOLLECTION EMPTY
  /// ```
  ///
  /// - Throws: As ``union(_:gridSize:)``.
  /// - Z and M: As ``unaryUnion(gridSize:)``.
  /// - Complexity: As ``unaryUnion(gridSize:)``.
  public static func union(
    of geometries: [Geometry],
    gridSize: Double? = nil
  ) throws(GeometryError) -> Geometry {
    try Geometry.collection(try GeometryCollection(geometries)).unaryUnion(gridSize: gridSize)
  }

  /// The part of the geometry inside a rectangle or on its boundary; empty when there is none.
  ///
  /// Pieces of a lower dimension, such as the point where a line touches the rectangle, are left out. The points, lines
  /// and areas of a collection are clipped separately.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (-5 1, 9 1)")
  /// try main.clipped(to: Envelope(minX: 0, minY: 0, maxX: 4, maxY: 4)).wkt  // -> LINESTRING (0 1, 4 1)
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, also for the rectangle, `ordinateOutOfRange`, or
  ///   `engine` for areas that are not valid.
  /// - Units: The rectangle is in coordinate units.
  /// - Z and M: Z is kept and interpolated when every coordinate has it, M is dropped.
  /// - Complexity: O(n log n) in the number of coordinates.
  /// - Source: GEOS, `GEOSIntersection` with the rectangle; Esri's `clip`.
  public func clipped(to envelope: Envelope) throws(GeometryError) -> Geometry {
    let rectangle = Geometry(envelope, srid: srid)
    guard type == .geometryCollection else {
      return try overlay(.intersection, rectangle, nil).parts(ofDimension: type.dimension)
    }
    try rectangle.checkPlane()
    var pieces: [Geometry] = []
    for dimension in 0...2 {
      let members = parts.filter { $0.type.dimension == dimension }
      if members.isEmpty { continue }
      let own = Geometry.collection(GeometryCollection(trusted: members, srid: srid))
      pieces += try own.overlay(.intersection, rectangle, nil).parts(ofDimension: dimension).parts
    }
    return pieces.isEmpty
      ? .empty(ofDimension: isEmpty ? type.dimension : greatestPartDimension, srid)
      : .joining(pieces, srid)
  }
}
