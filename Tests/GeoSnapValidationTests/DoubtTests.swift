import GeoSnap
import GeoSnapTestSupport
import GeoSnapValidation
import Testing

/// Random towns with mistakes of every kind planted in them.
@Suite struct DoubtTests {
  @Test(
    "Planted mistakes are told, and what is sound is not doubted",
    arguments: 1...Extent.count(12, long: 30) as ClosedRange<UInt64>
  )
  func planted(seed: UInt64) throws {
    var town = Town(seed: seed, size: Extent.current >= .long ? 100_000 : 4000)
    town.plantMistakes()
    let (network, problems) = try town.network.make()
    let validation = try NetworkValidation(network, tolerated: problems, doubts: DoubtSettings())
    let id = validation.network.globalID(of:)
    let told = Set(
      (validation.errors.flatMap(\.features) + validation.doubts.flatMap(\.features)).compactMap(id)
    )
    let missed = town.planted.filter { !told.contains($0.id) }
    #expect(
      missed.count * 50 <= town.planted.count,
      "seed \(seed): of \(town.planted.count) planted are not told: \(missed.map(\.what))"
    )
    let known = Set(town.planted.map(\.id)).union(town.concerned)
    let wrong = validation.doubts.filter { doubt in
      !doubt.features.compactMap(id).contains { known.contains($0) }
    }
    #expect(
      wrong.count * 100 <= network.featureCount,
      "seed \(seed): of \(network.featureCount) sound ones are doubted: \(wrong.prefix(5).map(\.message))"
    )
  }

  /// A main in a row of joints, 50 apart.
  private func row() throws -> PlantedNetwork {
    var network = PlantedNetwork(definition: PlantGround.definition, rules: PlantGround.rules)
    for number in 0..<40 {
      network.add(PlantGround.joint, .point(Point(x: Double(number) * 50, y: 0)))
      network.add(PlantGround.main, try main(number))
    }
    network.add(PlantGround.joint, .point(Point(x: 2000, y: 0)))
    return network
  }

  private func main(_ number: Int) throws -> Geometry {
    let places = [0.0, 50].map { Coordinate(x: Double(number) * 50 + $0, y: 0) }
    return .lineString(try LineString(CoordinateSequence(places)))
  }

  @Test("A line that an edit draws on another is doubted under its own id")
  func edited() throws {
    let (network, id) = (try row().make().network, GlobalID(high: 0xED17, low: 1))
    let copy = NewFeature(globalID: id, assetGroup: 1, assetType: 1, geometry: try main(20))
    var topology = Topology(network)
    let edit = NetworkTransaction("copy", [.insertFeature(copy, table: "GasLine")])
    try topology.apply(try NetworkEditor(network).commit(edit))
    let validation = NetworkValidation(
      topology,
      try NetworkIndex(network).features,
      doubts: DoubtSettings()
    )
    // The copy has no status, and the main has one.
    let doubts = validation.doubts.filter { $0.kind == .linesOnEachOther }
    #expect(doubts.map { validation.network.globalID(of: $0.features[0]) } == [id])
  }

  @Test("An island counts a device once, however many terminals it has")
  func island() throws {
    var network = try row()
    let regulator = network.add(PlantGround.regulator, .point(Point(x: 100, y: 300)))
    let meter = network.add(PlantGround.meter, .point(Point(x: 110, y: 300)))
    network.associate(.connectivity, regulator, meter, terminals: (7, nil))
    let validation = try NetworkValidation(try network.make().network, doubts: DoubtSettings())
    let islands = validation.doubts.filter { $0.kind == .island }
    #expect(islands.map(\.features.count) == [2])
    #expect(islands.first?.message.contains("and 1 other feature") == true, "\(islands)")
  }

  @Test("Many threads find what one finds; accepted doubts are counted and left out")
  func accepted() async throws {
    var town = Town(seed: 7, size: 500)
    town.plantMistakes()
    let (network, _) = try town.network.make()
    let once = try NetworkValidation(network, doubts: DoubtSettings())
    let again = try await NetworkValidation(network, doubts: DoubtSettings(), progress: nil)
    #expect(once.doubts == again.doubts)
    let accepted = Set(once.doubts.map { once.network.key(of: $0) })
    let none = try NetworkValidation(network, doubts: DoubtSettings(accepted: accepted))
    #expect(none.doubts.isEmpty)
    #expect(none.acceptedDoubtCount == once.doubts.count)
    #expect(try NetworkValidation(network).doubts.isEmpty)
  }
}

