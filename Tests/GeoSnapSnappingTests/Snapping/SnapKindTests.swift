import GeoSnap
import GeoSnapTestSupport
import Testing

private func c(_ x: Double, _ y: Double) -> Coordinate { Coordinate(x: x, y: y) }

@Suite("Kinds of places")
struct SnapKindTests {
  let index: NetworkIndex

  init() throws {
    index = try PlainNetwork.index([
      (
        "lines", .lineString,
        [
          try PlainNetwork.line(c(0, 0), c(10, 0), c(10, 10)),
          try PlainNetwork.line(c(3, -5), c(3, 5)),
        ]
      ),
      ("areas", .polygon, [try PlainNetwork.square(20, 0, 10)]),
      ("points", .point, [.point(Point(c(1, 3)))]),
    ])
  }

  @Test(
    "Each kind is offered where it is, and only when it is switched on",
    arguments: [
      (SnapKind.point, c(1.2, 3.1), c(1, 3)), (.lineEnd, c(0.5, 0.2), c(0, 0)),
      (.vertex, c(10.4, -0.3), c(10, 0)), (.intersection, c(3.2, 0.4), c(3, 0)),
      (.midpoint, c(10.3, 5.2), c(10, 5)), (.centroid, c(25.3, 5.1), c(25, 5)),
      (.segment, c(7.5, 0.6), c(7.5, 0)), (.boundary, c(20.3, 4), c(20, 4)),
      (.area, c(27, 7), c(27, 7)),
    ]
  )
  func each(kind: SnapKind, at place: Coordinate, location: Coordinate) throws {
    let only = PlainNetwork.snapper(index) { $0.kinds = SnapKinds(kind) }
    let match = try #require(only.snap(at: place, tolerance: 1))
    #expect(match.place.kind == kind)
    #expect(match.place.location == location)
    #expect(match.place.distance == place.distance(to: location))
    let without = PlainNetwork.snapper(index) { $0.kinds = .all.subtracting(SnapKinds(kind)) }
    #expect(without.snap(at: place, tolerance: 1)?.place.kind != kind)
    #expect(without.matches(at: place, tolerance: 1).allSatisfy { $0.place.kind != kind })
  }

  @Test("A better rank wins over a nearer place; matches lists all, best first")
  func ranks() {
    let snapper = PlainNetwork.snapper(index) { $0.kinds = .all }
    let matches = snapper.matches(at: c(3.3, 0.1), tolerance: 5)
    let ranks = matches.map(\.place.kind.rank)
    #expect(ranks == ranks.sorted())
    #expect(matches.first?.place.kind.rank == 0)
    #expect(matches.contains { $0.place.kind == .intersection })
    #expect(matches.first == snapper.snap(at: c(3.3, 0.1), tolerance: 5))
  }

  @Test("The next place follows in order, the first after the last")
  func cycling() throws {
    let snapper = PlainNetwork.snapper(index) { $0.kinds = .all }
    let all = snapper.matches(at: c(3.3, 0.1), tolerance: 5)
    var current = try #require(all.first)
    for step in 1...all.count {
      current = try #require(snapper.match(after: current, at: c(3.3, 0.1), tolerance: 5))
      #expect(current.isSamePlace(as: all[step % all.count]))
    }
  }

  @Test("A kind, a source and a kind of a source have tolerances of their own")
  func tolerances() {
    let far = c(7, 2)
    #expect(PlainNetwork.snapper(index).snap(at: far, tolerance: 1) == nil)
    let byKind = PlainNetwork.snapper(index) { $0.kindTolerances = [.segment: .mapUnits(2)] }
    #expect(byKind.snap(at: far, tolerance: 1)?.place.kind == .segment)
    let bySource = PlainNetwork.snapper(index) { $0.sourceSettings[0].tolerance = .mapUnits(2.5) }
    #expect(bySource.snap(at: far, tolerance: 1)?.place.kind == .segment)
    let both = PlainNetwork.snapper(index) {
      $0.sourceSettings[0].tolerance = .mapUnits(2.5)
      $0.sourceSettings[0].kindTolerances = [.segment: .mapUnits(1.5)]
    }
    #expect(both.snap(at: far, tolerance: 1) == nil)
    let refused = both.explain(at: far, tolerance: 1).refused
    #expect(refused.first { $0.place.kind == .segment }?.reason == .beyondTolerance)
    #expect(refused.first { $0.place.kind == .segment }?.remedy == .widen(2))
  }

