import GeoSnap
import GeoSnapGeometry
import GeoSnapTestSupport
import GeoSnapValidation
import Testing

@Suite("The shape of a line")
struct LineShapeTests {
  private func shape(_ places: [(Double, Double)]) throws -> LineShape {
    let line = try LineString(CoordinateSequence(places.map { Coordinate(x: $0.0, y: $0.1) }))
    return LineShape(try #require(PackedLine(GeometryColumn([.lineString(line)]), row: 0)))
  }

  @Test("Crossing, touching and turning back are intersections; closing and repeating are not")
  func intersections() throws {
    #expect(try shape([(0, 0), (1, 0), (1, 1)]).selfIntersection == nil)
    #expect(try shape([(0, 0), (1, 0), (1, 1), (0, 0)]).selfIntersection == nil)
    #expect(try shape([(0, 0), (0, 0), (1, 0), (1, 0), (1, 1)]).selfIntersection == nil)
    let crossing = try shape([(0, 0), (2, 0), (2, 1), (1, 1), (1, -1)]).selfIntersection
    #expect(crossing == Coordinate(x: 1, y: 0))
    let touching = try shape([(0, 0), (2, 0), (2, 1), (1, 0)]).selfIntersection
    #expect(touching == Coordinate(x: 1, y: 0))
    #expect(try shape([(0, 0), (2, 0), (1, 0)]).selfIntersection == Coordinate(x: 2, y: 0))
    #expect(try shape([(0, 0), (1, 0), (0, 0)]).selfIntersection == Coordinate(x: 1, y: 0))
    #expect(try shape([(0, 0), (1, 0), (1, 1), (1, 0), (2, 0)]).selfIntersection != nil)
  }

  @Test("Random lines are simple when no two segments meet but where they follow each other")
  func random() throws {
    var simple = 0
    for seed in 0..<3000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let places = (0..<generator.int(2...7)).map { _ in
        (Double(generator.int(0...6)), Double(generator.int(0...6)))
      }
      let found = try shape(places).selfIntersection
      var distinct: [Coordinate] = []
      for place in places.map({ Coordinate(x: $0.0, y: $0.1) }) where distinct.last != place {
        distinct.append(place)
      }
      // Of each pair of segments no place may be shared but the vertex between them.
      let segments = zip(distinct, distinct.dropFirst()).map { Segment($0, $1) }
      var isSimple = true
      for one in segments.indices {
        for other in segments.indices where other > one {
          var shared: [Coordinate] = []
          if other == one + 1 { shared.append(segments[other].start) }
          if one == 0, other == segments.count - 1, other > 1, distinct.first == distinct.last {
            shared.append(distinct[0])
          }
          let (a, b) = (segments[one], segments[other])
          guard a.intersects(b) else { continue }
          let ends = [a.start, a.end, b.start, b.end]
          let touched = ends.filter {
            a.squaredDistance(to: $0) == 0 && b.squaredDistance(to: $0) == 0
          }
          if touched.isEmpty || touched.contains(where: { !shared.contains($0) }) {
            isSimple = false
          }
        }
      }
      #expect((found == nil) == isSimple, "seed \(seed): \(distinct)")
      if isSimple { simple += 1 }
    }
    #expect(simple > 300 && simple < 2700)
  }
}
