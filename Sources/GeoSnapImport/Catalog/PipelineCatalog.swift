package import GeoSnap

/// The domain network of gas, water and heat: types and rules of GeoSnap's own making.
///
/// Mains are classed by material and outer diameter. Where a main meets a main of another class
/// stands a tee or a reducer; a service reaches a main through a tap only, and a meter stands at
/// the end of a service, never on a main.
package enum PipelineCatalog {
  static let controllerCategory = "Subnetwork Controller"
  static let twoPorts = 201
  static let directedPorts = 202
  static let firstRuleID = 200_001

  // MARK: Asset types

  static func device(_ group: Int, _ type: Int = 1) -> AssetTypeID {
    AssetTypeID(sourceID: SourceNumber.pipelineDevice, assetGroup: group, assetType: type)
  }

  static func junction(_ type: Int) -> AssetTypeID {
    AssetTypeID(sourceID: SourceNumber.pipelineJunction, assetGroup: 1, assetType: type)
  }

  static let connectionPoint = junction(1)
  static let tee = junction(2)
  static let coupling = junction(3)
  static let reducer = junction(4)
  static let endCap = junction(5)
  package static let tap = junction(6)

  static let regulatorStation = device(1, 1)
  static let feedIn = device(1, 2)
  package static let meter = device(2)
  static let massStorage = device(8)

  package static let service = AssetTypeID(
    sourceID: SourceNumber.pipelineLine,
    assetGroup: 10,
    assetType: 1
  )
  static let junctionObject = AssetTypeID(
    sourceID: SourceNumber.pipelineJunctionObject,
    assetGroup: 100,
    assetType: 1
  )
  static let edgeObject = AssetTypeID(
    sourceID: SourceNumber.pipelineEdgeObject,
    assetGroup: 100,
    assetType: 1
  )
  static let station = AssetTypeID(
    sourceID: SourceNumber.structureBoundary,
    assetGroup: 202,
    assetType: 1
  )

  /// The same equipment without a place.
  static func object(of device: AssetTypeID) -> AssetTypeID {
    AssetTypeID(
      sourceID: SourceNumber.pipelineJunctionObject,
      assetGroup: device.assetGroup,
      assetType: device.assetType
    )
  }

  static let deviceGroups = [
    AssetGroup(
      1,
      "Pressure Source",
      ["Regulator Station", "Feed-in"],
      categories: [
        [controllerCategory, HydraulicCatalog.sourceCategory], [HydraulicCatalog.sourceCategory],
      ]
    ),
    AssetGroup(2, "Meter", ["Customer Meter"]),
    AssetGroup(
      3,
      "Valve",
      ["Valve"],
      configurations: [twoPorts],
      categories: [[HydraulicCatalog.isolatingCategory]]
    ),
    AssetGroup(
      4,
      "Pump",
      ["Pump", "Circulation Pump"],
      configurations: [directedPorts, directedPorts],
      categories: [[], [HydraulicCatalog.sourceCategory]]
    ),
    AssetGroup(5, "Compressor", ["Compressor"], configurations: [directedPorts]),
    AssetGroup(
      6,
      "Controllable Regulator",
      ["Pressure Control", "Flow Control"],
      configurations: [directedPorts, directedPorts]
    ),
    AssetGroup(
      7,
      "Heat Transfer",
      ["Heat Exchanger", "Heat Consumer"],
      configurations: [twoPorts, twoPorts]
    ),
    AssetGroup(8, "Storage", ["Mass Storage"], categories: [[HydraulicCatalog.sourceCategory]]),
  ]

  private static let junctionGroup = AssetGroup(
    1,
    "Fitting",
    ["Connection Point", "Tee", "Coupling", "Reducer", "End Cap", "Tap"]
  )

  private static func lineGroups() -> [AssetGroup] {
    let mains = PipeMaterial.allCases.map { material in
      AssetGroup(
        code: material.rawValue,
        name: material.groupName,
        assetTypes: material.diameterClasses.map {
          AssetType(code: $0.code, name: $0.name, connectivityPolicy: .anyVertex)
        }
      )
    }
    let services = AssetGroup(10, "Service", ["House Connection"], policy: .endVertex)
    return mains + [services]
  }

  // MARK: Definition

  private static let configurations = [
    TerminalConfiguration(
      id: twoPorts,
      name: "Pipeline Two Ports",
      terminals: [Terminal(id: 1, name: "Port 1"), Terminal(id: 2, name: "Port 2")]
    ),
    TerminalConfiguration(
      id: directedPorts,
      name: "Pipeline Inlet and Outlet",
      isDirectional: true,
      terminals: [
        Terminal(id: 1, name: "Inlet", isUpstream: true), Terminal(id: 2, name: "Outlet"),
      ]
    ),
  ]

  /// The catalog.
  package static func make() -> Catalog {
    let objectGroups = deviceGroups + [AssetGroup(100, "Junction without Place", ["Junction"])]
    let lines = lineGroups()
    let sources = [
      NetworkSource(
        sourceID: SourceNumber.pipelineDevice,
        name: "PipelineDevice",
        usage: .device,
        assetGroups: deviceGroups
      ),
      NetworkSource(
        sourceID: SourceNumber.pipelineJunction,
        name: "PipelineJunction",
        usage: .junction,
        assetGroups: [junctionGroup]
      ),
      NetworkSource(
        sourceID: SourceNumber.pipelineLine,
        name: "PipelineLine",
        usage: .line,
        assetGroups: lines
      ),
      NetworkSource(
        sourceID: SourceNumber.pipelineJunctionObject,
        name: "PipelineJunctionObject",
        usage: .junctionObject,
        assetGroups: objectGroups
      ),
      NetworkSource(
        sourceID: SourceNumber.pipelineEdgeObject,
        name: "PipelineEdgeObject",
        usage: .edgeObject,
        assetGroups: [AssetGroup(100, "Pipe without Place", ["Pipe"], policy: .endVertex)]
      ),
    ]
    let structure = DomainNetwork(
      id: 1,
      name: "Structure",
      isStructureNetwork: true,
      sources: [
        NetworkSource(
          sourceID: SourceNumber.structureBoundary,
          name: "StructureBoundary",
          usage: .structureBoundary,
          assetGroups: [
            AssetGroup(
              code: 202,
              name: "Pipeline Station",
              assetTypes: [
                AssetType(
                  code: 1,
                  name: "Regulator Station",
                  associationRole: .container,
                  containmentViewScale: 200
                )
              ]
            )
          ]
        )
      ]
    )
    let domain = DomainNetwork(
      id: 3,
      name: "Pipeline",
      tierDefinition: .hierarchical,
      tierGroups: ["Import"],
      tiers: [
        Tier(
          id: 1,
          name: "Supply",
          rank: 1,
          topology: .mesh,
          tierGroupName: "Import",
          traceConfiguration: .barredByClosed
        )
      ],
      sources: sources
    )
    return Catalog(
      definition: NetworkDefinition(
        domainNetworks: [structure, domain],
        terminalConfigurations: configurations,
        categories: [
          controllerCategory, HydraulicCatalog.isolatingCategory, HydraulicCatalog.sourceCategory,
        ],
        networkAttributes: AttributeNumber.networkAttributes(
          fields: sources.map { ($0.sourceID, fields(of: $0.usage)) }
        )
      ),
      rules: rules(lines)
    )
  }

  /// The attribute columns of a source.
  static func fields(of usage: NetworkSourceUsage) -> [AttributeField] {
    let common = [AttributeField(FieldName.name, .text), AttributeField(FieldName.kind, .text)]
    switch usage {
    case .device, .junctionObject:
      return common + [
        AttributeField(FieldName.standardType, .text),
        AttributeField(FieldName.deviceStatus, .integer),
        AttributeField(FieldName.inService, .integer),
        AttributeField(FieldName.nominalPressure, .real),
        AttributeField(FieldName.height, .real),
        AttributeField(FieldName.diameter, .real),
        AttributeField(FieldName.massFlow, .real),
        AttributeField(FieldName.controllerName, .text),
        AttributeField(FieldName.tierName, .text),
        AttributeField(FieldName.controllerTerminal, .text),
      ]
    case .junction:
      return common + [
        AttributeField(FieldName.inService, .integer),
        AttributeField(FieldName.nominalPressure, .real),
        AttributeField(FieldName.height, .real),
      ]
    case .line, .edgeObject:
      return common + [
        AttributeField(FieldName.standardType, .text),
        AttributeField(FieldName.inService, .integer),
        AttributeField(FieldName.length, .real),
        AttributeField(FieldName.diameter, .real),
        AttributeField(FieldName.fromTerminal, .integer),
        AttributeField(FieldName.toTerminal, .integer),
      ]
    default:
      return [AttributeField(FieldName.name, .text)]
    }
  }
}
