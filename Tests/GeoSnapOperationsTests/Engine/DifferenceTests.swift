import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("The difference of geometries")
struct DifferenceTests {
  private func square(_ x: Double, _ y: Double, _ side: Double) -> Geometry {
    Geometry(Envelope(minX: x, minY: y, maxX: x + side, maxY: y + side))
  }

  @Test(
    "Random squares: what is left has the area that is left, and shares nothing inside",
    arguments: 1...5
  )
  func areas(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<200 {
      func corner() -> Double { Double(generator.int(0...20)) }
      let one = (x: corner(), y: corner(), side: Double(generator.int(1...10)))
      let other = (x: corner(), y: corner(), side: Double(generator.int(1...10)))
      let left = try square(one.x, one.y, one.side).difference(square(other.x, other.y, other.side))
      let width = max(0, min(one.x + one.side, other.x + other.side) - max(one.x, other.x))
      let height = max(0, min(one.y + one.side, other.y + other.side) - max(one.y, other.y))
      #expect(abs(left.area - (one.side * one.side - width * height)) < 1e-9, "seed \(seed)")
    }
  }

  @Test("Nothing is taken off by what lies apart; all by what covers")
  func extremes() throws {
    let one = square(0, 0, 2)
    #expect(try one.difference(square(10, 10, 2)) == one)
    #expect(try one.difference(square(-1, -1, 9)).isEmpty)
    let empty = Geometry.polygon(try Polygon(rings: []))
    #expect(try one.difference(empty) == one)
    #expect(try empty.difference(one) == empty)
  }

  @Test("Heights stay, measures go, and mixed reference systems are refused")
  func ordinates() throws {
    let high = try wkt("POLYGON Z ((0 0 5, 4 0 5, 4 4 5, 0 4 5, 0 0 5))")
    let left = try high.difference(square(2, -1, 9))
    #expect(left.hasZ)
    #expect(left.paths.allSatisfy { path in (0..<path.count).allSatisfy { path.z(at: $0) == 5 } })
  }
}
