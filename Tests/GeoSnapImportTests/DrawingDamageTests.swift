import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

/// What only draws, or is text for people: coordinates, bends, tags, titles, labels, geodata, names.
@Suite("What only draws, or is text for people")
struct DrawingDamageTests {
  enum Format: String, CaseIterable {
    case epanet, swmm, pandapower, pandapipes, opendss
  }

  /// 20,000 when all cases run, 4,000 of each format.
  @Test(
    "It never stops an import and changes nothing that counts, however it is damaged",
    arguments: Format.allCases
  )
  func damaged(format: Format) throws {
    for seed in UInt64(0)..<Extent.count(40, long: 400, full: 4_000) {
      var random = SeededGenerator(seed: seed + 90_000)
      var file = Drawn(format, seed: seed)
      let whole = try file.read()
      for _ in 0...random.int(0...3) { file.damage(&random) }
      let comment: Comment = "\(format), seed \(seed)"
      do {
        let result = try file.read()
        #expect(result.report.elementsRead == whole.report.elementsRead, comment)
        let (found, expected) = try (joined(result.network), joined(whole.network))
        let less = expected.filter { !found.contains($0) }.prefix(3)
        let more = found.filter { !expected.contains($0) }.prefix(3)
        #expect(
          less.isEmpty && more.isEmpty && found.count == expected.count,
          "\(comment): less \(less), more \(more)"
        )
        // One note for each kind, which counts and names the first.
        let notes = result.report.notes.filter { $0.contains("not used: ") }
        #expect(notes.allSatisfy { $0.contains("; the first is ") }, "\(comment): \(notes)")
        #expect(Set(notes).count == notes.count, "\(comment): \(notes)")
      } catch { Issue.record("\(comment): \(error)") }
    }
  }

  @Test(
    "Lines drawn over each other, over themselves and over nodes join what the file joins",
    arguments: Format.allCases
  )
  func crowded(format: Format) throws {
    for seed in UInt64(0)..<Extent.count(40, long: 400, full: 4_000) {
      var random = SeededGenerator(seed: seed + 80_000)
      let file = Drawn(format, seed: seed)
      let expected = try joined(file.withoutPlaces().read().network)
      let crowded = file.crowded(&random)
      let keepsEnds = seed % 2 == 0
      let result = try crowded.read(keepsEnds: keepsEnds)
      let found = try joined(result.network)
      let less = expected.filter { !found.contains($0) }.prefix(3)
      let more = found.filter { !expected.contains($0) }.prefix(3)
      #expect(
        less.isEmpty && more.isEmpty && found.count == expected.count,
        "\(format), seed \(seed), keeps ends \(keepsEnds): less \(less), more \(more)"
      )
    }
  }

  @Test("Devices in links keep clear of other links, or a note counts them")
  func clear() throws {
    for seed in UInt64(0)..<Extent.count(20, long: 200, full: 20_000) {
      let file = RandomInp(.epanet, seed: seed, nodes: 6, extent: 200, isPlain: true)
      let result = try EpanetImporter(options: ImportOptions(srid: 3089))
        .read(bytes: file.bytes, named: "f")
      let lines = result.network.rows.filter { $0.isEdge && $0.places.count > 1 }
      let onOthers = result.network.rows.filter { row in
        guard !row.isEdge, row.origin.hasPrefix("link/"), let place = row.places.first else {
          return false
        }
        return lines.contains { line in
          line.origin != row.origin
            && zip(line.places, line.places.dropFirst()).contains {
              Segment($0.0, $0.1).squaredDistance(to: place) < 1e-6
            }
        }
      }
      let isTold = result.report.notes.contains { $0.contains("placed on the line of another") }
      #expect(onOthers.isEmpty || isTold, "seed \(seed): \(onOthers.map(\.origin))")
    }
  }

  private func joined(_ network: UtilityNetwork) throws -> [String] {
    let graph = try Topology(network).contracted()
    let links = graph.links.map { link in
      let ends = [graph.nodes[link.from], graph.nodes[link.to]].sorted()
      return "\(link.origin): \(ends[0]) \(ends[1]) \(link.isConducting) \(link.isEnabled)"
    }
    return (graph.nodes + links).sorted()
  }
}

