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

extension UtilityNetwork {
  /// The tolerance that suits the network's reference system: a millimetre, or what is about one in
  /// degrees.
  ///
  /// EPSG numbers most systems of longitude and latitude from 4000 to 4999. Where no system is
  /// declared, a network that fits longitudes and latitudes and is not larger than ten degrees is
  /// taken to be in degrees.
  ///
  /// - Complexity: Linear in the number of features where no system is declared.
  public var coincidenceTolerance: CoincidenceTolerance {
    let world = Envelope(minX: -180, minY: -90, maxX: 180, maxY: 90)
    if let srid {
      let isGeographic =
        (4000..<5000).contains(srid) || SpatialReferenceSystems.later.contains(srid)
      guard isGeographic else { return .millimetre }
    }
    var extent: Envelope?
    for table in tables {
      for case let envelope? in table.geometries.lazy.map({ $0?.envelope }) {
        guard world.contains(envelope) else { return .millimetre }
        extent = extent.map { Envelope.combining([$0, envelope]) ?? envelope } ?? envelope
      }
    }
    if srid != nil { return .degrees }
    guard let extent, max(extent.width, extent.height) <= 10 else { return .millimetre }
    return .degrees
  }
}

/// Reference systems of longitude and latitude that were numbered after 4999 ran out.
enum SpatialReferenceSystems {
  static let later: Set<SRID> = [
    5681, 6318, 6322, 6325, 6706, 6783, 7844, 8232, 8545, 8818, 9000, 9057, 9755,
  ]
}
