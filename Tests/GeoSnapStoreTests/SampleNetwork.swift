import GeoSnap
import GeoSnapStore

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
      note: "Costs, no elements."
    ),
  ]

  // MARK: Definition

  private static func source(
    _ id: Int,
    _ name: String,
    _ usage: NetworkSourceUsage,
    terminals: Int? = nil,
    policy: ConnectivityPolicy? = nil,
    role: AssociationRole = .none
  ) -> NetworkSource {
    let groups =
      usage == .subnetLine
      ? []
      : [
        AssetGroup(code: 0, name: "Unknown"),
        AssetGroup(
          code: 6,
          name: "Low Voltage",
          assetTypes: [
            AssetType(
              code: 102,
              name: "Type of \(name)",
              associationRole: role,
              deleteSemantics: .cascade,
              containmentViewScale: role == .container ? 12.5 : 0,
              splitsContent: policy != nil,
              terminalConfigurationID: terminals,
              connectivityPolicy: policy,
              categories: ["Subnetwork Controller"]
            ),
            AssetType(code: 161, name: "Other", connectivityPolicy: policy),
          ]
        ),
      ]
    return NetworkSource(sourceID: id, name: name, usage: usage, assetGroups: groups)
  }

  static let definition = NetworkDefinition(
    domainNetworks: [
      DomainNetwork(
        id: 1,
        name: "Structure",
        isStructureNetwork: true,
        sources: [
          source(4, "StructureJunction", .structureJunction, role: .structure),
          source(5, "StructureBoundary", .structureBoundary, role: .container),
          source(6, "StructureJunctionObject", .structureJunctionObject),
          source(7, "StructureLine", .structureLine, policy: .endVertex),
          source(8, "StructureEdgeObject", .structureEdgeObject, policy: .endVertex),
        ]
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
        id: 3,
        name: "Dual",
        isDirectional: true,
        terminals: [Terminal(id: 1, name: "High", isUpstream: true), Terminal(id: 2, name: "Low")],
        validPaths: [TerminalConfiguration.ValidPath(id: 1, name: "Through", description: "1-2")],
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

  // MARK: Features

  static let fields = [
    AttributeField("STATUS", .integer), AttributeField("Länge \"m\"", .real),
    AttributeField("name", .text), AttributeField("photo", .blob),
  ]

  private static func table(_ name: String, fields: [AttributeField] = []) -> FeatureTable {
    let source = definition.source(named: name)
    return FeatureTable(
      name: name,
      sourceID: source?.sourceID,
      geometryType: source?.usage.geometryType,
      fields: fields
    )
  }

  private static func point(_ x: Double, _ y: Double, z: Double? = nil) -> Geometry {
    .point(Point(x: x, y: y, z: z, srid: srid))
  }

  private static func sequence(_ ordinates: [Double], z: Bool = false) -> CoordinateSequence {
    CoordinateSequence(ordinates: ordinates, dimensions: z ? .xyz : .xy)
  }

  static func tables() throws -> [FeatureTable] {
    var structures = table("StructureJunction")
    structures.append(feature(1, 1, point(0.1, 0.2, z: 3), origin: "pole/1"))
    structures.append(feature(2, 2, point(5, 5)))
    var boundaries = table("StructureBoundary")
    let shell = sequence([0, 0, 10, 0, 10, 10, 0, 10, 0, 0])
    let hole = sequence([2, 2, 4, 2, 4, 4, 2, 2])
    let area = try Polygon(rings: [shell, hole], srid: srid)
    boundaries.append(feature(1, 3, .polygon(area)))
    let other = try Polygon(rings: [sequence([20, 0, 30, 0, 30, 10, 20, 0])], srid: srid)
    boundaries.append(
      feature(2, 4, .multiPolygon(try MultiPolygon(polygons: [area, other], srid: srid)))
    )
    var objects = table("StructureJunctionObject")
    objects.append(feature(7, 5, nil))
    var ducts = table("StructureLine")
    ducts.append(feature(1, 6, .lineString(try LineString(sequence([0, 0, 0, 0]), srid: srid))))
    var edges = table("StructureEdgeObject")
    edges.append(feature(1, 7, nil))

    var devices = table("ElectricDevice", fields: fields)
    devices.append(
      feature(
        1,
        8,
        point(1 / 3, -2e-300),
        origin: "trafo/0;bus/1",
        attributes: [.integer(.min), .real(-0.1), .text("Ümläut ' \" \u{1F600}"), .blob([0, 255])]
      )
    )
    devices.append(
      feature(
        3,
        9,
        nil,
        type: 161,
        attributes: [.null, .real(.infinity), .text(""), .blob([])]
      )
    )
    devices.append(
      feature(40, 10, point(9, 9), attributes: [.integer(2), .null, .null, .null])
    )
    var junctions = table("ElectricJunction")
    junctions.append(feature(1, 11, point(1e150, 5), origin: "bus/1"))
    junctions.append(feature(2, 12, .point(Point(emptyIn: srid))))
    var assemblies = table("ElectricAssembly")
    assemblies.append(feature(1, 13, point(3, 3)))
    var junctionObjects = table("ElectricJunctionObject")
    junctionObjects.append(feature(1, 14, nil))
    var lines = table("ElectricLine", fields: [AttributeField("length_km", .real)])
    lines.append(
      feature(
        1,
        15,
        .lineString(try LineString(sequence([0, 0, 1, 5, 5, 2], z: true), srid: srid)),
        origin: "line/42",
        attributes: [.real(0.25)]
      )
    )
    lines.append(
      feature(
        2,
        16,
        .multiLineString(
          try MultiLineString(
            parts: [sequence([5, 5, 6, 6]), sequence([7, 7, 8, 8, 9, 9])],
            srid: srid
          )
        ),
        type: 161,
        origin: "line/43",
        attributes: [.null]
      )
    )
    var edgeObjects = table("ElectricEdgeObject")
    edgeObjects.append(feature(1, 17, nil, origin: "line/44"))
    var subnetLines = table("ElectricSubnetLine")
    subnetLines.append(
      Feature(
        rowID: 1,
        globalID: id(18),
        geometry: .multiLineString(
          try MultiLineString(parts: [sequence([0, 0, 1, 1])], srid: srid)
        )
      )
    )

    var plain = FeatureTable(
      name: "survey_points",
      sourceID: nil,
      geometryType: .multiPoint,
      fields: [AttributeField("code", .text), AttributeField("ASSETGROUP", .integer)]
    )
    plain.append(
      Feature(
        rowID: 5,
        globalID: nil,
        geometry: .multiPoint(MultiPoint(sequence([1, 2, 3, 4]), srid: srid)),
        attributes: [.text("A"), .integer(9)]
      )
    )
    plain.append(
      Feature(
        rowID: 6,
        globalID: id(20),
        origin: "survey/6",
        geometry: nil,
        attributes: [.null, .null]
      )
    )
    return [
      structures, boundaries, objects, ducts, edges, devices, junctions, assemblies,
      junctionObjects, lines, edgeObjects, subnetLines, plain,
    ]
  }

  private static func feature(
    _ row: Int64,
    _ number: UInt64,
    _ geometry: Geometry?,
    type: Int = 102,
    origin: String? = nil,
    attributes: [AttributeValue] = []
  ) -> Feature {
    Feature(
      rowID: row,
      globalID: id(number),
      assetGroup: 6,
      assetType: type,
      origin: origin,
      geometry: geometry,
      attributes: attributes
    )
  }

  // MARK: Associations and rules

  private static func end(
    _ source: Int,
    _ number: UInt64,
    _ terminal: Int? = nil
  ) -> Association.End {
    Association.End(sourceID: source, globalID: id(number), terminalID: terminal)
  }

  static let associations = [
    Association(
      globalID: id(101),
      kind: .connectivity,
      from: end(9, 8, 2),
      to: end(10, 11),
      origin: "derived"
    ),
    Association(
      globalID: id(100),
      kind: .containment,
      from: end(5, 3),
      to: end(9, 8),
      isContentVisible: true
    ),
    Association(globalID: id(102), kind: .attachment, from: end(4, 1), to: end(11, 13)),
    Association(
      globalID: id(103),
      kind: .junctionEdgeFromConnectivity,
      from: end(12, 14, 1),
      to: end(14, 17)
    ),
    Association(
      globalID: id(104),
      kind: .junctionMidspanConnectivity,
      from: end(10, 12),
      to: end(13, 15),
      fractionAlongEdge: 1 / 3
    ),
    Association(
      globalID: id(105),
      kind: .junctionEdgeToConnectivity,
      from: end(12, 14),
      to: end(14, 17)
    ),
  ]

  private static func side(_ source: Int, _ type: Int = 102, terminal: Int? = nil)
    -> NetworkRule.Side
  {
    NetworkRule.Side(
      AssetTypeID(sourceID: source, assetGroup: 6, assetType: type),
      terminalID: terminal
    )
  }

  static let rules = [
    NetworkRule(
      id: 2429,
      kind: .junctionEdge,
      from: side(10),
      to: side(13),
      origin: "un-electric"
    ),
    NetworkRule(
      id: 7,
      kind: .junctionJunction,
      from: side(9, terminal: 2),
      to: side(10)
    ),
    NetworkRule(id: 8, kind: .containment, from: side(5), to: side(9)),
    NetworkRule(id: 9, kind: .attachment, from: side(4), to: side(11)),
    NetworkRule(
      id: 10,
      kind: .edgeJunctionEdge,
      from: side(13),
      to: side(13, 161),
      via: side(9, terminal: 1)
    ),
  ]
}