/// A random network in one of the formats, as its parts that draw and the rest.
private struct Drawn {
  typealias Format = DrawingDamageTests.Format

  let format: Format
  /// The rows of the sections or tables of an input file or of a circuit's buses.
  private var lines: [String] = []
  private var tables = NetworkFile(networkClass: "")
  private var circuit: [ImportFile] = []

  init(_ format: Format, seed: UInt64) {
    self.format = format
    var random = SeededGenerator(seed: seed + 70_000)
    switch format {
    case .epanet, .swmm:
      let file = RandomInp(
        format == .epanet ? .epanet : .swmm,
        seed: seed,
        nodes: 8,
        extent: 1_000,
        isPlain: true
      )
      let texts =
        "[TAGS]\nNODE 1 a tag\nLINK 2 another\n[LABELS]\n1 2 \"a label\"\n[BACKDROP]\nDIMENSIONS 1 2\n"
        + (format == .swmm ? "[PROFILES]\n\"a profile\" 1 2\n[POLYGONS]\nS 1 2\n[MAP]\n" : "")
      let rest = String(decoding: file.bytes, as: UTF8.self)
      lines = (texts + rest).split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
    case .pandapower: tables = NetworkFile.randomElectric(&random, buses: 8, isOld: seed % 2 == 1)
    case .pandapipes: tables = NetworkFile.randomPipeline(&random, junctions: 8)
    case .opendss:
      circuit = Array(RandomCircuit(seed: seed * 5 + 2).files.prefix(2))
      lines = (String(decoding: circuit[0].bytes, as: UTF8.self)).split(separator: "\n")
        .map(String.init)
    }
  }

  func read(keepsEnds: Bool = false) throws -> ImportResult {
    let options = ImportOptions(keepsEnds: keepsEnds)
    switch format {
    case .epanet: return try EpanetImporter(options: options).read(text)
    case .swmm: return try SwmmImporter(options: options).read(text)
    case .pandapower:
      return try PandapowerImporter(options: options).read(bytes: tables.bytes, named: "f")
    case .pandapipes:
      return try PandapipesImporter(options: options).read(bytes: tables.bytes, named: "f")
    case .opendss:
      let files = [ImportFile("buses.csv", text)] + circuit.dropFirst()
      return try OpenDSSImporter(options: options).read(files, named: "f")
    }
  }

  private var text: String { lines.joined(separator: "\n") + "\n" }

  private static let sections: Set<String> = [
    "[TITLE]", "[COORDINATES]", "[VERTICES]", "[TAGS]", "[LABELS]", "[BACKDROP]", "[MAP]",
    "[POLYGONS]", "[SYMBOLS]", "[PROFILES]",
  ]

  private func drawingLines(_ sections: Set<String> = Self.sections) -> [Int] {
    var isDrawing = false
    return lines.indices.filter { number in
      if lines[number].hasPrefix("[") {
        isDrawing = sections.contains(lines[number])
        return false
      }
      return isDrawing
    }
  }

  mutating func damage(_ random: inout SeededGenerator) {
    switch format {
    case .epanet, .swmm: damageLine(&random)
    case .opendss: damageBus(&random)
    case .pandapower, .pandapipes: damageTable(&random)
    }
  }

  private static let words = [
    "nan", "NaN", "inf", "-1e400", "1e300", "", "\"", "\"a b\"", "GHOST", "\u{1}", "\u{0}\u{7F}",
    "ö", "0x10", "1,5", "--", ";", "NODE", "LINK", "J1 J1", "99999999999999999999", "null",
  ]

