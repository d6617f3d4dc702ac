/// How near two vertices must be to be one place.
public struct CoincidenceTolerance: Equatable, Sendable {
  /// The distance in the plane, in the units of the coordinates.
  public var xy: Double
  /// The difference in height, in its units; without meaning where one of the two has no height.
  public var z: Double

  /// Creates a tolerance.
  ///
  /// - Precondition: Both are finite and not negative.
  public init(xy: Double, z: Double) {
    precondition(
      xy.isFinite && xy >= 0 && z.isFinite && z >= 0,
      "A tolerance is a finite number that is not negative"
    )
    self.xy = xy
    self.z = z
  }

  /// A millimetre: for coordinates in metres.
  public static let millimetre = CoincidenceTolerance(xy: 0.001, z: 0.001)

  /// About a millimetre for longitudes and latitudes: 1e-8 degrees.
  public static let degrees = CoincidenceTolerance(xy: 1e-8, z: 0.001)

  /// Whether two places are one.
  @inline(__always)
  package func holds(_ dx: Double, _ dy: Double) -> Bool { dx * dx + dy * dy <= xy * xy }

  /// Whether two heights are one; a height that is no number is none.
  @inline(__always)
  package func holds(_ one: Double, _ other: Double, heights: Void) -> Bool {
    // Written so that a missing height holds: a comparison with NaN is false.
    !((one - other).magnitude > z)
  }
}

extension CoincidenceTolerance: Codable {}
