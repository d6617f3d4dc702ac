import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Guides of the sketch")
struct SnapGuideTests {
  let snapper: Snapper

  init() throws {
    snapper = PlainNetwork.snapper(try PlainNetwork.index(["points": ["POINT (500 500)"]])) {
      $0.kinds = .all
    }
  }

  private func snap(
    at place: Coordinate,
    _ part: [Coordinate],
    isRing: Bool = false,
    vertex: Int
  ) -> SnapMatch? {
    let sketch = SnapSketch(parts: [part], isRing: isRing, vertex: vertex)
    return try? snapper.snap(at: place, tolerance: 1, sketch: sketch)
  }

  @Test("A new vertex has no extension back over the last segment, and no guide when they are off")
  func lines() throws {
    let line = [c(0, 0), c(10, 0)]
    #expect(snap(at: c(15, 0.5), line, vertex: 2)?.place.target == .sketch)
    #expect(snap(at: c(5, 40), line, vertex: 2) == nil)
    let skew = snap(at: c(20.2, 5), [c(0, 0), c(10, 5), c(10, 0)], vertex: 3)
    #expect(skew?.place.kind == .parallel)
    let off = PlainNetwork.snapper(snapper.scene.index) {
      $0.kinds = .all
      $0.snapsToGeometryGuides = false
    }
    let sketch = SnapSketch(parts: [line], vertex: 2)
    #expect(try off.snap(at: c(15, 0.5), tolerance: 1, sketch: sketch) == nil)
  }

  @Test("Own vertices and edges, but not those that move; a ring is closed at its first vertex")
  func own() {
    let part = [c(0, 0), c(10, 0), c(10, 10), c(30, 10)]
    #expect(snap(at: c(0.3, 0.3), part, vertex: 4)?.place.kind == .ownVertex)
    #expect(snap(at: c(30.3, 10.2), part, vertex: 4)?.place.kind != .ownVertex)
    #expect(snap(at: c(5, 0.4), part, vertex: 4)?.place.kind == .ownEdge)
    #expect(snap(at: c(5, 0.4), part, vertex: 1)?.place.kind != .ownEdge)
    #expect(snap(at: c(0.3, 0.3), part, isRing: true, vertex: 4)?.text == "ownVertex 0.0 0.0")
  }

  @Test("Where two guides meet, their crossing wins; features win over all guides")
  func crossings() throws {
    // A corner being moved: at a right angle to both neighbours' segments.
    let corner = [c(0, 20), c(0, 0), c(9, 9), c(10, 20), c(20, 20)]
    let match = try #require(snap(at: c(10.3, 0.2), corner, vertex: 2))
    #expect(match.text == "guideCrossing 10.0 0.0" && match.guides.count == 2)
    #expect(snap(at: c(500.4, 500), corner, vertex: 2)?.place.kind == .point)
  }

  @Test(
    "Random sketches: each guide offered is what its kind says, and none is missed",
    arguments: 1...20
  )
  func random(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<100 {
      let count = generator.int(1...5)
      let vertices = (0..<count).map { _ in
        c(Double(generator.int(0...20)), Double(generator.int(0...20)))
      }
      let isRing = generator.oneIn(3)
      let vertex = generator.int(0...count)
      let sketch = SnapSketch(parts: [vertices], isRing: isRing, vertex: vertex)
      let place = c(generator.double(-5...25), generator.double(-5...25))
      let matches = try snapper.matches(at: place, tolerance: 2, sketch: sketch)
      for match in matches {
        #expect(match.place.distance <= 2)
        for guide in match.guides where match.place.kind != .guideCrossing {
          #expect(vertices.contains(guide.start))
          let reach = match.place.location.distance(to: place)
          #expect(abs(reach - match.place.distance) < 1e-9)
        }
      }
      // The last segment of an open sketch, carried on by hand.
      guard !isRing, vertex == count, count >= 2 else { continue }
      let (one, two) = (vertices[count - 2], vertices[count - 1])
      guard one != two else { continue }
      let length = one.distance(to: two)
      let direction = c((two.x - one.x) / length, (two.y - one.y) / length)
      let along = (place.x - two.x) * direction.x + (place.y - two.y) * direction.y
      let across = abs((place.y - two.y) * direction.x - (place.x - two.x) * direction.y)
      let expected = along > 1e-6 && across <= 2 - 1e-6
      if expected {
        #expect(matches.contains { $0.place.kind == .extend }, "seed \(seed) at \(place)")
      }
      #expect(
        matches.contains { $0.place.kind == .perpendicular } == (abs(along) <= 2)
          || abs(abs(along) - 2) < 1e-6,
        "seed \(seed) at \(place)"
      )
    }
  }
}
