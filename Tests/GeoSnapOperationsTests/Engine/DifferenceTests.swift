import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("The difference of geometries")
struct DifferenceTests {
  private func square(_ x: Double, _ y: Double, _ side: Double) throws -> Geometry {
    .polygon(
      try Polygon(rings: [
        [
          Coordinate(x: x, y: y), Coordinate(x: x + side, y: y),
          Coordinate(x: x + side, y: y + side),
          Coordinate(x: x, y: y + side), Coordinate(x: x, y: y),
        ]
      ])
    )
  }

  @Test(
    "Random squares: what is left has the area that is left, and shares nothing inside",
    arguments: 1...5
  )
  func areas(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<200 {
      func corner() -> Double { Double(generator.int(0...20)) }
      let one = (x: corner(), y: corner(), side: Double(generator.int(1...10)))
      let other = (x: corner(), y: corner(), side: Double(generator.int(1...10)))
      let left = try square(one.x, one.y, one.side)
        .difference(try square(other.x, other.y, other.side))
      let width = max(0, min(one.x + one.side, other.x + other.side) - max(one.x, other.x))
      let height = max(0, min(one.y + one.side, other.y + other.side) - max(one.y, other.y))
      #expect(abs(left.ringArea - (one.side * one.side - width * height)) < 1e-9, "seed \(seed)")
    }
  }

  @Test("Nothing is taken off by what lies apart; all by what covers")
  func extremes() throws {
    let one = try square(0, 0, 2)
    #expect(try one.difference(square(10, 10, 2)) == one)
    #expect(try one.difference(square(-1, -1, 9)).isEmpty)
    let empty = Geometry.polygon(try Polygon(rings: []))
    #expect(try one.difference(empty) == one)
    #expect(try empty.difference(one) == empty)
  }

  @Test("Heights stay, measures go, and mixed reference systems are refused")
  func ordinates() throws {
    let high = Geometry.polygon(
      try Polygon(rings: [
        CoordinateSequence(
          ordinates: [0, 0, 5, 4, 0, 5, 4, 4, 5, 0, 4, 5, 0, 0, 5],
          dimensions: .xyz
        )
      ])
    )
    let left = try high.difference(square(2, -1, 9))
    #expect(left.hasZ)
    for path in left.paths { for vertex in 0..<path.count { #expect(path.z(at: vertex) == 5) } }
    let foreign = Geometry.point(Point(Coordinate(x: 0, y: 0), srid: SRID(4326)))
    let here = Geometry.point(Point(Coordinate(x: 0, y: 0), srid: SRID(25832)))
    #expect(throws: GeometryError.self) { try here.difference(foreign) }
  }
}

extension Geometry {
  /// The area by the shoelace formula: exteriors less holes, told apart by which is larger.
  fileprivate var ringArea: Double {
    switch self {
    case .polygon(let polygon): Self.area(polygon.coordinates, polygon.ringEnds[...], 0)
    case .multiPolygon(let polygons):
      polygons.polygonRings.reduce(0) { sum, rings in
        let start = rings.lowerBound == 0 ? 0 : polygons.ringEnds[rings.lowerBound - 1]
        return sum + Self.area(polygons.coordinates, polygons.ringEnds[rings], start)
      }
    default: 0
    }
  }

  private static func area(
    _ coordinates: CoordinateSequence,
    _ ends: ArraySlice<Int>,
    _ from: Int
  ) -> Double {
    var start = from
    var areas: [Double] = []
    for end in ends {
      var sum = 0.0
      for index in start..<end - 1 {
        let (one, two) = (coordinates[index], coordinates[index + 1])
        sum += one.x * two.y - two.x * one.y
      }
      areas.append(abs(sum) / 2)
      start = end
    }
    return (areas.first ?? 0) - areas.dropFirst().reduce(0, +)
  }
}
