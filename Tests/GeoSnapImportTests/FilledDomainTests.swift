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

    /// Examples and random files, as networks.
    func networks() throws -> [UtilityNetwork] {
      try Source.known.withLock { known in
        if let networks = known[self] { return networks }
        let networks = try read()
        known[self] = networks
        return networks
      }
    }

    private func read() throws -> [UtilityNetwork] {
      var random = RandomSource(seed: 25)
      switch self {
      case .epanet:
        let files = ["Water/Net3.inp", "Water/Net3.valves-random.csv"]
        let net3 = try EpanetImporter(tanksControl: true).read(
          files.map { ImportFile(name: $0, bytes: try HydraulicAnswer.example($0)) },
          named: "Net3.inp"
        )
        let tagged = """
          [JUNCTIONS]
          A 1
          [RESERVOIRS]
          R 9
          [PIPES]
          P R A 10 100 100
          [DEMANDS]
          A 2
          [TAGS]
          NODE A a
          NODE R r
          LINK P p
          [CONTROLS]
          LINK P CLOSED AT TIME 5
          [COORDINATES]
          A 0 0
          R 10 0
          [END]
          """
        return [
          net3.network, try EpanetImporter().read(bytes: Array(tagged.utf8), named: "t").network,
        ]
      case .swmm:
        let tagged = """
          [JUNCTIONS]
          J 1
          [OUTFALLS]
          O 0 FREE NO
          [CONDUITS]
          C J O 100 0.01 0 0
          [ORIFICES]
          X J O SIDE 0 0.65 NO
          [XSECTIONS]
          C CIRCULAR 1 0 0 0
          [CONTROLS]
          RULE R1
          IF NODE J DEPTH > 1
          THEN ORIFICE X SETTING = 0
          AND CONDUIT C STATUS = CLOSED
          [TAGS]
          Node J a
          Node O b
          Link C c
          Link X d
          [COORDINATES]
          J 0 0
          O 10 0
          """
        let user5 = try HydraulicAnswer.example("Sewer/user5.inp")
        return try [user5, Array(tagged.utf8)].map {
          try SwmmImporter().read(bytes: $0, named: "f").network
        }
      case .pandapipes:
        return try files(in: "Pandapipes").map {
          try PandapipesImporter().read(bytes: $0, named: "f").network
        } + [
          PandapipesImporter()
            .read(bytes: NetworkFile.randomPipeline(&random, junctions: 40).bytes, named: "f")
            .network
        ]
      case .pandapower:
        return try files(in: "Pandapower").map {
          try PandapowerImporter(options: ImportOptions(tiers: .voltage)).read(
            bytes: $0,
            named: "f"
          )
          .network
        }
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
    "Every network attribute is read from a column that features have values in",
    arguments: Source.allCases
  )
  func attributes(source: Source) throws {
    let networks = try source.networks()
    let filled = filledFields(of: networks)
    for network in networks {
      for attribute in network.definition.networkAttributes {
        let hasValues = attribute.assignments.contains { assignment in
          network.table(sourceID: assignment.sourceID).map {
            isFilled(network.tables[$0], assignment.fieldName, filled)
          } ?? false
        }
        #expect(hasValues, "\(attribute.name)")
      }
    }
  }

  @Test("Every column has a value in some feature of some network", arguments: Source.allCases)
  func columns(source: Source) throws {
    let networks = try source.networks()
    let filled = filledFields(of: networks)
    var empty: Set<String> = []
    for table in networks.flatMap(\.tables) where table.count > 0 {
      for field in table.fields where !isFilled(table, field.name, filled) {
        empty.insert("\(table.name).\(field.name)")
      }
    }
    #expect(empty.isEmpty, "\(empty.sorted())")
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

  @Test(
    "Water has no phases and drains to no outfall; a sewer collects and has nothing that isolates"
  )
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

  @Test(
    "Gas and power in one network have each their own attributes, with ids that do not depend on the order"
  )
  func together() throws {
    let gas = CatalogMerge(PipelineCatalog.make(), into: nil)
    let network = try UtilityNetwork(
      definition: gas.definition,
      srid: nil,
      tables: [],
      rules: gas.rules
    )
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

  private struct Field: Hashable {
    let table: String
    let name: String

    init(_ table: String, _ name: String) { (self.table, self.name) = (table, name) }

    /// The tables whose features may have the same: what has no place has the columns of what has one.
    static func tables(like table: FeatureTable) -> [String] {
      let name = table.name
      return [
        name, name.replacing("JunctionObject", with: "Device"),
        name.replacing("JunctionObject", with: "Junction"),
        name.replacing("EdgeObject", with: "Line"),
        name.replacing("Device", with: "JunctionObject"),
        name.replacing("Line", with: "EdgeObject"),
      ]
    }
  }

  private func isFilled(_ table: FeatureTable, _ name: String, _ filled: Set<Field>) -> Bool {
    Field.tables(like: table).contains { filled.contains(Field($0, name)) }
  }

  private func filledFields(of networks: [UtilityNetwork]) -> Set<Field> {
    var filled: Set<Field> = []
    for table in networks.flatMap(\.tables) {
      for (position, field) in table.fields.enumerated()
      where (0..<table.count).contains(where: { table.attributes[position][$0] != .null }) {
        filled.insert(Field(table.name, field.name))
      }
    }
    return filled
  }
}
