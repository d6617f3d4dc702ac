extension Geometry {
  /// The greatest magnitude of an ordinate that operations accept: squares of it do not overflow.
  static var greatestOrdinate: Double { 1e150 }

  /// Refuses what GEOS would answer with nonsense or not at all.
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate` or `ordinateOutOfRange`.
  func checkPlane() throws(GeometryError) {
    var offending: Coordinate?
    forEachPath { path in
      for index in 0..<path.count where offending == nil {
        let place = path[index]
        let isInRange =
          place.x.magnitude <= Geometry.greatestOrdinate
          && place.y.magnitude <= Geometry.greatestOrdinate
        if !isInRange { offending = place }
      }
    }
    guard let offending else { return }
    guard offending.isFinite else {
      throw GeometryError(
        .nonFiniteOrdinate,
        "The \(type.name) has a coordinate that is not finite: \(offending)."
      )
    }
    throw GeometryError(
      .ordinateOutOfRange,
      "The \(type.name) has an ordinate beyond \(Geometry.greatestOrdinate): \(offending)."
    )
  }

  /// GEOS's form of the geometry in the plane, without Z and M.
  ///
  /// - Precondition: The geometry is not empty.
  func planeForm(_ thread: EngineThread) throws(GeometryError) -> OwnedGeometry {
    try checkPlane()
    return try OwnedGeometry(removingZAndM(), thread)
  }
}
