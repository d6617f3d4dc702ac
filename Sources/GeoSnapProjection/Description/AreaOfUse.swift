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
  ///
  /// - Precondition: Longitudes are from -180 to 180, latitudes from -90 to 90, and `south` is at most `north`.
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
