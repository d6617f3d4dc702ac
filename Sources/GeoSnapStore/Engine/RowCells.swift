internal import GRDB
internal import GRDBSQLite
internal import GeoSnap

/// The cells of the row that a statement stands at, read where SQLite keeps them.
///
/// Every pointer that SQLite gives holds until the statement steps on or is finalized; none leaves
/// the function that asked for it.
struct RowCells {
  /// The storage class of a cell.
  enum Kind: Int32 {
    case integer = 1
    case real = 2
    case text = 3
    case blob = 4
    case null = 5
  }

  /// Keeps the statement from being finalized.
  private let statement: Statement

  init(_ statement: Statement) { self.statement = statement }

  // The statement is alive, and SQLite answers NULL for columns that are not there.

  func kind(_ column: Int) -> Kind {
    unsafe Kind(rawValue: sqlite3_column_type(statement.sqliteStatement, Int32(column))) ?? .null
  }

  func integer(_ column: Int) -> Int64 {
    unsafe sqlite3_column_int64(statement.sqliteStatement, Int32(column))
  }

  func real(_ column: Int) -> Double {
    unsafe sqlite3_column_double(statement.sqliteStatement, Int32(column))
  }

  func text(_ column: Int) -> String {
    // SQLite ends texts with a NUL, before which GRDB's String(cString:) stops as well.
    guard let start = unsafe sqlite3_column_text(statement.sqliteStatement, Int32(column)) else {
      return ""
    }
    return unsafe String(cString: start)
  }

  func blob(_ column: Int) -> [UInt8] {
    unsafe Array(bytes(column))
  }

  /// The global id that a text spells; nil for anything else.
  func globalID(_ column: Int) -> GlobalID? {
    guard kind(column) == .text,
      let start = unsafe sqlite3_column_text(statement.sqliteStatement, Int32(column))
    else { return nil }
    let count = unsafe Int(sqlite3_column_bytes(statement.sqliteStatement, Int32(column)))
    // As many bytes as SQLite says stand there.
    return unsafe GlobalID(utf8: UnsafeBufferPointer(start: start, count: count).span)
  }

  /// The geometry of a blob; nil when it is broken, or no blob at all.
  func geometry(_ column: Int, srsID: Int64, srid: SRID?) -> Geometry? {
    guard kind(column) == .blob else { return nil }
    let bytes = unsafe bytes(column)
    if let geometry = unsafe PlainGeometryBlob.decode(bytes, srsID: srsID, srid: srid) {
      return geometry
    }
    return unsafe try? GeometryBlob.decode(
      bytes.bindMemory(to: UInt8.self).span,
      srsID: srsID,
      srid: srid
    )
  }

  private func bytes(_ column: Int) -> UnsafeRawBufferPointer {
    let start = unsafe sqlite3_column_blob(statement.sqliteStatement, Int32(column))
    let count = unsafe Int(sqlite3_column_bytes(statement.sqliteStatement, Int32(column)))
    // As many bytes as SQLite says stand there; a nil start goes with none.
    return unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
  }
}
