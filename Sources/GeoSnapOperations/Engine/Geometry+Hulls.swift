internal import CGEOS

// All of these except the boundary drop Z and M. All keep the reference system.

extension Geometry {
  /// The smallest convex geometry that contains the geometry.
  ///
  /// ```swift
  /// let meters = try Geometry(wkt: "MULTIPOINT ((0 0), (0 4), (4 4), (4 0), (1 2))")
  /// try meters.convexHull().area  // -> 16
  /// ```
  ///
  /// - Returns: A polygon; a line or a point when the hull has no area; the empty collection for an empty geometry.
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Z and M: Dropped.
  /// - Complexity: O(n log n) in the number of coordinates.
  /// - Source: GEOS, `GEOSConvexHull`: Graham's scan.
  public func convexHull() throws(GeometryError) -> Geometry {
    try unsafe derived("Making the convex hull") { context, pointer in
      unsafe GEOSConvexHull_r(context, pointer)
    }
  }

  /// An area around all vertices that follows them more closely than the convex hull.
  ///
  /// `ratio` is the longest edge that may remain, as a share of the way from the shortest edge to the longest: 1 is
  /// the convex hull, 0 the closest.
  ///
  /// ```swift
  /// let meters = try Geometry(wkt: "MULTIPOINT ((0 0), (0 9), (9 9), (9 0), (5 4))")
  /// try meters.concaveHull(ratio: 1).area       // -> 81
  /// try meters.concaveHull(ratio: 0).area < 81  // -> true
  /// ```
  ///
  /// - Returns: A polygon, empty for an empty geometry; as ``convexHull()`` when there is no area.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a ratio out of range or NaN, `nonFiniteOrdinate`,
  ///   `ordinateOutOfRange` or `engine`.
  /// - Z and M: Dropped.
  /// - Complexity: O(n log n) in the number of coordinates, O(n²) at worst.
  /// - Source: GEOS, `GEOSConcaveHull`, which removes outer triangles of a Delaunay triangulation while their edges
  ///   are long; Duckham and others, "Efficient generation of simple polygons for characterizing the shape of a set
  ///   of points in the plane", 2008.
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

  /// The smallest circle around the geometry, with radius 0 for a single point; nil for an empty geometry.
  ///
  /// ```swift
  /// let crew = try Geometry(wkt: "MULTIPOINT ((0 0), (6 8), (3 5))")
  /// let reach = try crew.minimumBoundingCircle()
  /// reach?.radius  // -> 5
  /// reach?.center  // -> 3 4
  /// ```
  ///
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
      // The outline and the centre are owned here.
      _ = try unsafe OwnedGeometry(adopting: outline, of: "Making the bounding circle", thread)
      let owned = try unsafe OwnedGeometry(adopting: centre, of: "Finding its centre", thread)
      let place = try owned.value(srid: nil, thread).coordinates.first
      return place.map { Circle(center: $0, radius: radius) }
    }
  }

  /// The point for a label: inside an area, far from its boundary; the empty point for an empty geometry.
  ///
  /// Of several areas, the one with the largest inscribed circle has it. For lines and points it is
  /// ``pointOnSurface()``.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 9 8, 1 8, 1 0, 0 0))")
  /// let anchor = try parcel.labelPoint()
  /// try parcel.contains(.point(anchor))  // -> true
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange`, or `engine`.
  /// - Units: The distance from the boundary is at most a hundredth of the area over the perimeter below the
  ///   greatest.
  /// - Z and M: Dropped.
  /// - Complexity: As ``maximumInscribedCircle(tolerance:)``.
  /// - Source: ``maximumInscribedCircle(tolerance:)``; GEOS's `GEOSPointOnSurface` without area; Esri's `labelPoint`.
  public func labelPoint() throws(GeometryError) -> Point {
    let areas = parts(ofDimension: 2)
    if !areas.isEmpty, areas.area > 0, let circle = try areas.maximumInscribedCircle() {
      return Point(circle.center, srid: srid)
    }
    return try pointOnSurface()
  }

  /// The boundary: the rings of areas, the ends of lines, nothing for points.
  ///
  /// A point where an even number of lines end is not in the boundary. The boundary of a collection is the collection
  /// of its members' boundaries.
  ///
  /// ```swift
  /// try Geometry(wkt: "LINESTRING (0 0, 5 0, 5 5)").boundary().wkt      // -> MULTIPOINT ((0 0), (5 5))
  /// try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 0 0))").boundary().wkt  // -> LINESTRING (0 0, 0 4, 4 4, 0 0)
  /// ```
  ///
  /// - Returns: A line or multi line for areas, a multi point for lines, the empty collection for points.
  /// - Throws: As ``convexHull()``.
  /// - Z and M: Z is kept when every coordinate has it, M is dropped.
  /// - Complexity: Linear in the number of coordinates, plus O(p log p) for p parts of a line.
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
