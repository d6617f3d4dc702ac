/// A single place, or none (`POINT EMPTY`).
public struct Point: Hashable, Sendable {
  /// The place; nil for the empty point.
  public let coordinate: Coordinate?
  /// The height; nil when the point has none.
  public let z: Double?
  /// The measure, NaN where it is missing; nil when the point has none.
  public let m: Double?
  /// The reference system; nil when undeclared.
  public let srid: SRID?

  /// Creates a point at a coordinate.
  public init(
    _ coordinate: Coordinate,
    z: Double? = nil,
    m: Double? = nil,
    srid: SRID? = nil
  ) {
    self.coordinate = coordinate
    self.z = z
    self.m = m
    self.srid = srid
  }

  /// Creates a point from its ordinates.
  public init(x: Double, y: Double, z: Double? = nil, m: Double? = nil, srid: SRID? = nil) {
    self.init(Coordinate(x: x, y: y), z: z, m: m, srid: srid)
  }

  /// Creates the empty point.
  public init(emptyIn srid: SRID? = nil) {
    coordinate = nil
    z = nil
    m = nil
    self.srid = srid
  }
}
