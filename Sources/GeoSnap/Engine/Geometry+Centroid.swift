internal import CGEOS

extension Geometry {
  /// The centre of mass of the members of highest dimension; it may lie outside the geometry.
  ///
  /// Z and M are dropped, the reference system kept; the empty point when the geometry is empty. GEOS's
  /// `GEOSGetCentroid`.
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  public func centroid() throws(GeometryError) -> Point {
    try unsafe derivedPoint("Finding the centroid") { context, pointer in
      unsafe GEOSGetCentroid_r(context, pointer)
    }
  }

  /// A place on the geometry: inside an area where its widest part is, near the middle of lines.
  ///
  /// Z and M are dropped, the reference system kept; the empty point when the geometry is empty. GEOS's
  /// `GEOSPointOnSurface`.
  ///
  /// - Throws: As ``centroid()``.
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
