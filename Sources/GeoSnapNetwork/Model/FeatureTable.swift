public import GeoSnapColumns

/// A column of attribute values.
public struct AttributeField: Equatable, Sendable, ImagePart {
  /// The storage class of a column.
  public enum Storage: String, Hashable, Sendable {
    /// Integers.
    case integer = "INTEGER"
    /// Double-precision numbers.
    case real = "REAL"
    /// Texts.
    case text = "TEXT"
    /// Bytes.
    case blob = "BLOB"
  }

  /// A meaning of a column's values in addition to their storage.
  public enum Content: Hashable, Sendable {
    /// Booleans, stored as 1 and 0.
    case boolean
    /// JSON documents, stored as texts.
    case json
    /// Dates, stored as texts.
    case date
    /// Dates with times, stored as texts.
    case dateTime
  }

  /// The name of the column.
  public var name: String
  /// The storage class.
  public var storage: Storage
  /// The meaning of the values in addition to their storage; nil in tables of a network.
  public var content: Content?

  /// Creates a field.
  public init(_ name: String, _ storage: Storage, content: Content? = nil) {
    self.name = name
    self.storage = storage
    self.content = content
  }

  package init(from image: inout ImageReader) throws(ImageError) {
    name = try image.read("name")
    guard let storage = Storage(rawValue: try image.read("storage")) else {
      throw ImageError("A field is stored in an unknown way.")
    }
    self.storage = storage
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(name, "name")
    try image.write(storage.rawValue, "storage")
  }
}

/// One feature or object, as a value to add to a table or read from it.
public struct Feature: Equatable, Sendable {
  /// The row id, unique in the feature's table.
  public var rowID: Int64
  /// The permanent identifier; nil only in plain tables without identifiers.
  public var globalID: GlobalID?
  /// The asset group's code; 0 in plain tables.
  public var assetGroup: Int
  /// The asset type's code; 0 in plain tables.
  public var assetType: Int
  /// The origin of the feature, such as `bus/17` or `bus/17;load/3`; nil when unknown.
  public var origin: String?
  /// The shape; nil for objects and features without a shape.
  public var geometry: Geometry?
  /// The values of the table's fields, in the order of the fields.
  public var attributes: [AttributeValue]

  /// Creates a feature.
  public init(
    rowID: Int64,
    globalID: GlobalID?,
    assetGroup: Int = 0,
    assetType: Int = 0,
    origin: String? = nil,
    geometry: Geometry?,
    attributes: [AttributeValue] = []
  ) {
    self.rowID = rowID
    self.globalID = globalID
    self.assetGroup = assetGroup
    self.assetType = assetType
    self.origin = origin
    self.geometry = geometry
    self.attributes = attributes
  }
}

/// The features of one source, column by column.
public struct FeatureTable: Equatable, Sendable, ImagePart {
  // Invariant: every column has `count` entries.

  /// The name of the table.
  public let name: String
  /// The network source of the table; nil for a plain table, which has no rules.
  public let sourceID: Int?
  /// The declared type of geometry; nil for objects.
  public let geometryType: GeometryType?
  /// The attributes other than identity, classification and geometry.
  public let fields: [AttributeField]

  package private(set) var rowIDs = Column<Int64>()
  @usableFromInline package private(set) var globalIDs = GlobalIDColumn()
  package private(set) var assetGroups = Column<Int32>()
  package private(set) var assetTypes = Column<Int32>()
  /// The origins of the features.
  public private(set) var origins = TextColumn()
  /// The geometries.
  public private(set) var geometries = GeometryColumn()
  /// The values of all rows for each field.
  package private(set) var attributes: [FieldColumn]

  /// Creates an empty table.
  public init(
    name: String,
    sourceID: Int?,
    geometryType: GeometryType?,
    fields: [AttributeField] = []
  ) {
    self.name = name
    self.sourceID = sourceID
    self.geometryType = geometryType
    self.fields = fields
    attributes = Array(repeating: FieldColumn(), count: fields.count)
  }

  /// Creates a table from existing columns without a copy.
  package init(
    name: String,
    sourceID: Int?,
    geometryType: GeometryType?,
    fields: [AttributeField],
    rowIDs: Column<Int64>,
    globalIDs: GlobalIDColumn,
    assetGroups: Column<Int32>,
    assetTypes: Column<Int32>,
    origins: TextColumn,
    geometries: GeometryColumn,
    attributes: [FieldColumn]
  ) {
    self.init(name: name, sourceID: sourceID, geometryType: geometryType, fields: fields)
    self.rowIDs = rowIDs
    self.globalIDs = globalIDs
    self.assetGroups = assetGroups
    self.assetTypes = assetTypes
    self.origins = origins
    self.geometries = geometries
    self.attributes = attributes
    precondition(hasEqualColumns, "The columns of a table have as many rows")
  }

  private var hasEqualColumns: Bool {
    let counts = [
      globalIDs.count, assetGroups.count, assetTypes.count, origins.count, geometries.count,
    ]
    return attributes.count == fields.count
      && (counts + attributes.map(\.count)).allSatisfy { $0 == rowIDs.count }
  }

