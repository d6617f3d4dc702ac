/// Converts ordinates to the units in which nodes store their boxes.
///
/// All conversions are monotonic, including their rounding: boxes that meet in the plane meet in units too, and no
/// box has to be enlarged.
package struct TreeFrame: Equatable, Sendable {
  /// The centre of the region of most entries.
  let origin: Coordinate
  /// Units per coordinate unit; positive.
  let scale: Double

  /// The greatest magnitude in units, to which others are clamped.
  static let limit = 0x1p30

  /// Creates a frame in which an extent is 65,536 units long.
  init(over extent: Envelope) {
    origin = extent.center
    let side = max(extent.width, extent.height)
    scale = side > 0 ? min(max(65536 / side, 1e-150), 1e150) : 1
  }

  @inline(__always)
  func units(x: Double) -> Float { TreeFrame.clamped((x - origin.x) * scale) }

  @inline(__always)
  func units(y: Double) -> Float { TreeFrame.clamped((y - origin.y) * scale) }

  /// The sides of an envelope: least x, least y, greatest x, greatest y.
  @inline(__always)
  func units(_ envelope: Envelope) -> SIMD4<Float> {
    SIMD4(
      units(x: envelope.minX),
      units(y: envelope.minY),
      units(x: envelope.maxX),
      units(y: envelope.maxY)
    )
  }

  @inline(__always)
  private static func clamped(_ units: Double) -> Float {
    Float(min(max(units, -limit), limit))
  }
}
