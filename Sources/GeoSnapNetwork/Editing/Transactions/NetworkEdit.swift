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
  /// Gives a line or an area a vertex at a place on one of its segments, so that others can connect there.
  ///
  /// One that has a vertex there already stays as it is. With a height only what passes at that height counts.
  case insertVertex(FeatureKey, at: Coordinate, z: Double? = nil)
  /// Splits a line at places on it.
  ///
  /// The longest piece keeps the row and the global id, of several the first; the others are new features
  /// with the same asset type, attributes and origin, under `newIDs` in the order of the line, or under
  /// random global ids where there are not so many. Values of apportionable network attributes are
  /// shared out by length. Each piece gets the associations at its place; what contains or carries the line
  /// contains or carries all pieces.
  case splitLine(FeatureKey, at: [SplitPlace], newIDs: [GlobalID] = [])
  /// Merges a line with another of the same asset type that has an end at one of its ends: what undoes a
  /// split.
  ///
  /// The first keeps its row, its global id and its attributes, and takes over the associations of the other,
  /// which is deleted. Values of apportionable network attributes are added up.
  case mergeLines(FeatureKey, with: FeatureKey)
  /// Deletes a feature with all its associations; what it contains or carries, as its asset type's
  /// delete semantics say.
  case deleteFeature(FeatureKey)
  /// Inserts an association.
  case insertAssociation(NewAssociation)
  /// Deletes the association of a global id.
  case deleteAssociation(GlobalID)
}

/// A place that a line is split at.
public struct SplitPlace: Equatable, Sendable {
  /// Where.
  public var location: Coordinate
  /// The height at which the line passes there; nil for that of its nearest vertex there.
  public var z: Double?
  /// The terminal of a device there that the piece before takes with its end; nil where it need not
  /// choose.
  public var terminalBefore: Int?
  /// The terminal that the piece behind takes with its start.
  public var terminalAfter: Int?

  /// Creates a place.
  public init(
    _ location: Coordinate,
    z: Double? = nil,
    terminalBefore: Int? = nil,
    terminalAfter: Int? = nil
  ) {
    self.location = location
    self.z = z
    self.terminalBefore = terminalBefore
    self.terminalAfter = terminalAfter
  }
}

/// Edits that are done as one, or not at all.
public struct NetworkTransaction: Equatable, Sendable {
  /// What it does, for people, such as `Replace valve 17`.
  public var name: String
  /// The edits, done in this order: each finds what those before it left.
  public var edits: [NetworkEdit]
  /// How its problems count the edits, where these were written out from others; nil for by their positions.
  package var numbering: EditNumbering?

  /// Creates a transaction.
  public init(_ name: String, _ edits: [NetworkEdit] = []) {
    self.name = name
    self.edits = edits
  }
}
