/// The reason why a geometry is not valid, and the location.
public struct ValidityProblem: Hashable, Sendable {
  /// The reason in GEOS's words, such as `Self-intersection`.
  public let reason: String
  /// The location; its ordinates may be NaN when the problem is a coordinate that is not finite.
  public let location: Coordinate

  /// Creates a problem.
  public init(reason: String, location: Coordinate) {
    self.reason = reason
    self.location = location
  }
}
