import GeoSnap
import GeoSnapGeometry
import GeoSnapTestSupport
import Testing

@Suite("Measures along lines")
struct MeasureInterpolationTests {
  private func agree(_ first: Double?, _ second: Double?, _ allowed: Double = 0) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    return first.isNaN || second.isNaN
      ? first.isNaN && second.isNaN : (first - second).magnitude <= allowed
  }

  /// What a walk along all vertices finds at a distance from the start.
  private func walked(_ line: Geometry, _ distance: Double) -> (z: Double?, m: Double?) {
    var before = 0.0
    for path in line.paths {
      for index in 1..<path.count {
        let length = path[index - 1].distance(to: path[index])
        if before + length >= distance {
          let share = length > 0 ? (distance - before) / length : 0
          func mix(_ start: Double?, _ end: Double?) -> Double? {
            guard let start, let end else { return nil }
            if share == 0 { return start }
            return share == 1 ? end : start * (1 - share) + end * share
          }
          return (
            mix(path.z(at: index - 1), path.z(at: index)),
            mix(path.m(at: index - 1), path.m(at: index))
          )
        }
        before += length
      }
    }
    return (nil, nil)
  }

  @Test("Z and M agree with a walk along all vertices", arguments: seeds(12))
  func bruteForce(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, isGrid: seed.isMultiple(of: 3), allowsEmpty: false)
    var missing = 0
    var known = 0
    for _ in 0..<300 {
      let hasZ = random.generator.oneIn(2)
      let hasM = !random.generator.oneIn(4)
      let line: Geometry =
        random.generator.oneIn(2)
        ? .lineString(try random.line(hasZ: hasZ, hasM: hasM))
        : .multiLineString(try random.multiLine(hasZ: hasZ, hasM: hasM))
      let distance = random.generator.double(0...1) * line.length
      let location = try #require(try line.linearLocation(atDistance: distance))
      let expected = walked(line, distance)
      let note: Comment = "seed \(seed): \(line.wkt) \(distance)"
      #expect(agree(location.z, expected.z, 1e-6), note)
      #expect(agree(location.m, expected.m, 1e-6), note)
      #expect((location.z != nil) == hasZ)
      #expect((location.m != nil) == hasM)
      if let m = location.m { if m.isNaN { missing += 1 } else { known += 1 } }

      let fraction = random.generator.double(0...1)
      let at = try #require(try line.linearLocation(atFraction: fraction))
      let point = try line.point(atFraction: fraction)
      #expect(point == Point(at.coordinate, z: at.z, m: at.m), note)

      // Places of paths agree with those of lines.
      let place = random.coordinate()
      let closest = try #require(try line.linearLocation(closestTo: place))
      let nearest = try #require(line.nearestBoundaryCoordinate(to: place))
      let found = line.m(part: closest.part, segment: closest.segment, closestTo: place)
      #expect(agree(closest.m, nearest.m), note)
      #expect(agree(closest.m, found), note)
    }
    #expect(missing > 10, "seed \(seed)")
    #expect(known > 50, "seed \(seed)")
  }

  @Test("At a vertex the measure is the vertex's own, bit for bit", arguments: seeds(8))
  func vertices(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, allowsEmpty: false)
    for _ in 0..<50 {
      let geometry = try random.geometry(
        GeometryType.allCases[random.generator.int(0...5)],
        random.generator.oneIn(2) ? .xym : .xyzm
      )
      for path in geometry.paths {
        for index in 0..<path.segmentCount {
          let start = path.m(at: index)
          let end = path.m(at: min(index + 1, path.count - 1))
          #expect(path.m(on: index, atFraction: 0)?.bitPattern == start?.bitPattern)
          #expect(path.m(on: index, atFraction: 1)?.bitPattern == end?.bitPattern)
          let there = geometry.m(part: path.part, segment: index, closestTo: path[index])
          #expect(there?.bitPattern == start?.bitPattern, "seed \(seed): \(geometry.wkt)")
        }
      }
      guard let place = geometry.coordinates.first else { continue }
      let vertex = try #require(geometry.nearestVertex(to: place))
      #expect(agree(vertex.m, geometry.paths[vertex.part].m(at: vertex.index)))
    }
  }

  @Test("Between two vertices a missing measure leaves it unknown, at the vertex it is known")
  func missing() throws {
    let line = try Geometry(wkt: "LINESTRING ZM (0 0 1 100, 10 0 2 nan, 20 0 3 300, 30 0 4 400)")
    func measure(_ distance: Double) throws -> Double? {
      try line.linearLocation(atDistance: distance)?.m
    }
    #expect(try measure(0) == 100)
    #expect(try measure(5)?.isNaN == true)
    #expect(try measure(10)?.isNaN == true)
    #expect(try measure(15)?.isNaN == true)
    #expect(try measure(20) == 300)
    #expect(try measure(25) == 350)
    #expect(try measure(30) == 400)
    #expect(try line.point(atFraction: 0.5).z == 2.5)
  }

  @Test("Lines of zero length, single places and emptiness have the measures they can have")
  func degenerate() throws {
    let still = try Geometry(wkt: "LINESTRING M (3 4 5, 3 4 6)")
    for fraction in [0, 0.5, 1] {
      #expect(try still.point(atFraction: fraction) == Point(x: 3, y: 4, m: 5))
    }
    #expect(try still.linearLocation(closestTo: Coordinate(x: 9, y: 9))?.m == 5)
    let unknown = try Geometry(wkt: "LINESTRING M (3 4 nan, 3 4 6)")
    #expect(try unknown.point(atFraction: 1).m?.isNaN == true)
    let empty = try Geometry(wkt: "LINESTRING M EMPTY")
    #expect(empty.hasM)
    #expect(try empty.point(atFraction: 0.5) == Point(emptyIn: nil))
    let point = try Geometry(wkt: "POINT ZM (1 2 3 4)")
    #expect(point.m(part: 0, segment: 0, closestTo: Coordinate(x: 9, y: 9)) == 4)
    #expect(point.m(part: 1, segment: 0, closestTo: Coordinate(x: 9, y: 9)) == nil)
    #expect(point.nearestCoordinate(to: Coordinate(x: 9, y: 9))?.m == 4)
    #expect(point.removingM().m(part: 0, segment: 0, closestTo: Coordinate(x: 9, y: 9)) == nil)
    let area = try Geometry(wkt: "POLYGON M ((0 0 0, 4 0 4, 4 4 8, 0 4 12, 0 0 16))")
    #expect(area.nearestCoordinate(to: Coordinate(x: 1, y: 2))?.m == nil)
    #expect(area.nearestCoordinate(to: Coordinate(x: 3, y: -1))?.m == 3)
    #expect(area.nearestBoundaryCoordinate(to: Coordinate(x: 0, y: 3))?.m == 13)
  }
}