/// A town of streets: a grid, a tree, or streets with services and meters.
private struct Town {
  struct Mistake {
    let what: String
    let id: GlobalID
  }

  var network = PlantedNetwork(definition: PlantGround.definition, rules: PlantGround.rules)
  private(set) var planted: [Mistake] = []
  /// Sound features that a mistake concerns as well.
  private(set) var concerned: Set<GlobalID> = []
  private var generator: SeededGenerator
  private var nodes: [GlobalID] = []
  private var places: [Coordinate] = []
  private var lines: [(id: GlobalID, from: Int, to: Int, path: [Coordinate])] = []
  private let width: Int

  init(seed: UInt64, size: Int) {
    generator = SeededGenerator(seed: seed)
    let count = generator.int(60...size / 2)
    width = max(Int(Double(count).squareRoot()), 6)
    for number in 0..<count {
      let place = Coordinate(
        x: 500_000 + Double(number % width) * 60 + generator.double(-15...15),
        y: 5_000_000 + Double(number / width) * 60 + generator.double(-15...15)
      )
      places.append(place)
      nodes.append(network.add(PlantGround.joint, .point(Point(place))))
    }
    switch seed % 3 {
    case 0: for number in 0..<count { grid(number) }
    case 1: for number in 1..<count { branch(number) }
    default:
      for number in 1..<count {
        branch(number)
        if generator.oneIn(3) { serve(number) }
      }
    }
  }

  private mutating func grid(_ number: Int) {
    if number % width > 0, number == 0 || !generator.oneIn(12) { join(number - 1, number) }
    if number >= width, number % width == 0 || !generator.oneIn(12) { join(number - width, number) }
  }

  private mutating func branch(_ number: Int) {
    let isUp = number >= width && (number % width == 0 || generator.oneIn(2))
    join(isUp ? number - width : number - 1, number)
  }

  private mutating func join(_ from: Int, _ to: Int) {
    var path = [places[from], places[to]]
    if generator.oneIn(3) {
      let middle = between(path[0], path[1], 0.5)
      path.insert(
        Coordinate(x: middle.x + generator.double(-3...3), y: middle.y + generator.double(-3...3)),
        at: 1
      )
    }
    lines.append((network.add(PlantGround.main, Self.line(path)), from, to, path))
  }

  private mutating func serve(_ number: Int) {
    let meter = Coordinate(
      x: places[number].x + generator.double(6...9),
      y: places[number].y + generator.double(6...9)
    )
    network.add(PlantGround.service, Self.line([places[number], meter]))
    network.add(PlantGround.meter, .point(Point(meter)))
  }

  private static func line(_ path: [Coordinate]) -> Geometry {
    guard let line = try? LineString(CoordinateSequence(path)) else {
      preconditionFailure("A line has two vertices")
    }
    return .lineString(line)
  }

  private func between(_ one: Coordinate, _ other: Coordinate, _ share: Double) -> Coordinate {
    Coordinate(x: one.x + share * (other.x - one.x), y: one.y + share * (other.y - one.y))
  }

  private static let kinds = [
    "copy", "copy with another value", "reversed copy", "short end", "moved joint", "far line",
    "swapped joint", "crossing", "overlap", "short line", "spike", "near miss", "island",
  ]

  /// One mistake of each kind for some 1,000 lines, and at least one, each on a separate line.
  mutating func plantMistakes() {
    var free = Array(lines.indices)
    free.shuffle(using: &generator)
    var touched: Set<Int> = []
    for _ in 0..<max(lines.count / 1000, 1) {
      for kind in Self.kinds {
        // One whose nodes nothing has happened to yet.
        while let index = free.popLast() {
          let line = lines[index]
          guard touched.isDisjoint(with: [line.from, line.to]) else { continue }
          touched.formUnion([line.from, line.to])
          concerned.formUnion([line.id, nodes[line.from], nodes[line.to]])
          concerned.formUnion(
            lines.filter { !Set([$0.from, $0.to]).isDisjoint(with: [line.from, line.to]) }.map(\.id)
          )
          plant(kind, index)
          break
        }
      }
    }
  }

