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

  @Test("An area whose hole is greater than its ring is combined without a trap")
  func holeBeyondRing() throws {
    let odd = try Geometry(
      wkt: "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (-9 -9, 9 -9, 9 9, -9 9, -9 -9))"
    )
    let even = square(1, 1, 2)
    #expect(odd.area < 0)
    for (one, other) in [(odd, even), (even, odd), (odd, odd)] {
      _ = try? one.union(other)
      _ = try? one.intersection(other)
      _ = try? one.difference(other)
      _ = try? one.symmetricDifference(other)
      _ = try? one.clipped(to: Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1))
    }
  }

  @Test(
    "Two areas beside an edge that differs in the last place share nothing, and lose nothing",
    arguments: 1...5
  )
  func nearlyCommonEdge(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    func ordinate(_ range: ClosedRange<Int>) -> Double { Double(generator.int(range)) / 1000 }
    for _ in 0..<400 {
      let origin = Double(generator.int(0...1) * 500_000)
      let start = Coordinate(x: origin + ordinate(0...9000), y: origin + ordinate(0...9000))
      let along = (x: ordinate(1000...9000), y: ordinate(-9000...9000))
      let end = Coordinate(x: start.x + along.x, y: start.y + along.y)
      func area(_ start: Coordinate, _ side: Double) throws -> Geometry {
        let (share, width) = (ordinate(0...1000), side * ordinate(200...1000))
        let top = Coordinate(
          x: start.x + share * along.x - width * along.y,
          y: start.y + share * along.y + width * along.x
        )
        let ring = CoordinateSequence([start, end, top, start])
        return .polygon(try Polygon(coordinates: ring, ringEnds: [4], srid: nil))
      }
      let moved = Coordinate(x: start.x, y: generator.oneIn(2) ? start.y.nextUp : start.y.nextDown)
      let (one, other) = (try area(start, 1), try area(moved, -1))
      let blur = 1e-6 * (one.area + other.area)
      let sum = one.area + other.area
      for (found, expected) in [
        (try one.intersection(other).area, 0), (try one.difference(other).area, one.area),
        (try one.union(other).area, sum), (try one.symmetricDifference(other).area, sum),
      ] { #expect(abs(found - expected) < blur, "seed \(seed): \(one.wkt) \(other.wkt)") }
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
