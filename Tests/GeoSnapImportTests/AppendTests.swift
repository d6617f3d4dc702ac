import GeoSnap
import GeoSnapImport
import Testing

@Suite struct AppendTests {
  private func electric(_ seed: UInt64) -> NetworkFile {
    var random = RandomSource(seed: seed)
    return NetworkFile.randomElectric(&random, buses: 40)
  }

  private func pipeline(_ seed: UInt64) -> NetworkFile {
    var random = RandomSource(seed: seed)
    return NetworkFile.randomPipeline(&random, junctions: 30)
  }

  @Test("Gas, then two electric files beside it: domains, sources, rules and rows stay single")
  func appends() throws {
    let (gas, low, medium) = (pipeline(1), electric(2), electric(2))
    let first = try PandapipesImporter(options: ImportOptions(srid: 4326))
      .read(bytes: gas.bytes, named: "gas")
    let second = try PandapowerImporter(options: ImportOptions(prefix: "lv"))
      .read(bytes: low.bytes, named: "lv", appendingTo: first.network)
    let third = try PandapowerImporter(options: ImportOptions(prefix: "mv"))
      .read(bytes: medium.bytes, named: "mv", appendingTo: second.network)
    let network = third.network
    #expect(
      network.definition.domainNetworks.map(\.name) == ["Structure", "Pipeline", "Electric"]
    )
    #expect(network.definition.domainNetworks.filter(\.isStructureNetwork).count == 1)
    #expect(third.network.rules.count == second.network.rules.count)
    #expect(network.rules.filter { $0.origin == "esri" }.count == 6126)
    #expect(Set(network.rules.map(\.id)).count == network.rules.count)
    for source in first.network.definition.sources {
      #expect(network.definition.source(named: source.name)?.sourceID == source.sourceID)
    }
    for table in network.tables {
      #expect(Set(table.rowIDs).count == table.count)
      #expect(table.rowIDs.elementsEqual(table.rowIDs.sorted()))
    }
    #expect(!network.features(origin: "lv/line/3").isEmpty)
    #expect(!network.features(origin: "mv/line/3").isEmpty)
    #expect(network.features(origin: "line/3").isEmpty)
    let audit = try RuleAudit(network)
    #expect(audit.violations.isEmpty)
    var places: Set<Coordinate> = []
    for table in network.tables {
      for case .point(let point)? in table.geometries {
        guard let place = point.coordinate else { continue }
        #expect(places.insert(place).inserted, "two points at \(place)")
      }
    }
    // What was there keeps its rows, ids and shapes.
    for table in second.network.tables {
      let now = try #require(network.tables.first { $0.name == table.name })
      #expect(now.globalIDs.prefix(table.count).elementsEqual(table.globalIDs))
      #expect(now.geometries.prefix(table.count).elementsEqual(table.geometries))
    }
    #expect(
      network.associations.prefix(second.network.associations.count)
        .elementsEqual(second.network.associations)
    )
  }

  @Test("Electric first and gas after it gives the same sources and rules as the other way round")
  func orderDoesNotMatter() throws {
    let options = ImportOptions(prefix: "e", srid: 4326)
    let gasOptions = ImportOptions(srid: 4326)
    let electricFirst = try PandapipesImporter(options: gasOptions).read(
      bytes: pipeline(1).bytes,
      named: "gas",
      appendingTo: PandapowerImporter(options: options).read(bytes: electric(2).bytes, named: "e")
        .network
    )
    let gasFirst = try PandapowerImporter(options: options).read(
      bytes: electric(2).bytes,
      named: "e",
      appendingTo: PandapipesImporter(options: gasOptions)
        .read(bytes: pipeline(1).bytes, named: "gas").network
    )
    func sources(_ network: UtilityNetwork) -> [String: Int] {
      Dictionary(
        uniqueKeysWithValues: network.definition.sources.map { ($0.name, $0.sourceID) }
      )
    }
    #expect(sources(electricFirst.network) == sources(gasFirst.network))
    #expect(Set(electricFirst.network.rules) == Set(gasFirst.network.rules))
  }

  @Test("A table whose row ids are used up is refused")
  func refusesFullTable() throws {
    let base = try PandapipesImporter(options: ImportOptions(srid: 4326))
      .read(bytes: pipeline(3).bytes, named: "gas").network
    let tables = base.tables.map { table in
      var full = FeatureTable(
        name: table.name,
        sourceID: table.sourceID,
        geometryType: table.geometryType,
        fields: table.fields
      )
      for row in 0..<table.count {
        var feature = table[row]
        feature.rowID += Int64.max - Int64(table.count) - 1
        full.append(feature)
      }
      return full
    }
    let network = try UtilityNetwork(
      definition: base.definition,
      srid: base.srid,
      tables: tables,
      associations: base.associations,
      rules: base.rules
    )
    let error = #expect(throws: ImportError.self) {
      try PandapipesImporter(options: ImportOptions(prefix: "b", srid: 4326))
        .read(bytes: pipeline(4).bytes, named: "more", appendingTo: network)
    }
    #expect(error?.description.contains("row ids") == true)
  }

  @Test("A file in another reference system is refused with both systems named")
  func refusesOtherSystem() throws {
    let base = try PandapipesImporter(options: ImportOptions(srid: 25832))
      .read(bytes: pipeline(3).bytes, named: "gas").network
    let error = #expect(throws: ImportError.self) {
      try PandapowerImporter().read(
        bytes: electric(4).bytes,
        named: "lv.json",
        appendingTo: base
      )
    }
    let text = error?.description ?? ""
    #expect(text.contains("lv.json") && text.contains("EPSG:4326") && text.contains("EPSG:25832"))
  }

  @Test("A file whose origins are there already is refused and told to take a prefix")
  func refusesRepeatedOrigins() throws {
    let file = electric(5)
    let base = try PandapowerImporter().read(bytes: file.bytes, named: "a").network
    let error = #expect(throws: ImportError.self) {
      try PandapowerImporter().read(bytes: file.bytes, named: "b", appendingTo: base)
    }
    #expect(error?.description.contains("--prefix") == true)
  }

  @Test("Ids that the network uses for something else are replaced by free ones")
  func replacesTakenIDs() throws {
    let foreign = UtilityNetworkBuilder.network(
      sourceID: SourceNumber.electricLine,
      configurationID: 10,
      ruleID: 2038
    )
    let result = try PandapowerImporter().read(
      bytes: electric(6).bytes,
      named: "lv",
      appendingTo: foreign
    )
    let network = result.network
    #expect(network.definition.source(named: "Foreign")?.sourceID == SourceNumber.electricLine)
    #expect(
      network.definition.source(named: "ElectricLine")?.sourceID != SourceNumber.electricLine
    )
    #expect(network.rules.first { $0.id == 2038 }?.origin == "foreign")
    #expect(network.rules.filter { $0.origin == "esri" }.count == 6126)
    #expect(try RuleAudit(network).violations.isEmpty)
  }
}

