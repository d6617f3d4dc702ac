import Foundation
import GeoSnap
import GeoSnapTestSupport

/// The jobs on single geometries, each with an equivalent in GEOS's C interface.
enum OperationJob: String, CaseIterable {
  case distance, nearest, fraction, length, envelope, pointBuffer, buffer, intersectAreas
  case intersectLine, preparedContains, preparedIntersects, preparedWithin

  /// The sizes of line or area that it is measured on, in segments.
  var sizes: [Int] { self == .pointBuffer ? [4] : OperationJob.allSizes }

  static let allSizes = [4, 10, 100]

  func name(_ segments: Int) -> String { sizes.count > 1 ? "\(rawValue) \(segments)" : rawValue }

  /// The greatest relative difference of an answer from GEOS's.
  var tolerance: Double {
    switch self {
    case .distance, .nearest, .fraction, .length, .envelope: 1e-12
    default: 0
    }
  }

  /// Whether GEOS's result is a geometry that timed runs do not read, which favours GEOS.
  var leavesResultUnread: Bool { self == .envelope || self == .pointBuffer }

  func operations(_ sample: OperationSample) -> Int {
    switch self {
    case .buffer, .intersectAreas, .intersectLine: sample.lines.count
    default: sample.places.count
    }
  }

  /// The two times compared in words, with the goal: so many times as fast as GEOS, or at most so many times as long as
  /// the same work in C.
  func comparison(own: Double, rival: Double) -> String {
    func text(_ number: Double) -> String { fixed(number, number < 2 ? 2 : 1) }
    let goal: Double? =
      switch self {
      case .distance, .nearest, .fraction: 8
      case .length: 1
      case .envelope: 4
      case .pointBuffer: 10
      default: nil
      }
    return goal.map { "\(text(rival / own)) times as fast (goal \(text($0)))" }
      ?? "\(text(own / rival)) times as long (goal \(text(1.5)))"
  }
}

/// Geometries of one size with questions, the same for both engines.
struct OperationSample {
  static let questionsPerLine = 64
  /// The distance of buffers and of ``OperationJob/preparedWithin``, in metres.
  static let distance = 5.0

  /// The segments of each line, and the vertices of each area.
  let segments: Int
  private(set) var lines: [Geometry] = []
  /// For each line its places, some metres away from it.
  private(set) var places: [Coordinate] = []
  let points: [Geometry]
  /// For each line an area around its start.
  private(set) var areas: [Geometry] = []
  /// For each area one that covers a part of it.
  private(set) var otherAreas: [Geometry] = []
  /// For each area a line of 4 segments that begins near it.
  private(set) var shortLines: [Geometry] = []

  init(segments: Int, lineCount: Int) throws {
    var random = OperationRandom(state: SeededGenerator(seed: Workload.seed))
    self.segments = segments
    for _ in 0..<lineCount {
      let x = 3_400_000 + 100_000 * random.state.uniform()
      let start = Coordinate(x: x, y: 5_300_000 + 100_000 * random.state.uniform())
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
    points = places.map { .point(Point($0)) }
  }

  func questions(_ line: Int) -> Range<Int> {
    line * Self.questionsPerLine..<(line + 1) * Self.questionsPerLine
  }
}

/// Random geometries with all digits of doubles, in metres.
private struct OperationRandom {
  var state: SeededGenerator

  mutating func near(_ place: Coordinate, deviation: Double) -> Coordinate {
    Coordinate(x: place.x + deviation * state.gaussian(), y: place.y + deviation * state.gaussian())
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

/// Takes answers: as a sum in timed runs, as a list for the comparison.
protocol AnswerSink {
  /// Whether answers that GEOS leaves in a geometry are read from it.
  static var reads: Bool { get }
  mutating func add(_ answer: Double)
  mutating func add(_ ordinates: Span<Double>)
}

extension Checksum: AnswerSink {
  static var reads: Bool { true }

  mutating func add(_ answer: Double) {
    hits += 1
    sum += answer
  }

  mutating func add(_ ordinates: Span<Double>) {
    hits += ordinates.count
    if !ordinates.isEmpty { sum += ordinates[0] }
  }
}

struct Unread: AnswerSink {
  static var reads: Bool { false }

  mutating func add(_ answer: Double) {}
  mutating func add(_ ordinates: Span<Double>) {}
}

struct AnswerList: AnswerSink {
  static var reads: Bool { true }
  private var answers: [Double] = []

  mutating func add(_ answer: Double) { answers.append(answer) }

  mutating func add(_ ordinates: Span<Double>) {
    answers.append(Double(ordinates.count))
    for index in ordinates.indices { answers.append(ordinates[index]) }
  }

  /// The greatest relative difference from other answers; infinity for other counts, or for NaN.
  func difference(from other: AnswerList) -> Double {
    guard answers.count == other.answers.count else { return .infinity }
    var greatest = 0.0
    for (own, foreign) in zip(answers, other.answers) where own != foreign {
      let share = (own - foreign).magnitude / max(own.magnitude, foreign.magnitude)
      greatest = share <= greatest ? greatest : share.isNaN ? .infinity : share
    }
    return greatest
  }
}
