/// A change of a network, as a value.
public enum NetworkEdit: Equatable, Sendable {
  /// Inserts a feature into a table, whose name is compared without case.
  case insertFeature(NewFeature, table: String)
  /// Replaces a feature's shape; nil removes it.
  case setGeometry(FeatureKey, Geometry?)
  /// Replaces values of a feature, by the names of fields; other values stay.
  case setAttributes(FeatureKey, [String: AttributeValue])
  /// Gives a feature another asset type of its source.
  case setAssetType(FeatureKey, assetGroup: Int, assetType: Int)
  /// Replaces the origin of a feature.
  case setOrigin(FeatureKey, String?)
  /// Adds a vertex to a line or an area at a place on one of its segments, so that other features can connect there.
  ///
  /// An existing vertex there suffices. With a height, only parts at that height count.
  case insertVertex(FeatureKey, at: Coordinate, z: Double? = nil)
  /// Splits a line at places on it.
  ///
  /// The longest piece, or the first of several, keeps the row and the global id. The others are new features with
  /// the same asset type, attributes and origin; their global ids are `newIDs`, in the order of the line, or random
  /// if there are too few. Values of apportionable network attributes are divided by length. Each piece gets the
  /// associations at its place; containers and structures of the line get associations with all pieces.
  case splitLine(FeatureKey, at: [SplitPlace], newIDs: [GlobalID] = [])
  /// Merges a line with another of the same asset type that shares an end, the inverse of a split.
  ///
  /// The first line keeps its row, global id and attributes, and takes over the associations of the other, which is
  /// deleted. Values of apportionable network attributes are added.
  case mergeLines(FeatureKey, with: FeatureKey)
  /// Deletes a feature with all its associations; the delete semantics of its asset type apply to its content.
  case deleteFeature(FeatureKey)
  /// Inserts an association.
  case insertAssociation(NewAssociation)
  /// Deletes the association with a global id.
  case deleteAssociation(GlobalID)
}

/// A place where a line is split.
public struct SplitPlace: Equatable, Sendable {
  /// The coordinates.
  public var location: Coordinate
  /// The height of the line there; nil for that of its nearest vertex.
  public var z: Double?
  /// The terminal of a device there to which the end of the piece before connects; nil when no choice is necessary.
  public var terminalBefore: Int?
  /// The terminal to which the start of the piece after connects.
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

/// Edits that all take effect, or none.
public struct NetworkTransaction: Equatable, Sendable {
  /// The description for people, such as `Replace valve 17`.
  public var name: String
  /// The edits, in order: each applies to the result of those before it.
  public var edits: [NetworkEdit]
  /// The numbers of edits for problems, if these edits were written out from others; nil for their positions.
  package var numbering: EditNumbering?

  /// Creates a transaction.
  public init(_ name: String, _ edits: [NetworkEdit] = []) {
    self.name = name
    self.edits = edits
  }
}
