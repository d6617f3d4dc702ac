import GeoSnap
import GeoSnapTool
import Testing

@Suite("Map clip")
struct MapClipTests {
  private let window = Envelope(minX: 10, minY: 20, maxX: 50, maxY: 40)
  private var clip: MapClip { MapClip(window: window) }

  /// Places on a lattice, so that sides and corners are met often.
  private func place(_ random: inout SplitMix) -> Coordinate {
    Coordinate(
      x: (random.chance() * 14).rounded(.down) * 5,
      y: (random.chance() * 14).rounded(.down) * 5
    )
  }

  @Test("A piece is there when GEOS says that segment and window meet, and holds to both")
  func segments() throws {
    let page = Geometry.polygon(
      try Polygon(rings: [
        [
          Coordinate(x: 10, y: 20), Coordinate(x: 50, y: 20), Coordinate(x: 50, y: 40),
          Coordinate(x: 10, y: 40), Coordinate(x: 10, y: 20),
        ]
      ])
    )
    var pieces = 0
    for seed in 1...2000 as ClosedRange<UInt64> {
      var random = SplitMix(seed)
      let (start, end) = (place(&random), place(&random))
      let line = try MadeUpNetwork.line([(start.x, start.y), (end.x, end.y)])
      let piece = clip.segment(start, end)
      #expect(try line.intersects(page) == (piece != nil), "seed \(seed)")
      guard let piece else { continue }
      pieces += 1
      for place in [piece.start, piece.end] {
        #expect(window.expanded(by: 1e-9).contains(place), "seed \(seed)")
        #expect(try line.distance(to: .point(Point(place))) ?? 1 < 1e-9, "seed \(seed)")
      }
      if window.contains(start) { #expect(piece.start == start, "seed \(seed)") }
      if window.contains(end) { #expect(piece.end == end, "seed \(seed)") }
    }
    #expect(pieces > 500 && pieces < 1900)
  }

  /// Whether a place is inside a ring, by counting the sides to its right.
  private func contains(_ ring: [Coordinate], _ place: Coordinate) -> Bool {
    var isInside = false
    for (index, start) in ring.enumerated() {
      let end = ring[(index + 1) % ring.count]
      guard (start.y > place.y) != (end.y > place.y) else { continue }
      let x = start.x + (place.y - start.y) / (end.y - start.y) * (end.x - start.x)
      if x > place.x { isInside.toggle() }
    }
    return isInside
  }

  @Test("What of a ring is in the window stays in it, and nothing is added")
  func rings() {
    for seed in 1...300 as ClosedRange<UInt64> {
      var random = SplitMix(seed)
      let ring = (0..<6).map { _ in place(&random) }
      let cut = clip.ring(ring)
      for place in cut {
        #expect(window.expanded(by: 1e-9).contains(place), "seed \(seed)")
      }
      for _ in 0..<50 {
        // Off the lattice, so never on a side.
        let place = Coordinate(
          x: 10 + random.chance() * 40,
          y: 20 + random.chance() * 20
        )
        #expect(contains(cut, place) == contains(ring, place), "seed \(seed) at \(place)")
      }
    }
    #expect(clip.ring([]).isEmpty)
  }

  @Test("A line that leads far away keeps its direction")
  func direction() throws {
    let projection = MapProjection(
      fitting: Envelope(minX: 0, minY: 0, maxX: 860, maxY: 600),
      width: 860,
      heights: 380...640
    )
    var path = MapPath(projection)
    path.addLines(try MadeUpNetwork.line([(0, 600), (1e12, 600 - 3e11)]))
    // 880 to the right, the margin of the map, and three tenths of it down.
    #expect(path.data == "M0 0L880 264")
  }
}
