/// The curve along which a packed tree stores its entries, so that neighbours in the plane become
/// neighbours in memory.
struct HilbertCurve {
  private let origin: Coordinate
  private let scaleX: Double
  private let scaleY: Double

  /// A curve through 65,536 x 65,536 cells over an extent; what lies outside counts to the cells
  /// at its border.
  init(over extent: Envelope) {
    origin = Coordinate(x: extent.minX, y: extent.minY)
    scaleX = HilbertCurve.scale(over: extent.width)
    scaleY = HilbertCurve.scale(over: extent.height)
  }

  /// Cells per unit; 0 for an extent without width, or with one so small that cells overflow.
  private static func scale(over width: Double) -> Double {
    let scale = 65535 / width
    return scale.isFinite ? scale : 0
  }

  /// The position of a place along the curve.
  @inline(__always)
  func key(_ x: Double, _ y: Double) -> UInt32 {
    hilbertKey(
      UInt32(truncatingIfNeeded: Int(min(max((x - origin.x) * scaleX, 0), 65535))),
      UInt32(truncatingIfNeeded: Int(min(max((y - origin.y) * scaleY, 0), 65535)))
    )
  }
}
/// The position of a cell along the Hilbert curve through a 65,536 x 65,536 grid.
///
/// Walks from the coarsest quadrant to the finest, turning the frame as the curve does: in a lower
/// quadrant the axes swap, in the lower right one they are turned over first. Without branches,
/// which would be guessed wrong half of the time.
func hilbertKey(_ column: UInt32, _ row: UInt32) -> UInt32 {
  var x = column
  var y = row
  var key: UInt32 = 0
  for bit in stride(from: UInt32(15), through: 0, by: -1) {
    let right = x &>> bit & 1
    let upper = y &>> bit & 1
    key = key &<< 2 | (3 &* right) ^ upper
    let lower = upper &- 1
    let turn = (0 &- right) & lower
    x ^= turn
    y ^= turn
    let difference = (x ^ y) & lower
    x ^= difference
    y ^= difference
  }
  return key
}
