internal import CGEOS

extension Geometry {
  /// The Delaunay triangles between all vertices: no vertex lies in the circle around a triangle.
  ///
  /// Z is kept when every coordinate has it, M is dropped, the reference system kept. GEOS's
  /// `GEOSDelaunayTriangulation`.
  ///
  /// ```swift
  /// let triangles = try spotHeights.delaunayTriangulation().parts
  /// ```
  ///
  /// - Parameters:
  ///   - tolerance: Vertices closer than this are taken for one; in coordinate units, 0 or more.
  ///   - onlyEdges: Whether the answer is the edges instead of the triangles.
  /// - Returns: A collection of polygons, or a multi line.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a negative tolerance or NaN,
  ///   `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Complexity: O(n log n) in the number of coordinates.
  public func delaunayTriangulation(
    tolerance: Double = 0,
    onlyEdges: Bool = false
  ) throws(GeometryError) -> Geometry {
    try checkArgument("A tolerance", tolerance, least: 0)
    return try unsafe derived("Triangulating", keepingZ: true) { context, pointer in
      unsafe GEOSDelaunayTriangulation_r(context, pointer, tolerance, onlyEdges ? 1 : 0)
    }
  }

  /// The Delaunay triangles inside areas whose edges include all their rings.
  ///
  /// Z is kept when every coordinate has it, M is dropped, the reference system kept. GEOS's
  /// `GEOSConstrainedDelaunayTriangulation`.
  ///
  /// ```swift
  /// let triangles = try parcel.constrainedDelaunayTriangulation().parts
  /// ```
  ///
  /// - Returns: A collection of polygons; empty for what has no area.
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange`, or `engine` for
  ///   areas that are not valid.
  /// - Complexity: O(n²) in the number of coordinates at worst.
  public func constrainedDelaunayTriangulation() throws(GeometryError) -> Geometry {
    // GEOS cuts off ear after ear, which need not end where rings cross.
    if type.dimension == 2, let problem = try validityProblem() {
      throw GeometryError(
        .engine,
        "An area that is not valid has no triangles: \(problem.reason) at \(problem.location). "
          + "Repair it first."
      )
    }
    return try unsafe derived("Triangulating areas", keepingZ: true) { context, pointer in
      unsafe GEOSConstrainedDelaunayTriangulation_r(context, pointer)
    }
  }

  /// The cell of each vertex: the places that are closer to it than to any other.
  ///
  /// Z and M are dropped, the reference system kept. GEOS's `GEOSVoronoiDiagram`.
  ///
  /// ```swift
  /// let zones = try hydrants.voronoiDiagram().parts
  /// ```
  ///
  /// - Parameters:
  ///   - extent: How far the cells reach at least; nil for somewhat beyond the vertices.
  ///   - tolerance: Vertices closer than this are taken for one; in coordinate units, 0 or more.
  ///   - onlyEdges: Whether the answer is the edges instead of the cells.
  /// - Returns: A collection of polygons, or a multi line.
  /// - Throws: As ``delaunayTriangulation(tolerance:onlyEdges:)``.
  /// - Complexity: O(n log n) in the number of coordinates.
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
      context,
      pointer,
      frame in
      unsafe GEOSVoronoiDiagram_r(context, pointer, frame, tolerance, flags)
    }
  }
}
