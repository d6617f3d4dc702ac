internal import CGEOS

extension Geometry {
  /// The Delaunay triangles of all vertices: no vertex lies inside the circle around a triangle.
  ///
  /// Vertices closer than `tolerance`, 0 or more, count as one. GEOS 3.11 tests circles with double precision: in
  /// about one of a hundred sets a triangle at the boundary of the hull is missing.
  ///
  /// ```swift
  /// let spotHeights = try Geometry(wkt: "MULTIPOINT Z ((0 0 1), (4 0 2), (4 4 3), (0 4.1 4))")
  /// try spotHeights.delaunayTriangulation().parts.count                 // -> 2
  /// try spotHeights.delaunayTriangulation(onlyEdges: true).parts.count  // -> 5
  /// ```
  ///
  /// - Returns: A collection of polygons, or with `onlyEdges` a multi line; vertices on one line have edges and no
  ///   triangles.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a negative tolerance or NaN, `nonFiniteOrdinate`,
  ///   `ordinateOutOfRange` or `engine`.
  /// - Units: The tolerance is a planar distance in coordinate units.
  /// - Z and M: Z is kept when every coordinate has it, M is dropped.
  /// - Complexity: O(n log n) in the number of coordinates, O(n²) at worst.
  /// - Source: GEOS, `GEOSDelaunayTriangulation`: Guibas and Stolfi, "Primitives for the manipulation of general
  ///   subdivisions and the computation of Voronoi diagrams", 1985.
  public func delaunayTriangulation(
    tolerance: Double = 0,
    onlyEdges: Bool = false
  ) throws(GeometryError) -> Geometry {
    try checkArgument("A tolerance", tolerance, least: 0)
    return try unsafe derived("Triangulating", keepingZ: true) { context, pointer in
      unsafe GEOSDelaunayTriangulation_r(context, pointer, tolerance, onlyEdges ? 1 : 0)
    }
  }

  /// The Delaunay triangles inside areas whose edges include all their rings, as a collection; empty without area.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 1 1, 0 0))")
  /// try parcel.constrainedDelaunayTriangulation().parts.count  // -> 2
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange`, or `engine` for areas that are
  ///   not valid.
  /// - Z and M: Z is kept when every coordinate has it, M is dropped.
  /// - Complexity: O(n²) in the number of coordinates at worst.
  /// - Source: GEOS, `GEOSConstrainedDelaunayTriangulation`: ears are cut off, then edges flipped.
  public func constrainedDelaunayTriangulation() throws(GeometryError) -> Geometry {
    // GEOS cuts off ears, which need not terminate where rings cross.
    if type.dimension == 2, let problem = try validityProblem() {
      throw GeometryError(
        .engine,
        "An area that is not valid cannot be triangulated: \(problem.reason) at \(problem.location). "
          + "Repair it first."
      )
    }
    do throws(GeometryError) {
      return try triangulatedAreas()
    } catch {
      // GEOS 3.11 fails where a ring touches another between its vertices. An overlay adds a vertex there.
      guard error.code == .engine, let envelope else { throw error }
      let frame = envelope.expanded(by: max(envelope.width, envelope.height))
      return try clipped(to: frame).triangulatedAreas()
    }
  }

  private func triangulatedAreas() throws(GeometryError) -> Geometry {
    let triangulate = unsafe GEOSConstrainedDelaunayTriangulation_r
    return try unsafe derived("Triangulating areas", keepingZ: true, triangulate)
  }

  /// The Voronoi cell of each vertex: the points that are closer to it than to any other vertex.
  ///
  /// Vertices closer than `tolerance`, 0 or more, count as one. The cells cover at least `extent`; nil for somewhat
  /// more than the vertices.
  ///
  /// ```swift
  /// let hydrants = try Geometry(wkt: "MULTIPOINT ((0 0), (4 0), (2 3))")
  /// try hydrants.voronoiDiagram().parts.count  // -> 3
  /// ```
  ///
  /// - Returns: A collection of polygons, or with `onlyEdges` a multi line; empty for an empty geometry.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a negative tolerance or NaN, `nonFiniteOrdinate`,
  ///   also for the extent, `ordinateOutOfRange` or `engine`.
  /// - Units: The extent and the tolerance are in coordinate units.
  /// - Z and M: Dropped.
  /// - Complexity: As ``delaunayTriangulation(tolerance:onlyEdges:)``.
  /// - Source: GEOS, `GEOSVoronoiDiagram`: the dual of the Delaunay triangulation.
  public func voronoiDiagram(
    extent: Envelope? = nil,
    tolerance: Double = 0,
    onlyEdges: Bool = false
  ) throws(GeometryError) -> Geometry {
    try checkArgument("A tolerance", tolerance, least: 0)
    let flags: Int32 = onlyEdges ? 1 : 0
    guard let extent else {
      return try unsafe derived("Making the Voronoi diagram") { context, pointer in
        unsafe GEOSVoronoiDiagram_r(context, pointer, nil, tolerance, flags)
      }
    }
    let frame = Geometry(extent, srid: srid)
    return try unsafe derived(from: frame, "Making the Voronoi diagram") {
      unsafe GEOSVoronoiDiagram_r($0, $1, $2, tolerance, flags)
    }
  }
}
