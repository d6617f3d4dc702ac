/// The usage of a network source.
public enum NetworkSourceUsage: String, Hashable, Sendable, Codable, CaseIterable {
  /// Equipment at a point, with terminals.
  case device = "esriUNFCUTDevice"
  /// A joint at a point.
  case junction = "esriUNFCUTJunction"
  /// A line that carries the commodity.
  case line = "esriUNFCUTLine"
  /// A container at a point.
  case assembly = "esriUNFCUTAssembly"
  /// The generated line of a subnetwork.
  case subnetLine = "esriUNFCUTSubnetLine"
  /// Equipment without geometry.
  case junctionObject = "esriUNFCUTJunctionObject"
  /// A line without geometry.
  case edgeObject = "esriUNFCUTEdgeObject"
  /// A structure at a point, such as a pole.
  case structureJunction = "esriUNFCUTStructureJunction"
  /// A structure along a line, such as a duct.
  case structureLine = "esriUNFCUTStructureLine"
  /// A structure with an area, such as a substation.
  case structureBoundary = "esriUNFCUTStructureBoundary"
  /// A structure without geometry.
  case structureJunctionObject = "esriUNFCUTStructureJunctionObject"
  /// A linear structure without geometry.
  case structureEdgeObject = "esriUNFCUTStructureEdgeObject"

  /// Whether the elements are junctions or edges.
  public var elementKind: NetworkElementKind {
    switch self {
    case .line, .subnetLine, .edgeObject, .structureLine, .structureEdgeObject: .edge
    default: .junction
    }
  }

  /// The type of its geometry; nil for objects.
  public var geometryType: GeometryType? {
    switch self {
    case .device, .junction, .assembly, .structureJunction: .point
    case .line, .structureLine: .lineString
    case .subnetLine: .multiLineString
    case .structureBoundary: .polygon
    case .junctionObject, .edgeObject, .structureJunctionObject, .structureEdgeObject: nil
    }
  }

  /// Whether features connect by coincidence, unlike those of assemblies, boundaries and subnetwork lines.
  package var connectsByGeometry: Bool {
    switch self {
    case .device, .junction, .line, .structureJunction, .structureLine: true
    default: false
    }
  }

  /// The usage in lower camel case, such as `structureBoundary`.
  public var name: String {
    let stem = rawValue.dropFirst("esriUNFCUT".count)
    return stem.prefix(1).lowercased() + stem.dropFirst()
  }
}

/// Whether an element is a junction or an edge of the network.
public enum NetworkElementKind: String, Hashable, Sendable, Codable {
  /// Has terminals; lines end at it.
  case junction
  /// Connects two junctions.
  case edge
}

/// A table of features or objects that takes part in the network.
public struct NetworkSource: Equatable, Sendable, MemberCodable {
  /// The identifier that rules and associations use, unique in the network.
  public var sourceID: Int
  /// The name of the table, such as `ElectricDevice`.
  public var name: String
  /// The usage.
  public var usage: NetworkSourceUsage
  /// The asset groups, in definition order.
  public var assetGroups: [AssetGroup]
  /// The field with the features' names; nil to let the library choose one.
  package var displayField: String?

  package init(
    sourceID: Int,
    name: String,
    usage: NetworkSourceUsage,
    assetGroups: [AssetGroup] = [],
    displayField: String? = nil
  ) {
    self.sourceID = sourceID
    self.name = name
    self.usage = usage
    self.assetGroups = assetGroups
    self.displayField = displayField
  }

  /// Whether its elements are junctions or edges.
  public var elementKind: NetworkElementKind { usage.elementKind }

  /// The group with a code; nil when there is none.
  package func assetGroup(code: Int) -> AssetGroup? { assetGroups.first { $0.code == code } }

  /// Whether the source has more than one asset type.
  package var hasSeveralAssetTypes: Bool { assetGroups.reduce(0) { $0 + $1.assetTypes.count } > 1 }

  static var unread: Self { Self(sourceID: 0, name: "", usage: .line) }

  mutating func pass(_ members: inout CodedMembers) throws {
    try members.pass(&sourceID, "sourceId")
    try members.pass(&name, "name")
    try members.pass(&usage, "utilityNetworkFeatureClassUsageType")
    try members.pass(&assetGroups, "assetGroups", otherwise: [])
    try members.pass(&displayField, "displayField")
  }
}

