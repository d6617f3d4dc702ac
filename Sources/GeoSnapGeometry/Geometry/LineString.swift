/// A line of two or more coordinates, or an empty one.
public struct LineString: Hashable, Sendable {
  /// The vertices, in digitised order.
  public let coordinates: CoordinateSequence
  /// The reference system; nil when none is declared.
  public let srid: SRID?

  /// Creates a line; no coordinates make the empty line.
  ///
  /// Equal consecutive coordinates and zero length are allowed, since real data has them.
  ///
  /// ```swift
  /// let main = try LineString([Coordinate(x: 0, y: 0), Coordinate(x: 3, y: 4)], srid: 25_832)
  /// Geometry.lineString(main).length  // -> 5
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `tooFewCoordinates` when there is exactly one coordinate.
  /// - Complexity: Constant; ordinates are not checked, NaN and infinity are kept.
  /// - Source: Simple Features, `LineString` (OGC 06-103r4, 6.1.7).
  public init(_ coordinates: CoordinateSequence, srid: SRID? = nil) throws(GeometryError) {
    guard coordinates.count != 1 else {
      throw GeometryError(.tooFewCoordinates, "A line needs 2 coordinates; got 1.")
    }
    self.coordinates = coordinates
    self.srid = srid
  }
}
