import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

/// Random surveys whose faults are known, and the result of their import.
///
/// The checks are independent of the importer: they go through all vertices of all lines.
@Suite struct GISSurveyTests {
  @Test(
    "Sound lines stay as they are, and every miss is moved or listed",
    arguments: 1...Extent.count(200, long: 2000) as ClosedRange<UInt64>
  )
  func survey(seed: UInt64) throws {
    let survey = Survey(seed: seed)
    for mode in Survey.Mode.allCases {
      let result = try GISImporter(options: ImportOptions(keepsEnds: mode == .keepsEnds))
        .read(survey.files(mode), named: "mapping.json")
      SurveyCheck(survey: survey, mode: mode, result: result).check()
    }
  }
}

/// Mains with laterals and points, some of which miss by 0 to 3 tolerances.
private struct Survey {
  enum Mode: CaseIterable {
    case moves, toleranceOfZero, keepsEnds
  }

  struct Miss {
    /// The origins of what may be said to miss.
    var origins: [String]
    var place: Coordinate
    var distance: Double
  }

  let seed: UInt64
  let tolerance: Double
  private(set) var lines: [[Coordinate]] = []
  private(set) var points: [Coordinate] = []
  private(set) var misses: [Miss] = []
  /// The places at which a main has to have a vertex.
  private(set) var joints: [(line: Int, place: Coordinate)] = []
  /// The lines of which no vertex may move.
  private(set) var sound: [Int] = []
  private var generator: SeededGenerator
  private let angle: (cos: Double, sin: Double)

  init(seed: UInt64) {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    tolerance = generator.double(0.05...0.8)
    let slope = generator.double(-3...3)
    let root = (1 + slope * slope).squareRoot()
    angle = (1 / root, slope / root)
    // One that is near nothing: a file of no points is none.
    points.append(place(-50, -50))
    for row in 0..<generator.int(1...4) { addMain(Double(row) * 40) }
  }

  private func place(_ x: Double, _ y: Double) -> Coordinate {
    Coordinate(
      x: 500_000 + x * angle.cos - y * angle.sin,
      y: 5_000_000 + x * angle.sin + y * angle.cos
    )
  }

  private mutating func miss() -> Double {
    generator.oneIn(2) ? 0 : generator.double(0.002...3 * tolerance)
  }

  private mutating func addMain(_ y: Double) {
    var start = 0.0
    let pieces = generator.int(1...4)
    var lateStart = 0.0
    for piece in 0..<pieces {
      let end = start + 60
      var path = [place(start + lateStart, y)]
      if generator.oneIn(2) { path.append(place(start + 30, y)) }
      path.append(place(end, y))
      let number = lines.count
      lines.append(path)
      if lateStart == 0 { sound.append(number) }
      for slot in [10.0, 20, 40, 50] { addGuest(number, start + slot, y) }
      start = end
      lateStart = 0
      guard piece + 1 < pieces else { continue }
      let distance = miss()
      switch generator.int(0...3) {
      case 0: addPoint(start, y, distance)
      case 1:
        // The next piece starts late, at a point or at nothing.
        if generator.oneIn(2) { points.append(place(start, y)) }
        lateStart = distance
        guard distance > 0 else { break }
        misses.append(
          Miss(
            origins: ["pipes/\(number + 1)", "pipes/\(lines.count + 1)"],
            place: place(start, y),
            distance: distance
          )
        )
      default: points.append(place(start, y))
      }
    }
  }

  private mutating func addPoint(_ x: Double, _ y: Double, _ distance: Double) {
    let side = generator.oneIn(2) ? 1.0 : -1
    points.append(place(x, y + side * distance))
    if distance > 0 {
      misses.append(
        Miss(origins: ["points/\(points.count)"], place: place(x, y), distance: distance)
      )
    }
  }

  private mutating func addGuest(_ main: Int, _ x: Double, _ y: Double) {
    let distance = miss()
    if distance == 0 { joints.append((main, place(x, y))) }
    if generator.oneIn(2) {
      addPoint(x, y, distance)
      return
    }
    // It ends before the main or behind it.
    let side = generator.oneIn(2) ? 1.0 : -1
    let overshoots = generator.oneIn(3) ? -1.0 : 1
    let path = [place(x, y + side * overshoots * distance), place(x + 1, y + side * 12)]
    lines.append(generator.oneIn(2) ? path : path.reversed())
    if distance > 0 {
      misses.append(Miss(origins: ["pipes/\(lines.count)"], place: place(x, y), distance: distance))
    } else {
      sound.append(lines.count - 1)
    }
  }

