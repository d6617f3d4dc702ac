package import GRDB
internal import GRDBSQLite
internal import GeoSnap

/// The cells of a statement's current row, read from SQLite's memory.
///
/// SQLite's pointers stay valid until the next step or finalization of the statement; no pointer leaves the function
/// that gets it.
@safe
package struct RowCells {
  struct Kind: Equatable {
    fileprivate let code: Int32

    static var integer: Kind { Kind(code: SQLITE_INTEGER) }
    static var real: Kind { Kind(code: SQLITE_FLOAT) }
    static var text: Kind { Kind(code: SQLITE_TEXT) }
    static var blob: Kind { Kind(code: SQLITE_BLOB) }
    static var null: Kind { Kind(code: SQLITE_NULL) }
  }

  /// Keeps the statement from being finalized.
  private let statement: Statement
  private let pointer: OpaquePointer

  package init(_ statement: Statement) {
    self.statement = statement
    unsafe pointer = statement.sqliteStatement
  }

  // The statement is alive, and SQLite returns NULL for columns that do not exist.

  func kind(_ column: Int) -> Kind {
    unsafe Kind(code: sqlite3_column_type(pointer, Int32(truncatingIfNeeded: column)))
  }

  func integer(_ column: Int) -> Int64 {
    unsafe sqlite3_column_int64(pointer, Int32(truncatingIfNeeded: column))
  }

  func real(_ column: Int) -> Double {
    unsafe sqlite3_column_double(pointer, Int32(truncatingIfNeeded: column))
  }

  func text(_ column: Int) -> String {
    // SQLite ends texts with a NUL, at which GRDB's String(cString:) stops too.
    guard let start = unsafe sqlite3_column_text(pointer, Int32(truncatingIfNeeded: column)) else {
      return ""
    }
    return unsafe String(cString: start)
  }

  /// Whether a text is UTF-8 without a NUL, so that ``text(_:)`` returns all of it.
  func isWholeText(_ column: Int) -> Bool {
    let column = Int32(truncatingIfNeeded: column)
    guard let start = unsafe sqlite3_column_text(pointer, column) else { return true }
    let count = unsafe Int(sqlite3_column_bytes(pointer, column))
    // SQLite reports this number of bytes.
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    var isPlain = true
    for index in 0..<count {
      let byte = unsafe bytes[index]
      if byte == 0 { return false }
      if byte >= 0x80 { isPlain = false }
    }
    return unsafe isPlain || String(validating: bytes, as: UTF8.self) != nil
  }

  func blob(_ column: Int) -> [UInt8] {
    unsafe Array(bytes(column))
  }

  /// The global id in a text cell; nil when it is malformed.
  func globalID(inText column: Int) -> GlobalID? {
    let column = Int32(truncatingIfNeeded: column)
    guard let start = unsafe sqlite3_column_text(pointer, column) else { return nil }
    let count = unsafe Int(sqlite3_column_bytes(pointer, column))
    // SQLite reports this number of bytes.
    return unsafe GlobalID(utf8: UnsafeBufferPointer(start: start, count: count).span)
  }

  /// The geometry of a blob; nil when it is malformed.
  func geometry(inBlob column: Int, srsID: Int64, srid: SRID?) -> Geometry? {
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

  func bytes(_ column: Int) -> UnsafeRawBufferPointer {
    let column = Int32(truncatingIfNeeded: column)
    let start = unsafe sqlite3_column_blob(pointer, column)
    let count = unsafe Int(sqlite3_column_bytes(pointer, column))
    // SQLite reports this number of bytes; the count is 0 when the start is nil.
    return unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
  }
}
