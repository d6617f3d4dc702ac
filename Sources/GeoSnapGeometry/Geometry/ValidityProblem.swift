/// Why a geometry is not valid, and where.
public struct ValidityProblem: Hashable, Sendable {
  /// What is wrong, in GEOS's words, such as `Self-intersection`.
  public let reason: String
  /// Where; the ordinates may be NaN when the problem is a coordinate that is not finite.
  public let location: Coordinate

  /// Creates a problem.
  public init(reason: String, location: Coordinate) {
    self.reason = reason
    self.location = location
  }
}
