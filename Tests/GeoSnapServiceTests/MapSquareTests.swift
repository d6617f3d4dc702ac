import Foundation
import GeoSnap
import GeoSnapService
import GeoSnapTestSupport
import Testing

/// The square of the map stays where it can, and is doubled where it cannot.
struct MapSquareTests {
  @Test("A square that is outgrown is doubled around all that there is", arguments: seeds(40))
  func growth(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func place() -> Double {
      .random(in: -1...1, using: &random) * exp2(.random(in: -3...20, using: &random))
    }
    var extent = Envelope(minX: 0, minY: 0, maxX: 0, maxY: 0)
    var square = MapSquare(around: extent)
    #expect(square.side > 0)
    for _ in 0..<50 {
      extent = extent.union(Envelope(Coordinate(x: place(), y: place())))
      let next = square.holding(extent)
      #expect(next.left <= extent.minX && extent.maxX <= next.left + next.side)
      #expect(next.top - next.side <= extent.minY && extent.maxY <= next.top)
      let zooms = log2(next.side / square.side)
      #expect(zooms == zooms.rounded() && zooms >= 0)
      // It is no larger than it has to be, and stays for as long as it holds.
      #expect(zooms == 0 || next.side < 2.1 * 1.02 * max(extent.width, extent.height))
      #expect(next.holding(extent) == next)
      square = next
    }
    #expect(square.holding(Envelope(minX: 0, minY: 0, maxX: 0, maxY: 0)) == square)
    #expect(square.holding(nil) == square)
  }

  @Test("Two runs of a service have no revision in common: browsers keep tiles by it")
  func revisions() async throws {
    let first = try await ServiceFixture()
    let second = try await ServiceFixture()
    #expect(second.service.served.now.revision > first.service.served.now.revision)
  }
}
