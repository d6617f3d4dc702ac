/// The figure of the earth that longitudes and latitudes refer to.
public struct Ellipsoid: Hashable, Sendable {
  /// The equatorial radius, in metres.
  public let semiMajorAxis: Double
  /// The difference between the equatorial and the polar radius, as a share of the equatorial one; 0 for a sphere.
  public let flattening: Double

  /// Creates an ellipsoid.
  ///
  /// - Precondition: The radius is a positive finite number, the flattening is from 0 to less than 1.
  public init(semiMajorAxis: Double, flattening: Double) {
    precondition(
      semiMajorAxis > 0 && semiMajorAxis.isFinite && flattening >= 0 && flattening < 1,
      "An ellipsoid has a positive radius and a flattening from 0 to less than 1"
    )
    self.semiMajorAxis = semiMajorAxis
    self.flattening = flattening
  }

  /// The ellipsoid of WGS 84.
  public static let wgs84 = Ellipsoid(semiMajorAxis: 6_378_137, flattening: 1 / 298.257_223_563)
}