  private mutating func damageLine(_ random: inout SeededGenerator) {
    guard let number = drawingLines().randomElement(using: &random) else { return }
    var words = lines[number].split(separator: " ").map(String.init)
    switch random.int(0...5) {
    case 0: words.removeLast(min(words.count, random.int(1...3)))
    case 1: words.shuffle(using: &random)
    case 2: lines.insert(lines[number], at: number)
    case 3: words = (0...random.int(0...4)).map { _ in Self.words.randomElement(using: &random)! }
    default:
      guard !words.isEmpty else { return }
      words[random.int(0...words.count - 1)] = Self.words.randomElement(using: &random) ?? ""
    }
    let line = words.joined(separator: " ")
    // A bracket would begin a section.
    if !line.hasPrefix("[") { lines[number] = line }
  }

  private mutating func damageBus(_ random: inout SeededGenerator) {
    let number = random.int(0...lines.count - 1)
    if number == 0 {
      // The columns have other names, so there are none.
      lines[0] = lines[0].replacing(",x,y,", with: ",east,north,")
      return
    }
    var fields = lines[number].split(separator: ",", omittingEmptySubsequences: false)
      .map(String.init)
    // A name in quotes may hold a comma: the places are counted from the end.
    guard fields.count >= 5 else { return }
    let texts = [
      "nan", "inf", "", "1e300", "1e400", "east", "--", "0x10", "ö", "\u{1}", "\"1.5 m\"",
    ]
    fields[fields.count - random.int(3...4)] = texts.randomElement(using: &random) ?? ""
    lines[number] = fields.joined(separator: ",")
  }

  private static let cells = [
    "null", "NaN", "Infinity", "true", "[]", "{}", "[[1, 2]]", "[[1, 2], [NaN, 3]]", "[1, [2]]",
    "\"\"", "\"{\"", "\"[[1, 2], [3\"", "\"POINT (1 2)\"", "1e300", "{\"a\": [1]}",
    "\"{\\\"type\\\": \\\"Polygon\\\", \\\"coordinates\\\": []}\"",
    "\"{\\\"type\\\": \\\"Point\\\", \\\"coordinates\\\": [NaN, 1]}\"",
    "\"{\\\"type\\\": \\\"Point\\\"}\"",
    "\"{\\\"type\\\": \\\"LineString\\\", \\\"coordinates\\\": []}\"",
    "\"{\\\"type\\\": \\\"LineString\\\", \\\"coordinates\\\": [[1, 2]]}\"",
    "\"{\\\"type\\\": \\\"LineString\\\", \\\"coordinates\\\": [[1, 2], [1e300, null]]}\"",
    "\"{\\\"type\\\": \\\"MultiLineString\\\", \\\"coordinates\\\": [[[1, 2], [3, 4]]]}\"",
  ]

  private mutating func damageTable(_ random: inout SeededGenerator) {
    let isDrawing = { (name: String) in ["geo", "x", "y", "coords"].contains(name) }
    let drawing = tables.tables.indices.filter { table in
      tables.tables[table].columns.contains { isDrawing($0) || $0 == "name" }
    }
    guard let table = drawing.randomElement(using: &random) else { return }
    let isGeodata = tables.tables[table].name.hasSuffix("_geodata")
    let columns = tables.tables[table].columns.indices.filter {
      isDrawing(tables.tables[table].columns[$0]) || tables.tables[table].columns[$0] == "name"
    }
    guard let column = columns.randomElement(using: &random) else { return }
    switch random.int(0...7) {
    case 0 where isGeodata: tables.tables.remove(at: table)
    case 1 where isGeodata:
      guard !tables.tables[table].rows.isEmpty else { return }
      let row = random.int(0...tables.tables[table].rows.count - 1)
      tables.tables[table].rows[row].index = [999, 0, -1].randomElement(using: &random) ?? 0
    case 2 where isGeodata:
      // A table of another shape.
      let name = tables.tables.remove(at: table).name
      let shapes = [
        "null", "[]", "1", "{}", "{\"_class\": \"GeoDataFrame\", \"_object\": \"{}\"}",
        "{\"_class\": \"DataFrame\", \"orient\": \"records\", \"_object\": \"[]\"}",
      ]
      tables.members.append("\"\(name)\": \(shapes.randomElement(using: &random) ?? "")")
    case 3: tables.tables[table].columns[column] += "_of_old"
    default:
      guard !tables.tables[table].rows.isEmpty else { return }
      let row = random.int(0...tables.tables[table].rows.count - 1)
      tables.tables[table].rows[row].cells[column] = Self.cells.randomElement(using: &random) ?? ""
    }
  }

