/// An axis of a reference system, as its definition states it.
///
/// Coordinates of geometries always have easting or longitude first, in the unit of the axis.
public struct ReferenceAxis: Hashable, Sendable {
  /// The name, such as `Easting` or `Geodetic latitude`.
  public let name: String
  /// The direction in which it points, such as `north`, `east` or `up`.
  public let direction: String
  /// The unit, such as `metre`, `US survey foot` or `degree`.
  public let unit: String
  /// The size of one unit in metres, or in radians for angles.
  public let unitFactor: Double
}

/// The kind of coordinates that a reference system has.
public enum ReferenceKind: String, Hashable, Sendable, CaseIterable {
  /// Longitude and latitude on an ellipsoid.
  case geographic
  /// Easting and northing in a map projection.
  case projected
  /// Three axes from the centre of the earth.
  case geocentric
  /// Heights or depths alone.
  case vertical
  /// Anything else, such as a system local to a building site.
  case other
}

/// What PROJ reports about a reference system.
struct ReferenceDescription: Hashable {
  var name: String
  var wkt: String
  var authority: String?
  var code: String?
  var kind: ReferenceKind?
  var axes: [ReferenceAxis] = []
  var areaOfUse: AreaOfUse?
  var ellipsoid: Ellipsoid?
  /// WKT of the geographic system that this one is based on.
  var base: String?

  init(name: String, wkt: String) {
    self.name = name
    self.wkt = wkt
  }

  /// Sets the kind of the system to that of its first part, which is the horizontal one.
  mutating func meet(_ kind: ReferenceKind) { self.kind = self.kind ?? kind }
}
