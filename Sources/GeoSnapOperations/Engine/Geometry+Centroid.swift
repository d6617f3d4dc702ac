internal import CGEOS

extension Geometry {
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
    try unsafe derivedPoint("Finding the centroid") { context, pointer in
      unsafe GEOSGetCentroid_r(context, pointer)
    }
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
    try unsafe derivedPoint("Finding a point on the surface") { context, pointer in
      unsafe GEOSPointOnSurface_r(context, pointer)
    }
  }

  @unsafe
  private func derivedPoint(
    _ operation: String,
    _ derive: (OpaquePointer, OpaquePointer) -> OpaquePointer?
  ) throws(GeometryError) -> Point {
    if isEmpty { return Point(emptyIn: srid) }
    let thread = try EngineThread()
    let form = try planeForm(thread)
    let point = try unsafe form.withPointer { pointer throws(GeometryError) in
      try unsafe OwnedGeometry(
        adopting: derive(thread.context, pointer),
        of: operation,
        thread
      )
    }
    guard case .point(let value) = try point.value(srid: srid, thread) else {
      throw thread.failure(of: operation)
    }
    return value
  }
}
