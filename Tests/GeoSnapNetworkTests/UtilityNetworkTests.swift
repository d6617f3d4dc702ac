import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("A network that exists is consistent")
struct UtilityNetworkTests {
  private static func id(_ low: UInt64) -> GlobalID { GlobalID(high: 0, low: low) }

  /// Devices 1 and 2, a line 3, and a cabinet 4 that holds device 1.
  fileprivate struct Parts {
    var definition = NetworkDefinition(
      domainNetworks: [
        DomainNetwork(
          id: 1,
          name: "Electric",
          sources: [
            source(1, "Device", .device, terminals: 3), source(2, "Line", .line),
            source(3, "Assembly", .assembly), source(4, "Object", .junctionObject),
          ]
        )
      ],
      terminalConfigurations: [.init(3, "Dual", ["A", "B"])]
    )
    var srid: SRID? = 25832
    var devices = [
      feature(1, 1, pointAt(0, 0), origin: "bus/1"),
      feature(2, 2, pointAt(5, 5, srid: 25832), origin: "bus/2;load/1"),
    ]
    var lines: [Feature] = []
    var assemblies = [feature(1, 4, nil)]
    var plain = [Feature(rowID: 1, globalID: nil, geometry: pointAt(1, 1))]
    var extraTables: [FeatureTable] = []
    var associations = [
      Association(globalID: id(10), kind: .containment, from: end(3, 4), to: end(1, 1)),
      Association(globalID: id(11), kind: .connectivity, from: end(1, 1, 2), to: end(1, 2)),
    ]
    var rules: [NetworkRule] = [
      .init(id: 7, kind: .edgeJunctionEdge, from: side(2), to: side(2), via: side(1, terminal: 1))
    ]

    init() throws {
      let line = try Geometry(wkt: "LINESTRING (0 0, 5 5)", srid: 25832)
      lines = [Parts.feature(1, 3, line, origin: "line/1")]
    }

    static func source(
      _ id: Int,
      _ name: String,
      _ usage: NetworkSourceUsage,
      terminals: Int? = nil
    ) -> NetworkSource {
      NetworkSource(id, name, usage, group: 6, [AssetType(102, "Type", terminals: terminals)])
    }

    static func feature(
      _ row: Int,
      _ id: UInt64,
      _ geometry: Geometry?,
      origin: String? = nil
    ) -> Feature {
      let type = AssetTypeID(0, 6, 102)
      return Feature(row, type, UtilityNetworkTests.id(id), geometry, origin: origin)
    }

    static func end(_ source: Int, _ id: UInt64, _ terminal: Int? = nil) -> Association.End {
      .init(sourceID: source, globalID: UtilityNetworkTests.id(id), terminalID: terminal)
    }

    static func side(_ source: Int, terminal: Int? = nil) -> NetworkRule.Side {
      .init(AssetTypeID(source, 6, 102), terminalID: terminal)
    }

    private func table(
      _ name: String,
      _ source: Int?,
      _ type: GeometryType?,
      _ features: [Feature]
    ) -> FeatureTable {
      FeatureTable(name: name, sourceID: source, geometryType: type).holding(features)
    }

    func network() throws(NetworkError) -> UtilityNetwork {
      let tables = [
        table("survey", nil, .point, plain), table("Assembly", 3, .point, assemblies),
        table("Line", 2, .lineString, lines), table("Device", 1, .point, devices),
      ]
      return try UtilityNetwork(
        definition: definition,
        srid: srid,
        tables: tables + extraTables,
        associations: associations,
        rules: rules
      )
    }
  }

