import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// A small network that has every usage of source, every kind of association and rule, Z and no Z,
/// rows without geometry, every type of attribute and a plain table.
enum SampleNetwork {
  static let srid: SRID = 25832

  static func id(_ number: UInt64) -> GlobalID {
    GlobalID(high: 0xA0B1_C2D3_E4F5_4607, low: 0x8000_0000_0000_0000 | number)
  }

  static func make() throws -> UtilityNetwork {
    try UtilityNetwork(
      definition: definition,
      srid: srid,
      tables: tables(),
      associations: associations,
      rules: rules
    )
  }

  static let imports = [
    ImportRecord(network: "lv", table: "bus", rows: 2, isImported: true),
    ImportRecord(
      network: "lv",
      table: "poly_cost",
      rows: 7,
      isImported: false,
      note: "No elements."
    ),
  ]

  private static let written = Result { try TemporaryFile(holding: make(), imports: imports).bytes }

  static func file(changed sql: String? = nil) throws -> TemporaryFile {
    let file = try TemporaryFile(holding: try written.get())
    if let sql { try file.execute(sql) }
    return file
  }

  static var largeTable: FeatureTable {
    get throws { try #require(try tables().first { $0.count > 2 }) }
  }

  private static func source(
    _ id: Int,
    _ name: String,
    _ usage: NetworkSourceUsage,
    terminals: Int? = nil,
    policy: ConnectivityPolicy? = nil,
    role: AssociationRole = .none
  ) -> NetworkSource {
    let type = AssetType(
      code: 102,
      name: "Type of \(name)",
      associationRole: role,
      deleteSemantics: .cascade,
      containmentViewScale: role == .container ? 12.5 : 0,
      splitsContent: policy != nil,
      terminalConfigurationID: terminals,
      connectivityPolicy: policy,
      categories: ["Subnetwork Controller"]
    )
    let other = AssetType(code: 161, name: "Other", connectivityPolicy: policy)
    let groups = [
      AssetGroup(code: 0, name: "Unknown"),
      AssetGroup(code: 6, name: "Low Voltage", assetTypes: [type, other]),
    ]
    return NetworkSource(
      sourceID: id,
      name: name,
      usage: usage,
      assetGroups: usage == .subnetLine ? [] : groups
    )
  }

  static let definition = NetworkDefinition(
    domainNetworks: [
      .structure(
        source(4, "StructureJunction", .structureJunction, role: .structure),
        source(5, "StructureBoundary", .structureBoundary, role: .container),
        source(6, "StructureJunctionObject", .structureJunctionObject),
        source(7, "StructureLine", .structureLine, policy: .endVertex),
        source(8, "StructureEdgeObject", .structureEdgeObject, policy: .endVertex)
      ),
      DomainNetwork(
        id: 2,
        name: "Electric",
        tierDefinition: .partitioned,
        subnetworkControllerType: .source,
        tierGroups: ["Group"],
        tiers: [Tier(id: 1, name: "Low Voltage", rank: 2, topology: .radial)],
        sources: [
          source(9, "ElectricDevice", .device, terminals: 3),
          source(10, "ElectricJunction", .junction),
          source(11, "ElectricAssembly", .assembly, role: .container),
          source(12, "ElectricJunctionObject", .junctionObject, terminals: 3),
          source(13, "ElectricLine", .line, policy: .anyVertex),
          source(14, "ElectricEdgeObject", .edgeObject, policy: .endVertex),
          source(15, "ElectricSubnetLine", .subnetLine),
        ]
      ),
    ],
    terminalConfigurations: [
      TerminalConfiguration(
        3,
        "Dual",
        ["High", "Low"],
        isDirectional: true,
        paths: ["Through": "1-2"],
        defaultPath: "Through"
      )
    ],
    categories: ["Subnetwork Controller", "Protective"],
    networkAttributes: [
      NetworkAttribute(
        id: 14,
        name: "Device Status",
        dataType: .integer,
        domainName: "Status",
        assignments: [NetworkAttribute.Assignment(sourceID: 9, fieldName: "STATUS")]
      ),
      NetworkAttribute(
        id: 15,
        name: "Length",
        dataType: .double,
        isApportionable: true,
        isSystemDefined: true
      ),
    ]
  )

  static let fields = [
    AttributeField("STATUS", .integer), AttributeField("Länge \"m\"", .real),
    AttributeField("name", .text), AttributeField("photo", .blob),
  ]

  private static func table(
    _ name: String,
    fields: [AttributeField] = [],
    _ rows: Feature...
  ) -> FeatureTable {
    let source = definition.source(named: name)
    let (id, type) = (source?.sourceID, source?.usage.geometryType)
    return FeatureTable(name: name, sourceID: id, geometryType: type, fields: fields).holding(rows)
  }

  private static func feature(
    _ row: Int,
    _ number: UInt64,
    _ wkt: String? = nil,
    type: Int = 102,
    origin: String? = nil,
    _ attributes: AttributeValue...
  ) throws -> Feature {
    let geometry = try wkt.map { try Geometry(wkt: $0, srid: srid) }
    return Feature(row, AssetTypeID(0, 6, type), id(number), geometry, origin: origin, attributes)
  }

  static func tables() throws -> [FeatureTable] {
    let area = "((0 0, 10 0, 10 10, 0 10, 0 0), (2 2, 4 2, 4 4, 2 2))"
    var subnetLine = try feature(1, 18, "MULTILINESTRING ((0 0, 1 1))")
    (subnetLine.assetGroup, subnetLine.assetType) = (0, 0)
    var points = [
      try feature(5, 0, "MULTIPOINT (1 2, 3 4)", .text("A"), .integer(9)),
      try feature(6, 20, origin: "survey/6", .null, .null),
    ]
    for row in points.indices { (points[row].assetGroup, points[row].assetType) = (0, 0) }
    points[0].globalID = nil
    return [
      table(
        "StructureJunction",
        try feature(1, 1, "POINT Z (0.1 0.2 3)", origin: "pole/1"),
        try feature(2, 2, "POINT (5 5)")
      ),
      table(
        "StructureBoundary",
        try feature(1, 3, "POLYGON \(area)"),
        try feature(2, 4, "MULTIPOLYGON (\(area), ((20 0, 30 0, 30 10, 20 0)))")
      ),
      table("StructureJunctionObject", try feature(7, 5)),
      table("StructureLine", try feature(1, 6, "LINESTRING (0 0, 0 0)")),
      table("StructureEdgeObject", try feature(1, 7)),
      table(
        "ElectricDevice",
        fields: fields,
        try feature(
          1,
          8,
          "POINT (\(1.0 / 3) -2e-300)",
          origin: "trafo/0;bus/1",
          .integer(.min),
          .real(-0.1),
          .text("Ümläut ' \" \u{1F600}"),
          .blob([0, 255])
        ),
        try feature(3, 9, type: 161, .null, .real(.infinity), .text(""), .blob([])),
        try feature(40, 10, "POINT (9 9)", .integer(2), .null, .null, .null)
      ),
      table(
        "ElectricJunction",
        try feature(1, 11, "POINT (1e150 5)", origin: "bus/1"),
        try feature(2, 12, "POINT EMPTY")
      ),
      table("ElectricAssembly", try feature(1, 13, "POINT (3 3)")),
      table("ElectricJunctionObject", try feature(1, 14)),
      table(
        "ElectricLine",
        fields: [AttributeField("length_km", .real)],
        try feature(1, 15, "LINESTRING Z (0 0 1, 5 5 2)", origin: "line/42", .real(0.25)),
        try feature(
          2,
          16,
          "MULTILINESTRING ((5 5, 6 6), (7 7, 8 8, 9 9))",
          type: 161,
          origin: "line/43",
          .null
        )
      ),
      table("ElectricEdgeObject", try feature(1, 17, origin: "line/44")),
      table("ElectricSubnetLine", subnetLine),
      FeatureTable(
        plain: "survey_points",
        .multiPoint,
        [AttributeField("code", .text), AttributeField("ASSETGROUP", .integer)],
        rows: points
      ),
    ]
  }

  private static func association(
    _ number: UInt64,
    _ kind: AssociationKind,
    _ from: (Int, UInt64, Int?),
    _ to: (Int, UInt64),
    fraction: Double? = nil
  ) -> Association {
    Association(
      globalID: id(number),
      kind: kind,
      from: .init(sourceID: from.0, globalID: id(from.1), terminalID: from.2),
      to: .init(sourceID: to.0, globalID: id(to.1)),
      isContentVisible: kind == .containment,
      fractionAlongEdge: fraction,
      origin: kind == .connectivity ? "derived" : nil
    )
  }

  static let associations = [
    association(101, .connectivity, (9, 8, 2), (10, 11)),
    association(100, .containment, (5, 3, nil), (9, 8)),
    association(102, .attachment, (4, 1, nil), (11, 13)),
    association(103, .junctionEdgeFromConnectivity, (12, 14, 1), (14, 17)),
    association(104, .junctionMidspanConnectivity, (10, 12, nil), (13, 15), fraction: 1 / 3),
    association(105, .junctionEdgeToConnectivity, (12, 14, nil), (14, 17)),
  ]

  private static func side(_ source: Int, terminal: Int? = nil) -> NetworkRule.Side {
    .init(AssetTypeID(source, 6, 102), terminalID: terminal)
  }

  static let rules = [
    NetworkRule(id: 2429, kind: .junctionEdge, from: side(10), to: side(13), origin: "un-electric"),
    NetworkRule(id: 7, kind: .junctionJunction, from: side(9, terminal: 2), to: side(10)),
    NetworkRule(id: 8, kind: .containment, from: side(5), to: side(9)),
    NetworkRule(id: 9, kind: .attachment, from: side(4), to: side(11)),
    NetworkRule(
      id: 10,
      kind: .edgeJunctionEdge,
      from: side(13),
      to: .init(AssetTypeID(13, 6, 161)),
      via: side(9, terminal: 1)
    ),
  ]
}
