internal import CGEOS

// Z and M are dropped, the reference system is kept by all of these.

extension Geometry {
  /// The smallest convex geometry around all of it.
  ///
  /// Z and M are dropped, the reference system kept. GEOS's `GEOSConvexHull`.
  ///
  /// ```swift
  /// let service = try meters.convexHull()
  /// ```
  ///
  /// - Returns: A polygon; a line or a point when there is no more to it, the empty collection for an
  ///   empty geometry.
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Complexity: O(n log n) in the number of coordinates.
  public func convexHull() throws(GeometryError) -> Geometry {
    try unsafe derived("Making the convex hull") { context, pointer in
      unsafe GEOSConvexHull_r(context, pointer)
    }
  }

  /// An area around all vertices that follows them more closely than the convex hull does.
  ///
  /// Z and M are dropped, the reference system kept. GEOS's `GEOSConcaveHull`, which takes away outer
  /// triangles of a Delaunay triangulation while their edges are long.
  ///
  /// ```swift
  /// let town = try meters.concaveHull(ratio: 0.2)
  /// ```
  ///
  /// - Parameters:
  ///   - ratio: 1 for the convex hull, 0 for the closest: the longest edge that may remain, as a share
  ///     of the way from the shortest edge to the longest.
  ///   - allowingHoles: Whether the area may have holes.
  /// - Returns: A polygon, or as ``convexHull()`` when there is no area.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a ratio out of range, and as
  ///   ``convexHull()``.
  /// - Complexity: O(n log n) in the number of coordinates.
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

  /// The smallest circle around it; nil for an empty geometry.
  ///
  /// GEOS's `GEOSMinimumBoundingCircle`.
  ///
  /// ```swift
  /// let reach = try crew.minimumBoundingCircle()?.radius
  /// ```
  ///
  /// - Throws: As ``convexHull()``.
  /// - Complexity: O(n log n) in the number of coordinates.
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
  /// ``pointOnSurface()`` gives. Z and M are dropped, the reference system kept; the empty point for
  /// an empty geometry. Esri's `labelPoint`, by ``maximumInscribedCircle(tolerance:)``.
  ///
  /// ```swift
  /// let anchor = try parcel.labelPoint()
  /// ```
  ///
  /// - Throws: As ``convexHull()``.
  /// - Complexity: As ``maximumInscribedCircle(tolerance:)``.
  public func labelPoint() throws(GeometryError) -> Point {
    let areas = parts(ofDimension: 2)
    if !areas.isEmpty, areas.area > 0, let circle = try areas.maximumInscribedCircle() {
      return Point(circle.center, srid: srid)
    }
    return try pointOnSurface()
  }

  /// The border: rings of areas, ends of lines, nothing of points.
  ///
  /// An end where an even number of lines meet is none. Z is kept where every coordinate has it, M is
  /// dropped, the reference system kept. The border of a collection is that of its members: a
  /// collection itself. GEOS's `GEOSBoundary`.
  ///
  /// ```swift
  /// let rings = try parcel.boundary()
  /// ```
  ///
  /// - Returns: A line or multi line of an area, a multi point of lines, the empty collection of
  ///   points.
  /// - Throws: As ``convexHull()``.
  /// - Complexity: O(n log n) in the number of parts.
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