  @Test("Sound parts make a network with its tables in the order of the definition")
  func sound() throws {
    let network = try Parts().network()
    #expect(network.tables.map(\.name) == ["Device", "Line", "Assembly", "survey"])
    #expect(network.featureCount == 5)
    #expect(network.table(sourceID: 4) == nil)
    let line = try #require(network.feature(globalID: Self.id(3)))
    #expect(line == FeatureID(table: 1, row: 0))
    #expect(network.assetType(of: line)?.type.code == 102)
    #expect(network.assetType(of: FeatureID(table: 3, row: 0)) == nil)
    #expect(network.features(origin: "load/1") == [FeatureID(table: 0, row: 1)])
    #expect(network.features(origin: "bus/2;load/1") == [])
    #expect(network.feature(globalID: Self.id(99)) == nil)
  }

  /// A change to sound parts and the one problem it must make.
  struct Case: CustomTestStringConvertible, Sendable {
    let problem: String
    fileprivate let change: @Sendable (inout Parts) throws -> Void

    var testDescription: String { problem }

    fileprivate init(_ problem: String, _ change: @escaping @Sendable (inout Parts) throws -> Void)
    {
      self.problem = problem
      self.change = change
    }
  }

  static let definitionCases = [
    Case("definition, row domainNetworks: Domain network id 1 is used twice.") {
      $0.definition.domainNetworks.append(DomainNetwork(id: 1, name: "Again"))
    },
    Case("definition, row terminalConfigurations: Terminal configuration id 3 is used twice.") {
      $0.definition.terminalConfigurations.append($0.definition.terminalConfigurations[0])
    },
    Case(
      "definition, row networkAttributes: Load is assigned to source 77, which is not defined."
    ) {
      $0.definition.networkAttributes = [
        NetworkAttribute(
          id: 1,
          name: "Load",
          dataType: .double,
          assignments: [.init(sourceID: 77, fieldName: "LOAD")]
        )
      ]
    },
    Case("definition, row Other: Source id 1 is used twice.") {
      $0.definition.domainNetworks[0].sources.append(
        Parts.source(1, "Other", .device, terminals: 3)
      )
    },
    Case("definition, row LINE: Two sources have this name.") {
      $0.definition.domainNetworks[0].sources.append(Parts.source(9, "LINE", .line))
    },
    Case("definition, row Object: The source has no asset group.") {
      $0.definition.domainNetworks[0].sources[3].assetGroups = []
    },
    Case("definition, row Object: Asset group code 6 is used twice.") {
      $0.definition.domainNetworks[0].sources[3].assetGroups.append(
        AssetGroup(code: 6, name: "Second")
      )
    },
    Case("definition, row Object/Group/Second: Asset type code 102 is used twice in its group.") {
      $0.definition.domainNetworks[0].sources[3].assetGroups[0].assetTypes.append(
        AssetType(code: 102, name: "Second")
      )
    },
    Case("definition, row Object/Group/Type: Terminal configuration 8 is not defined.") {
      $0.definition.domainNetworks[0].sources[3].assetGroups[0].assetTypes[0]
        .terminalConfigurationID = 8
    },
  ]

  static let featureCases = [
    Case("Device, row 2: Asset type 6/7 is not in the definition.") { $0.devices[1].assetType = 7 },
    Case("Line, row 1: GLOBALID is missing.") { $0.lines[0].globalID = nil },
    Case("survey, row 1: GLOBALID \(id(3)) is used twice, first in Line.") {
      $0.plain[0].globalID = id(3)
    },
    Case("Device, row 2: A feature of usage device needs a POINT; this is a LINESTRING.") {
      $0.devices[1].geometry = $0.lines[0].geometry
    },
    Case("survey, row 1: The geometry is in EPSG:4326, the network in EPSG:25832.") {
      $0.plain[0].geometry = pointAt(1, 1, srid: 4326)
    },
    Case("survey, row 1: The POINT has the y inf: correct it.") {
      $0.plain[0].geometry = pointAt(1, .infinity)
    },
    Case("Object, row 1: Features of usage junctionObject cannot have a geometry.") {
      var table = FeatureTable(name: "Object", sourceID: 4, geometryType: .point)
      table.append(Parts.feature(1, 20, pointAt(0, 0)))
      $0.extraTables = [table]
    },
    Case("SURVEY: Two tables have this name.") {
      $0.extraTables = [FeatureTable(name: "SURVEY", sourceID: nil, geometryType: .point)]
    },
    Case("Other: Source 2 has two tables.") {
      $0.extraTables = [FeatureTable(name: "Other", sourceID: 2, geometryType: .lineString)]
    },
    Case("Other: The definition has no source 77.") {
      $0.extraTables = [FeatureTable(name: "Other", sourceID: 77, geometryType: .point)]
    },
  ]

