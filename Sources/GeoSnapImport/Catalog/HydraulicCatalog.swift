internal import GeoSnap

/// The domain network of a node-link model of flow, water or sewer: types of GeoSnap's own making
/// and the rules that an import needs.
///
/// Nodes are junctions, or devices with one terminal; what divides a link is a device with two.
struct HydraulicCatalog: Sendable {
  /// The name of the domain network, which begins the names of its sources.
  let name: String
  let domainID: Int
  /// The proposed id of the device source; the others follow.
  let firstSourceID: Int
  let firstRuleID: Int
  let controllerType: SubnetworkControllerType
  /// The groups of devices that are nodes.
  var nodeGroups: [AssetGroup]
  /// The groups of devices that divide links.
  let dividerGroups: [AssetGroup]
  /// The types of junctions, numbered from 1.
  let fittings: [String]
  let lineGroups: [AssetGroup]
  /// The name of the only tier.
  let tier: String
  /// The columns that junctions have beside those of all domains.
  var junctionFields: [AttributeField] = []
  /// The columns that devices have beside those of all domains.
  var deviceFields: [AttributeField] = []
  /// The columns that lines have beside those of all domains.
  var lineFields: [AttributeField] = []

  static let controllerCategory = "Subnetwork Controller"
  /// What divides a network into segments that are isolated as one.
  static let isolatingCategory = "Isolating"
  /// What feeds beside subnetwork controllers.
  static let sourceCategory = "Source"
  /// What feeds, but was not to count when the network was imported.
  static let ignoredSourceCategory = "Ignored Source"

  // MARK: Asset types

  func device(_ group: Int, _ type: Int = 1) -> AssetTypeID {
    AssetTypeID(sourceID: firstSourceID, assetGroup: group, assetType: type)
  }

  func fitting(_ type: Int) -> AssetTypeID {
    AssetTypeID(sourceID: firstSourceID + 1, assetGroup: 1, assetType: type)
  }

  func line(_ group: Int, _ type: Int = 1) -> AssetTypeID {
    AssetTypeID(sourceID: firstSourceID + 3, assetGroup: group, assetType: type)
  }

  /// A junction without a place.
  var junctionObject: AssetTypeID {
    AssetTypeID(sourceID: firstSourceID + 4, assetGroup: 100, assetType: 1)
  }

  /// A pipe without a place.
  var edgeObject: AssetTypeID {
    AssetTypeID(sourceID: firstSourceID + 5, assetGroup: 100, assetType: 1)
  }

  /// The same device without a place.
  func object(of device: AssetTypeID) -> AssetTypeID {
    AssetTypeID(
      sourceID: firstSourceID + 4,
      assetGroup: device.assetGroup,
      assetType: device.assetType
    )
  }

  /// The ids of the terminal configurations of dividers, without and with a direction.
  static func ports(_ firstSourceID: Int) -> (plain: Int, directed: Int) {
    (firstSourceID * 10, firstSourceID * 10 + 1)
  }

  // MARK: Definition

  /// The catalog.
  func make() -> Catalog {
    let sources = self.sources
    let ports = HydraulicCatalog.ports(firstSourceID)
    let domain = DomainNetwork(
      id: domainID,
      name: name,
      tierDefinition: .hierarchical,
      subnetworkControllerType: controllerType,
      tierGroups: ["Import"],
      tiers: [
        Tier(
          id: 1,
          name: tier,
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
        domainNetworks: [
          DomainNetwork(id: 1, name: "Structure", isStructureNetwork: true), domain,
        ],
        terminalConfigurations: [
          TerminalConfiguration(
            id: ports.plain,
            name: "\(name) Two Ports",
            terminals: [Terminal(id: 1, name: "Port 1"), Terminal(id: 2, name: "Port 2")]
          ),
          TerminalConfiguration(
            id: ports.directed,
            name: "\(name) Inlet and Outlet",
            isDirectional: true,
            terminals: [
              Terminal(id: 1, name: "Inlet", isUpstream: true), Terminal(id: 2, name: "Outlet"),
            ]
          ),
        ],
        categories: [
          HydraulicCatalog.controllerCategory, HydraulicCatalog.isolatingCategory,
          HydraulicCatalog.sourceCategory, HydraulicCatalog.ignoredSourceCategory,
        ]
        .filter { category in
          (nodeGroups + dividerGroups).contains { group in
            group.assetTypes.contains { $0.categories.contains(category) }
          }
        },
        networkAttributes: AttributeNumber.networkAttributes(
          fields: sources.map { ($0.sourceID, fields(of: $0.usage)) }
        )
      ),
      rules: rules
    )
  }

  private var sources: [NetworkSource] {
    func source(_ offset: Int, _ usage: NetworkSourceUsage, _ groups: [AssetGroup])
      -> NetworkSource
    {
      let part = usage.name
      return NetworkSource(
        sourceID: firstSourceID + offset,
        name: name + part.prefix(1).uppercased() + part.dropFirst(),
        usage: usage,
        assetGroups: groups
      )
    }
    return [
      source(0, .device, nodeGroups + dividerGroups),
      source(1, .junction, [AssetGroup(1, "Fitting", fittings)]),
      source(3, .line, lineGroups),
      source(
        4,
        .junctionObject,
        nodeGroups + dividerGroups + [
          AssetGroup(100, "Junction without Place", ["Junction"])
        ]
      ),
      source(
        5,
        .edgeObject,
        [AssetGroup(100, "Pipe without Place", ["Pipe"], policy: .endVertex)]
      ),
    ]
  }

  /// The attribute columns of a source.
  func fields(of usage: NetworkSourceUsage) -> [AttributeField] {
    let common = [
      AttributeField(FieldName.name, .text), AttributeField(FieldName.tag, .text),
      AttributeField(FieldName.inService, .integer),
    ]
    let node = common + [AttributeField(FieldName.elevation, .real)]
    switch usage {
    case .device, .junctionObject:
      let junction = usage == .junctionObject ? junctionFields : []
      return node + junction + deviceFields + [
        AttributeField(FieldName.setting, .text),
        AttributeField(FieldName.deviceStatus, .integer),
        AttributeField(FieldName.controls, .text),
        AttributeField(FieldName.controllerName, .text),
        AttributeField(FieldName.tierName, .text),
        AttributeField(FieldName.controllerTerminal, .text),
      ]
    case .junction:
      return node + junctionFields
    case .line, .edgeObject:
      return common + lineFields + [
        AttributeField(FieldName.diameter, .real),
        AttributeField(FieldName.length, .real),
        AttributeField(FieldName.roughness, .real),
        AttributeField(FieldName.controls, .text),
        AttributeField(FieldName.fromTerminal, .integer),
        AttributeField(FieldName.toTerminal, .integer),
      ]
    default:
      return []
    }
  }
}

extension FieldName {
  static let tag = "TAG"
  static let elevation = "ELEVATION_M"
  static let demand = "BASE_DEMAND_LPS"
  static let crossSection = "CROSS_SECTION"
  static let roughness = "ROUGHNESS"
  static let setting = "SETTING"
  static let controls = "CONTROLS"
}
