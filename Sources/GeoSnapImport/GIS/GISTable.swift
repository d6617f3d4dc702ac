public import GeoSnap

/// The rows of a GIS layer, independent of the file format.
public struct GISTable: Sendable {
  package let file: String
  package let table: String?
  package internal(set) var srid: SRID?
  package private(set) var rows: FeatureTable
  /// For each row, the id in the file where it differs from the row number; empty when there is none.
  var ids = TextColumn()
  private var rowIDs: Column<Int64>?
  /// Why ``srid`` is nil although the file declares a reference system.
  package var systemProblem: String?
  package var notes: [String] = []

  /// Creates a table of a GeoPackage.
  ///
  /// - Parameters:
  ///   - file: The path of the file as in the mapping.
  ///   - table: The name of the table; nil for a file with a single layer.
  ///   - srid: The reference system of the geometries; nil when undeclared.
  ///   - rows: The geometries and attributes, as a table without a network source, with all columns as fields.
  public init(file: String, table: String?, srid: SRID?, rows: FeatureTable) {
    self.file = file
    self.table = table
    self.srid = srid
    self.rows = rows
  }

  package func place(_ row: Int) -> String {
    let id = (rowIDs ?? rows.rowIDs)[row]
    guard let table else { return "\(file): feature \(id)" }
    return "\(file): table \(table), row \(id)"
  }

  func error(_ row: Int, _ message: String) -> ReadingError { ReadingError(place(row), message) }

  /// The id of a row, from which origins and global ids are derived.
  package func id(_ row: Int) -> String { (ids.isEmpty ? nil : ids[row]) ?? "\(rows.rowIDs[row])" }

  var hasGeometries: Bool { rows.geometries.indices.contains { rows.geometries.type($0) != nil } }

  mutating func dropRows() {
    rowIDs = rows.rowIDs
    rows = FeatureTable(name: rows.name, sourceID: nil, geometryType: nil)
  }

  /// The values of a column; Booleans as the words of mappings.
  func values(_ column: Int) -> SharedFieldColumn {
    let values = rows.attributes[column]
    guard rows.fields[column].content == .boolean else { return SharedFieldColumn(values) }
    return SharedFieldColumn(FieldColumn(values.indices.lazy.map { value($0, column) }))
  }

  /// A value; a Boolean as the word of mappings.
  func value(_ row: Int, _ column: Int) -> AttributeValue {
    let value = rows.attributes[column][row]
    guard rows.fields[column].content == .boolean else { return value }
    switch value {
    case .integer(0): return .text("false")
    case .integer(1): return .text("true")
    default: return value
    }
  }

  /// The position of a field by its exact name, or by its name regardless of case when that is unique.
  func field(_ name: String) -> Int? {
    if let exact = rows.fields.firstIndex(where: { $0.name == name }) { return exact }
    let lowercased = name.lowercased()
    let similar = rows.fields.indices.filter { rows.fields[$0].name.lowercased() == lowercased }
    return similar.count == 1 ? similar[0] : nil
  }
}

extension AttributeValue {
  var key: String? {
    switch self {
    case .null, .blob: nil
    case .integer(let value): "\(value)"
    case .real(let value): Self.text(of: value)
    case .text(let text): text
    }
  }

  static func text(of number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

extension NetworkTables {
  /// Adds the features of a layer to the prepared table of a source; the `kept` columns are copied unchanged.
  mutating func append(
    _ layer: GISLayerFeatures,
    besides kept: [(name: String, values: FieldColumn)],
    to source: NetworkSource
  ) {
    if layer.count == 0 { return }
    if let fields = fieldsOfEmptyTable(of: source) {
      fill(source, with: Self.table(of: layer, besides: kept, source, fields))
      return
    }
    let columns = CopiedColumns(kept, in: positions(of: source))
    for number in 0..<layer.count {
      guard var assetType = layer.assetType(number) else { continue }
      assetType.sourceID = source.sourceID
      append(
        to: source,
        globalID: layer.globalIDs[number] ?? GlobalID(high: 0, low: 0),
        assetType: assetType,
        origin: layer.origins[number],
        geometry: layer.geometries[number],
        attributes: layer.ownAttributes(number),
        besides: columns,
        at: Int(layer.rows[number])
      )
    }
  }

  /// The table of a layer; columns with a row for each feature are shared, not copied.
  private static func table(
    of layer: GISLayerFeatures,
    besides kept: [(name: String, values: FieldColumn)],
    _ source: NetworkSource,
    _ fields: [AttributeField]
  ) -> FeatureTable {
    var groups = Column<Int32>()
    var types = Column<Int32>()
    groups.reserveCapacity(layer.count)
    types.reserveCapacity(layer.count)
    for number in 0..<layer.count {
      let type = layer.assetType(number)
      groups.append(Int32(type?.assetGroup ?? 0))
      types.append(Int32(type?.assetType ?? 0))
    }
    return FeatureTable(
      name: source.name,
      sourceID: source.sourceID,
      geometryType: source.usage.geometryType,
      fields: fields,
      rowIDs: Column((0..<layer.count).lazy.map { Int64($0 + 1) }),
      globalIDs: layer.globalIDs,
      assetGroups: groups,
      assetTypes: types,
      origins: layer.origins,
      geometries: layer.geometries,
      attributes: fields.map { values(of: $0.name, layer, kept) }
    )
  }

  private static func values(
    of field: String,
    _ layer: GISLayerFeatures,
    _ kept: [(name: String, values: FieldColumn)]
  ) -> FieldColumn {
    for (end, name) in [(LinkEnd.start, FieldName.fromTerminal), (.end, FieldName.toTerminal)]
    where name == field && !layer.terminals[end].isEmpty {
      return FieldColumn(
        (0..<layer.count).lazy.map { layer.terminal($0, end).map { .integer($0) } ?? .null }
      )
    }
    if let own = layer.attributes.first(where: { $0.name == field }) { return own.values }
    guard let column = kept.first(where: { $0.name == field })?.values else {
      return FieldColumn(repeatElement(.null, count: layer.count))
    }
    let hasExceptions = layer.exceptions.values.contains { $0[field] != nil }
    if layer.areRows(column.count) && !hasExceptions { return column }
    return FieldColumn(
      (0..<layer.count).lazy.map { number in
        layer.exceptions[number]?[field] ?? column[Int(layer.rows[number])]
      }
    )
  }
}
