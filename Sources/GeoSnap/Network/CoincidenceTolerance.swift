/// How near two vertices must be to be one place.
public struct CoincidenceTolerance: Hashable, Sendable {
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
  func holds(_ dx: Double, _ dy: Double) -> Bool { dx * dx + dy * dy <= xy * xy }

  /// Whether two heights are one; a height that is no number is none.
  @inline(__always)
  func holds(_ one: Double, _ other: Double, heights: Void) -> Bool {
    // Written so that a missing height holds: a comparison with NaN is false.
    !((one - other).magnitude > z)
  }
}

extension CoincidenceTolerance: Codable {}

extension UtilityNetwork {
  /// How near two vertices of the network must be to be one place.
  ///
  /// What the definition says; without a word there 1e-8 degrees where the reference system is one of
  /// longitude and latitude, and a millimetre otherwise. EPSG numbers most geographic systems from
  /// 4000 to 4999.
  public var coincidenceTolerance: CoincidenceTolerance {
    if let tolerance = definition.tolerance { return tolerance }
    guard let srid else { return .millimetre }
    let isGeographic =
      (4000..<5000).contains(srid) && !SpatialReferenceSystems.projected.contains(srid)
      || SpatialReferenceSystems.later.contains(srid)
    return isGeographic ? .degrees : .millimetre
  }
}

/// Reference systems of longitude and latitude that were numbered after 4999 ran out.
enum SpatialReferenceSystems {
  /// Those among EPSG's numbers of geographic systems that are projected or geocentric.
  static let projected: Set<SRID> = Set(
    [4026, 4037, 4038, 4071, 4082, 4083, 4087, 4088, 4217, 4467, 4471, 4647, 4826, 4839, 4978]
      + [4048...4051, 4056...4063, 4390...4462, 4484...4489, 4491...4554, 4568...4589, 4652...4656]
      .flatMap { Array($0) }
      + [4766...4800, 4855...4880].flatMap { Array($0) }
  )

  static let later: Set<SRID> = [
    5681, 6318, 6322, 6325, 6706, 6783, 7844, 8232, 8545, 8818, 9000, 9057, 9755,
  ]
}