  func files(_ mode: Mode) -> [ImportFile] {
    func text(_ place: Coordinate) -> String { "[\(place.x),\(place.y)]" }
    func features(_ type: String, _ coordinates: [String]) -> String {
      coordinates.map {
        """
        {"type":"Feature","properties":{},"geometry":{"type":"\(type)","coordinates":\($0)}}

        """
      }.joined()
    }
    let mapping = """
      {"srid": 25832, "snapTolerance": \(mode == .toleranceOfZero ? 0 : tolerance),
       "gapDistance": \(3 * tolerance + 0.01), "insertVertices": true,
       "domainNetworks": [{"name": "Water"}],
       "sources": [
        {"name": "Pipe", "usage": "line", "data": "pipes.geojsonl", "policy": "anyVertex"},
        {"name": "Fitting", "usage": "junction", "data": "points.geojsonl"}],
       "nodes": "Node", "rules": "fromData"}
      """
    let paths = lines.map { "[" + $0.map(text).joined(separator: ",") + "]" }
    return [
      ImportFile("mapping.json", mapping),
      ImportFile("pipes.geojsonl", features("LineString", paths)),
      ImportFile("points.geojsonl", features("Point", points.map(text))),
    ]
  }
}

/// What must hold of an imported survey, by brute force.
private struct SurveyCheck {
  let survey: Survey
  let mode: Survey.Mode
  let result: ImportResult

  private var comment: Comment { "seed \(survey.seed), \(mode), tolerance \(survey.tolerance)" }

  private func geometries(_ name: String) -> [String: [Coordinate]] {
    guard let table = result.network.tables.first(where: { $0.name == name }) else { return [:] }
    var found: [String: [Coordinate]] = [:]
    for row in 0..<table.count {
      guard let origin = table.origins[row], let geometry = table.geometries[row] else { continue }
      found[origin] = Array(geometry.coordinates)
    }
    return found
  }

  private func distance(_ place: Coordinate, _ path: [Coordinate]) -> Double {
    zip(path, path.dropFirst()).map { start, end in
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let share = ((place.x - start.x) * dx + (place.y - start.y) * dy) / (dx * dx + dy * dy)
      let bounded = min(max(share, 0), 1)
      return place.distance(to: Coordinate(x: start.x + dx * bounded, y: start.y + dy * bounded))
    }.min() ?? .infinity
  }

  func check() {
    let lines = geometries("Pipe")
    let points = geometries("Fitting")
    let moves = result.report.moves.filter { $0.reason != .keptGap }
    let gaps = result.report.moves.filter { $0.reason == .keptGap }
    let isMoving = mode == .moves
    if !isMoving { #expect(moves.isEmpty, comment) }

    // No vertex of a line moves but an end that is in the report, and none is added off the line.
    var added = 0
    for (number, drawn) in survey.lines.enumerated() {
      let origin = "pipes/\(number + 1)"
      guard let path = lines[origin] else {
        Issue.record("\(origin) is missing: \(comment)")
        continue
      }
      let own = moves.filter { $0.origin == origin }
      if survey.sound.contains(number) { #expect(own.isEmpty, "\(origin) \(comment)") }
      let expected = drawn.map { place in own.first { $0.from == place }?.to ?? place }
      var kept = 0
      for place in path {
        if kept < expected.count, place == expected[kept] {
          kept += 1
        } else {
          added += 1
          #expect(distance(place, drawn) <= 0.001, "\(origin) at \(place), \(comment)")
        }
      }
      #expect(kept == drawn.count, "\(origin) \(comment)")
    }
    let vertices = result.report.additions.filter { $0.kind == .vertex }
    #expect(vertices.count == added, comment)
    for vertex in vertices {
      #expect(
        lines[vertex.origin]?.contains(vertex.place) == true && vertex.distance <= 0.001,
        comment
      )
    }
    for (number, drawn) in survey.points.enumerated() {
      let origin = "points/\(number + 1)"
      let to = moves.first { $0.origin == origin }?.to ?? drawn
      #expect(points[origin] == [to], "\(origin) \(comment)")
    }

    // Every miss was moved or is listed, and nothing else was.
    for miss in survey.misses {
      let found = (miss.distance <= survey.tolerance && isMoving ? moves : gaps).contains {
        miss.origins.contains($0.origin) && abs($0.distance - miss.distance) < 1e-6
      }
      #expect(found, "\(miss) \(comment)")
    }
    for move in moves + gaps {
      let isMeant = survey.misses.contains {
        $0.origins.contains(move.origin) && abs($0.distance - move.distance) < 1e-6
      }
      #expect(isMeant, "\(move) \(comment)")
    }
    // What was moved is on the place that it missed.
    for move in moves {
      let misses = survey.misses.filter { $0.origins.contains(move.origin) }
      #expect(misses.contains { $0.place.distance(to: move.to) <= 0.001 }, "\(move) \(comment)")
    }

    // Sound places are joined.
    for joint in survey.joints {
      let path = lines["pipes/\(joint.line + 1)"] ?? []
      #expect(path.contains { $0.distance(to: joint.place) <= 0.001 }, "\(joint) \(comment)")
    }
    let nodes = result.report.additions.filter { $0.kind == .node }
    #expect(geometries("Node").count == nodes.count, comment)
    for node in nodes { #expect(geometries("Node")[node.origin] == [node.place], comment) }
  }
}
