/// A feature or object as it is to be inserted into a table.
public struct NewFeature: Equatable, Sendable {
  /// The row id, 1 or more, which no other row of the table may have; nil for the next free one.
  public var rowID: Int64?
  /// The identifier for life, which no other feature may have; nil for a new random one in the table
  /// of a network source, and for none in a plain table.
  public var globalID: GlobalID?
  /// The asset group's code; 0 in plain tables.
  public var assetGroup: Int
  /// The asset type's code; 0 in plain tables.
  public var assetType: Int
  /// Where the feature came from; nil when unknown.
  public var origin: String?
  /// The shape; nil for objects and for features without one.
  ///
  /// One without a reference system takes the network's.
  public var geometry: Geometry?
  /// Values by the name of the field, compared without case; fields that are not named are null.
  ///
  /// A whole number becomes a real one where the field stores these.
  public var attributes: [String: AttributeValue]

  /// Creates a feature to insert.
  public init(
    rowID: Int64? = nil,
    globalID: GlobalID? = nil,
    assetGroup: Int = 0,
    assetType: Int = 0,
    origin: String? = nil,
    geometry: Geometry? = nil,
    attributes: [String: AttributeValue] = [:]
  ) {
    self.rowID = rowID
    self.globalID = globalID
    self.assetGroup = assetGroup
    self.assetType = assetType
    self.origin = origin
    self.geometry = geometry
    self.attributes = attributes
  }

  /// A row of a table as it would be inserted anew; null values are not named.
  package init(_ feature: Feature, fields: [AttributeField]) {
    var attributes: [String: AttributeValue] = [:]
    for (field, value) in zip(fields, feature.attributes) where value != .null {
      attributes[field.name] = value
    }
    self.init(
      rowID: feature.rowID,
      globalID: feature.globalID,
      assetGroup: feature.assetGroup,
      assetType: feature.assetType,
      origin: feature.origin,
      geometry: feature.geometry,
      attributes: attributes
    )
  }
}
