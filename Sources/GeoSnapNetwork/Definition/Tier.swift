/// The intended shape of a tier's subnetworks, which tracing ignores.
package enum TierTopology: String, Hashable, Sendable, Codable {
  case radial = "esriTTTRadial"
  case mesh = "esriTTTMesh"
}

/// The codes of an asset type in a list that determines the source.
@usableFromInline
package struct AssetTypeCode: Hashable, Sendable {
  package var assetGroup: Int
  package var assetType: Int

  package init(assetGroup: Int, assetType: Int) {
    self.assetGroup = assetGroup
    self.assetType = assetType
  }
}

/// A level of a domain network, such as medium voltage, with the definition of its subnetworks.
public struct Tier: Equatable, Sendable, MemberCodable {
  /// The identifier, unique in the domain network.
  public var id: Int
  /// The name, unique in the utility network.
  public var name: String
  /// 1 is the highest.
  public var rank: Int
  package var topology: TierTopology
  /// The tier group of a hierarchical tier.
  package var tierGroupName: String?
  /// The field with the name of a feature's subnetwork; nil when features have none.
  package var subnetworkFieldName: String?
  /// Whether a subnetwork may have separate parts, which are always allowed in a hierarchical domain.
  package var supportsDisjointSubnetworks: Bool

  // The types that a subnetwork may hold, of the sources of the tier's domain network; empty for all of the source.
  package var validDevices: [AssetTypeCode] = []
  package var validLines: [AssetTypeCode] = []
  package var validJunctions: [AssetTypeCode] = []
  package var validJunctionObjects: [AssetTypeCode] = []
  package var validEdgeObjects: [AssetTypeCode] = []
  // The types that may control a subnetwork; empty for all in the category.
  package var validSubnetworkControllers: [AssetTypeCode] = []
  package var validJunctionObjectSubnetworkControllers: [AssetTypeCode] = []
  /// The lines that are merged into the line of a subnetwork; empty for all.
  package var aggregatedLinesForSubnetLine: [AssetTypeCode] = []
  /// How a subnetwork is traced from its controllers; nil for the defaults.
  public var traceConfiguration: TraceConfiguration?

  package init(
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
  package func validAssetTypes(of usage: NetworkSourceUsage) -> [AssetTypeCode] {
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
