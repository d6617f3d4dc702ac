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
    try unsafe derived("Making the convex hull", GEOSConvexHull_r)
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
      return try collection.mapping { member throws(GeometryError) in try member.boundary() }
    }
    return try unsafe derived("Taking the boundary", keepingZ: true, GEOSBoundary_r)
  }

  /// The centre of mass of the members of highest dimension, perhaps outside the geometry; the empty point for an
  /// empty geometry.
  ///
  /// ```swift
  /// let yard = try Geometry(wkt: "POLYGON ((0 0, 0 3, 6 0, 0 0))")
  /// try yard.centroid().coordinate  // -> 2 1
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Z and M: Dropped.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: GEOS, `GEOSGetCentroid`.
  public func centroid() throws(GeometryError) -> Point {
    try unsafe derivedPoint("Finding the centroid", GEOSGetCentroid_r)
  }

  /// A point on the geometry: in the widest part of an area, near the middle of lines; the empty point for an empty
  /// one.
  ///
  /// ```swift
  /// let bend = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 9 8, 1 8, 1 0, 0 0))")
  /// let place = try bend.pointOnSurface()
  /// try bend.contains(.point(place))  // -> true
  /// ```
  ///
  /// - Throws: As ``centroid()``.
  /// - Z and M: Dropped.
  /// - Complexity: Linear in the number of coordinates, plus sorting the points where a scan line meets a boundary.
  /// - Source: GEOS, `GEOSPointOnSurface`.
  public func pointOnSurface() throws(GeometryError) -> Point {
    try unsafe derivedPoint("Finding a point on the surface", GEOSPointOnSurface_r)
  }

  @unsafe
  private func derivedPoint(
    _ operation: String,
    _ derive: (OpaquePointer, OpaquePointer) -> OpaquePointer?
  ) throws(GeometryError) -> Point {
    if isEmpty { return Point(emptyIn: srid) }
    guard case .point(let value) = try unsafe derived(operation, derive) else {
      throw GeometryError(.engine, "GEOS refused: \(operation).")
    }
    return value
  }

  /// The largest circle inside an area; nil for an empty geometry, or one without area.
  ///
  /// Squares that may contain the centre are divided in four, the most promising first, until no square can improve
  /// the radius by more than `tolerance`. By default the tolerance is a hundredth of the area over the perimeter, and
  /// no inscribed circle's radius is below that quotient. After 100,000 squares, as for a strip a thousand times as
  /// long as wide, the best circle so far is returned.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 10 4, 10 0, 0 0))")
  /// try parcel.maximumInscribedCircle(tolerance: 0.001)?.radius          // -> 2
  /// try Geometry(wkt: "POLYGON EMPTY").maximumInscribedCircle()?.radius  // -> nil
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `unsupportedType` unless the geometry is a polygon or multi polygon,
  ///   `invalidArgument` for a tolerance that is not positive, `nonFiniteOrdinate`, `ordinateOutOfRange`, or
  ///   `engine`.
  /// - Complexity: O(n) for each square; some hundreds of squares for most parcels.
  /// - Source: Garcia-Castellanos and Lombardo, "Poles of inaccessibility: a calculation algorithm for the remotest
  ///   places on earth", 2007, with the heap of Mapbox's polylabel; GEOS's `GEOSMaximumInscribedCircle`.
  public func maximumInscribedCircle(tolerance: Double? = nil) throws(GeometryError) -> Circle? {
    guard type == .polygon || type == .multiPolygon else {
      throw GeometryError("Only areas have an inscribed circle", not: type)
    }
    if let tolerance, !(tolerance > 0) {
      throw GeometryError(.invalidArgument, "A tolerance must be greater than 0; got \(tolerance).")
    }
    try checkPlane()
    let area = area
    guard let envelope, area > 0, let start = try pointOnSurface().coordinate else { return nil }
    let tolerance = tolerance ?? area / length / 100
    var best = InscribedCell(start, half: 0, in: self)
    if let centre = areaCentroid {
      let cell = InscribedCell(centre, half: 0, in: self)
      if cell.distance > best.distance { best = cell }
    }
    var open = [
      InscribedCell(envelope.center, half: max(envelope.width, envelope.height) / 2, in: self)
    ]
    for _ in 0..<100_000 {
      guard let cell = open.popMostPromising() else { break }
      if cell.distance > best.distance { best = cell }
      guard cell.promise - best.distance > tolerance else { break }
      let half = cell.half / 2
      for (east, north) in [(-half, -half), (-half, half), (half, -half), (half, half)] {
        let centre = Coordinate(x: cell.center.x + east, y: cell.center.y + north)
        let quarter = InscribedCell(centre, half: half, in: self)
        if quarter.promise > best.distance { open.push(quarter) }
      }
    }
    return best.distance >= 0 ? Circle(center: best.center, radius: best.distance) : nil
  }
}

/// A square that may contain the centre of the largest circle.
private struct InscribedCell {
  let center: Coordinate
  let half: Double
  /// The distance of its centre from the boundary, negative outside.
  let distance: Double

  init(_ center: Coordinate, half: Double, in area: Geometry) {
    self.center = center
    self.half = half
    let away = area.nearestBoundaryCoordinate(to: center)?.distance ?? 0
    distance = area.areaContains(center) ? away : -away
  }

  /// An upper bound of the distance of its points from the boundary.
  var promise: Double { distance + half * 2.0.squareRoot() }
}

// A binary heap, the most promising first.

extension [InscribedCell] {
  fileprivate mutating func push(_ cell: InscribedCell) {
    append(cell)
    var index = count - 1
    while index > 0, self[(index - 1) / 2].promise < self[index].promise {
      swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  fileprivate mutating func popMostPromising() -> InscribedCell? {
    guard let first else { return nil }
    swapAt(0, count - 1)
    removeLast()
    var index = 0
    while true {
      var greatest = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < count && self[child].promise > self[greatest].promise {
        greatest = child
      }
      if greatest == index { return first }
      swapAt(index, greatest)
      index = greatest
    }
  }
}