  /// The number of rows.
  public var count: Int { rowIDs.count }

  /// Adds a row at the end.
  ///
  /// Missing attributes are null, surplus ones are ignored. A code beyond 32 bits is clamped, to match no asset type.
  public mutating func append(_ feature: Feature) {
    append(
      rowID: feature.rowID,
      globalID: feature.globalID,
      assetGroup: Int32(clamping: feature.assetGroup),
      assetType: Int32(clamping: feature.assetType),
      origin: feature.origin,
      geometry: feature.geometry,
      attribute: { feature.attributes.indices.contains($0) ? feature.attributes[$0] : .null }
    )
  }

  package mutating func reserveCapacity(_ count: Int) {
    rowIDs.reserveCapacity(count)
    globalIDs.reserveCapacity(count)
    assetGroups.reserveCapacity(count)
    assetTypes.reserveCapacity(count)
    origins.reserveCapacity(count)
    geometries.reserveCapacity(count)
    for field in attributes.indices { attributes[field].reserveCapacity(count) }
  }

  /// Adds a row at the end from its parts; calls `attribute` once for the index of each field, in order.
  @inline(never)
  package mutating func append(
    rowID: Int64,
    globalID: GlobalID?,
    assetGroup: Int32,
    assetType: Int32,
    origin: String?,
    geometry: consuming Geometry?,
    attribute: (_ field: Int) -> AttributeValue
  ) {
    rowIDs.append(rowID)
    globalIDs.append(globalID)
    assetGroups.append(assetGroup)
    assetTypes.append(assetType)
    origins.append(origin)
    geometries.append(geometry)
    for field in attributes.indices { attributes[field].append(attribute(field)) }
  }

  package var emptied: FeatureTable {
    FeatureTable(name: name, sourceID: sourceID, geometryType: geometryType, fields: fields)
  }

  package mutating func keep(_ isWanted: (_ table: FeatureTable, _ row: Int) -> Bool) {
    let wanted = (0..<count).filter { isWanted(self, $0) }
    if wanted.count == count { return }
    var kept = emptied
    kept.reserveCapacity(wanted.count)
    for row in wanted {
      kept.append(
        rowID: rowIDs[row],
        globalID: globalIDs[row],
        assetGroup: assetGroups[row],
        assetType: assetTypes[row],
        origin: origins[row],
        geometry: geometries[row],
        attribute: { attributes[$0][row] }
      )
    }
    self = kept
  }

  package mutating func append(contentsOf other: FeatureTable) {
    precondition(other.fields == fields, "Tables that are put together have the same fields")
    rowIDs.append(contentsOf: other.rowIDs)
    globalIDs.append(contentsOf: other.globalIDs)
    assetGroups.append(contentsOf: other.assetGroups)
    assetTypes.append(contentsOf: other.assetTypes)
    origins.append(contentsOf: other.origins)
    geometries.append(contentsOf: other.geometries)
    for field in attributes.indices {
      attributes[field].append(contentsOf: other.attributes[field])
    }
  }

  /// The row at an index.
  public subscript(row: Int) -> Feature {
    Feature(
      rowID: rowIDs[row],
      globalID: globalIDs[row],
      assetGroup: Int(assetGroups[row]),
      assetType: Int(assetTypes[row]),
      origin: origins[row],
      geometry: geometries[row],
      attributes: attributes.map { $0[row] }
    )
  }

  /// The asset type of a row; nil in a plain table.
  package func assetTypeID(of row: Int) -> AssetTypeID? {
    guard let sourceID else { return nil }
    return AssetTypeID(
      sourceID: sourceID,
      assetGroup: Int(assetGroups[row]),
      assetType: Int(assetTypes[row])
    )
  }

  package init(from image: inout ImageReader) throws(ImageError) {
    name = try image.read("name")
    sourceID = try image.read("sourceID")
    let type: Int? = try image.read("geometryType")
    geometryType = type.flatMap { GeometryType(rawValue: UInt32(truncatingIfNeeded: $0)) }
    fields = try image.read("fields")
    rowIDs = try image.read("rowIDs")
    globalIDs = try image.read("globalIDs")
    assetGroups = try image.read("assetGroups")
    assetTypes = try image.read("assetTypes")
    origins = try image.read("origins")
    geometries = try image.read("geometries")
    attributes = try image.read("attributes")
    guard rowIDs.count <= Int32.max, hasEqualColumns else {
      throw ImageError("The table \(name) has columns of several lengths.")
    }
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(name, "name")
    try image.write(sourceID, "sourceID")
    try image.write(geometryType.map { Int($0.rawValue) }, "geometryType")
    try image.write(fields, "fields")
    try image.write(rowIDs, "rowIDs")
    try image.write(globalIDs, "globalIDs")
    try image.write(assetGroups, "assetGroups")
    try image.write(assetTypes, "assetTypes")
    try image.write(origins, "origins")
    try image.write(geometries, "geometries")
    try image.write(attributes, "attributes")
  }
}
