internal import GeoSnap

/// Collects the rows of a GeoJSON file column by column.
struct GeoJSONColumns {
  enum Value {
    case null
    case flag(Bool)
    case number(Double)
    case integer(Int64)
    /// A whole number beyond 64 bits.
    case digits(String)
    /// A text without escapes.
    case plain(JSONName)
    case text(String)
    /// A list or an object.
    case json(String)
  }

  /// The values of a property, unconverted until all are known.
  private struct Column {
    let name: String
    let bytes: [UInt8]
    /// Booleans are stored as blobs, which GeoJSON does not have.
    var values = FieldColumn()
    var kinds: AttributeField.Kinds = []
    /// Whether it contains a negative zero, which only matters in columns of real numbers.
    var hasNegativeZeros = false
    /// The first feature with a whole number beyond 64 bits.
    var long: Int?
    /// The last feature with this property.
    var stamp = 0
  }

  private var columns: [Column] = []
  private var positions: [String: Int] = [:]
  private(set) var geometries = GeometryColumn()
  private(set) var ids = TextColumn()
  /// The numbers of the features that lost their heights.
  private(set) var flattened: [Int] = []
  private var stamp = 0
  /// The properties of the current feature.
  private var current: [(column: Int, value: Value)] = []

  /// The columns with whole numbers beyond 64 bits and their first feature; set by ``table(_:)``.
  private(set) var long: [(name: String, feature: Int)] = []

  var count: Int { geometries.count }

  /// Begins a feature and discards one that was not added.
  mutating func begin() {
    stamp += 1
    current.removeAll(keepingCapacity: true)
  }

  /// Records a property of the current feature.
  ///
  /// - Throws: `doubt` when the feature already has the name, or when the name is not valid for a field.
  mutating func note(
    _ name: JSONName,
    _ cursor: GeoJSONCursor,
    _ value: Value
  ) throws(GeoJSONCursor.Stop) {
    let column = try column(name, cursor)
    guard columns[column].stamp != stamp else { throw .doubt }
    columns[column].stamp = stamp
    current.append((column, value))
  }

  /// The column of a name, which usually follows that of the previous property.
  private mutating func column(
    _ name: JSONName,
    _ cursor: GeoJSONCursor
  ) throws(GeoJSONCursor.Stop) -> Int {
    let expected = (current.last?.column ?? -1) + 1
    if expected < columns.count, cursor.areBytes(name.range, columns[expected].bytes) {
      return expected
    }
    guard let text = cursor.string(name) else { throw .doubt }
    if let known = positions[text] { return known }
    guard !text.isEmpty, !text.utf8.contains(0) else { throw .doubt }
    positions[text] = columns.count
    columns.append(Column(name: text, bytes: Array(cursor.bytes[name.range])))
    return columns.count - 1
  }

  mutating func add(
    _ geometry: Geometry?,
    id: String?,
    _ cursor: GeoJSONCursor
  ) throws(GeoJSONCursor.Stop) {
    let row = count
    if cursor.losesHeights { flattened.append(row + 1) }
    for (column, value) in current {
      while columns[column].values.count < row { columns[column].values.append(.null) }
      if case .digits = value, columns[column].long == nil { columns[column].long = row + 1 }
      try Self.append(value, to: &columns[column], cursor)
    }
    geometries.append(geometry)
    ids.append(id)
  }

  private static func append(
    _ value: Value,
    to column: inout Column,
    _ cursor: GeoJSONCursor
  ) throws(GeoJSONCursor.Stop) {
    switch value {
    case .null: column.values.append(.null)
    case .flag(let flag):
      column.kinds.insert(.boolean)
      column.values.append(.blob([flag ? 1 : 0]))
    case .number(let number):
      let isWhole = abs(number) <= 0x1p53 && Int64(exactly: number) != nil
      column.kinds.insert(isWhole ? .integer : .real)
      if isWhole, number != 0 || number.sign == .plus {
        column.values.append(.integer(Int64(number)))
      } else {
        column.hasNegativeZeros = column.hasNegativeZeros || isWhole
        column.values.append(.real(number))
      }
    case .integer(let number):
      column.kinds.insert(AttributeField.Kinds(number))
      column.values.append(.integer(number))
    case .plain(let text):
      column.kinds.insert(.text)
      let bytes = cursor.bytes.span.extracting(text.range)
      guard (try? UTF8Span(validating: bytes)) != nil else { throw .doubt }
      column.values.append(utf8: bytes)
    case .text(let text), .digits(let text):
      column.kinds.insert(.text)
      column.values.append(.text(text))
    case .json(let text):
      column.kinds.insert(.json)
      column.values.append(.text(text))
    }
  }

  // MARK: The table

  /// Moves the columns into a table and leaves this value empty.
  mutating func table(_ name: String) -> FeatureTable {
    var fields: [AttributeField] = []
    var attributes: [FieldColumn] = []
    for position in positions.orderedByName(\.key).map(\.value) {
      var values = FieldColumn()
      swap(&values, &columns[position].values)
      while values.count < count { values.append(.null) }
      let kinds = columns[position].kinds
      let field = GeoJSONTable.field(columns[position].name, kinds)
      let storage = field.storage
      fields.append(field)
      if let feature = columns[position].long { long.append((field.name, feature)) }
      let isPlain =
        kinds.isEmpty || [.integer, .real, .text, .json].contains(kinds) || kinds == .longInteger
      let areMixed = !isPlain || (columns[position].hasNegativeZeros && storage != .real)
      attributes.append(
        areMixed ? FieldColumn(values.lazy.map { Self.value($0, as: storage) }) : values
      )
    }
    return FeatureTable(
      name: name,
      sourceID: nil,
      geometryType: .geometryCollection,
      fields: fields,
      rowIDs: GeoSnap.Column((0..<count).lazy.map { Int64($0 + 1) }),
      globalIDs: GlobalIDColumn(repeatElement(nil, count: count)),
      assetGroups: GeoSnap.Column(repeating: 0, count: count),
      assetTypes: GeoSnap.Column(repeating: 0, count: count),
      origins: TextColumn(repeatElement(nil, count: count)),
      geometries: geometries,
      attributes: attributes
    )
  }

  private static func value(
    _ value: AttributeValue,
    as storage: AttributeField.Storage
  ) -> AttributeValue {
    switch (value, storage) {
    case (.blob(let flag), .integer): .integer(flag == [1] ? 1 : 0)
    case (.blob(let flag), .real): .real(flag == [1] ? 1 : 0)
    case (.blob(let flag), _): .text(flag == [1] ? "true" : "false")
    case (.integer(let number), .real): .real(Double(number))
    case (.integer(let number), .text): .text("\(number)")
    case (.real(let number), .integer): Int64(exactly: number).map { .integer($0) } ?? .null
    case (.real(let number), .text): .text(AttributeValue.text(of: number))
    default: value
    }
  }
}