  @Test("A tolerance in pixels is one in map units at a view")
  func pixels() {
    let map = SnapMap(of: index.network.base)
    let scene = SnapScene(index)
    let settings = PlainNetwork.settings(map, index.network.base)
    let view = SnapView(unitsPerPixel: 0.1)
    let snapper = Snapper(scene, settings: settings, view: view)
    #expect(snapper.snap(at: c(7, 1)) != nil)
    #expect(snapper.snap(at: c(7, 1.0000001)) == nil)
    #expect(abs(SnapView(scale: 1000).unitsPerPixel - 0.2645833333) < 1e-9)
    #expect(abs(SnapView(unitsPerPixel: 0.2645833333333333).scale - 1000) < 1e-9)
  }

  @Test("The grid's node, when nothing of a feature is near; suspended, nothing")
  func grid() {
    let snapper = PlainNetwork.snapper(index) {
      $0.kinds = .all
      $0.grid = SnapGrid(origin: c(100, 100), spacing: 5)
    }
    #expect(snapper.snap(at: c(104.2, 95.9), tolerance: 2)?.place.location == c(105, 95))
    #expect(snapper.snap(at: c(104.2, 95.9), tolerance: 2)?.place.target == .grid)
    #expect(snapper.snap(at: c(102.5, 97.5), tolerance: 2) == nil)
    let suspended = Snapper(
      snapper.scene,
      settings: PlainNetwork.settings(SnapMap(of: index.network.base), index.network.base) {
        $0.isSuspended = true
        $0.grid = SnapGrid(spacing: 5)
      }
    )
    #expect(suspended.snap(at: c(0, 0), tolerance: 2) == nil)
    let refused = suspended.explain(at: c(0, 0), tolerance: 2).refused
    #expect(!refused.isEmpty && refused.allSatisfy { $0.reason == .suspended })
  }

  @Test("Intersections: not at common ends, not of overlaps, exactly at an end that touches")
  func intersections() throws {
    let index = try PlainNetwork.index([
      (
        "lines", .lineString,
        [
          try PlainNetwork.line(c(0, 0), c(10, 10)), try PlainNetwork.line(c(10, 10), c(20, 0)),
          try PlainNetwork.line(c(5, 5), c(5, -9)), try PlainNetwork.line(c(2, 2), c(8, 8)),
          try PlainNetwork.line(c(0.1, 3), c(0.1, -3)),
        ]
      )
    ])
    let snapper = PlainNetwork.snapper(index) { $0.kinds = SnapKinds(.intersection) }
    #expect(snapper.snap(at: c(10, 10), tolerance: 0.5) == nil)
    let touch = try #require(snapper.snap(at: c(5.1, 5), tolerance: 0.5))
    #expect(touch.place.location == c(5, 5))
    #expect(snapper.snap(at: c(3, 3), tolerance: 0.5) == nil)
    let crossing = try #require(snapper.snap(at: c(0, 0), tolerance: 0.5))
    #expect(crossing.place.location.distance(to: c(0.1, 0.1)) < 1e-15)
    #expect(crossing.place.feature == FeatureID(table: 0, row: 0))
    #expect(crossing.crossing?.target == .feature(FeatureID(table: 0, row: 4)))
    #expect(abs((crossing.crossing?.fraction ?? 0) - 2.9 / 6) < 1e-12)
  }

  @Test("Of many crossings the nearest is found, however large the tolerance", arguments: 1...4)
  func manyCrossings(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let lines = try (0..<60).map { _ in
      try PlainNetwork.line(
        c(generator.double(0...100), generator.double(0...100)),
        c(generator.double(0...100), generator.double(0...100))
      )
    }
    let index = try PlainNetwork.index([("lines", .lineString, lines)])
    let snapper = PlainNetwork.snapper(index) { $0.kinds = SnapKinds(.intersection) }
    let oracle = SnapOracle(index.network.base, editing: nil, kinds: SnapKinds(.intersection))
    let all = (0..<lines.count).map { FeatureID(table: 0, row: $0) }
    for tolerance in [0.5, 5, 50, 1e6] {
      for _ in 0..<20 {
        let place = c(generator.double(0...100), generator.double(0...100))
        let expected = oracle.winner(at: place, tolerance: tolerance, role: .point, among: all)
        let actual = snapper.snap(at: place, tolerance: tolerance)
        #expect(actual?.place.feature == expected?.feature, "seed \(seed)")
        #expect(actual?.crossing?.target == (expected?.other).map { .feature($0.feature) })
      }
    }
  }
}
