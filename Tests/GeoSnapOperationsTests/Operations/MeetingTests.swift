import GeoSnap
import GeoSnapOperations
import GeoSnapSnapping
import GeoSnapTestSupport
import Testing

@Suite("Where lines meet lines")
struct MeetingTests {
  @Test("The sweep finds what trying all pairs finds", arguments: seeds(20))
  func sweep(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, radius: 10, isGrid: seed.isMultiple(of: 2))
    for _ in 0..<40 {
      let one = Geometry.multiLineString(try random.multiLine()).paths
      let other = Geometry.multiLineString(try random.multiLine()).paths
      var expected: Set<Meeting> = []
      for path in one {
        for index in 0..<path.segmentCount {
          for otherPath in other {
            for otherIndex in 0..<otherPath.segmentCount {
              let places = path.segment(index).meetings(with: otherPath.segment(otherIndex))
              for place in places {
                expected.insert(Meeting(path.part, index, otherPath.part, otherIndex, place))
              }
            }
          }
        }
      }
      let found = meetings(of: one, with: other).map {
        Meeting($0.path, $0.segment, $0.otherPath, $0.otherSegment, $0.coordinate)
      }
      #expect(Set(found) == expected, "seed \(seed)")
      #expect(found.count == expected.count)
    }
  }

  private struct Meeting: Hashable {
    let indices: [Int]
    let place: Coordinate

    init(_ path: Int, _ segment: Int, _ other: Int, _ otherSegment: Int, _ place: Coordinate) {
      indices = [path, segment, other, otherSegment]
      self.place = place
    }
  }

  @Test(
    "Segments meet exactly when they share a place; ends on the other are exactly ends",
    arguments: seeds(10)
  )
  func segments(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, center: c(0, 0), radius: 4, isGrid: true)
    for _ in 0..<500 {
      let one = Segment(random.coordinate(), random.coordinate())
      let other = Segment(random.coordinate(), random.coordinate())
      let places = one.meetings(with: other)
      #expect(places.isEmpty != one.intersects(other), "seed \(seed): \(one) \(other)")
      #expect(places.count <= 2)
      for place in places {
        #expect(one.squaredDistance(to: place) < 1e-24)
        #expect(other.squaredDistance(to: place) < 1e-24)
      }
      #expect(Set(places) == Set(other.meetings(with: one)) || places.count == 1)
    }
  }

  @Test(
    "The least rectangle holds all vertices, and no turn by degrees makes a smaller one",
    arguments: seeds(10)
  )
  func rectangle(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, isGrid: seed.isMultiple(of: 2), allowsEmpty: false)
    for _ in 0..<20 {
      let area = Geometry.polygon(try random.polygon())
      let rectangle = try area.minimumRotatedRectangle()
      #expect(rectangle.coordinates.count == 5)
      for place in area.coordinates {
        #expect((rectangle.distance(to: place) ?? .infinity) < 1e-6, "seed \(seed): \(area.wkt)")
      }
      for degrees in stride(from: 0.0, to: 90, by: 5) {
        let turned = try #require(try area.rotated(degrees: degrees).envelope)
        #expect(rectangle.area <= turned.width * turned.height * (1 + 1e-9), "seed \(seed)")
      }
    }
  }
}