  static let associationCases = [
    Case("un_associations, row \(id(10)): GLOBALID is used twice.") {
      $0.associations[1].globalID = id(10)
    },
    Case("un_associations, row \(id(11)): TOGLOBALID \(id(99)) is not a feature.") {
      $0.associations[1].to.globalID = id(99)
    },
    Case("un_associations, row \(id(11)): TOGLOBALID \(id(2)) is in Device, not in source 2.") {
      $0.associations[1].to.sourceID = 2
    },
    Case("un_associations, row \(id(11)): A feature is associated with itself.") {
      $0.associations[1].to.globalID = id(1)
    },
    Case(
      "un_associations, row \(id(11)): ASSOCIATIONTYPE 5 joins a junction and an edge; these are "
        + "Device and Device."
    ) {
      $0.associations[1].kind = .junctionMidspanConnectivity
    },
    Case("un_associations, row \(id(11)): PERCENTALONG 1.5 is not between 0 and 1.") {
      $0.associations[1].fractionAlongEdge = 1.5
    },
    Case("un_associations, row \(id(11)): PERCENTALONG nan is not between 0 and 1.") {
      $0.associations[1].fractionAlongEdge = .nan
    },
    Case(
      "un_associations, row \(id(11)): FROMTERMINALID 3 is not a terminal of asset type 6/102 of "
        + "Device."
    ) { $0.associations[1].from.terminalID = 3 },
    Case(
      "un_associations, row \(id(10)): FROMTERMINALID 2 is not a terminal of asset type 6/102 of "
        + "Assembly."
    ) { $0.associations[0].from.terminalID = 2 },
  ]

  static let ruleCases = [
    Case("un_rules, row 7: RULEID is used twice.") {
      $0.rules.append(.init(id: 7, kind: .junctionEdge, from: Parts.side(1), to: Parts.side(2)))
    },
    Case("un_rules, row 7: FROMNETWORKSOURCEID 9 is not defined.") {
      $0.rules[0].from.assetType.sourceID = 9
    },
    Case("un_rules, row 7: VIA asset type 6/9 of Device is not defined.") {
      $0.rules[0].via?.assetType.assetType = 9
    },
    Case("un_rules, row 7: An edge-junction-edge rule needs a via side.") { $0.rules[0].via = nil },
    Case("un_rules, row 7: Only rules of type 5 have a via side.") {
      $0.rules[0].kind = .junctionEdge
    },
    Case("un_rules, row 7: VIATERMINALID 9 is not a terminal of asset type 6/102 of Device.") {
      $0.rules[0].via?.terminalID = 9
    },
  ]

  @Test(
    "Each inconsistency is named, and only it",
    arguments: definitionCases + featureCases + associationCases + ruleCases
  )
  func inconsistency(_ change: Case) throws {
    var parts = try Parts()
    try change.change(&parts)
    let error = try #require(throws: NetworkError.self) { try parts.network() }
    #expect(error.problems.map(\.description) == [change.problem])
  }

  @Test("All inconsistencies are listed")
  func all() throws {
    var parts = try Parts()
    parts.devices[0].assetType = 1
    parts.devices[1].assetType = 1
    parts.rules[0].via = nil
    parts.associations[0].to.globalID = Self.id(99)
    let error = try #require(throws: NetworkError.self) { try parts.network() }
    #expect(error.problems.map(\.table) == ["Device", "Device", "un_associations", "un_rules"])
  }
}
