internal import CGEOS

/// What lines enclose, and which of them enclose nothing.
public struct Polygonization: Hashable, Sendable {
  /// The areas between the lines.
  public let polygons: [Polygon]
  /// Lines that separate an area from itself.
  public let cutEdges: Geometry
  /// Lines of which an end meets no other.
  public let dangles: Geometry
  /// Lines that close to rings which are not valid.
  public let invalidRings: Geometry
}

/// What two sets of lines have in common.
public struct SharedPaths: Hashable, Sendable {
  /// The lines that run the same way in both.
  public let forward: Geometry
  /// The lines that run one way in one and the other way in the other, as the first has them.
  public let backward: Geometry
}

extension Geometry {
  /// The areas that lines enclose.
  ///
  /// Lines have to meet at their ends: ``noded()`` makes them. Rings of areas count as lines, points are
  /// passed over. Z is kept when every coordinate has it, M is dropped, the reference system kept.
  /// GEOS's `GEOSPolygonize_full`.
  ///
  /// ```swift
  /// let blocks = try streets.noded().polygonized().polygons
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Complexity: O(n log n) in the number of coordinates.
  public func polygonized() throws(GeometryError) -> Polygonization {
    var rest: (OpaquePointer?, OpaquePointer?, OpaquePointer?)
    let areas = try unsafe derived("Polygonizing", keepingZ: true) { context, pointer in
      unsafe GEOSPolygonize_full_r(context, pointer, &rest.0, &rest.1, &rest.2)
    }
    let thread = try EngineThread()
    // All three are ours to free; GEOS sets them when it succeeds.
    let cuts = try unsafe OwnedGeometry(adopting: rest.0, of: "Finding cut edges", thread)
    let dangles = try unsafe OwnedGeometry(adopting: rest.1, of: "Finding dangles", thread)
    let invalid = try unsafe OwnedGeometry(adopting: rest.2, of: "Finding invalid rings", thread)
    var polygons: [Polygon] = []
    for case .polygon(let polygon) in areas.parts { polygons.append(polygon) }
    return Polygonization(
      polygons: polygons,
      cutEdges: .joining(try cuts.value(srid: srid, thread).parts, srid),
      dangles: .joining(try dangles.value(srid: srid, thread).parts, srid),
      invalidRings: .joining(try invalid.value(srid: srid, thread).parts, srid)
    )
  }

  /// The lines joined where exactly two meet, as long as can be.
  ///
  /// Nothing but lines and rings is kept. Lines are turned as needed, unless `directed`: then only an end
  /// and a start are joined. Z is kept when every coordinate has it, M is dropped, the reference system
  /// kept. GEOS's `GEOSLineMerge` and `GEOSLineMergeDirected`.
  ///
  /// ```swift
  /// let routes = try segments.mergedLines()
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Complexity: O(n log n) in the number of coordinates.
  public func mergedLines(directed: Bool = false) throws(GeometryError) -> Geometry {
    try unsafe derived("Merging lines", keepingZ: true) { context, pointer in
      directed
        ? unsafe GEOSLineMergeDirected_r(context, pointer)
        : unsafe GEOSLineMerge_r(context, pointer)
    }
  }

  /// The lines split wherever they meet, each piece once.
  ///
  /// Rings of areas count as lines, points vanish. Z is kept and interpolated when every coordinate has
  /// it, M is dropped, the reference system kept. GEOS's `GEOSNode`.
  ///
  /// ```swift
  /// let pieces = try streets.noded().parts
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Complexity: O(n log n) in the coordinates and the places where lines meet.
  public func noded() throws(GeometryError) -> Geometry {
    if greatestPartDimension < 1 { return .empty(ofDimension: 1, srid) }
    return try unsafe derived("Splitting lines where they meet", keepingZ: true) {
      context,
      pointer in
      unsafe GEOSNode_r(context, pointer)
    }
  }

