/// A line through two or more coordinates, or an empty one.
public struct LineString: Hashable, Sendable {
  /// The vertices, in digitised order.
  public let coordinates: CoordinateSequence
  /// The reference system; nil when undeclared.
  public let srid: SRID?

  /// Creates a line.
  ///
  /// Equal consecutive coordinates and zero length are allowed: real data has them.
  ///
  /// - Throws: ``GeometryError`` with code `tooFewCoordinates` when there is exactly one coordinate.
  public init(_ coordinates: CoordinateSequence, srid: SRID? = nil) throws(GeometryError) {
    guard coordinates.count != 1 else {
      throw GeometryError(.tooFewCoordinates, "A line needs 2 coordinates; got 1.")
    }
    self.coordinates = coordinates
    self.srid = srid
  }
}
