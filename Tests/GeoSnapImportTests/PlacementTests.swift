import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

@Suite struct PlacementTests {
  @Test(
    "The box tree answers as a search through all items does",
    arguments: [0, 1, 7, 8, 9, 17, 64, 500]
  )
  func boxTree(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    func ordinate() -> Double { Double(Int.random(in: 0..<50, using: &random)) }
    let items = (0..<count).map { number in
      let start = Coordinate(x: ordinate(), y: ordinate())
      var end = start
      if random.happens(0.5) {
        end = Coordinate(x: end.x + ordinate() / 10, y: end.y + ordinate() / 10)
      }
      return BoxTree.Item(
        segment: Segment(start, end),
        link: random.happens(0.5) ? number % 5 : nil
      )
    }
    let tree = BoxTree(items)
    for _ in 0..<200 {
      let place = Coordinate(x: ordinate() + 0.25, y: ordinate())
      let distances = items.filter { $0.link != 3 }.map {
        $0.segment.squaredDistance(to: place).squareRoot()
      }
      let expected = distances.filter { $0 > 1 && $0 < 5 }.min()
      let found = tree.nearestDistance(to: place, beyond: 1, within: 5, leavingOut: [3])
      #expect((found == nil) == (expected == nil), "seed \(count)")
      if let found, let expected { #expect(abs(found - expected) < 1e-9, "seed \(count)") }
      let touches = items.contains { $0.segment.squaredDistance(to: place) <= 0.25 }
      #expect(tree.touches(place, within: 0.5) == touches, "seed \(count)")
      let others = items.contains { $0.link != 3 && $0.segment.squaredDistance(to: place) <= 0.25 }
      #expect(tree.touches(place, within: 0.5, leavingOut: 3) == others, "seed \(count)")
    }
  }

  @Test("Occupied places answer as a search through all points does")
  func occupiedPlaces() {
    var random = SeededGenerator(seed: 3)
    var occupied = OccupiedPlaces(clearance: 1)
    var points: [Coordinate] = []
    for number in 0..<400 {
      let place = Coordinate(x: random.double(-20...20), y: random.double(-20...20))
      let near = points.indices.filter { points[$0].distance(to: place) <= 0.7 }
      #expect(occupied.numbers(near: place, within: 0.7).sorted() == near)
      #expect(occupied.isFree(place) == !points.contains { $0.distance(to: place) <= 1 })
      occupied.insert(place, number: number)
      points.append(place)
    }
    let far = Coordinate(x: 1e300, y: -1e300)
    #expect(occupied.isFree(far))
    occupied.insert(far)
    #expect(!occupied.isFree(far))
  }

  @Test("In degrees a metre is a metre in every direction")
  func degrees() {
    let scale = PlaneScale(srid: 4326)
    let start = Coordinate(x: 7.87, y: 48.45)
    for step in 0..<16 {
      let bearing = Double(step) * .pi / 8
      let place = scale.place(from: start, bearing: bearing, metres: 1)
      #expect(abs(scale.distance(start, place) - 1) < 1e-6)
    }
    let far = Coordinate(x: 18, y: 48)
    for (srid, coordinates, isDegrees) in [
      (25832, [], false), (nil, [], false), (nil, [start], true), (25832, [start], false),
      (nil, [start, far], false),
    ] as [(SRID?, [Coordinate], Bool)] {
      #expect(PlaneScale(srid: srid, coordinates: coordinates).isDegrees == isDegrees)
    }
  }

  @Test("Junctions in degrees of no declared system stay where they are, and their pipes lines")
  func undeclaredDegrees() throws {
    var file = NetworkFile(networkClass: "pandapipesNet")
    file.members = ["\"component_list\": []"]
    let rows = (0..<10).map { ["\"j\($0)\"", "5", "true"] }
    file.add("junction", "name pn_bar in_service", rows)
    file.add("junction_geodata", "x y", (0..<10).map { ["\(7.8 + Double($0) * 0.0005)", "48.4"] })
    file.add(
      "pipe",
      "from_junction to_junction length_km in_service std_type",
      (0..<9).map { ["\($0)", "\($0 + 1)", "0.037", "true", "null"] }
    )
    file.add("pipe_geodata", "coords")
    let result = try PandapipesImporter().read(bytes: file.bytes, named: "f")
    #expect(result.report.moves.isEmpty)
    #expect(result.report.featuresWritten == ["PipelineJunction": 10, "PipelineLine": 9])
    #expect(result.report.notes.contains { $0.contains("--srid") })
    for row in 0..<9 {
      #expect(result.network.value(FieldName.length, of: "pipe/\(row)") == .real(0.037 * 1000))
    }
  }

  @Test("A bad ordinate of geodata is reported in its column, x or y")
  func badOrdinates() throws {
    var file = NetworkFile(networkClass: "pandapipesNet")
    file.members = ["\"component_list\": []"]
    file.add("junction", "name pn_bar in_service", (0..<4).map { ["\"\($0)\"", "5", "true"] })
    let places = [["1", "2"], ["3", "\"north\""], ["null", "4"], ["null", "null"]]
    file.add("junction_geodata", "x y", places)
    let notes = try PandapipesImporter().read(bytes: file.bytes, named: "f").report.notes
    for (column, cell) in [("x", "[2][0]"), ("y", "[1][1]")] {
      let start = "Cells of 'junction_geodata', column '\(column)', not used: 1; the first is "
      #expect(notes.contains { $0.hasPrefix(start) && $0.contains("data\(cell): ") }, "\(notes)")
    }
  }

  @Test("What shares a point steps aside by less than half the way to the next feature")
  func stepsAside() throws {
    var file = NetworkFile(networkClass: "pandapowerNet")
    let base = NetworkFile.minimalElectric
    file.tables = base.tables.filter { !["bus", "line"].contains($0.name) }
    // Three buses on one point, a fourth 0.3 units away, in metres of an undeclared system.
    file.add(
      "bus",
      "name vn_kv in_service geo",
      [(1_000.0, 0), (1_000, 1), (1_000, 2), (1_000.3, 3)].map { x, number in
        [
          "\"\(number)\"", "0.4", "true",
          NetworkFile.quoted("{\"type\": \"Point\", \"coordinates\": [\(x), 5000]}"),
        ]
      }
    )
    file.add("line", "from_bus to_bus length_km in_service geo")
    let result = try PandapowerImporter().read(bytes: file.bytes, named: "f")
    #expect(result.network.srid == nil)
    #expect(result.report.moves.map(\.origin) == ["bus/1", "bus/2"])
    for move in result.report.moves {
      #expect(move.reason == .sharedPoint)
      #expect(move.distance > 0.01 && move.distance <= 0.15)
    }
  }
}
