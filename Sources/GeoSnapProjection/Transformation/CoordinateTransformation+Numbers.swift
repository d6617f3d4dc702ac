public import GeoSnap

extension CoordinateTransformation {
  /// Finds the best operation between two systems given by their EPSG or Esri codes, as
  /// ``init(from:to:in:allowingBallpark:)``.
  ///
  /// For example, `CoordinateTransformation(from: 4326, to: srid)` transforms a tap on a map to a network's system.
  ///
  /// - Throws: As ``init(from:to:in:allowingBallpark:)``; `unknownReference` when PROJ does not know a code.
  /// - Complexity: As ``init(from:to:in:allowingBallpark:)``.
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
