/// The shape subnetworks of a tier are meant to have; tracing does not depend on it.
public enum TierTopology: String, Hashable, Sendable, Codable {
  /// A tree.
  case radial = "esriTTTRadial"
  /// Loops are normal.
  case mesh = "esriTTTMesh"
}

/// An asset type by its codes alone: the list that holds it says of which source.
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

/// A level of a domain network, such as medium voltage, and the definition of its subnetworks.
///
/// The lists of valid asset types speak of the sources of the tier's own domain network: devices
/// of its device source, and so on. An empty list restricts nothing: all types of that source are
/// valid.
public struct Tier: Equatable, Sendable {
  /// The identifier, unique in the domain network.
  public var id: Int
  /// The name, unique in the utility network.
  public var name: String
  /// 1 is the highest.
  public var rank: Int
  /// The shape its subnetworks are meant to have.
  public var topology: TierTopology
  /// The tier group of a hierarchical tier.
  public var tierGroupName: String?
  /// The field that names the subnetwork of a feature; nil when features keep none.
  public var subnetworkFieldName: String?
  /// Whether a subnetwork may consist of parts that do not touch; in a hierarchical domain it
  /// always may.
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
  /// The devices that may control a subnetwork; empty for all that are in the category.
  public var validSubnetworkControllers: [AssetTypeCode] = []
  /// The junction objects that may control a subnetwork; empty for all that are in the category.
  public var validJunctionObjectSubnetworkControllers: [AssetTypeCode] = []
  /// The lines that are merged into the line of a subnetwork; empty for all.
  public var aggregatedLinesForSubnetLine: [AssetTypeCode] = []
  /// How a subnetwork is traced from its controllers; nil for the defaults.
  public var traceConfiguration: TraceConfiguration?

  /// Creates a tier that restricts nothing.
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

  /// The types of sources of one usage that a subnetwork may hold; empty for all.
  ///
  /// Assemblies, subnetwork lines and structures are never restricted.
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
}
