import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Synchronization
import Testing

/// What the definition of an imported network speaks of is there: a water network has no phases, a sewer no valves
/// that isolate.
@Suite("A domain has only what its importer fills")
struct FilledDomainTests {
  enum Source: String, CaseIterable {
    case epanet, swmm, pandapipes, pandapower, openDSS

    /// What was read, for all tests: it takes long.
    private static let known = Mutex<[Source: [UtilityNetwork]]>([:])

    func networks() throws -> [UtilityNetwork] {
      try Source.known.withLock { known in
        if let networks = known[self] { return networks }
        let networks = try read()
        known[self] = networks
        return networks
      }
    }

    private func read() throws -> [UtilityNetwork] {
      var random = SeededGenerator(seed: 25)
      switch self {
      case .epanet:
        let net3 = try exampleFiles("Water/Net3.inp", "Water/Net3.valves-random.csv")
        let tagged =
          "[JUNCTIONS]\nA 1\n[RESERVOIRS]\nR 9\n[PIPES]\nP R A 10 100 100\n[DEMANDS]\nA 2\n"
          + "[TAGS]\nNODE A a\nNODE R r\nLINK P p\n[CONTROLS]\nLINK P CLOSED AT TIME 5\n"
          + "[COORDINATES]\nA 0 0\nR 10 0\n[END]\n"
        return [
          try EpanetImporter(tanks: .controllers).read(net3, named: "Net3.inp").network,
          try EpanetImporter().read(tagged).network,
        ]
      case .swmm:
        let tagged =
          "[JUNCTIONS]\nJ 1\n[OUTFALLS]\nO 0 FREE NO\n[CONDUITS]\nC J O 100 0.01 0 0\n"
          + "[ORIFICES]\nX J O SIDE 0 0.65 NO\n[XSECTIONS]\nC CIRCULAR 1 0 0 0\n[CONTROLS]\nRULE R1\n"
          + "IF NODE J DEPTH > 1\nTHEN ORIFICE X SETTING = 0\nAND CONDUIT C STATUS = CLOSED\n"
          + "[TAGS]\nNode J a\nNode O b\nLink C c\nLink X d\n[COORDINATES]\nJ 0 0\nO 10 0\n"
        return [
          try SwmmImporter().read(exampleFiles("Sewer/user5.inp"), named: "f").network,
          try SwmmImporter().read(tagged).network,
        ]
      case .pandapipes:
        let random = NetworkFile.randomPipeline(&random, junctions: 40).bytes
        return try (files(in: "Pandapipes") + [random]).map {
          try PandapipesImporter().read(bytes: $0, named: "f").network
        }
      case .pandapower:
        let importer = PandapowerImporter(options: ImportOptions(tiers: .voltage))
        return try files(in: "Pandapower").map { try importer.read(bytes: $0, named: "f").network }
      case .openDSS:
        let files =
          try ["IEEE13", "IEEE123"].map { try CircuitFiles.tables($0) }
          + (UInt64(0)..<20).map { RandomCircuit(seed: $0).files }
        return try files.map { try OpenDSSImporter().read($0, named: "f").network }
      }
    }

    private func files(in folder: String) throws -> [[UInt8]] {
      let path = SampleFile.path.components(separatedBy: "/").dropLast(2).joined(separator: "/")
      return try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)").sorted()
        // The largest has nothing that others lack.
        .filter { $0.hasSuffix(".json") && !$0.hasPrefix("european") }
        .map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(folder)/\($0)"))) }
    }
  }

  @Test(
    "Every attribute is read from a column that features have values in, and every column has some",
    arguments: Source.allCases
  )
  func columns(source: Source) throws {
    let networks = try source.networks()
    let filled = filledFields(of: networks)
    var empty: Set<String> = []
    for network in networks {
      for attribute in network.definition.networkAttributes {
        let hasValues = attribute.assignments.contains { assignment in
          network.table(sourceID: assignment.sourceID).map {
            isFilled(network.tables[$0], assignment.fieldName, filled)
          } ?? false
        }
        if !hasValues { empty.insert(attribute.name) }
      }
      for table in network.tables where table.count > 0 {
        for field in table.fields where !isFilled(table, field.name, filled) {
          empty.insert("\(table.name).\(field.name)")
        }
      }
    }
    #expect(empty.isEmpty)
  }

  @Test(
    "Categories, terminals, coded values and tiers are those of its asset types and domains",
    arguments: Source.allCases
  )
  func words(source: Source) throws {
    for network in try source.networks() {
      let definition = network.definition
      let types = definition.sources.flatMap(\.assetGroups).flatMap(\.assetTypes)
      #expect(Set(definition.categories) == Set(types.flatMap(\.categories)))
      #expect(
        Set(definition.terminalConfigurations.map(\.id))
          == Set(types.compactMap(\.terminalConfigurationID))
      )
      #expect(
        Set(definition.domains.map(\.name))
          == Set(definition.networkAttributes.compactMap(\.domainName))
      )
      #expect(definition.domainNetworks.filter { !$0.isStructureNetwork }.count == 1)
    }
  }

  @Test("Water has no phases and no outfall; a sewer collects and has nothing that isolates")
  func sense() throws {
    let water = try #require(try Source.epanet.networks().first).definition
    let attributes = ["Device Status", "In Service", "Length"]
    #expect(water.networkAttributes.map(\.name) == attributes)
    #expect(water.domains.map(\.name) == ["Device Status"])
    let sewer = try #require(try Source.swmm.networks().first).definition
    #expect(sewer.networkAttributes.map(\.name) == attributes)
    #expect(sewer.categories == ["Subnetwork Controller"])
    #expect(sewer.domainNetworks.flatMap(\.tiers).map(\.name) == ["Collection"])
    let gas = try #require(try Source.pandapipes.networks().first).definition
    #expect(gas.networkAttributes.map(\.name) == attributes)
  }

  @Test("Gas and power in one network have their own attributes, with the same ids in any order")
  func together() throws {
    let gas = CatalogMerge(.pipeline, into: nil)
    let network = try UtilityNetwork(gas.definition, [], rules: gas.rules)
    let both = CatalogMerge(ElectricCatalog.make(tiers: .voltage), into: network).definition
    let pipeline = Set(
      both.domainNetworks.first { $0.name == "Pipeline" }?.sources.map(\.sourceID) ?? []
    )
    for name in ["Phases Current", "Transformer Load", "Generation KW"] {
      let attribute = try #require(both.networkAttribute(named: name))
      #expect(pipeline.isDisjoint(with: attribute.assignments.map(\.sourceID)), "\(name)")
    }
    #expect(both.networkAttributes.map(\.id) == Array(1...6))
  }

  /// Whether some feature has a value in a column: of the table, or of one whose features may have the same, as what has
  /// no place has the columns of what has one.
  private func isFilled(_ table: FeatureTable, _ field: String, _ filled: Set<String>) -> Bool {
    var names = [table.name]
    for (one, other) in [
      ("JunctionObject", "Device"), ("JunctionObject", "Junction"), ("EdgeObject", "Line"),
      ("Device", "JunctionObject"), ("Line", "EdgeObject"),
    ] { names.append(table.name.replacing(one, with: other)) }
    return names.contains { filled.contains("\($0).\(field)") }
  }

  private func filledFields(of networks: [UtilityNetwork]) -> Set<String> {
    var filled: Set<String> = []
    for table in networks.flatMap(\.tables) {
      for (field, values) in zip(table.fields, table.attributes)
      where values.contains(where: { $0 != .null }) { filled.insert("\(table.name).\(field.name)") }
    }
    return filled
  }
}
