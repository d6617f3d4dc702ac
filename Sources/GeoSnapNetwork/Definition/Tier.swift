/// The intended shape of a tier's subnetworks, which tracing ignores.
public enum TierTopology: String, Hashable, Sendable, Codable {
  case radial = "esriTTTRadial"
  case mesh = "esriTTTMesh"
}

/// The codes of an asset type in a list that determines the source.
public struct AssetTypeCode: Hashable, Sendable {
  /// The asset group's code.
  public var assetGroup: Int
  /// The asset type's code.
  public var assetType: Int

  /// Creates a reference.
  public init(assetGroup: Int, assetType: Int) {
    self.assetGroup = assetGroup
    self.assetType = assetType
  }
}

/// A level of a domain network, such as medium voltage, with the definition of its subnetworks.
///
/// The lists of valid asset types refer to the sources of the tier's domain network: the devices to its device
/// source, and so on. An empty list allows all types of that source.
public struct Tier: Equatable, Sendable, MemberCodable {
  /// The identifier, unique in the domain network.
  public var id: Int
  /// The name, unique in the utility network.
  public var name: String
  /// 1 is the highest.
  public var rank: Int
  /// The intended shape of its subnetworks.
  public var topology: TierTopology
  /// The tier group of a hierarchical tier.
  public var tierGroupName: String?
  /// The field with the name of a feature's subnetwork; nil when features have none.
  public var subnetworkFieldName: String?
  /// Whether a subnetwork may have separate parts, which are always allowed in a hierarchical domain.
  public var supportsDisjointSubnetworks: Bool

  /// The devices a subnetwork may hold; empty for all.
  public var validDevices: [AssetTypeCode] = []
  /// The lines a subnetwork may hold; empty for all.
  public var validLines: [AssetTypeCode] = []
  /// The junctions a subnetwork may hold; empty for all.
  public var validJunctions: [AssetTypeCode] = []
  /// The junction objects a subnetwork may hold; empty for all.
  public var validJunctionObjects: [AssetTypeCode] = []
  /// The edge objects a subnetwork may hold; empty for all.
  public var validEdgeObjects: [AssetTypeCode] = []
  /// The devices that may control a subnetwork; empty for all in the category.
  public var validSubnetworkControllers: [AssetTypeCode] = []
  /// The junction objects that may control a subnetwork; empty for all in the category.
  public var validJunctionObjectSubnetworkControllers: [AssetTypeCode] = []
  /// The lines that are merged into the line of a subnetwork; empty for all.
  public var aggregatedLinesForSubnetLine: [AssetTypeCode] = []
  /// How a subnetwork is traced from its controllers; nil for the defaults.
  public var traceConfiguration: TraceConfiguration?

  /// Creates a value with these members.
  public init(
    id: Int,
    name: String,
    rank: Int,
    topology: TierTopology,
    tierGroupName: String? = nil,
    subnetworkFieldName: String? = nil,
    supportsDisjointSubnetworks: Bool = false,
    traceConfiguration: TraceConfiguration? = nil
  ) {
    self.id = id
    self.name = name
    self.rank = rank
    self.topology = topology
    self.tierGroupName = tierGroupName
    self.subnetworkFieldName = subnetworkFieldName
    self.supportsDisjointSubnetworks = supportsDisjointSubnetworks
    self.traceConfiguration = traceConfiguration
  }

  /// The valid asset types of a source usage; empty for all, as for assemblies, subnetwork lines and structures.
  public func validAssetTypes(of usage: NetworkSourceUsage) -> [AssetTypeCode] {
    switch usage {
    case .device: validDevices
    case .line: validLines
    case .junction: validJunctions
    case .junctionObject: validJunctionObjects
    case .edgeObject: validEdgeObjects
    default: []
    }
  }

  static var unread: Self { Self(id: 0, name: "", rank: 0, topology: .radial) }

  mutating func pass(_ members: inout CodedMembers) throws {
    try members.pass(&id, "tierID")
    try members.pass(&name, "name")
    try members.pass(&rank, "rank")
    try members.pass(&topology, "tierTopology", otherwise: .radial)
    try members.passName(&tierGroupName, "tierGroupName", leavesOut: true)
    try members.passName(&subnetworkFieldName, "subnetworkFieldName", leavesOut: true)
    try members.pass(&supportsDisjointSubnetworks, "supportDisjointSubnetwork", otherwise: false)
    try members.pass(&validDevices, "validDevices")
    try members.pass(&validLines, "validLines")
    try members.pass(&validJunctions, "validJunctions")
    try members.pass(&validJunctionObjects, "validJunctionObjects")
    try members.pass(&validEdgeObjects, "validEdgeObjects")
    try members.pass(&validSubnetworkControllers, "validSubnetworkControllers")
    try members.pass(
      &validJunctionObjectSubnetworkControllers,
      "validJunctionObjectSubnetworkControllers"
    )
    try members.pass(&aggregatedLinesForSubnetLine, "aggregatedLinesForSubnetLine")
    try members.pass(&traceConfiguration, "updateSubnetworkTraceConfiguration")
  }
}

extension CodedMembers {
  fileprivate mutating func pass(_ codes: inout [AssetTypeCode], _ key: AnyKey) throws {
    var groups = AssetTypeCodeGroup.groups(of: codes)
    try pass(&groups, key, otherwise: [])
    codes = groups.flatMap(\.codes)
  }
}

/// The form in which services list asset types: by group.
private struct AssetTypeCodeGroup: Codable {
  struct TypeCode: Codable { let assetTypeCode: Int }

  let assetGroupCode: Int
  var assetTypes: [TypeCode]

  var codes: [AssetTypeCode] {
    assetTypes.map { AssetTypeCode(assetGroup: assetGroupCode, assetType: $0.assetTypeCode) }
  }

  /// One group for each run of types of one group, which keeps the order.
  static func groups(of codes: [AssetTypeCode]) -> [AssetTypeCodeGroup] {
    var groups: [AssetTypeCodeGroup] = []
    for code in codes {
      if groups.last?.assetGroupCode != code.assetGroup {
        groups.append(AssetTypeCodeGroup(assetGroupCode: code.assetGroup, assetTypes: []))
      }
      groups[groups.count - 1].assetTypes.append(TypeCode(assetTypeCode: code.assetType))
    }
    return groups
  }
}
