internal import CGEOS

// Z and M are dropped, the reference system is kept by all of these.

extension Geometry {
  /// The smallest convex geometry around all of it.
  ///
  /// The reference system is kept.
  ///
  /// ```swift
  /// let meters = try Geometry(wkt: "MULTIPOINT ((0 0), (0 4), (4 4), (4 0), (1 2))")
  /// try meters.convexHull().area  // -> 16
  /// ```
  ///
  /// - Returns: A polygon; a line or a point when there is no more to it, the empty collection for an empty
  ///   geometry.
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Z and M: Dropped.
  /// - Complexity: O(n log n) in the number of coordinates.
  /// - Source: GEOS, `GEOSConvexHull`: Graham's scan.
  public func convexHull() throws(GeometryError) -> Geometry {
    try unsafe derived("Making the convex hull") { context, pointer in
      unsafe GEOSConvexHull_r(context, pointer)
    }
  }

  /// An area around all vertices that follows them more closely than the convex hull does.
  ///
  /// The reference system is kept.
  ///
  /// ```swift
  /// let meters = try Geometry(wkt: "MULTIPOINT ((0 0), (0 9), (9 9), (9 0), (5 4))")
  /// try meters.concaveHull(ratio: 1).area       // -> 81
  /// try meters.concaveHull(ratio: 0).area < 81  // -> true
  /// ```
  ///
  /// - Parameters:
  ///   - ratio: 1 for the convex hull, 0 for the closest: the longest edge that may remain, as a share
  ///     of the way from the shortest edge to the longest.
  ///   - allowingHoles: Whether the area may have holes.
  /// - Returns: A polygon, empty for an empty geometry; as ``convexHull()`` when there is no area.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a ratio out of range or NaN,
  ///   `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Units: The ratio has none; coordinates stay as they are.
  /// - Z and M: Dropped.
  /// - Complexity: O(n log n) in the number of coordinates, O(n²) at worst.
  /// - Source: GEOS, `GEOSConcaveHull`, which takes away outer triangles of a Delaunay triangulation while
  ///   their edges are long; Duckham and others, "Efficient generation of simple polygons for
  ///   characterizing the shape of a set of points in the plane", 2008.
  public func concaveHull(
    ratio: Double,
    allowingHoles: Bool = false
  ) throws(GeometryError) -> Geometry {
    guard ratio >= 0, ratio <= 1 else {
      throw GeometryError(.invalidArgument, "A ratio must be from 0 to 1; got \(ratio).")
    }
    return try unsafe derived("Making the concave hull") { context, pointer in
      unsafe GEOSConcaveHull_r(context, pointer, ratio, allowingHoles ? 1 : 0)
    }
  }

  /// The smallest circle around it.
  ///
  /// ```swift
  /// let crew = try Geometry(wkt: "MULTIPOINT ((0 0), (6 8), (3 5))")
  /// let reach = try crew.minimumBoundingCircle()
  /// reach?.radius  // -> 5
  /// reach?.center  // -> 3 4
  /// ```
  ///
  /// - Returns: nil for an empty geometry; radius 0 for a single place.
  /// - Throws: As ``convexHull()``.
  /// - Z and M: Dropped.
  /// - Complexity: O(n log n) in the number of coordinates, and O(h²) at worst in those of the convex hull.
  /// - Source: GEOS, `GEOSMinimumBoundingCircle`.
  public func minimumBoundingCircle() throws(GeometryError) -> Circle? {
    if isEmpty { return nil }
    return try unsafe withPlaneForm { thread, pointer throws(GeometryError) in
      var radius = 0.0
      var centre: OpaquePointer?
      let outline = unsafe GEOSMinimumBoundingCircle_r(thread.context, pointer, &radius, &centre)
      // The outline and the centre are ours to free.
      _ = try unsafe OwnedGeometry(adopting: outline, of: "Making the bounding circle", thread)
      let owned = try unsafe OwnedGeometry(adopting: centre, of: "Finding its centre", thread)
      let place = try owned.value(srid: nil, thread).coordinates.first
      return place.map { Circle(center: $0, radius: radius) }
    }
  }

  /// The place for a label: of an area inside it, far from its border.
  ///
  /// Of several areas in the one with the most room. Of lines and points the place
  /// ``pointOnSurface()`` gives. The reference system is kept.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 9 8, 1 8, 1 0, 0 0))")
  /// let anchor = try parcel.labelPoint()
  /// try parcel.contains(.point(anchor))  // -> true
  /// ```
  ///
  /// - Returns: The empty point for an empty geometry.
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange`, or `engine`.
  /// - Units: Coordinate units; the room is within a hundredth of the area over the perimeter.
  /// - Z and M: Dropped.
  /// - Complexity: As ``maximumInscribedCircle(tolerance:)``.
  /// - Source: By ``maximumInscribedCircle(tolerance:)``; GEOS's `GEOSPointOnSurface` without area;
  ///   Esri's `labelPoint`.
  public func labelPoint() throws(GeometryError) -> Point {
    let areas = parts(ofDimension: 2)
    if !areas.isEmpty, areas.area > 0, let circle = try areas.maximumInscribedCircle() {
      return Point(circle.center, srid: srid)
    }
    return try pointOnSurface()
  }

  /// The border: rings of areas, ends of lines, nothing of points.
  ///
  /// An end where an even number of lines meet is none. The border of a collection is that of its members: a
  /// collection itself. The reference system is kept.
  ///
  /// ```swift
  /// try Geometry(wkt: "LINESTRING (0 0, 5 0, 5 5)").boundary().wkt      // -> MULTIPOINT ((0 0), (5 5))
  /// try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 0 0))").boundary().wkt  // -> LINESTRING (0 0, 0 4, 4 4, 0 0)
  /// ```
  ///
  /// - Returns: A line or multi line of an area, a multi point of lines, the empty collection of points.
  /// - Throws: As ``convexHull()``.
  /// - Z and M: Z is kept where every coordinate has it, M is dropped.
  /// - Complexity: Linear in the number of coordinates, O(p log p) besides for p parts of a line.
  /// - Source: GEOS, `GEOSBoundary`, by OGC's mod-2 rule.
  public func boundary() throws(GeometryError) -> Geometry {
    if case .collection(let collection) = self {
      var borders: [Geometry] = []
      for member in collection.geometries { borders.append(try member.boundary()) }
      return .collection(GeometryCollection(trusted: borders, srid: srid))
    }
    return try unsafe derived("Taking the boundary", keepingZ: true) { context, pointer in
      unsafe GEOSBoundary_r(context, pointer)
    }
  }
}
