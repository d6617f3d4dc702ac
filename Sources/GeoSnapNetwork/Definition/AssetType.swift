/// The finest classification of a network feature: what connectivity rules speak of.
public struct AssetType: Equatable, Sendable {
  /// The code, unique within its asset group.
  public var code: Int
  /// The name, such as `Underground Three Phase`.
  public var name: String
  /// What part it may take in containment and attachment associations.
  public var associationRole: AssociationRole
  /// What deleting a container or structure does to what it holds.
  public var deleteSemantics: AssociationDeleteSemantics
  /// The map scale at which to open a container's view, as the denominator; 0 when unset.
  public var containmentViewScale: Double
  /// Whether splitting a linear container also splits its linear content.
  public var splitsContent: Bool
  /// The terminal configuration, by id; nil for what has a single, unnamed terminal.
  public var terminalConfigurationID: Int?
  /// Where along a line of this type others may connect; nil for what is no line.
  public var connectivityPolicy: ConnectivityPolicy?
  /// Free tags, such as `Subnetwork Controller`.
  public var categories: [String]

  /// Creates an asset type.
  public init(
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
}

/// A subtype of a network source; asset types belong to one.
public struct AssetGroup: Equatable, Sendable {
  /// The code, unique within its source.
  public var code: Int
  /// The name, such as `Medium Voltage Conductor`.
  public var name: String
  /// The asset types, in definition order.
  public var assetTypes: [AssetType]

  /// Creates an asset group.
  public init(code: Int, name: String, assetTypes: [AssetType] = []) {
    self.code = code
    self.name = name
    self.assetTypes = assetTypes
  }
}

/// What part an asset type may take on the from-side of associations.
public enum AssociationRole: String, Hashable, Sendable, Codable {
  /// Neither.
  case none = "esriARTNone"
  /// May contain others.
  case container = "esriARTContainer"
  /// May carry others.
  case structure = "esriARTStructure"
}

/// What deleting a container or structure does to what it holds.
public enum AssociationDeleteSemantics: String, Hashable, Sendable, Codable {
  /// Deletes the contents as well.
  case cascade = "esriADTCascade"
  /// Drops the association only.
  case setToNone = "esriADTSetToNone"
  /// Refuses while there are contents.
  case restricted = "esriADTRestricted"
}

/// Where along a line others may connect.
public enum ConnectivityPolicy: String, Hashable, Sendable, Codable {
  /// At any vertex, the ends included; never between two vertices.
  case anyVertex = "esriNECPAnyVertex"
  /// At the first and last vertex only.
  case endVertex = "esriNECPEndVertex"
}

extension AssetType {
  /// Whether it has one of some categories, alone or behind the sign of a commodity such as `G:`.
  package func hasCategory(_ names: [String]) -> Bool {
    categories.contains { category in
      names.contains { name in
        category.lowercased() == name.lowercased()
          || category.lowercased().hasSuffix(":" + name.lowercased())
      }
    }
  }
}
