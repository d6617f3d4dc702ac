public import GeoSnap

/// The rows of one layer of a GIS, whatever format held them.
public struct GISTable: Sendable {
  /// The path of the file, as the mapping names it.
  public var file: String
  /// The name of the table in a GeoPackage; nil for a file that holds one layer.
  public var table: String?
  /// The reference system of the geometries; nil when undeclared.
  public var srid: SRID?
  /// The rows: geometry and attributes, of no network source.
  public var rows: FeatureTable
  /// For each row the id that the file gives it, where it differs from the number of the row; empty when
  /// none has one.
  var ids = TextColumn()
  /// The numbers of rows that were let go of.
  private var rowIDs: Column<Int64>?
  /// Why there is no ``srid`` though the file declares a reference system.
  package var systemProblem: String?
  /// What else a reader should know.
  package var notes: [String] = []

  /// Creates a table of a GeoPackage.
  ///
  /// - Parameters:
  ///   - file: The path of the file, as the mapping names it.
  ///   - table: The name of the table.
  ///   - srid: The reference system of the geometries; nil when undeclared.
  ///   - rows: The rows, with all their columns as fields.
  public init(file: String, table: String?, srid: SRID?, rows: FeatureTable) {
    self.file = file
    self.table = table
    self.srid = srid
    self.rows = rows
  }

  /// What errors call a row.
  package func place(_ row: Int) -> String {
    let id = (rowIDs ?? rows.rowIDs)[row]
    guard let table else { return "\(file): feature \(id)" }
    return "\(file): table \(table), row \(id)"
  }

  /// The id of a row, which origins and global ids derive from.
  package func id(_ row: Int) -> String {
    (ids.isEmpty ? nil : ids[row]) ?? "\(rows.rowIDs[row])"
  }

  /// Whether any row has a geometry.
  var hasGeometries: Bool { rows.geometries.indices.contains { rows.geometries.type($0) != nil } }

  /// Lets go of all but what names the rows.
  mutating func dropRows() {
    rowIDs = rows.rowIDs
    rows = FeatureTable(name: rows.name, sourceID: nil, geometryType: nil)
  }

  /// The values of a column; of truth values the words, as a mapping has them.
  func values(_ column: Int) -> SharedFieldColumn {
    let values = rows.attributes[column]
    guard rows.fields[column].content == .boolean else { return SharedFieldColumn(values) }
    return SharedFieldColumn(FieldColumn(values.indices.lazy.map { value($0, column) }))
  }

  /// A value; of a truth value the word.
  func value(_ row: Int, _ column: Int) -> AttributeValue {
    let value = rows.attributes[column][row]
    guard rows.fields[column].content == .boolean else { return value }
    switch value {
    case .integer(0): return .text("false")
    case .integer(1): return .text("true")
    default: return value
    }
  }

  /// The position of a field, by its name without regard to case where that is unique.
  func field(_ name: String) -> Int? {
    if let exact = rows.fields.firstIndex(where: { $0.name == name }) { return exact }
    let lowercased = name.lowercased()
    let similar = rows.fields.indices.filter { rows.fields[$0].name.lowercased() == lowercased }
    return similar.count == 1 ? similar[0] : nil
  }
}

extension AttributeValue {
  /// The value as text, with which a mapping's values are compared; nil for null and bytes.
  var key: String? {
    switch self {
    case .null, .blob: nil
    case .integer(let value): "\(value)"
    case .real(let value): AttributeValue.text(of: value)
    case .text(let text): text
    }
  }

  /// A number as text, whole ones without a decimal point.
  static func text(of number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
