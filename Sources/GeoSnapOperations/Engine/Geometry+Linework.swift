internal import CGEOS

/// The areas that lines enclose, and the lines that enclose none.
public struct Polygonization: Hashable, Sendable {
  /// The areas between the lines.
  public let polygons: [Polygon]
  /// Lines with the same area on both sides.
  public let cutEdges: Geometry
  /// Lines with an end that meets no other line.
  public let dangles: Geometry
  /// Lines that form rings which are not valid.
  public let invalidRings: Geometry
}

/// The lines that two sets of lines share.
public struct SharedPaths: Hashable, Sendable {
  /// The lines with the same direction in both.
  public let forward: Geometry
  /// The lines with opposite directions, in the direction of the first.
  public let backward: Geometry
}

extension Geometry {
  /// The areas that lines enclose, and the lines that enclose none.
  ///
  /// Lines have to meet at their ends, as after ``noded()``. Rings of areas count as lines; points are ignored.
  ///
  /// ```swift
  /// let streets = try Geometry(wkt: "MULTILINESTRING ((0 0, 4 0, 4 4), (4 4, 0 4, 0 0), (4 4, 9 9))")
  /// let blocks = try streets.polygonized()
  /// blocks.polygons.count  // -> 1
  /// blocks.dangles.wkt     // -> LINESTRING (4 4, 9 9)
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Z and M: Z is kept when every coordinate has it, M is dropped.
  /// - Complexity: O(n log n) in the number of coordinates.
  /// - Source: GEOS, `GEOSPolygonize_full`.
  public func polygonized() throws(GeometryError) -> Polygonization {
    var rest: (OpaquePointer?, OpaquePointer?, OpaquePointer?)
    let areas = try unsafe derived("Polygonizing", keepingZ: true) { context, pointer in
      unsafe GEOSPolygonize_full_r(context, pointer, &rest.0, &rest.1, &rest.2)
    }
    let thread = try EngineThread()
    // All three are owned here; GEOS sets them when it succeeds.
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

  /// The lines, joined wherever exactly two ends meet.
  ///
  /// Only lines and rings are kept. Lines are reversed as needed; with `directed` only an end and a start are joined.
  ///
  /// ```swift
  /// let segments = try Geometry(wkt: "MULTILINESTRING ((0 0, 5 0), (9 0, 5 0))")
  /// try segments.mergedLines().wkt                        // -> LINESTRING (0 0, 5 0, 9 0)
  /// try segments.mergedLines(directed: true).parts.count  // -> 2
  /// ```
  ///
  /// - Returns: A line or a multi line; an empty geometry if there are no lines.
  /// - Throws: As ``polygonized()``.
  /// - Z and M: Z is kept when every coordinate has it, M is dropped.
  /// - Complexity: O(n log n) in the number of coordinates.
  /// - Source: GEOS, `GEOSLineMerge` and `GEOSLineMergeDirected`.
  public func mergedLines(directed: Bool = false) throws(GeometryError) -> Geometry {
    let merge = unsafe directed ? GEOSLineMergeDirected_r : GEOSLineMerge_r
    return try unsafe derived("Merging lines", keepingZ: true, merge)
  }

  /// The lines split wherever they meet, each piece once, as a multi line; the empty line if there are no lines.
  ///
  /// Rings of areas count as lines; points, repeated vertices and lines of no length are removed.
  ///
  /// ```swift
  /// let streets = try Geometry(wkt: "MULTILINESTRING ((0 0, 4 4), (0 4, 4 0))")
  /// try streets.noded().parts.count  // -> 4
  /// ```
  ///
  /// - Throws: As ``polygonized()``.
  /// - Units: The coordinates of crossings are rounded to doubles.
  /// - Z and M: Z is kept and interpolated when every coordinate has it, M is dropped.
  /// - Complexity: O(n log n + k) in the coordinates and the k points where lines meet.
  /// - Source: GEOS, `GEOSNode`.
  public func noded() throws(GeometryError) -> Geometry {
    if greatestPartDimension < 1 { return .empty(ofDimension: 1, srid) }
    let pieces = try unsafe derived("Splitting lines where they meet", keepingZ: true, GEOSNode_r)
    // GEOS makes a line of a repeated vertex at which lines meet.
    return pieces.removingZeroLengthSegments().asMulti()
  }

  /// The lines that two sets of lines share exactly, by direction; empty lines where there are none.
  ///
  /// ```swift
  /// let oldMains = try Geometry(wkt: "LINESTRING (0 0, 9 0)")
  /// let newMains = try Geometry(wkt: "LINESTRING (3 0, 6 0)")
  /// let doubled = try oldMains.sharedPaths(with: newMains)
  /// doubled.forward.wkt   // -> LINESTRING (3 0, 6 0)
  /// doubled.backward.wkt  // -> LINESTRING EMPTY
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `unsupportedType` unless both are line strings or multi lines,
  ///   `mixedSpatialReferences`, `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Units: There is no tolerance.
  /// - Z and M: Dropped.
  /// - Complexity: O((n + m) log (n + m)) for the overlay, and O(n + m) for each shared piece.
  /// - Source: GEOS, `GEOSSharedPaths`.
  public func sharedPaths(with other: Geometry) throws(GeometryError) -> SharedPaths {
    for geometry in [self, other]
    where geometry.type != .lineString && geometry.type != .multiLineString {
      throw GeometryError("Only lines can share paths", not: geometry.type)
    }
    let srid = try commonSRID(srid, other.srid)
    var paths = [Geometry.empty(ofDimension: 1, srid), .empty(ofDimension: 1, srid)]
    if !isEmpty && !other.isEmpty {
      let shared = try unsafe derived(from: other, "Finding shared paths", GEOSSharedPaths_r)
      guard case .collection(let collection) = shared, collection.geometries.count == 2 else {
        throw GeometryError(.engine, "GEOS found shared paths of an unknown form: \(shared.wkt)")
      }
      for (index, found) in collection.geometries.enumerated() where !found.isEmpty {
        paths[index] = .joining(found.parts, srid)
      }
    }
    return SharedPaths(forward: paths[0], backward: paths[1])
  }

  /// The geometry with its vertices and segments moved to nearby vertices of another.
  ///
  /// Each vertex moves to a vertex of the other within `tolerance`, a planar distance of 0 or more; then vertices of
  /// the other are inserted into segments within it. The result may be invalid. To snap a single coordinate, use
  /// ``nearestVertex(to:)``.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4.02 4, 4 0, 0 0))")
  /// let neighbour = try Geometry(wkt: "LINESTRING (4 4, 4 0)")
  /// try parcel.snapped(to: neighbour, tolerance: 0.05).wkt  // -> POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))
  /// ```
  ///
  /// - Returns: A geometry of the same type; the geometry itself when either is empty.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a negative tolerance or NaN,
  ///   `mixedSpatialReferences`, `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Z and M: Z is kept when every coordinate of both has it, M is dropped.
  /// - Complexity: O(n m) in the coordinates of the two.
  /// - Source: GEOS, `GEOSSnap`.
  public func snapped(to other: Geometry, tolerance: Double) throws(GeometryError) -> Geometry {
    try checkArgument("A tolerance", tolerance, least: 0)
    let own = try sharingSystem(of: other)
    if isEmpty || other.isEmpty { return own }
    return try unsafe derived(from: other, "Snapping", keepingZ: .ofBoth) {
      unsafe GEOSSnap_r($0, $1, $2, tolerance)
    }
  }

  /// The polygons that close the gaps between `areas` and the `lines` drawn around them; none when nothing is closed.
  ///
  /// A gap is enclosed by boundaries of `areas` and `lines` together and lies in none of the areas. Lines may cross
  /// the areas.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
  /// let sketch = try Geometry(wkt: "LINESTRING (4 4, 6 4, 6 0, 4 0)")
  /// let gaps = try Geometry.polygons(completing: [parcel], with: [sketch])
  /// gaps.count                      // -> 1
  /// Geometry.polygon(gaps[0]).area  // -> 8
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences`, `nonFiniteOrdinate`, `ordinateOutOfRange`, or
  ///   `engine` for areas that are not valid.
  /// - Z and M: Dropped.
  /// - Complexity: O(n log n + k) in the coordinates and the k points where lines meet, and O(n) for each face.
  /// - Source: GEOS, `GEOSNode` and `GEOSPolygonize_full`; Esri's `autoComplete`.
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
