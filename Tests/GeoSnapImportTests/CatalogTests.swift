import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

@Suite struct CatalogTests {
  @Test("Esri's table is whole: rules by kind, asset types, terminals and roles")
  func esriTable() throws {
    let esri = EsriElectric()
    #expect(esri.rules.map(\.id) == Array(1...6126))
    let counts = Dictionary(grouping: esri.rules, by: \.kind).mapValues(\.count)
    #expect(
      counts == [
        .junctionJunction: 3463, .containment: 1923, .attachment: 230, .junctionEdge: 486,
        .edgeJunctionEdge: 24,
      ]
    )
    let inRules = Set(
      esri.rules.flatMap { [$0.from, $0.to] + [$0.via].compactMap(\.self) }.map(\.assetType)
    )
    #expect(inRules.count == 457)
    let types = esri.groups.values.joined().flatMap(\.assetTypes)
    #expect(types.count == 463)
    #expect(esri.configurations.count == 14)
    let configurations = Dictionary(uniqueKeysWithValues: esri.configurations.map { ($0.id, $0) })
    #expect(
      configurations[14]?.terminals == [
        Terminal(id: 1, name: "XFR:High", isUpstream: true), Terminal(id: 2, name: "XFR:Low"),
      ]
    )
    let switches = try #require(configurations[10])
    #expect(switches.terminals.map(\.name) == ["SS:S1", "SS:S2"] && !switches.isDirectional)
    #expect(types.filter { $0.associationRole == .container }.count == 126)
    #expect(types.filter { $0.associationRole == .structure }.count == 16)
  }

  @Test("The rules that the mapping names say what it says")
  func namedRules() {
    let rules = Dictionary(uniqueKeysWithValues: EsriElectric().rules.map { ($0.id, $0) })
    let medium = ElectricTypes.bus(.medium)
    let low = ElectricTypes.bus(.low)
    let transformer = ElectricTypes.transformer(.medium, .low)
    let ring = ElectricTypes.switchDevice(.medium)
    for (id, from, terminal, to) in [
      (2429, medium, nil, ElectricTypes.cable(.medium)),
      (2376, low, nil, ElectricTypes.cable(.low)),
      (2319, transformer, 1, ElectricTypes.cable(.medium)),
      (2321, transformer, 2, ElectricTypes.cable(.low)),
      (2288, ring, 1, ElectricTypes.cable(.medium)), (2294, ring, 2, ElectricTypes.cable(.medium)),
      (2038, ElectricTypes.load(.low), 1, ElectricTypes.cable(.low)),
    ] as [(Int, AssetTypeID, Int?, AssetTypeID)] {
      #expect(rules[id]?.kind == .junctionEdge)
      #expect(rules[id]?.from == NetworkRule.Side(from, terminalID: terminal), "rule \(id)")
      #expect(rules[id]?.to == NetworkRule.Side(to), "rule \(id)")
    }
  }

  @Test("Catalogs are consistent networks, alone and together, with either kind of tiers")
  func consistent() throws {
    func network(_ merge: CatalogMerge) throws -> UtilityNetwork {
      try UtilityNetwork(definition: merge.definition, srid: nil, tables: [], rules: merge.rules)
    }
    for tiers in ImportOptions.Tiers.allCases {
      let electric = try network(CatalogMerge(ElectricCatalog.make(tiers: tiers), into: nil))
      let joined = try network(CatalogMerge(Catalog.pipeline, into: electric))
      #expect(joined.definition.domainNetworks.count == 3)
      let again = CatalogMerge(ElectricCatalog.make(tiers: tiers), into: joined)
      #expect(again.rules == joined.rules)
      #expect(again.definition == joined.definition)
    }
  }

  @Test("A meter never meets a main, and a service meets one through a tap only")
  func meterAndService() {
    let rules = Catalog.pipeline.rules
    let meterEnds = rules.filter {
      $0.kind == .junctionEdge && $0.from.assetType == PipelineCatalog.meter
        && $0.to.assetType.sourceID == 24
    }
    #expect(meterEnds.map(\.to.assetType) == [PipelineCatalog.service])
    let meetings = rules.filter {
      $0.kind == .edgeJunctionEdge
        && [$0.from.assetType, $0.to.assetType].contains(PipelineCatalog.service)
    }
    #expect(meetings.count == 19)
    #expect(meetings.allSatisfy { $0.via?.assetType == PipelineCatalog.tap })
  }

  @Test(
    "A main's asset type follows from material and diameter",
    arguments: [
      ("125 PE 100 SDR 11", 1, 160), ("180 PE 100 SDR 11", 1, 225), ("125 PE 100 SDR 17", 1, 160),
      ("80_GGG", 3, 110), ("100_ST<16", 2, 110), ("315_PE_100_SDR_17", 1, 999),
      ("63 PE", 1, 63), ("1200 ST", 2, 999), ("PE", 1, 1000), ("something", 9, 1000),
      ("nan PE", 1, 1000),
    ]
  )
  func mains(standardType: String, group: Int, type: Int) {
    let id = PipeMaterial.assetType(standardType: standardType)
    #expect([id.assetGroup, id.assetType] == [group, type])
  }
}

@Suite("Coded values of imported networks")
struct CatalogDomainTests {
  @Test("Every domain that an attribute names is defined; conditions may use its names")
  func domains() throws {
    var random = SeededGenerator(seed: 3)
    let file = NetworkFile.randomElectric(&random, buses: 5)
    let network = try PandapowerImporter().read(bytes: file.bytes, named: "e").network
    for attribute in network.definition.networkAttributes {
      guard let domain = attribute.domainName else { continue }
      #expect(network.definition.domain(named: domain) != nil, "\(domain)")
    }
    let condition = try TraceCondition(
      parsing: "'Device Status' = open or 'Phases Current' not includes BC",
      in: network.definition
    )
    #expect(
      condition
        == .or([
          .attribute("Device Status", .equal, 1),
          .attribute("Phases Current", .doesNotIncludeTheValues, 3),
        ])
    )
    // The whole definition is in order as a file, too.
    let text = try NetworkDefinitionFile(network).text()
    #expect(NetworkDefinitionFile.problems(in: [UInt8](text.utf8)).isEmpty)
  }
}
