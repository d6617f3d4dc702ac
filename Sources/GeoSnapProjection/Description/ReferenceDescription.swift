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

  /// Sets the kind of the system to that of its first part, which is the horizontal one.
  mutating func meet(_ kind: ReferenceKind) { self.kind = self.kind ?? kind }
}

/// A part of the world between two meridians and two parallels, in degrees.
///
/// ```swift
/// let fiji = AreaOfUse(west: 174, south: -25, east: -176, north: -9)
/// fiji.contains(longitude: 179, latitude: -17)  // -> true
/// fiji.contains(longitude: 0, latitude: -17)    // -> false
/// ```
///
/// - Units: Degrees of longitude and latitude.
/// - Errors: NaN lies in no area.
/// - Complexity: Constant.
/// - Source: The extents of the EPSG dataset, from PROJ's `proj_get_area_of_use`.
public struct AreaOfUse: Hashable, Sendable {
  /// The western meridian; greater than ``east`` when the area crosses the antimeridian.
  public let west: Double
  /// The southern parallel.
  public let south: Double
  /// The eastern meridian.
  public let east: Double
  /// The northern parallel.
  public let north: Double
  /// The name, such as `Germany - onshore and offshore`; nil when it has none.
  public let name: String?

  /// Creates an area.
  public init(west: Double, south: Double, east: Double, north: Double, name: String? = nil) {
    precondition(
      (-180...180).contains(west) && (-180...180).contains(east) && south >= -90 && north <= 90
        && south <= north,
      "An area lies within longitudes from -180 to 180 and latitudes from -90 to 90"
    )
    self.west = west
    self.south = south
    self.east = east
    self.north = north
    self.name = name
  }

  /// Whether a place is in the area, including its borders.
  public func contains(longitude: Double, latitude: Double) -> Bool {
    guard latitude >= south, latitude <= north else { return false }
    return west <= east
      ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
  }
}

/// The figure of the earth that longitudes and latitudes refer to.
package struct Ellipsoid: Hashable, Sendable {
  /// The equatorial radius, in metres.
  package let semiMajorAxis: Double
  /// The difference between the equatorial and the polar radius, as a share of the equatorial one; 0 for a sphere.
  package let flattening: Double

  package init(semiMajorAxis: Double, flattening: Double) {
    precondition(
      semiMajorAxis > 0 && semiMajorAxis.isFinite && flattening >= 0 && flattening < 1,
      "An ellipsoid has a positive radius and a flattening from 0 to less than 1"
    )
    self.semiMajorAxis = semiMajorAxis
    self.flattening = flattening
  }

  /// The ellipsoid of WGS 84.
  package static let wgs84 = Ellipsoid(semiMajorAxis: 6_378_137, flattening: 1 / 298.257_223_563)
}
