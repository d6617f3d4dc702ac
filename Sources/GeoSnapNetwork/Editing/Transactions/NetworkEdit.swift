/// One change of a network, as a value.
public enum NetworkEdit: Equatable, Sendable {
  /// Inserts a feature into the table of a name, compared without case.
  case insertFeature(NewFeature, table: String)
  /// Replaces a feature's shape; nil takes it away.
  case setGeometry(FeatureKey, Geometry?)
  /// Replaces values of a feature, by the names of fields; others stay as they are.
  case setAttributes(FeatureKey, [String: AttributeValue])
  /// Gives a feature another asset type of its source.
  case setAssetType(FeatureKey, assetGroup: Int, assetType: Int)
  /// Replaces what is said of where a feature came from.
  case setOrigin(FeatureKey, String?)
  /// Deletes a feature with all its associations; what it contains or carries, as its asset type's
  /// delete semantics say.
  case deleteFeature(FeatureKey)
  /// Inserts an association.
  case insertAssociation(NewAssociation)
  /// Deletes the association of a global id.
  case deleteAssociation(GlobalID)
}

/// Edits that are done as one, or not at all.
public struct NetworkTransaction: Equatable, Sendable {
  /// What it does, for people, such as `Replace valve 17`.
  public var name: String
  /// The edits, done in this order: each finds what those before it left.
  public var edits: [NetworkEdit]

  /// Creates a transaction.
  public init(_ name: String, _ edits: [NetworkEdit] = []) {
    self.name = name
    self.edits = edits
  }
}
