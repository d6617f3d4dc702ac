public import GeoSnap

/// The rows of a GIS layer, independent of the file format.
public struct GISTable: Sendable {
  /// The path of the file as in the mapping.
  public var file: String
  /// The name of the table in a GeoPackage; nil for a file with a single layer.
  public var table: String?
  /// The reference system of the geometries; nil when undeclared.
  public var srid: SRID?
  /// The geometries and attributes of the rows, as a table without a network source.
  public var rows: FeatureTable
  /// For each row, the id in the file where it differs from the row number; empty when there is none.
  var ids = TextColumn()
  /// The numbers of the rows after ``dropRows()``.
  private var rowIDs: Column<Int64>?
  /// Why ``srid`` is nil although the file declares a reference system.
  package var systemProblem: String?
  /// Remarks for the report.
  package var notes: [String] = []

  /// Creates a table of a GeoPackage.
  ///
  /// - Parameters:
  ///   - file: The path of the file as in the mapping.
  ///   - table: The name of the table.
  ///   - srid: The reference system of the geometries; nil when undeclared.
  ///   - rows: The rows, with all their columns as fields.
  public init(file: String, table: String?, srid: SRID?, rows: FeatureTable) {
    self.file = file
    self.table = table
    self.srid = srid
    self.rows = rows
  }

  /// The name of a row in errors.
  package func place(_ row: Int) -> String {
    let id = (rowIDs ?? rows.rowIDs)[row]
    guard let table else { return "\(file): feature \(id)" }
    return "\(file): table \(table), row \(id)"
  }

  /// The id of a row, from which origins and global ids are derived.
  package func id(_ row: Int) -> String {
    (ids.isEmpty ? nil : ids[row]) ?? "\(rows.rowIDs[row])"
  }

  var hasGeometries: Bool { rows.geometries.indices.contains { rows.geometries.type($0) != nil } }

  /// Releases the rows, but keeps the data that identifies them.
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
  /// The value as text for comparison with a mapping; nil for null and bytes.
  var key: String? {
    switch self {
    case .null, .blob: nil
    case .integer(let value): "\(value)"
    case .real(let value): AttributeValue.text(of: value)
    case .text(let text): text
    }
  }

  /// A number as text, without a decimal point when it is whole.
  static func text(of number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
