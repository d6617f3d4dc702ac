import GeoSnap
import GeoSnapTestSupport
import Testing

struct PointBufferTests {
  @Test("A point's buffer has the vertices that GEOS gives it, bit for bit", arguments: seeds(10))
  func verticesOfGEOS(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      func ordinate() -> Double {
        Double.random(in: -1...1, using: &random) * magnitude(-3...9, &random)
      }
      let place = c(ordinate(), ordinate())
      let distance = magnitude(-9...9, &random)
      let style = BufferStyle(
        quadrantSegments: Int.random(in: 1...40, using: &random),
        join: [.round, .mitre, .bevel].randomElement(using: &random) ?? .round
      )
      expectGEOS(place, distance, style, "seed \(seed)")
    }
  }

  @Test("Other caps, sides and distances are GEOS's own")
  func otherStyles() {
    let place = c(3_417_460.5, 5_369_562.25)
    for style in [
      BufferStyle(cap: .flat), BufferStyle(cap: .square), BufferStyle(side: .left),
      BufferStyle(side: .right), BufferStyle(quadrantSegments: 1),
      BufferStyle(quadrantSegments: 32),
      BufferStyle(quadrantSegments: 33), BufferStyle(quadrantSegments: 1_000),
    ] {
      for distance in [5, 0, -5, 1e-3, 1e-12, 1e-200, 1e12] {
        expectGEOS(place, distance, style, "")
      }
    }
  }

  @Test("The reference system is kept, Z and M are not; bad ordinates are refused")
  func aroundThePlace() throws {
    let buffer = try Geometry.point(Point(x: 1, y: 2, z: 3, m: 4, srid: 25_832)).buffer(distance: 5)
    #expect(buffer.srid == 25_832)
    #expect(!buffer.hasZ && !buffer.hasM)
    #expect(buffer.coordinates.count == 33)
    for x in [Double.nan, .infinity] {
      refuses(.nonFiniteOrdinate) { _ = try Geometry.point(Point(x: x, y: 0)).buffer(distance: 1) }
    }
    refuses(.ordinateOutOfRange) {
      _ = try Geometry.point(Point(x: 1e151, y: 0)).buffer(distance: 1e149)
    }
  }

  @Test("A mitre limit cuts sharp corners off")
  func mitreLimit() throws {
    let line = try wkt("LINESTRING (0 0, 10 0, 0 1)")
    let sharp = BufferStyle(cap: .flat, join: .mitre, mitreLimit: 20)
    let blunt = BufferStyle(cap: .flat, join: .mitre, mitreLimit: 2)
    let sharpReach = try #require(try line.buffer(distance: 1, style: sharp).envelope).maxX
    let bluntReach = try #require(try line.buffer(distance: 1, style: blunt).envelope).maxX
    #expect(sharpReach > 20)
    #expect(bluntReach < 13)
  }

  @Test("Distances and styles out of range are refused")
  func refusedStyles() throws {
    let point = Geometry.point(Point(x: 0, y: 0))
    for distance in [Double.nan, .infinity, -.infinity, 1e200] {
      refuses(.invalidArgument) { _ = try point.buffer(distance: distance) }
    }
    let styles = [
      BufferStyle(quadrantSegments: 0), BufferStyle(quadrantSegments: 1_001),
      BufferStyle(mitreLimit: 0), BufferStyle(mitreLimit: .nan), BufferStyle(mitreLimit: -1),
    ]
    for style in styles {
      refuses(.invalidArgument) { _ = try point.buffer(distance: 1, style: style) }
    }
  }

  /// GEOS itself is asked where the place is the only one of a multi point.
  private func expectGEOS(
    _ place: Coordinate,
    _ distance: Double,
    _ style: BufferStyle,
    _ words: String
  ) {
    let multi = Geometry.multiPoint(MultiPoint([place]))
    let expected = try? multi.buffer(distance: distance, style: style)
    let own = try? Geometry.point(Point(place)).buffer(distance: distance, style: style)
    #expect(own?.wkb() == expected?.wkb(), "\(words): \(place) \(distance) \(style)")
  }

  private func magnitude(_ exponents: ClosedRange<Double>, _ random: inout SeededGenerator)
    -> Double
  {
    var magnitude = Double.random(in: 1...10, using: &random)
    let exponent = Int(Double.random(in: exponents, using: &random))
    for _ in 0..<exponent.magnitude { magnitude *= exponent > 0 ? 10 : 0.1 }
    return magnitude
  }
}
