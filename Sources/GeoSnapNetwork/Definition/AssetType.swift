/// The finest classification of a network feature; connectivity rules refer to it.
public struct AssetType: Equatable, Sendable {
  /// The code, unique within its asset group.
  public var code: Int
  /// The name, such as `Underground Three Phase`.
  public var name: String
  /// The role in containment and attachment associations.
  public var associationRole: AssociationRole
  /// The effect of deleting a container or structure on its content.
  public var deleteSemantics: AssociationDeleteSemantics
  /// The map scale at which to open a container's view, as the denominator; 0 when unset.
  public var containmentViewScale: Double
  /// Whether splitting a linear container also splits its linear content.
  public var splitsContent: Bool
  /// The id of the terminal configuration; nil for a single, unnamed terminal.
  public var terminalConfigurationID: Int?
  /// The places along a line of this type where other features may connect; nil for other types.
  public var connectivityPolicy: ConnectivityPolicy?
  /// The categories, such as `Subnetwork Controller`.
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

/// A subtype of a network source, divided into asset types.
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
public enum AssociationDeleteSemantics: String, Hashable, Sendable, Codable {
  /// Deletes the content as well.
  case cascade = "esriADTCascade"
  /// Drops the association only.
  case setToNone = "esriADTSetToNone"
  /// Refuses the deletion while there is content.
  case restricted = "esriADTRestricted"
}

/// The places along a line where other features may connect.
public enum ConnectivityPolicy: String, Hashable, Sendable, Codable {
  /// At any vertex, the ends included; never between two vertices.
  case anyVertex = "esriNECPAnyVertex"
  /// At the first and last vertex only.
  case endVertex = "esriNECPEndVertex"
}

extension AssetType {
  /// Whether it has one of the categories, alone or after the prefix of a commodity such as `G:`.
  package func hasCategory(_ names: [String]) -> Bool {
    categories.contains { category in
      names.contains { name in
        category.lowercased() == name.lowercased()
          || category.lowercased().hasSuffix(":" + name.lowercased())
      }
    }
  }
}
