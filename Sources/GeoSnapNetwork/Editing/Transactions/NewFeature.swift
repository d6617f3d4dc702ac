/// A feature or object to insert into a table.
public struct NewFeature: Equatable, Sendable {
  /// The row id, 1 or more, which must be new in the table; nil for the next free one.
  public var rowID: Int64?
  /// The permanent identifier, which must be new; nil for a random one or, in a plain table, none.
  public var globalID: GlobalID?
  /// The asset group's code; 0 in plain tables.
  public var assetGroup: Int
  /// The asset type's code; 0 in plain tables.
  public var assetType: Int
  /// The origin of the feature; nil when unknown.
  public var origin: String?
  /// The shape, in the network's reference system if it has none; nil for objects and features without a shape.
  public var geometry: Geometry?
  /// Values by the name of the field, without case; others are null, and integers become reals if necessary.
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

  /// A row of a table to insert again; null values are omitted.
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
