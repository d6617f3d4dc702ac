import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("The previous answer")
struct SnapStickinessTests {
  let snapper: Snapper

  init() throws {
    snapper = PlainNetwork.snapper(
      try PlainNetwork.index(["points": ["POINT (0 0)", "POINT (2 0)"]])
    )
  }

  @Test("Another place wins only when it is nearer by a tenth of the tolerance")
  func margin() throws {
    let first = try #require(try snapper.snap(at: c(0.9, 0), tolerance: 2))
    #expect(first.place.location == c(0, 0))
    #expect(
      try snapper.snap(at: c(1.05, 0), tolerance: 2, previous: first)?.place.location == c(0, 0)
    )
    #expect(try snapper.snap(at: c(1.05, 0), tolerance: 2)?.place.location == c(2, 0))
    #expect(
      try snapper.snap(at: c(1.11, 0), tolerance: 2, previous: first)?.place.location == c(2, 0)
    )
  }

  @Test("It is held a fifth of the tolerance beyond it, and tells the new distance")
  func hold() throws {
    for tolerance in [1.0, 3] {
      let first = try #require(try snapper.snap(at: c(-0.5, 0), tolerance: tolerance))
      let place = c(-1.2 * tolerance, 0)
      let held = try snapper.snap(at: place, tolerance: tolerance, previous: first)
      #expect(held?.place.location == c(0, 0) && held?.place.distance == 1.2 * tolerance)
      #expect(try snapper.snap(at: place, tolerance: tolerance) == nil)
      let beyond = c(-1.21 * tolerance, 0)
      #expect(try snapper.snap(at: beyond, tolerance: tolerance, previous: first) == nil)
    }
  }

  @Test("A pointer that trembles between two places changes the answer once")
  func noFlicker() throws {
    var generator = SeededGenerator(seed: 5)
    var previous: SnapMatch?
    var changes = 0
    for _ in 0..<500 {
      let place = c(1 + generator.double(-0.09...0.09), generator.double(-0.1...0.1))
      let match = try snapper.snap(at: place, tolerance: 2, previous: previous)
      if let match, previous?.isSamePlace(as: match) != true { changes += 1 }
      previous = match
    }
    #expect(changes == 1, "seed 5")
  }

  @Test("The margin is a share of the tolerance of the previous place itself")
  func ownMargin() throws {
    let own = PlainNetwork.snapper(snapper.scene.index) {
      $0.kindTolerances = [.point: .mapUnits(2)]
    }
    let first = try #require(try own.snap(at: c(0, 0), tolerance: 100))
    #expect(
      try own.snap(at: c(1.11, 0), tolerance: 100, previous: first)?.place.location == c(2, 0)
    )
  }
}
