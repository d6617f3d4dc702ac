import GeoSnap
import GeoSnapTestSupport
import Testing

/// The problems of single geometries are in Tests/Transcripts/Operations.
@Suite("Problems of geometries")
struct GeometryProblemTests {
  @Test("No more problems are told than the limit, the first ones")
  func limit() throws {
    let star = try wkt("LINESTRING (0 0, 9 9, 0 1, 9 8, 0 2, 9 7, 0 3)")
    #expect(star.problems(GeometryExpectations(limit: 3)) == Array(star.problems().prefix(3)))
    #expect(star.problems().count > 3)
  }

  @Test(
    "Areas without a problem are those that GEOS finds valid",
    arguments: 1...Extent.count(2, long: 20) as ClosedRange<UInt64>
  )
  func areas(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var valid = 0
    var invalid = 0
    for round in 0..<2_000 {
      let geometry = try randomArea(&generator, greatest: [3, 4, 6, 10][round % 4])
      let reason = try geometry.validityProblem()
      let found = geometry.problems(.ogc).filter(\.kind.makesInvalid)
      #expect(
        found.isEmpty == (reason == nil),
        "seed \(seed): \(geometry.wkt): GEOS \(reason.map { "\($0)" } ?? "valid"), \(found)"
      )
      if reason == nil { valid += 1 } else { invalid += 1 }
    }
    #expect(valid > 100 && invalid > 100, "seed \(seed): \(valid) valid")
  }

  /// Rings of few corners on a small grid: they touch, cross, and run along each other.
  private func randomArea(_ generator: inout SeededGenerator, greatest: Int) throws -> Geometry {
    var polygons: [Polygon] = []
    for _ in 0..<(generator.oneIn(3) ? generator.int(2...3) : 1) {
      var rings: [CoordinateSequence] = []
      for _ in 0..<generator.int(1...3) {
        let x = generator.int(0...greatest)
        let y = generator.int(0...greatest)
        let reach = rings.isEmpty ? greatest : max(greatest / 2, 1)
        var places: [Coordinate] = []
        for _ in 0..<generator.int(3...5) {
          places.append(
            Coordinate(
              x: Double(min(x + generator.int(0...reach), greatest + 1)),
              y: Double(min(y + generator.int(0...reach), greatest + 1))
            )
          )
        }
        rings.append(CoordinateSequence(places + [places[0]]))
      }
      polygons.append(try Polygon(rings: rings))
    }
    return polygons.count == 1
      ? .polygon(polygons[0]) : .multiPolygon(try MultiPolygon(polygons: polygons))
  }

  @Test("Sound areas and their holes have no problem, wherever they are", arguments: seeds(10))
  func soundAreas(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed)
    for _ in 0..<100 {
      let polygon = Geometry.polygon(try random.polygon())
      #expect(polygon.problems() == [], "seed \(seed): \(polygon.wkt)")
      let tangled = Geometry.polygon(try random.tangledPolygon())
      let isInvalid = tangled.problems().contains { $0.kind.makesInvalid }
      #expect(try tangled.isValid == !isInvalid, "seed \(seed): \(tangled.wkt)")
    }
  }

  @Test(
    "Lines without a problem are those that GEOS finds simple",
    arguments: 1...Extent.count(5, long: 20) as ClosedRange<UInt64>
  )
  func lines(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var simple = 0
    for _ in 0..<1_000 {
      let greatest = generator.int(2...9)
      let places = (0..<generator.int(2...7)).map { _ in
        Coordinate(x: Double(generator.int(0...greatest)), y: Double(generator.int(0...greatest)))
      }
      if Set(places).count < 2 { continue }
      let line = Geometry.lineString(try LineString(CoordinateSequence(places)))
      let isSimple = try line.isSimple(.ogc)
      let found = line.problems().filter { $0.kind != .repeatedVertex }
      #expect(found.isEmpty == isSimple, "seed \(seed): \(line.wkt): \(found)")
      if isSimple { simple += 1 }
    }
    #expect(simple > 50)
  }

  @Test(
    "Spikes, repeated vertices and duplicates are those that brute force finds",
    arguments: seeds(10)
  )
  func bruteForce(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let lines = try (0..<generator.int(1...5)).map { _ in
        try LineString(
          CoordinateSequence(
            (0..<generator.int(2...4)).map { _ in
              Coordinate(x: Double(generator.int(0...2)), y: Double(generator.int(0...1)))
            }
          )
        )
      }
      let geometry = Geometry.multiLineString(try MultiLineString(parts: lines.map(\.coordinates)))
      var spikes: Set<GeometryProblem> = []
      var repeats: Set<GeometryProblem> = []
      var duplicates: Set<GeometryProblem> = []
      for (part, line) in lines.enumerated() {
        let raw = Array(line.coordinates)
        if Set(raw).count > 1 {
          for index in 1..<raw.count where raw[index] == raw[index - 1] {
            repeats.insert(GeometryProblem(.repeatedVertex, at: raw[index], part: part))
          }
          var places: [Coordinate] = []
          for place in raw where places.last != place { places.append(place) }
          var turns = (1..<max(places.count - 1, 1)).map {
            (places[$0 - 1], places[$0], places[$0 + 1])
          }
          if places.count > 3, let first = places.first, first == places.last {
            turns.append((places[places.count - 2], first, places[1]))
          }
          for (before, place, after) in turns {
            let one = (x: before.x - place.x, y: before.y - place.y)
            let other = (x: after.x - place.x, y: after.y - place.y)
            if one.x * other.y == one.y * other.x, one.x * other.x + one.y * other.y > 0 {
              spikes.insert(GeometryProblem(.spike, at: place, part: part))
            }
          }
        }
        let forms = lines[..<part].map { form(Array($0.coordinates)) }
        if forms.contains(where: { $0.intersection(form(raw)).isEmpty == false }) {
          duplicates.insert(GeometryProblem(.duplicatePart, at: raw[0], part: part))
        }
      }
      let found = Set(geometry.problems())
      #expect(found.filter { $0.kind == .spike } == spikes, "seed \(seed): \(geometry.wkt)")
      #expect(
        found.filter { $0.kind == .repeatedVertex } == repeats,
        "seed \(seed): \(geometry.wkt)"
      )
      #expect(
        found.filter { $0.kind == .duplicatePart } == duplicates,
        "seed \(seed): \(geometry.wkt)"
      )
    }
  }

  /// Every way to write a line: both directions, a closed one from any vertex.
  private func form(_ raw: [Coordinate]) -> Set<[Coordinate]> {
    var places: [Coordinate] = []
    for place in raw where places.last != place { places.append(place) }
    var forms: Set<[Coordinate]> = [places, places.reversed()]
    if places.count > 3, places.first == places.last {
      let open = Array(places.dropLast())
      for start in open.indices {
        let turned = Array(open[start...] + open[..<start])
        let closed = turned + [turned[0]]
        forms.insert(closed)
        forms.insert(closed.reversed())
      }
    }
    return forms
  }

  @Test(
    "A reader that lets unsound geometry pass tells what a checked one refuses",
    arguments: seeds(5)
  )
  func unchecked(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, allowsMeasures: true)
    for _ in 0..<100 {
      let geometry = try random.geometry()
      let unchecked = try UncheckedGeometry(text: geometry.hexWKB())
      #expect(try unchecked.checked() == geometry)
      #expect(unchecked.problems() == geometry.problems())
    }
    let open = "POLYGON ((0 0, 9 0, 9 9, 0 9))"
    let text = #"{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,9]]]}"#
    let esri = #"{"rings":[[[0,0],[9,0],[9,9],[0,9]]]}"#
    for input in [open, text, esri] {
      let unchecked = try UncheckedGeometry(text: input)
      #expect(unchecked.problems().map(\.kind) == [.unclosedRing], "\(input)")
      #expect(throws: GeometryError.self) { try unchecked.checked() }
      #expect(throws: FormatError.self) { try Geometry(text: input) }
    }
  }
}
