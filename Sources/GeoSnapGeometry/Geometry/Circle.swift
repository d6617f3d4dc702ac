/// All points at one distance from a centre.
public struct Circle: Hashable, Sendable {
  /// The centre.
  public let center: Coordinate
  /// The distance, in coordinate units.
  public let radius: Double

  /// Creates a circle.
  public init(center: Coordinate, radius: Double) {
    self.center = center
    self.radius = radius
  }
}