/// The finest classification of a network feature; connectivity rules refer to it.
public struct AssetType: Equatable, Sendable, MemberCodable {
  /// The code, unique within its asset group.
  public var code: Int
  /// The name, such as `Underground Three Phase`.
  public var name: String
  /// The role in containment and attachment associations.
  public var associationRole: AssociationRole
  /// The effect of deleting a container or structure on its content.
  package var deleteSemantics: AssociationDeleteSemantics
  /// The map scale at which to open a container's view, as the denominator; 0 when unset.
  package var containmentViewScale: Double
  /// Whether splitting a linear container also splits its linear content.
  package var splitsContent: Bool
  /// The id of the terminal configuration; nil for a single, unnamed terminal.
  public var terminalConfigurationID: Int?
  /// The places along a line of this type where other features may connect; nil for other types.
  public var connectivityPolicy: ConnectivityPolicy?
  /// The categories, such as `Subnetwork Controller`.
  public var categories: [String]

  package init(
    code: Int,
    name: String,
    associationRole: AssociationRole = .none,
    deleteSemantics: AssociationDeleteSemantics = .setToNone,
    containmentViewScale: Double = 0,
    splitsContent: Bool = false,
    terminalConfigurationID: Int? = nil,
    connectivityPolicy: ConnectivityPolicy? = nil,
    categories: [String] = []
  ) {
    self.code = code
    self.name = name
    self.associationRole = associationRole
    self.deleteSemantics = deleteSemantics
    self.containmentViewScale = containmentViewScale
    self.splitsContent = splitsContent
    self.terminalConfigurationID = terminalConfigurationID
    self.connectivityPolicy = connectivityPolicy
    self.categories = categories
  }

  /// Whether it has one of the categories, alone or after the prefix of a commodity such as `G:`.
  package func hasCategory(_ names: [String]) -> Bool {
    categories.contains { category in
      names.contains { name in
        category.lowercased() == name.lowercased()
          || category.lowercased().hasSuffix(":" + name.lowercased())
      }
    }
  }

  static var unread: Self { Self(code: 0, name: "") }

  /// Terminal configuration and connectivity policy are ignored if the type's flags call them unsupported.
  mutating func pass(_ members: inout CodedMembers) throws {
    try members.pass(&code, "assetTypeCode")
    try members.pass(&name, "assetTypeName")
    try members.pass(&associationRole, "associationRoleType", otherwise: .none)
    try members.pass(&deleteSemantics, "associationDeleteType", otherwise: .setToNone)
    try members.pass(&containmentViewScale, "containmentViewScale", otherwise: 0)
    try members.pass(&splitsContent, "splitContent", otherwise: false)
    var hasTerminals = terminalConfigurationID != nil
    try members.pass(&hasTerminals, "isTerminalConfigurationSupported", otherwise: true)
    try members.pass(&terminalConfigurationID, "terminalConfigurationId")
    if !hasTerminals { terminalConfigurationID = nil }
    var hasPolicy = connectivityPolicy != nil
    try members.pass(&hasPolicy, "isLinearConnectivityPolicySupported", otherwise: true)
    try members.pass(&connectivityPolicy, "connectivityPolicy")
    if !hasPolicy { connectivityPolicy = nil }
    try members.pass(&categories, "categories", otherwise: [])
  }
}

/// A subtype of a network source, divided into asset types.
public struct AssetGroup: Equatable, Sendable, MemberCodable {
  /// The code, unique within its source.
  public var code: Int
  /// The name, such as `Medium Voltage Conductor`.
  public var name: String
  /// The asset types, in definition order.
  public var assetTypes: [AssetType]

  package init(code: Int, name: String, assetTypes: [AssetType] = []) {
    self.code = code
    self.name = name
    self.assetTypes = assetTypes
  }

  static var unread: Self { Self(code: 0, name: "") }

  mutating func pass(_ members: inout CodedMembers) throws {
    try members.pass(&code, "assetGroupCode")
    try members.pass(&name, "assetGroupName")
    try members.pass(&assetTypes, "assetTypes", otherwise: [])
  }
}

/// The role of an asset type on the from-side of associations.
public enum AssociationRole: String, Hashable, Sendable, Codable {
  /// Neither container nor structure.
  case none = "esriARTNone"
  /// May contain other features.
  case container = "esriARTContainer"
  /// May carry attached features.
  case structure = "esriARTStructure"
}

/// The effect of deleting a container or structure on its content.
package enum AssociationDeleteSemantics: String, Hashable, Sendable, Codable {
  case cascade = "esriADTCascade"
  case setToNone = "esriADTSetToNone"
  case restricted = "esriADTRestricted"
}

/// The places along a line where other features may connect.
public enum ConnectivityPolicy: String, Hashable, Sendable, Codable {
  case anyVertex = "esriNECPAnyVertex"
  case endVertex = "esriNECPEndVertex"
}
