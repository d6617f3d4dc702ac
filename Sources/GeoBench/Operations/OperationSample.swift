import Foundation
import GeoSnap
import GeoSnapTestSupport

/// Geometries of one size with questions, the same for both engines.
struct OperationSample {
  static let questionsPerLine = 64
  /// The distance of buffers and of ``OperationJob/preparedWithin``, in metres.
  static let distance = 5.0

  /// The segments of each line, and the vertices of each area.
  let segments: Int
  let lines: [Geometry]
  /// For each line its places, some metres away from it.
  let places: [Coordinate]
  /// The places as geometries.
  let points: [Geometry]
  /// For each line an area around its start.
  let areas: [Geometry]
  /// For each area one that covers a part of it.
  let otherAreas: [Geometry]
  /// For each area a line of 4 segments that begins near it.
  let shortLines: [Geometry]

  init(segments: Int, lineCount: Int) throws {
    var random = OperationRandom(state: SeededGenerator(seed: Workload.seed))
    self.segments = segments
    var lines: [Geometry] = []
    var places: [Coordinate] = []
    var areas: [Geometry] = []
    var otherAreas: [Geometry] = []
    var shortLines: [Geometry] = []
    for _ in 0..<lineCount {
      let start = random.coordinate()
      let path = random.path(from: start, segments)
      lines.append(.lineString(try LineString(path)))
      for _ in 0..<Self.questionsPerLine {
        places.append(random.near(path[random.state.below(path.count)], deviation: 5))
      }
      areas.append(.polygon(try Polygon(rings: [random.ring(around: start, segments)])))
      let beside = random.near(start, deviation: 10)
      otherAreas.append(.polygon(try Polygon(rings: [random.ring(around: beside, segments)])))
      let far = random.near(start, deviation: 40)
      shortLines.append(.lineString(try LineString(random.path(from: far, 4))))
    }
    self.lines = lines
    self.places = places
    points = places.map { .point(Point($0)) }
    self.areas = areas
    self.otherAreas = otherAreas
    self.shortLines = shortLines
  }

  /// The places of a line's questions.
  func questions(_ line: Int) -> Range<Int> {
    line * Self.questionsPerLine..<(line + 1) * Self.questionsPerLine
  }
}

/// Random geometries with all digits of doubles, in metres.
private struct OperationRandom {
  var state: SeededGenerator

  mutating func coordinate() -> Coordinate {
    Coordinate(
      x: 3_400_000 + 100_000 * state.uniform(),
      y: 5_300_000 + 100_000 * state.uniform()
    )
  }

  mutating func near(_ place: Coordinate, deviation: Double) -> Coordinate {
    Coordinate(
      x: place.x + deviation * state.gaussian(),
      y: place.y + deviation * state.gaussian()
    )
  }

  /// A line that bends a little at each vertex, with segments of about 15 m.
  mutating func path(from start: Coordinate, _ segments: Int) -> CoordinateSequence {
    var path = [start]
    var direction = 2 * Double.pi * state.uniform()
    for _ in 0..<segments {
      let last = path[path.count - 1]
      let step = 5 + 20 * state.uniform()
      direction += 0.4 * state.gaussian()
      path.append(Coordinate(x: last.x + step * cos(direction), y: last.y + step * sin(direction)))
    }
    return CoordinateSequence(path)
  }

  /// A star-shaped ring, about 30 m wide.
  mutating func ring(around middle: Coordinate, _ vertices: Int) -> CoordinateSequence {
    var ring = (0..<vertices).map { vertex in
      let turn = -2 * Double.pi * Double(vertex) / Double(vertices)
      let radius = 20 + 10 * state.uniform()
      return Coordinate(x: middle.x + radius * cos(turn), y: middle.y + radius * sin(turn))
    }
    ring.append(ring[0])
    return CoordinateSequence(ring)
  }
}