  private mutating func tell(_ what: String, _ id: GlobalID) {
    planted.append(Mistake(what: what, id: id))
  }

  private mutating func set(_ id: GlobalID, _ geometry: Geometry) {
    network.change(id) { $0.geometry = geometry }
  }

  private mutating func plant(_ kind: String, _ index: Int) {
    let line = lines[index]
    let (start, end) = (line.path[0], line.path[line.path.count - 1])
    let across = Coordinate(x: -(end.y - start.y) / 60, y: (end.x - start.x) / 60)
    switch kind {
    case "copy": tell(kind, network.add(PlantGround.main, Self.line(line.path)))
    case "reversed copy": tell(kind, network.add(PlantGround.main, Self.line(line.path.reversed())))
    case "copy with another value":
      let copy = network.add(PlantGround.main, Self.line(line.path))
      network.set(copy, "STATUS", .integer(0))
      tell(kind, copy)
    case "short end":
      var path = line.path
      let last = path.count - 1
      path[last] = between(path[last - 1], end, generator.double(0.3...0.98))
      set(line.id, Self.line(path))
      tell(kind, line.id)
    case "moved joint":
      let by = generator.double(0.5...4)
      set(
        nodes[line.to],
        .point(Point(Coordinate(x: end.x + across.x * by, y: end.y + across.y * by)))
      )
      tell(kind, nodes[line.to])
    case "far line":
      let by = generator.double(500_000...5_000_000)
      set(line.id, Self.line(line.path.map { Coordinate(x: $0.x + by, y: $0.y - by / 3) }))
      tell(kind, line.id)
    case "swapped joint":
      set(nodes[line.to], .point(Point(Coordinate(x: end.y, y: end.x))))
      tell(kind, nodes[line.to])
    case "crossing":
      let middle = between(line.path[0], line.path[1], 0.4)
      let far = [-12.0, 12].map {
        Coordinate(x: middle.x + across.x * $0, y: middle.y + across.y * $0)
      }
      for place in far { concerned.insert(network.add(PlantGround.joint, .point(Point(place)))) }
      tell(kind, network.add(PlantGround.main, Self.line(far)))
    case "overlap":
      let half = between(line.path[0], line.path[1], 0.5)
      let aside = Coordinate(x: half.x + across.x * 8, y: half.y + across.y * 8)
      concerned.insert(network.add(PlantGround.joint, .point(Point(aside))))
      tell(kind, network.add(PlantGround.main, Self.line([start, half, aside])))
    case "short line":
      let beside = Coordinate(x: end.x + across.x * 0.03, y: end.y + across.y * 0.03)
      concerned.insert(network.add(PlantGround.joint, .point(Point(beside))))
      tell(kind, network.add(PlantGround.main, Self.line([end, beside])))
    case "spike":
      let half = between(line.path[0], line.path[1], 0.5)
      let tip = Coordinate(x: half.x + across.x * 6, y: half.y + across.y * 6)
      let back = between(half, line.path[1], 0.01)
      set(line.id, Self.line([line.path[0], half, tip, back] + line.path[1...]))
      tell(kind, line.id)
    case "near miss":
      // A joint more, a little beside, and the line ends there.
      let beside = Coordinate(x: end.x + across.x * 0.008, y: end.y + across.y * 0.008)
      let joint = network.add(PlantGround.joint, .point(Point(beside)))
      set(line.id, Self.line(line.path.dropLast() + [beside]))
      // The old joint counts as a doubt, whether other lines remain at it or not.
      concerned.insert(joint)
      tell(kind, nodes[line.to])
    default:
      let middle = between(line.path[0], line.path[1], 0.5)
      let ends = [5.0, 9].map {
        Coordinate(x: middle.x + across.x * $0, y: middle.y + across.y * $0)
      }
      for place in ends { concerned.insert(network.add(PlantGround.joint, .point(Point(place)))) }
      let alone = network.add(PlantGround.main, Self.line(ends))
      concerned.insert(alone)
      tell(kind, nodes.count > 0 ? alone : line.id)
    }
  }
}
