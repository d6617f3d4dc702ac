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

  /// The positions of four places along the curve.
  @inline(__always)
  func keys(_ x: SIMD4<Double>, _ y: SIMD4<Double>) -> SIMD4<UInt32> {
    hilbertKeys(
      cells((x - SIMD4(repeating: origin.x)) * SIMD4(repeating: scaleX)),
      cells((y - SIMD4(repeating: origin.y)) * SIMD4(repeating: scaleY))
    )
  }

  @inline(__always)
  private func cells(_ places: SIMD4<Double>) -> SIMD4<UInt32> {
    SIMD4(
      HilbertCurve.cell(places.x),
      HilbertCurve.cell(places.y),
      HilbertCurve.cell(places.z),
      HilbertCurve.cell(places.w)
    )
  }

  @inline(__always)
  private static func cell(_ place: Double) -> UInt32 {
    UInt32(truncatingIfNeeded: Int(min(max(place, 0), 65535)))
  }
}

/// The positions of four cells along the Hilbert curve through a 65,536 x 65,536 grid.
///
/// Walks from the coarsest quadrant to the finest, turning the frame as the curve does: in a lower
/// quadrant the axes swap, in the lower right one they are turned over first. Without branches,
/// which would be guessed wrong half of the time, and four at a time.
@inline(__always)
func hilbertKeys(_ columns: SIMD4<UInt32>, _ rows: SIMD4<UInt32>) -> SIMD4<UInt32> {
  let one = SIMD4<UInt32>(repeating: 1)
  let two = SIMD4<UInt32>(repeating: 2)
  var x = columns
  var y = rows
  var key = SIMD4<UInt32>(repeating: 0)
  for level in 0..<UInt32(16) {
    let shift = SIMD4<UInt32>(repeating: 15 &- level)
    let right = x &>> shift & one
    let upper = y &>> shift & one
    key = key &<< two | (right &+ right &+ right) ^ upper
    let lower = upper &- one
    let turn = (SIMD4(repeating: 0) &- right) & lower
    x ^= turn
    y ^= turn
    let difference = (x ^ y) & lower
    x ^= difference
    y ^= difference
  }
  return key
}
