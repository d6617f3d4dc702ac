import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Kinds of places")
struct SnapKindTests {
  let index: NetworkIndex

  init() throws {
    index = try PlainNetwork.index([
      "lines": ["LINESTRING (0 0, 10 0, 10 10)", "LINESTRING (3 -5, 3 5)"],
      "areas": ["POLYGON ((20 0, 30 0, 30 10, 20 10, 20 0))"], "points": ["POINT (1 3)"],
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
    let match = try #require(try only.snap(at: place, tolerance: 1))
    #expect(match.place.kind == kind && match.place.location == location)
    #expect(match.place.distance == place.distance(to: location))
    let without = PlainNetwork.snapper(index) { $0.kinds = .all.subtracting(SnapKinds(kind)) }
    #expect(try without.snap(at: place, tolerance: 1)?.place.kind != kind)
    #expect(try without.matches(at: place, tolerance: 1).allSatisfy { $0.place.kind != kind })
  }

  @Test("A better rank wins over a nearer place; matches lists all, best first, and cycles")
  func ranks() throws {
    let snapper = PlainNetwork.snapper(index) { $0.kinds = .all }
    let all = try snapper.matches(at: c(3.3, 0.1), tolerance: 5)
    let ranks = all.map(\.place.kind.rank)
    #expect(ranks == ranks.sorted() && ranks.first == 0)
    #expect(all.contains { $0.place.kind == .intersection })
    #expect(try all.first == snapper.snap(at: c(3.3, 0.1), tolerance: 5))
    var current = try #require(all.first)
    for step in 1...all.count {
      current = try #require(try snapper.match(after: current, at: c(3.3, 0.1), tolerance: 5))
      #expect(current.isSamePlace(as: all[step % all.count]))
    }
  }

  @Test("A view turns pixels into map units; suspended, nothing is found and all is told as such")
  func viewAndSuspension() throws {
    let settings = SnapSettings(on: index.network.base)
    let view = SnapView(unitsPerPixel: 0.1)
    let snapper = Snapper(SnapScene(index), settings: settings, view: view)
    #expect(try snapper.snap(at: c(7, 1)) != nil && snapper.snap(at: c(7, 1.0000001)) == nil)
    #expect(abs(SnapView(scale: 1000).unitsPerPixel - 0.2645833333) < 1e-9)
    #expect(abs(SnapView(unitsPerPixel: 0.2645833333333333).scale - 1000) < 1e-9)
    let suspended = try PlainNetwork.snapper(index) {
      $0.isSuspended = true
      $0.grid = SnapGrid(spacing: 5)
    }.explain(at: c(0, 0), tolerance: 2)
    #expect(suspended.match == nil && !suspended.refused.isEmpty)
    #expect(suspended.refused.allSatisfy { $0.reason == .suspended })
  }

  @Test("Intersections: not at common ends, not of overlaps, exactly at an end that touches")
  func intersections() throws {
    let index = try PlainNetwork.index([
      "lines": [
        "LINESTRING (0 0, 10 10)", "LINESTRING (10 10, 20 0)", "LINESTRING (5 5, 5 -9)",
        "LINESTRING (2 2, 8 8)", "LINESTRING (0.1 3, 0.1 -3)",
      ]
    ])
    let snapper = PlainNetwork.snapper(index) { $0.kinds = SnapKinds(.intersection) }
    let places = [c(10, 10), c(5.1, 5), c(3, 3)]
    let found = try places.map { try snapper.snap(at: $0, tolerance: 0.5)?.place.location }
    #expect(found == [nil, c(5, 5), nil])
    let crossing = try #require(try snapper.snap(at: c(0, 0), tolerance: 0.5))
    #expect(crossing.place.location.distance(to: c(0.1, 0.1)) < 1e-15)
    #expect(crossing.place.feature == FeatureID(table: 0, row: 0))
    #expect(crossing.crossing?.target == .feature(FeatureID(table: 0, row: 4)))
    #expect(abs((crossing.crossing?.fraction ?? 0) - 2.9 / 6) < 1e-12)
  }

  @Test("Of many crossings the nearest is found, however large the tolerance", arguments: seeds(4))
  func manyCrossings(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func place() -> Coordinate { c(generator.double(0...100), generator.double(0...100)) }
    let index = try PlainNetwork.index([
      "lines": (0..<60).map { _ in "LINESTRING (\(place()), \(place()))" }
    ])
    let snapper = PlainNetwork.snapper(index) { $0.kinds = SnapKinds(.intersection) }
    let oracle = SnapOracle(index.network.base, editing: nil, kinds: SnapKinds(.intersection))
    let all = (0..<60).map { FeatureID(table: 0, row: $0) }
    for tolerance in [0.5, 5, 50, 1e6] {
      for _ in 0..<20 {
        let place = place()
        let expected = oracle.winner(at: place, tolerance: tolerance, role: .point, among: all)
        let actual = try snapper.snap(at: place, tolerance: tolerance)
        #expect(actual?.place.feature == expected?.feature, "seed \(seed)")
        #expect(actual?.crossing?.target == (expected?.other).map { .feature($0.feature) })
      }
    }
  }
}
