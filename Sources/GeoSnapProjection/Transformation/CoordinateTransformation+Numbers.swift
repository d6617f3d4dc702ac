public import GeoSnap

extension CoordinateTransformation {
  /// Finds the best operation between two systems that are known by their numbers.
  ///
  /// As ``init(from:to:in:allowingBallpark:)``. Such as from what a map is told of a tap, longitude and latitude
  /// on WGS 84, to what a network says of itself: `CoordinateTransformation(from: 4326, to: srid)`.
  ///
  /// - Parameters:
  ///   - source: The number of the system of the coordinates that go in.
  ///   - target: The number of the system of the coordinates that come out.
  ///   - area: Where the coordinates lie; nil for the whole area that both systems are used in.
  /// - Throws: As ``init(from:to:in:allowingBallpark:)``; code `unknownReference` when PROJ's database has no
  ///   such number.
  /// - Complexity: As ``init(from:to:in:allowingBallpark:)``.
  /// - Source: As ``init(from:to:in:allowingBallpark:)``.
  public init(
    from source: SRID,
    to target: SRID,
    in area: AreaOfUse? = nil
  ) throws(ProjectionError) {
    try self.init(
      from: SpatialReference(srid: source),
      to: SpatialReference(srid: target),
      in: area
    )
  }
}
