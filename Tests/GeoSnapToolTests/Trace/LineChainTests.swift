import GeoSnap
import GeoSnapTestSupport
import GeoSnapTool
import Testing

@Suite("A line in pieces")
struct LineChainTests {
  /// A line that does not meet itself, as x grows with each vertex.
  private func line(_ random: inout SeededGenerator) -> [Coordinate] {
    var x = Double.random(in: -1e6...1e6, using: &random)
    return (0..<Int.random(in: 2...12, using: &random)).map { _ in
      x += Double.random(in: 0.5...50, using: &random)
      return Coordinate(x: x, y: Double.random(in: -100...100, using: &random))
    }
  }

  private func geometry(_ vertices: [Coordinate]) throws -> Geometry {
    .lineString(try LineString(CoordinateSequence(vertices)))
  }

  @Test("A fraction is one place however often a line is cut, whichever rows its pieces have")
  func randomCuts() throws {
    for seed in 1...UInt64(Extent.count(200, long: 20_000)) {
      var random = SeededGenerator(seed: seed)
      let vertices = line(&random)
      let whole = try geometry(vertices)
      // Cuts at distinct places, in the order of the line.
      let cuts = Set(
        (0..<Int.random(in: 1...8, using: &random)).map { _ in
          Double(Int.random(in: 1...99, using: &random)) / 100
        }
      ).sorted()
      var pieces: [Geometry] = []
      var ends: [Coordinate] = []
      for fraction in cuts {
        ends.append(try #require(try whole.point(atFraction: fraction).coordinate))
      }
      var (from, rest) = (vertices[0], vertices.dropFirst())
      for end in ends {
        var own = [from]
        while let next = rest.first, next.x < end.x {
          own.append(next)
          rest = rest.dropFirst()
        }
        if own.last != end { own.append(end) }
        if rest.first == end { rest = rest.dropFirst() }
        pieces.append(try geometry(own))
        from = end
      }
      pieces.append(try geometry([from] + rest))
      // Fewer than half are drawn against the line; rows stand in any order.
      var turned = Set<Int>()
      for _ in 0..<Int.random(in: 0...(pieces.count - 1) / 2, using: &random) {
        turned.insert(Int.random(in: 0..<pieces.count, using: &random))
      }
      for index in turned { pieces[index] = pieces[index].reversed() }
      pieces.shuffle(using: &random)
      let chain = try #require(LineChain(pieces, tolerance: 0.001), "seed \(seed)")
      for _ in 0..<5 {
        let fraction = Double.random(in: 0...1, using: &random)
        let place = chain.place(at: fraction)
        let found = try #require(
          try pieces[place.index].point(atFraction: place.fraction).coordinate
        )
        let expected = try #require(try whole.point(atFraction: fraction).coordinate)
        #expect(found.distance(to: expected) < 1e-6, "seed \(seed), fraction \(fraction)")
        let back = chain.fraction(of: place.index, at: place.fraction)
        #expect(abs(back - fraction) < 1e-9, "seed \(seed), fraction \(fraction)")
      }
      #expect(chain.place(at: 0).fraction == (chain.pieces[0].isReversed ? 1 : 0), "seed \(seed)")
    }
  }

  @Test(
    "Lines that form no single line have no fraction",
    arguments: [
      // A ring whose pieces run against each other, a branch, a gap.
      ["LINESTRING (0 0, 5 0, 5 5)", "LINESTRING (0 0, 0 5, 5 5)"],
      ["LINESTRING (0 0, 5 0)", "LINESTRING (5 0, 9 0)", "LINESTRING (5 0, 5 5)"],
      ["LINESTRING (0 0, 4 0)", "LINESTRING (5 0, 9 0)"],
    ]
  )
  func noSingleLine(_ lines: [String]) throws {
    #expect(LineChain(try lines.map { try Geometry(wkt: $0) }, tolerance: 0.001) == nil)
  }

  @Test("A ring in pieces that follow each other begins with the first")
  func ring() throws {
    let lines = try ["LINESTRING (5 5, 0 5, 0 0)", "LINESTRING (0 0, 5 0, 5 5)"].map {
      try Geometry(wkt: $0)
    }
    #expect(LineChain(lines, tolerance: 0.001)?.pieces.map(\.index) == [0, 1])
  }

  @Test("Ends that miss by less than the tolerance meet")
  func tolerance() throws {
    let lines = try ["LINESTRING (5.0005 0, 9 0)", "LINESTRING (0 0, 5 0)"].map {
      try Geometry(wkt: $0)
    }
    let chain = try #require(LineChain(lines, tolerance: 0.001))
    #expect(chain.pieces.map(\.index) == [1, 0])
    #expect(chain.place(at: 1).index == 0)
  }
}
