internal import CGEOS

extension Geometry {
  /// The part of the geometry that lies outside another.
  ///
  /// Where it is cut its border follows the other's. Z is kept and interpolated as GEOS does, M is
  /// dropped, the reference system kept. GEOS's `GEOSDifference`.
  ///
  /// - Returns: The geometry itself when the envelopes are apart or one is empty; an empty geometry when
  ///   the other covers all of it.
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences`, `nonFiniteOrdinate`,
  ///   `ordinateOutOfRange`, or `engine` for areas that are not valid.
  public func difference(_ other: Geometry) throws(GeometryError) -> Geometry {
    _ = try commonSRID(srid, other.srid)
    guard let envelope, let otherEnvelope = other.envelope, envelope.intersects(otherEnvelope)
    else { return self }
    let thread = try EngineThread()
    try checkPlane()
    try other.checkPlane()
    let form = try OwnedGeometry(removingM(), thread)
    let otherForm = try OwnedGeometry(other.removingM(), thread)
    let difference = try unsafe form.withPointer { pointer throws(GeometryError) in
      try unsafe otherForm.withPointer { otherPointer throws(GeometryError) in
        try unsafe OwnedGeometry(
          adopting: GEOSDifference_r(thread.context, pointer, otherPointer),
          of: "Taking the difference",
          thread
        )
      }
    }
    return try difference.value(srid: srid, thread)
  }
}
