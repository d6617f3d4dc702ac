public import GeoSnap

extension Geodesy {
  /// The location on a geometry that is closest to a place: on its lines, its points, and of areas their
  /// border.
  ///
  /// Along each segment, a geodesic, the distance is minimised to 10 nanometres; segments that cannot be
  /// nearer than what was found are passed over. On ties the first segment wins. Esri's
  /// `nearestCoordinateGeodetic`.
  ///
  /// - Parameters:
  ///   - geometry: A geometry in the reference system.
  ///   - place: A place in the reference system.
  /// - Returns: nil when the geometry is empty.
  /// - Throws: As ``length(of:)``.
  /// - Complexity: As ``location(along:closestTo:tolerance:)``.
  public func nearestLocation(
    on geometry: Geometry,
    to place: Coordinate
  ) throws(ProjectionError) -> GeodesicLocation? {
    try GeodesicPaths(geometry, self).location(closestTo: try grounded(place))
  }

  /// The distance from a place to a geometry in metres: 0 inside an area.
  ///
  /// - Parameters:
  ///   - place: A place in the reference system.
  ///   - geometry: A geometry in the reference system.
  /// - Returns: nil when the geometry is empty.
  /// - Throws: As ``length(of:)``.
  /// - Complexity: As ``location(along:closestTo:tolerance:)``.
  public func distance(
    from place: Coordinate,
    to geometry: Geometry
  ) throws(ProjectionError) -> Double? {
    guard let nearest = try nearestLocation(on: geometry, to: place) else { return nil }
    if nearest.distance == 0 { return 0 }
    return try isInside(place, geometry) ? 0 : nearest.distance
  }

  /// Whether a place lies inside the areas of a geometry, whose borders are geodesics.
  ///
  /// Of a place on the border, by rounding, either answer is right. Areas are smaller than half the world.
  func isInside(_ place: Coordinate, _ geometry: Geometry) throws(ProjectionError) -> Bool {
    let ground = try grounded(place)
    for part in try grounded(geometry).parts {
      guard case .polygon = part else { continue }
      if !part.paths.count(where: { goesAround(ground, $0) }).isMultiple(of: 2) { return true }
    }
    return false
  }

  /// Whether a ring goes around a place: the directions in which its vertices are seen make a full turn.
  ///
  /// Around the place on the opposite side of the world they do too, but the other way.
  private func goesAround(_ place: Coordinate, _ ring: GeometryPath) -> Bool {
    var turn = 0.0
    for index in 1..<ring.count {
      let from = solver.inverse(place, ring[index - 1]).startAzimuth
      let to = solver.inverse(place, ring[index]).startAzimuth
      turn += folded(degrees: to - from)
    }
    guard abs(turn) > 180 else { return false }
    // Azimuths are clockwise, areas counter-clockwise.
    return (turn < 0) == (solver.signedArea(ring.sequence.slice(ring.range).dropLast()) > 0)
  }
}
