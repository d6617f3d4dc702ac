import GeoSnap
import GeoSnapTestSupport
import GeoSnapTool
import Testing

@Suite("What a map shows, at which scale, and how lines are cut and thinned")
struct MapGeometryTests {
  @Test("A few far-off features do not shrink a town to a dot; two towns are shown whole")
  func fitting() throws {
    for seed in seeds(20) {
      var random = SeededGenerator(seed: seed)
      let town = (0..<400).map { _ in
        Envelope(around: random.place(around: 500, 400, 1000, 800), radius: random.chance() * 20)
      }
      let far = (0..<3).map { _ in
        Envelope(around: random.place(around: 1e6, -1e6, 1e6, 1e6), radius: 5)
      }
      let moved = town.map {
        Envelope(minX: $0.minX + 50_000, minY: $0.minY, maxX: $0.maxX + 50_000, maxY: $0.maxY)
      }
      #expect(Envelope.fitting(town + far) == Envelope.combining(town), "seed \(seed)")
      for whole in [town, town + moved.prefix(100), Array(town.prefix(10)) + moved.prefix(1)] {
        #expect(Envelope.fitting(whole) == Envelope.combining(whole), "seed \(seed)")
      }
    }
    let chain = (0..<500).map {
      Envelope(around: Coordinate(x: Double($0) * 100, y: 0), radius: 50)
    }
    #expect(Envelope.fitting(chain) == Envelope.combining(chain))
    let one = Envelope(Coordinate(x: 3, y: 4))
    #expect(Envelope.fitting([]) == nil && Envelope.fitting([one]) == one)
    #expect(Envelope.fitting([Envelope](repeating: one, count: 100)) == one)
  }

  @Test("A round step is 1, 2 or 5 times a power of ten, and no other one fits better")
  func roundSteps() {
    for exponent in -12...12 {
      for factor in [1.0, 1.5, 2, 3.3, 5, 7.7, 9.99] {
        var bound = factor
        for _ in 0..<abs(exponent) { bound = exponent < 0 ? bound / 10 : bound * 10 }
        let value = RoundStep(atMost: bound).value
        #expect(value <= bound && value * 2.5 * (1 + 1e-9) >= bound, "\(bound)")
      }
    }
    #expect(RoundStep(atMost: .infinity).value.isFinite)
  }

  @Test("Every cost is in the class whose bounds hold it")
  func costClasses() {
    for greatest in [0, 1e-9, 0.07, 1, 6.9, 7, 8410, 1e12] {
      let classes = CostClasses(upTo: greatest)
      #expect((greatest > 0 ? 3...7 : 1...7).contains(classes.count))
      for step in 0...100 {
        let cost = greatest * Double(step) / 100
        let bounds = classes.label(classes.number(of: cost)).split(separator: " ")
          .compactMap { Double($0) }
        #expect(bounds.count == 2)
        #expect(bounds[0] * (1 - 1e-9) <= cost && cost <= bounds[1] * (1 + 1e-9), "\(cost)")
      }
    }
  }

  private let unit = MapProjection(
    fitting: Envelope(minX: 0, minY: 0, maxX: 860, maxY: 600),
    width: 860,
    heights: 380...640
  )

  @Test("A thinned line keeps its ends, and what is left out lies within half a pixel of the rest")
  func thinning() throws {
    for seed in seeds(50) {
      var random = SeededGenerator(seed: seed)
      var places = [(400.0, 300.0)]
      for _ in 0..<60 {
        let next = random.place(
          around: places[places.count - 1].0,
          places[places.count - 1].1,
          1,
          1
        )
        places.append((next.x, next.y))
      }
      let line = try MadeUpNetwork.line(places)
      var path = MapPath(unit)
      path.addLines(line)
      let kept = path.data.matches(of: /[ML](-?[0-9.]+) (-?[0-9.]+)/).map {
        Coordinate(x: Double($0.output.1) ?? .nan, y: Double($0.output.2) ?? .nan)
      }
      #expect(kept.count + path.skippedVertices == places.count, "seed \(seed)")
      #expect(path.skippedVertices > 0, "seed \(seed)")
      let pixels = line.coordinates.map(unit.pixel)
      // Written to a tenth of a pixel.
      #expect(pixels[0].distance(to: kept[0]) < 0.1, "seed \(seed)")
      #expect(pixels[60].distance(to: kept[kept.count - 1]) < 0.1, "seed \(seed)")
      let isNear = pixels.allSatisfy { pixel in kept.contains { $0.distance(to: pixel) < 0.6 } }
      #expect(isNear, "seed \(seed)")
    }
  }

  private let window = Envelope(minX: 10, minY: 20, maxX: 50, maxY: 40)

  /// A place on a lattice, so that sides and corners are met often.
  private func lattice(_ random: inout SeededGenerator) -> Coordinate {
    Coordinate(x: Double(random.int(0...13)) * 5, y: Double(random.int(0...13)) * 5)
  }

  @Test("A piece is there when GEOS says that segment and window meet, and holds to both")
  func segments() throws {
    let page = try Geometry(wkt: "POLYGON ((10 20, 50 20, 50 40, 10 40, 10 20))")
    var pieces = 0
    for seed in seeds(2000) {
      var random = SeededGenerator(seed: seed)
      let (start, end) = (lattice(&random), lattice(&random))
      let line = try MadeUpNetwork.line([(start.x, start.y), (end.x, end.y)])
      let piece = MapClip(window: window).segment(start, end)
      #expect(try line.intersects(page) == (piece != nil), "seed \(seed)")
      guard let piece else { continue }
      pieces += 1
      for place in [piece.start, piece.end] {
        #expect(window.expanded(by: 1e-9).contains(place), "seed \(seed)")
        #expect(try line.distance(to: .point(Point(place))) ?? 1 < 1e-9, "seed \(seed)")
      }
      #expect(!window.contains(start) || piece.start == start, "seed \(seed)")
      #expect(!window.contains(end) || piece.end == end, "seed \(seed)")
    }
    #expect(pieces > 500 && pieces < 1900)
  }

  /// Whether a place is inside a ring, by counting the sides to its right.
  private func contains(_ ring: [Coordinate], _ place: Coordinate) -> Bool {
    ring.indices.count { index in
      let (start, end) = (ring[index], ring[(index + 1) % ring.count])
      return (start.y > place.y) != (end.y > place.y)
        && start.x + (place.y - start.y) / (end.y - start.y) * (end.x - start.x) > place.x
    } % 2 == 1
  }

  @Test("What of a ring is in the window stays in it, and nothing is added")
  func rings() {
    for seed in seeds(300) {
      var random = SeededGenerator(seed: seed)
      let ring = (0..<6).map { _ in lattice(&random) }
      let cut = MapClip(window: window).ring(ring)
      #expect(cut.allSatisfy { window.expanded(by: 1e-9).contains($0) }, "seed \(seed)")
      for _ in 0..<50 {
        // Off the lattice, so never on a side.
        let place = random.place(around: 30, 30, 40, 20)
        #expect(contains(cut, place) == contains(ring, place), "seed \(seed) at \(place)")
      }
    }
    #expect(MapClip(window: window).ring([]).isEmpty)
  }
}
