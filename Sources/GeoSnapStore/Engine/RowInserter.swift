internal import GRDB
internal import GRDBSQLite
internal import GeoSnap

/// Inserts rows with one statement, and binds values without creating an object for each.
///
/// SQLite copies texts and bytes when they are bound.
@safe
struct RowInserter {
  private let database: Database
  /// A separate statement, since GRDB does not see it step; kept so that it is not finalized.
  private let statement: Statement
  private let pointer: OpaquePointer
  private let count: Int

  /// Prepares the statement in a transaction of `database`.
  ///
  /// - Throws: `DatabaseError` when the table does not have `count` columns.
  init(_ database: Database, into table: String, count: Int) throws {
    self.database = database
    self.count = count
    statement = try database.makeStatement(sql: Database.insertion(into: table, count: count))
    unsafe pointer = statement.sqliteStatement
  }

  /// Inserts a row.
  ///
  /// - Parameter bind: Appends its values, from the first column to the last.
  /// - Throws: `DatabaseError` when SQLite refuses the row, and errors of `bind`.
  func insert(_ bind: (inout RowValues) throws -> Void) throws {
    // The statement is alive, and reset before values are bound.
    unsafe sqlite3_reset(pointer)
    unsafe sqlite3_clear_bindings(pointer)
    var values = unsafe RowValues(pointer)
    try bind(&values)
    precondition(values.count == count, "A row has a value for each column")
    // A value that is too long: SQLite loses the message when further values are bound.
    if values.code != SQLITE_OK {
      throw DatabaseError(resultCode: ResultCode(rawValue: values.code))
    }
    let code = unsafe sqlite3_step(pointer)
    // No statement stays active, also after an error.
    unsafe sqlite3_reset(pointer)
    guard code == SQLITE_DONE else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code),
        message: database.lastErrorMessage
      )
    }
  }
}

/// The values of a row that is inserted, from the first column to the last.
@safe
struct RowValues: ~Copyable {
  private let pointer: OpaquePointer
  private(set) var count = 0
  /// The first error code that SQLite has returned.
  fileprivate var code = SQLITE_OK

  private static var transient: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  fileprivate init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  private mutating func next(_ bind: (Int32) -> Int32) {
    count += 1
    if code == SQLITE_OK { code = bind(Int32(truncatingIfNeeded: count)) }
  }

  mutating func appendNull() { count += 1 }

  mutating func append(_ number: Int64) {
    let pointer = unsafe pointer
    next { unsafe sqlite3_bind_int64(pointer, $0, number) }
  }

  /// Adds a number; NaN becomes NULL, as in SQLite.
  mutating func append(_ number: Double) {
    let pointer = unsafe pointer
    next { unsafe sqlite3_bind_double(pointer, $0, number) }
  }

  mutating func append(_ text: String?) {
    guard var text else { return appendNull() }
    let pointer = unsafe pointer
    let utf8 = UInt8(SQLITE_UTF8)
    next { place in
      text.withUTF8 { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) {
          // Without an address it would be NULL.
          guard let start = $0.baseAddress else {
            return unsafe sqlite3_bind_text64(pointer, place, "", 0, Self.transient, utf8)
          }
          return unsafe sqlite3_bind_text64(
            pointer,
            place,
            start,
            UInt64($0.count),
            Self.transient,
            utf8
          )
        }
      }
    }
  }

  /// Adds a UTF-8 text; malformed bytes become U+FFFD.
  mutating func append(utf8 text: Span<UInt8>) {
    guard (try? UTF8Span(validating: text)) != nil, !text.isEmpty else {
      return append(String(decoding: text.indices.map { text[$0] }, as: UTF8.self))
    }
    let pointer = unsafe pointer
    let utf8 = UInt8(SQLITE_UTF8)
    next { place in
      unsafe text.withUnsafeBytes { bytes in
        unsafe sqlite3_bind_text64(
          pointer,
          place,
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
          UInt64(bytes.count),
          Self.transient,
          utf8
        )
      }
    }
  }

  mutating func append(_ bytes: [UInt8]) {
    let pointer = unsafe pointer
    next { place in
      unsafe bytes.withUnsafeBytes {
        // Without an address it would be NULL.
        guard let start = $0.baseAddress else {
          return unsafe sqlite3_bind_zeroblob(pointer, place, 0)
        }
        return unsafe sqlite3_bind_blob64(
          pointer,
          place,
          start,
          UInt64($0.count),
          Self.transient
        )
      }
    }
  }

  mutating func append(_ value: AttributeValue) {
    switch value {
    case .null: appendNull()
    case .integer(let number): append(number)
    case .real(let number): append(number)
    case .text(let text): append(text)
    case .blob(let bytes): append(bytes)
    }
  }
}