  func withoutPlaces() -> Drawn {
    var other = self
    switch format {
    case .epanet, .swmm:
      let places = Set(drawingLines(["[COORDINATES]", "[VERTICES]"]))
      other.lines = lines.indices.filter { !places.contains($0) }.map { lines[$0] }
    case .opendss: other.lines[0] = lines[0].replacing(",x,y,", with: ",east,north,")
    case .pandapower, .pandapipes:
      other.tables.tables = tables.tables.filter { !$0.name.hasSuffix("_geodata") }
      for table in other.tables.tables.indices {
        for column in other.tables.tables[table].columns.indices
        where other.tables.tables[table].columns[column] == "geo" {
          for row in other.tables.tables[table].rows.indices {
            other.tables.tables[table].rows[row].cells[column] = "null"
          }
        }
      }
    }
    return other
  }

  /// The same with every place and every bend on one of nine places.
  func crowded(_ random: inout SeededGenerator) -> Drawn {
    var other = self
    func ordinate(_ first: Double, _ step: Double) -> String {
      "\(first + Double(Int.random(in: 0...2, using: &random)) * step)"
    }
    switch format {
    case .epanet, .swmm:
      for number in drawingLines(["[COORDINATES]", "[VERTICES]"]) {
        guard let name = lines[number].split(separator: " ").first, name.first != ";" else {
          continue
        }
        let line = "\(name) \(ordinate(0, 40)) \(ordinate(0, 40))"
        other.lines[number] = line
        if random.happens(0.4) {
          other.lines[number] +=
            "\n\(name) \(ordinate(0, 40)) \(ordinate(0, 40))\n\(name) \(ordinate(0, 40)) \(ordinate(0, 40))\n\(line)"
        }
      }
      other.lines = other.text.split(separator: "\n").map(String.init)
    case .opendss:
      for number in lines.indices.dropFirst() {
        var fields = lines[number].split(separator: ",", omittingEmptySubsequences: false)
          .map(String.init)
        fields[fields.count - 4] = ordinate(0, 40)
        fields[fields.count - 3] = ordinate(0, 40)
        other.lines[number] = fields.joined(separator: ",")
      }
    case .pandapower, .pandapipes:
      let isDegrees = format == .pandapower
      func position() -> String {
        isDegrees
          ? "\(ordinate(7.8, 0.001)), \(ordinate(48.4, 0.001))"
          : "\(ordinate(0, 40)), \(ordinate(0, 40))"
      }
      func path() -> String {
        let count = Int.random(in: 2...6, using: &random)
        return "[" + (0..<count).map { _ in "[\(position())]" }.joined(separator: ", ") + "]"
      }
      for table in tables.tables.indices {
        let name = tables.tables[table].name
        for row in tables.tables[table].rows.indices {
          for (column, title) in tables.tables[table].columns.enumerated() {
            var cell: String?
            if title == "geo" {
              cell = NetworkFile.quoted(
                name.hasPrefix("bus")
                  ? "{\"type\": \"Point\", \"coordinates\": [\(position())]}"
                  : "{\"type\": \"LineString\", \"coordinates\": \(path())}"
              )
            } else if name.hasSuffix("_geodata"), title == "coords", name != "bus_geodata" {
              cell = path()
            } else if name.hasSuffix("_geodata"), title == "x" || title == "y" {
              cell =
                isDegrees
                ? ordinate(title == "x" ? 7.8 : 48.4, 0.001) : ordinate(0, 40)
            }
            if let cell { other.tables.tables[table].rows[row].cells[column] = cell }
          }
        }
      }
    }
    return other
  }
}
