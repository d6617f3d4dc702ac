/// The largest distance between coincident vertices, in the plane and in height.
public struct CoincidenceTolerance: Equatable, Sendable, Codable {
  /// The distance in the plane, in the units of the coordinates.
  public let xy: Double
  /// The difference in height, in units of height; ignored if one of the two has no height.
  public let z: Double

  /// Creates a tolerance.
  ///
  /// - Throws: `GeometryError` with code `invalidArgument` unless both are finite and not negative.
  public init(xy: Double, z: Double) throws(GeometryError) {
    guard xy.isFinite, xy >= 0, z.isFinite, z >= 0 else {
      throw GeometryError(
        .invalidArgument,
        "Tolerances in the plane and in height must be finite and 0 or more; got \(xy) and \(z)."
      )
    }
    self.init(known: xy, z: z)
  }

  package init(known xy: Double, z: Double) {
    self.xy = xy
    self.z = z
  }

  /// A millimetre: for coordinates in metres.
  package static let millimetre = CoincidenceTolerance(known: 0.001, z: 0.001)

  /// About a millimetre for longitudes and latitudes: 1e-8 degrees.
  package static let degrees = CoincidenceTolerance(known: 1e-8, z: 0.001)

  /// Whether a distance in x and y is within the tolerance.
  @inline(__always)
  package func holds(_ dx: Double, _ dy: Double) -> Bool { dx * dx + dy * dy <= xy * xy }

  /// Whether two heights coincide; a missing height, which is NaN, coincides with any.
  @inline(__always)
  package func holds(_ one: Double, _ other: Double, heights: Void) -> Bool {
    // A comparison with NaN is false, so a missing height coincides.
    !((one - other).magnitude > z)
  }

  /// Reads a tolerance.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    try self.init(xy: container.required("xy"), z: container.required("z"))
  }
}