/// Networks that no importer made.
enum UtilityNetworkBuilder {
  /// A network of one source whose ids clash with the catalogs'.
  static func network(sourceID: Int, configurationID: Int, ruleID: Int) -> UtilityNetwork {
    let type = AssetTypeID(sourceID: sourceID, assetGroup: 1, assetType: 1)
    let definition = NetworkDefinition(
      domainNetworks: [
        DomainNetwork(
          id: 2,
          name: "Other",
          sources: [
            NetworkSource(
              sourceID: sourceID,
              name: "Foreign",
              usage: .device,
              assetGroups: [
                AssetGroup(
                  code: 1,
                  name: "Group",
                  assetTypes: [
                    AssetType(code: 1, name: "Type", terminalConfigurationID: configurationID)
                  ]
                )
              ]
            )
          ]
        )
      ],
      terminalConfigurations: [
        TerminalConfiguration(
          id: configurationID,
          name: "Foreign",
          terminals: [Terminal(id: 5, name: "Five")]
        )
      ]
    )
    do {
      return try UtilityNetwork(
        definition: definition,
        srid: 4326,
        tables: [],
        associations: [],
        rules: [
          NetworkRule(
            id: ruleID,
            kind: .junctionJunction,
            from: .init(type),
            to: .init(type),
            origin: "foreign"
          )
        ]
      )
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
