import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

/// The IEEE feeders, held against their tables as pandas and OpenDSS read them.
@Suite struct CircuitExampleTests {
  /// The greatest of them, imported once.
  private static let ieee8500 = Result {
    try OpenDSSImporter().read(try CircuitFiles.tables("IEEE8500"), named: "8500")
  }

  @Test(
    "An IEEE feeder keeps its graph, its elements and the rules",
    arguments: Extent.some(
      2,
      of: [("IEEE13", "ieee13"), ("IEEE123", "ieee123"), ("IEEE8500", "ieee8500")]
    )
  )
  func feeder(names: (folder: String, answer: String)) throws {
    let files = try CircuitFiles.tables(names.folder)
    let answer = try CircuitFiles.answer(names.answer)
    let elements = try CSVRecord.records(of: files[1].bytes, path: "elements.csv").dropFirst()
      .map { $0.fields[0].lowercased().replacing(".", with: "/", maxReplacements: 1) }
    let result = try CircuitFiles.check(
      files,
      expecting: answer.links,
      elements: elements,
      comment: "\(names.folder)"
    )
    let contraction = CircuitContraction(result.network)
    #expect(contraction.buses.count == answer.busCount)
    #expect(
      CircuitFiles.partCount(contraction.buses, contraction.links.values) == answer.partCount
    )
    #expect(result.report.notImported.isEmpty)
    #expect(result.report.elementsRead.values.reduce(0, +) == elements.count + answer.busCount)
  }

  @Test(
    "The contracted topology of an IEEE feeder is the graph of its tables",
    arguments: Extent.some(
      2,
      of: [("IEEE13", "ieee13"), ("IEEE123", "ieee123"), ("IEEE8500", "ieee8500")]
    )
  )
  func contractedTopology(names: (folder: String, answer: String)) throws {
    let answer = try CircuitFiles.answer(names.answer)
    for importer in [OpenDSSImporter(), OpenDSSImporter(options: ImportOptions(tiers: .voltage))] {
      let result = try importer.read(try CircuitFiles.tables(names.folder), named: names.folder)
      let graph = try Topology(result.network).contracted()
      #expect(graph.nodes.count == answer.busCount)
      var links: [String: String] = [:]
      for link in graph.links {
        let ends = [link.from, link.to].map { graph.nodes[$0].origin }
        let joined = CircuitContraction.canonical(
          [ends[0]: true, ends[1]: true],
          conducts: link.isConducting
        )
        #expect(links.updateValue(joined, forKey: link.origin) == nil, "\(link.origin)")
      }
      let wrong = Set(links.keys).union(answer.links.keys).filter { links[$0] != answer.links[$0] }
      #expect(wrong.isEmpty, "\(wrong.sorted().prefix(5))")
    }
  }

  @Test("The IEEE 8500 counts what its description counts")
  func counts() throws {
    let result = try Self.ieee8500.get()
    #expect(
      result.report.elementsRead == [
        "bus": 4876, "line": 3703, "transformer": 1190, "reactor": 1, "capacitor": 10,
        "load": 1177, "vsource": 1,
      ]
    )
    let features = CircuitFeatures(result.network)
    let switches = features.named("line").filter { $0.table.name == "ElectricDevice" }
    #expect(switches.count == 43)
    #expect(switches.filter { $0.integer("DEVICESTATUS") == 1 }.count == 5)
    #expect(switches.filter { $0.integer("DEVICESTATUS") == 2 }.count == 38)
    #expect(switches.allSatisfy { $0.integer("INSERVICE") == 1 })
    let small = features.named("transformer").filter { $0.real("TRANSFORMERLOAD") == 15 }
    #expect(small.count == 382)
    let attribute = result.network.definition.networkAttributes
      .first { $0.name == "Transformer Load" }
    #expect(attribute?.dataType == .double)
    #expect(attribute?.assignments.contains { $0.fieldName == "TRANSFORMERLOAD" } == true)
    let line = try #require(features.named("line").first { $0.origin == "line/ln5860423-1" })
    #expect(line.real("LENGTH") == 0.025125717 * 1_000)
    let source = try #require(features.named("vsource").first)
    #expect(source.text("SUBNETWORKCONTROLLERNAME") == "vsource/source")
    #expect(source.text("TIERNAME") == "Supply")
    #expect(features.all.filter { $0.text("SUBNETWORKCONTROLLERNAME") != nil }.count == 1)
  }

  @Test("On secondaries of the IEEE 8500 the phase is the primary's, whatever the legs")
  func secondaryPhases() throws {
    let result = try Self.ieee8500.get()
    let features = CircuitFeatures(result.network)
    // The feeder names its secondary buses and service transformers by the phase they are on.
    let bits: [Character: Int64] = ["a": 4, "b": 2, "c": 1]
    var checked = 0
    for feature in features.all {
      let bus = feature.origin.split(separator: ";")[0]
      let isSecondary = bus.hasPrefix("bus/sx") || bus.hasPrefix("bus/x")
      let isService =
        bus.hasPrefix("transformer/t") || bus.hasPrefix("line/tpx")
      guard isSecondary || isService, let last = bus.last, let expected = bits[last] else {
        continue
      }
      #expect(feature.integer("PHASESCURRENT") == expected, "\(feature.origin)")
      checked += 1
    }
    #expect(checked >= 4 * 1_177 - 1_177)
    let loads = features.all.filter { $0.origin.contains("load/") }
    #expect(loads.count == 1_177)
    #expect(loads.allSatisfy { [1, 2, 4].contains($0.integer("PHASESCURRENT") ?? 0) })
  }

  @Test("Without assemblies exactly the four regulator banks of the IEEE 8500 break rules")
  func banks() throws {
    let files = try CircuitFiles.tables("IEEE8500")
    let plain = try OpenDSSImporter(makesAssemblies: false).read(files, named: "8500")
    let violations = try RuleAudit(plain.network).violatingOrigins
    let units = ["feeder_reg", "vreg2_", "vreg3_", "vreg4_"].flatMap { bank in
      ["a", "b", "c"].map { "transformer/\(bank)\($0)" }
    }
    #expect(violations.filter { $0.className != "bus" } == Set(units))
    #expect(try RuleAudit(plain.network).violations.count == 24)
    #expect(plain.report.derived["containers"] == nil)

    let banked = try Self.ieee8500.get()
    #expect(try RuleAudit(banked.network).violations.isEmpty)
    // Besides the banks one for each service transformer and each switch.
    #expect(banked.report.featuresWritten["ElectricAssembly"] == 4 + 1_177 + 43)
    #expect(banked.report.featuresWritten["StructureBoundary"] == 1)
    for bank in ["feeder_reg", "vreg2", "vreg3", "vreg4"] {
      let separator = bank == "feeder_reg" ? "" : "_"
      let units = try ["a", "b", "c"].map { phase in
        let found = banked.network.features(origin: "transformer/\(bank)\(separator)\(phase)")
        #expect(found.count == 1)
        let unit = try #require(found.first)
        return try #require(banked.network.tables[Int(unit.table)].globalIDs[Int(unit.row)])
      }
      let holders = banked.network.associations.filter {
        $0.kind == .containment && units.contains($0.to.globalID)
      }
      #expect(holders.count == 3)
      #expect(Set(holders.map(\.from)).count == 1)
      let contents = banked.network.associations.filter {
        $0.kind == .containment && $0.from == holders.first?.from
      }
      // Three units and the connection of the bank at either side.
      #expect(contents.count == 5, "\(bank)")
    }
    let difference = CircuitContraction(plain.network).links
    #expect(difference == CircuitContraction(banked.network).links)
  }

  @Test("A switch of one phase is a 37/729, which has one terminal and opens itself")
  func oneTerminalSwitch() throws {
    let result = try Self.ieee8500.get()
    let tie = try #require(result.network.features(origin: "line/wd701_48332_sw").first)
    let table = result.network.tables[Int(tie.table)]
    #expect(table.assetTypeID(of: Int(tie.row)) == ElectricTypes.device(37, 729))
    #expect(table.integer("DEVICESTATUS", Int(tie.row)) == 1)
    let id = try #require(table.globalIDs[Int(tie.row)])
    let joined = result.network.associations.filter {
      $0.from.globalID == id && $0.kind == .connectivity
    }
    #expect(joined.count == 2)
    #expect(joined.allSatisfy { $0.from.terminalID == 1 })
  }
}

/// All features that have an origin, with their attributes.
struct CircuitFeatures {
  struct Entry {
    let origin: String
    let table: FeatureTable
    let row: Int
    func integer(_ field: String) -> Int64? { table.integer(field, row) }
    func real(_ field: String) -> Double? { table.real(field, row) }
    func text(_ field: String) -> String? { table.text(field, row) }
  }

  let all: [Entry]

  init(_ network: UtilityNetwork) {
    all = network.tables.filter { !$0.name.hasPrefix("Structure") && $0.name != "ElectricAssembly" }
      .flatMap { table in
        (0..<table.count).compactMap { row in
          table.origins[row].map { Entry(origin: $0, table: table, row: row) }
        }
      }
  }

  func named(_ className: String) -> [Entry] { all.filter { $0.origin.className == className } }
}