  /// The lines that two sets of lines have in common, by direction.
  ///
  /// Z and M are dropped, the common reference system kept. GEOS's `GEOSSharedPaths`.
  ///
  /// ```swift
  /// let doubled = try oldMains.sharedPaths(with: newMains).forward
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `unsupportedType` for what is no line,
  ///   `mixedSpatialReferences`, `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Complexity: O(nm) in the coordinates of the two.
  public func sharedPaths(with other: Geometry) throws(GeometryError) -> SharedPaths {
    for geometry in [self, other]
    where geometry.type != .lineString && geometry.type != .multiLineString {
      throw GeometryError(
        .unsupportedType,
        "Only lines share paths; this is a \(geometry.type.name)."
      )
    }
    let srid = try commonSRID(srid, other.srid)
    var paths = [Geometry.empty(ofDimension: 1, srid), .empty(ofDimension: 1, srid)]
    if !isEmpty && !other.isEmpty {
      let shared = try unsafe derived(from: other, "Finding shared paths") {
        context,
        first,
        second in
        unsafe GEOSSharedPaths_r(context, first, second)
      }
      guard case .collection(let collection) = shared, collection.geometries.count == 2 else {
        throw GeometryError(.engine, "GEOS found shared paths of an unknown form: \(shared.wkt)")
      }
      for (index, found) in collection.geometries.enumerated() where !found.isEmpty {
        paths[index] = .joining(found.parts, srid)
      }
    }
    return SharedPaths(forward: paths[0], backward: paths[1])
  }

  /// The geometry with vertices and segments pulled onto another's vertices and segments nearby.
  ///
  /// Each vertex goes to a vertex of the other within the tolerance, then vertices of the other are
  /// inserted in segments within it. The answer may be invalid; to place a single coordinate, use
  /// ``nearestVertex(to:)``. Z is kept when every coordinate of both has it, M is dropped, the common
  /// reference system kept. GEOS's `GEOSSnap`.
  ///
  /// ```swift
  /// let closed = try parcel.snapped(to: neighbour, tolerance: 0.05)
  /// ```
  ///
  /// - Parameters:
  ///   - other: What is snapped to.
  ///   - tolerance: In coordinate units, 0 or more.
  /// - Returns: A geometry of the same type.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a negative tolerance or NaN,
  ///   `mixedSpatialReferences`, `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Complexity: O(nm) in the coordinates of the two.
  public func snapped(
    to other: Geometry,
    tolerance: Double
  ) throws(GeometryError) -> Geometry {
    try checkArgument("A tolerance", tolerance, least: 0)
    _ = try commonSRID(srid, other.srid)
    if isEmpty || other.isEmpty { return self }
    return try unsafe derived(from: other, "Snapping", keepingZ: .ofBoth) {
      context,
      first,
      second in
      unsafe GEOSSnap_r(context, first, second, tolerance)
    }
  }

  /// The polygons that close the gaps between areas and the lines drawn around them.
  ///
  /// A gap is enclosed by borders of `areas` and `lines` together and lies in none of the areas. Z and M
  /// are dropped, the common reference system kept. Esri's `autoComplete`, by noding and
  /// `GEOSPolygonize_full`.
  ///
  /// ```swift
  /// let gaps = try Geometry.polygons(completing: parcels, with: [sketch])
  /// ```
  ///
  /// - Parameters:
  ///   - areas: The areas that are there.
  ///   - lines: The lines that close the gaps; they may run across the areas.
  /// - Returns: The new polygons; none when nothing is closed.
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences`, `nonFiniteOrdinate`,
  ///   `ordinateOutOfRange`, or `engine` for areas that are not valid.
  /// - Complexity: O(n log n) in the coordinates and the places where lines meet.
  public static func polygons(
    completing areas: [Geometry],
    with lines: [Geometry]
  ) throws(GeometryError) -> [Polygon] {
    for geometry in areas + lines { try geometry.checkPlane() }
    let there = try union(of: areas.map { $0.removingZAndM().parts(ofDimension: 2) })
    var linework = [try there.boundary()]
    for line in lines { linework.append(line.removingZAndM().parts(ofDimension: 1)) }
    let all = Geometry.collection(try GeometryCollection(linework))
    let faces = try all.noded().polygonized().polygons
    var gaps: [Polygon] = []
    for face in faces {
      let inside = try Geometry.polygon(face).pointOnSurface().coordinate
      if let inside, !there.areaContains(inside) { gaps.append(face) }
    }
    return gaps
  }
}
