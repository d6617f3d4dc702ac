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

  package static let keys = [
    "row", "globalID", "assetGroup", "assetType", "origin", "geometry", "attributes",
  ]

  package init(_ container: KeyedDecodingContainer<AnyKey>) throws {
    try self.init(
      rowID: container.optionalWholeNumber("row"),
      globalID: container.optional("globalID"),
      assetGroup: container.optionalWholeNumber("assetGroup") ?? 0,
      assetType: container.optionalWholeNumber("assetType") ?? 0,
      origin: container.optional("origin"),
      geometry: container.geometry("geometry"),
      attributes: container.value("attributes", otherwise: [:])
    )
  }

  func encode(_ container: inout KeyedEncodingContainer<AnyKey>) throws {
    try container.encodeIfPresent(rowID, forKey: "row")
    try container.encodeIfPresent(globalID, forKey: "globalID")
    if assetGroup != 0 || assetType != 0 {
      try container.encode(assetGroup, forKey: "assetGroup")
      try container.encode(assetType, forKey: "assetType")
    }
    try container.encodeIfPresent(origin, forKey: "origin")
    try container.encodeIfPresent(geometry?.wkt, forKey: "geometry")
    if !attributes.isEmpty { try container.encode(attributes, forKey: "attributes") }
  }
}
