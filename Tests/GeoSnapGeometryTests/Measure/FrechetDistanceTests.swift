import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("The Frechet distance")
struct FrechetDistanceTests {
  /// The shortest leash by trying all ways.
  private func leash(_ first: [Coordinate], _ second: [Coordinate]) -> Double {
    guard let one = first.last, let other = second.last else { return .infinity }
    let here = one.distance(to: other)
    if first.count == 1, second.count == 1 { return here }
    let before = [
      leash(first.dropLast(), second), leash(first, second.dropLast()),
      leash(first.dropLast(), second.dropLast()),
    ]
    return max(here, before.min() ?? .infinity)
  }

  @Test("Random lines: no way of the two walkers needs a shorter leash", arguments: 1...40)
  func random(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    func line() throws -> Geometry {
      let places = (0..<generator.int(2...6)).map { _ in
        Coordinate(x: Double(generator.int(0...9)), y: Double(generator.int(0...9)))
      }
      return .lineString(try LineString(CoordinateSequence(places)))
    }
    let (first, second) = (try line(), try line())
    let distance = try #require(try first.frechetDistance(to: second))
    #expect(distance == leash(Array(first.coordinates), Array(second.coordinates)), "seed \(seed)")
    #expect(try second.frechetDistance(to: first) == distance)
    let halved = try #require(try first.frechetDistance(to: second, densifyFraction: 0.5))
    func middles(_ line: Geometry) -> [Coordinate] {
      var places: [Coordinate] = []
      for index in 1..<line.coordinates.count {
        let segment = Segment(line.coordinates[index - 1], line.coordinates[index])
        places += [segment.start, segment.coordinate(atFraction: 0.5)]
      }
      return places + line.coordinates.suffix(1)
    }
    if seed <= 10, middles(first).count + middles(second).count <= 14 {
      #expect(halved == leash(middles(first), middles(second)), "seed \(seed)")
    }
  }

  @Test("Lines of thousands of vertices are measured on the small stack of a task")
  func longLines() async throws {
    func line(_ y: Double) throws -> Geometry {
      let places = (0..<3_000).map { Coordinate(x: Double($0), y: y + Double($0 % 3)) }
      return .lineString(try LineString(CoordinateSequence(places)))
    }
    let lines = (try line(0), try line(5))
    let distance = try await Task.detached { try lines.0.frechetDistance(to: lines.1) }.value
    #expect(distance == 5)
  }

  @Test("Points, parts and areas are walked by their coordinates; what is empty has no distance")
  func types() throws {
    let point = try Geometry(wkt: "POINT (3 4)")
    #expect(try point.frechetDistance(to: Geometry(wkt: "POINT (0 0)")) == 5)
    #expect(try point.frechetDistance(to: Geometry(wkt: "MULTIPOINT ((0 0), (3 5))")) == 5)
    #expect(try point.frechetDistance(to: Geometry(wkt: "POLYGON ((3 4, 3 9, 4 4, 3 4))")) == 5)
    #expect(try point.frechetDistance(to: Geometry(wkt: "LINESTRING EMPTY")) == nil)
    #expect(throws: GeometryError.self) {
      try point.frechetDistance(to: Geometry(wkt: "POINT (nan 0)"))
    }
    for fraction in [0, 0.0009, 1.1, .nan] {
      #expect(throws: GeometryError.self) {
        try point.frechetDistance(to: point, densifyFraction: fraction)
      }
    }
  }
}
