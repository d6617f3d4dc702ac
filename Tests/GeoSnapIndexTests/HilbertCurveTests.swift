import GeoSnap
import GeoSnapIndex
import Testing

@Suite("Hilbert curve")
struct HilbertCurveTests {
  /// Whether some levels of the curve, seen through a shift, visit 256 x 256 cells each once, from one to the next.
  @Test(
    "The curve goes through each cell once, from neighbour to neighbour",
    arguments: [0, 3, 8] as [UInt32]
  )
  func curve(_ shift: UInt32) {
    var cells = [(x: Int, y: Int)?](repeating: nil, count: 1 << 16)
    let corner = hilbertKeys(SIMD4(repeating: 0), SIMD4(repeating: 0)).x
    #expect(corner == 0)
    for y in 0..<UInt32(256) {
      for x in stride(from: UInt32(0), to: 256, by: 4) {
        let columns = SIMD4(x, x + 1, x + 2, x + 3) &<< SIMD4(repeating: shift)
        let keys = hilbertKeys(columns, SIMD4(repeating: y << shift)) &>> (2 * shift)
        for lane in 0..<4 {
          #expect(keys[lane] < 1 << 16)
          cells[Int(keys[lane]) & 0xFFFF] = (Int(x) + lane, Int(y))
        }
      }
    }
    var strides = 0
    for (one, other) in zip(cells, cells.dropFirst()) {
      guard let one, let other else { continue }
      if abs(one.x - other.x) + abs(one.y - other.y) == 1 { strides += 1 }
    }
    #expect(strides == (1 << 16) - 1)
  }
}
