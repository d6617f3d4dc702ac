import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

@Suite struct AppendTests {
  private func electric(
    _ seed: UInt64,
    _ options: ImportOptions = ImportOptions(),
    into network: UtilityNetwork? = nil
  ) throws(ImportError) -> UtilityNetwork {
    var random = SeededGenerator(seed: seed)
    let file = NetworkFile.randomElectric(&random, buses: 40)
    return try PandapowerImporter(options: options)
      .read(bytes: file.bytes, named: "lv.json", appendingTo: network).network
  }

  private func pipeline(
    _ seed: UInt64,
    srid: SRID = 4326,
    prefix: String? = nil,
    into network: UtilityNetwork? = nil
  ) throws(ImportError) -> UtilityNetwork {
    var random = SeededGenerator(seed: seed)
    let file = NetworkFile.randomPipeline(&random, junctions: 30)
    return try PandapipesImporter(options: ImportOptions(prefix: prefix, srid: srid))
      .read(bytes: file.bytes, named: "gas", appendingTo: network).network
  }

  @Test("Gas, then two electric files beside it: domains, sources, rules and rows stay single")
  func appends() throws {
    let first = try pipeline(1)
    let second = try electric(2, ImportOptions(prefix: "lv"), into: first)
    let network = try electric(2, ImportOptions(prefix: "mv"), into: second)
    let domains = network.definition.domainNetworks
    #expect(domains.map(\.name) == ["Structure", "Pipeline", "Electric"])
    #expect(domains.map(\.isStructureNetwork) == [true, false, false])
    #expect(network.rules.count == second.rules.count)
    #expect(network.rules.filter { $0.origin == "esri" }.count == 6126)
    #expect(Set(network.rules.map(\.id)).count == network.rules.count)
    for source in first.definition.sources {
      #expect(network.definition.source(named: source.name)?.sourceID == source.sourceID)
    }
    for table in network.tables {
      #expect(Set(table.rowIDs).count == table.count)
      #expect(table.rowIDs.elementsEqual(table.rowIDs.sorted()))
    }
    let counts = ["lv/line/3", "mv/line/3", "line/3"].map { network.features(origin: $0).count }
    #expect(counts[0] > 0 && counts[1] > 0 && counts[2] == 0)
    #expect(RuleAudit(network).violations.isEmpty)
    let points = network.rows.map(\.places).filter { $0.count == 1 }
    #expect(Set(points).count == points.count)
    // What was there keeps its rows, ids and shapes.
    for table in second.tables {
      let now = try #require(network.tables.first { $0.name == table.name })
      #expect(now.globalIDs.prefix(table.count).elementsEqual(table.globalIDs))
      #expect(now.geometries.prefix(table.count).elementsEqual(table.geometries))
    }
    #expect(network.associations.starts(with: second.associations))
  }

  @Test("Electric first and gas after it gives the same sources and rules as the other way round")
  func orderDoesNotMatter() throws {
    let options = ImportOptions(prefix: "e", srid: 4326)
    let electricFirst = try pipeline(1, into: electric(2, options))
    let gasFirst = try electric(2, options, into: pipeline(1))
    func sources(_ network: UtilityNetwork) -> Set<String> {
      Set(network.definition.sources.map { "\($0.name) \($0.sourceID)" })
    }
    #expect(sources(electricFirst) == sources(gasFirst))
    #expect(Set(electricFirst.rules) == Set(gasFirst.rules))
  }

  @Test("A table whose row ids are used up is refused")
  func refusesFullTable() throws {
    let base = try pipeline(3)
    let tables = base.tables.map { table in
      table.changing { $0.rowID += Int64.max - Int64(table.count) - 1 }
    }
    let network = try base.with(tables: tables)
    let error = #expect(throws: ImportError.self) { try pipeline(4, prefix: "b", into: network) }
    #expect(error?.description.contains("row ids") == true)
  }

  @Test("A file in another reference system is refused with both systems named")
  func refusesOtherSystem() throws {
    let base = try pipeline(3, srid: 25832)
    let error = #expect(throws: ImportError.self) { try electric(4, into: base) }
    let text = error?.description ?? ""
    for word in ["lv.json", "EPSG:4326", "EPSG:25832"] { #expect(text.contains(word), "\(text)") }
  }

  @Test("A file whose origins are there already is refused and told to take a prefix")
  func refusesRepeatedOrigins() throws {
    let base = try electric(5)
    let error = #expect(throws: ImportError.self) { try electric(5, into: base) }
    #expect(error?.description.contains("--prefix") == true)
  }

  @Test("Ids that the network uses for something else are replaced by free ones")
  func replacesTakenIDs() throws {
    let line = SourceNumber.electricLine
    let network = try electric(6, into: foreign(sourceID: line, configurationID: 10, ruleID: 2038))
    #expect(network.definition.source(named: "Foreign")?.sourceID == line)
    #expect(network.definition.source(named: "ElectricLine")?.sourceID != line)
    #expect(network.rules.first { $0.id == 2038 }?.origin == "foreign")
    #expect(network.rules.filter { $0.origin == "esri" }.count == 6126)
    #expect(RuleAudit(network).violations.isEmpty)
  }

  /// A network that no importer made, of one source whose ids clash with the catalogs'.
  private func foreign(sourceID: Int, configurationID: Int, ruleID: Int) throws -> UtilityNetwork {
    let type = AssetType(1, "Type", terminals: configurationID)
    let source = NetworkSource(sourceID, "Foreign", .device, [type])
    let definition = NetworkDefinition(
      domainNetworks: [DomainNetwork("Other", source)],
      terminalConfigurations: [.init(configurationID, "Foreign", ["Five"], ids: [5])]
    )
    var rule = NetworkRule(ruleID, .junctionJunction, AssetTypeID(sourceID), AssetTypeID(sourceID))
    rule.origin = "foreign"
    return try UtilityNetwork(definition: definition, srid: 4326, tables: [], rules: [rule])
  }
}
