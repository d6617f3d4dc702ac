internal import GRDB
internal import GRDBSQLite
internal import GeoSnap

extension Database {
  /// Reads the first `count` bytes of the file, or fewer if it is shorter, and its size, through SQLite's own
  /// descriptor.
  ///
  /// Closing another descriptor of the file would release all locks of the process on it. This locks nothing, and
  /// runs no SQL.
  func fileHead(_ count: Int) throws -> (head: [UInt8], size: UInt64) {
    var pointer: UnsafeMutablePointer<sqlite3_file>?
    // SQLite returns its file object of the open connection, which stays valid until the connection is closed.
    let code = unsafe sqlite3_file_control(
      sqliteConnection,
      "main",
      SQLITE_FCNTL_FILE_POINTER,
      &pointer
    )
    guard code == SQLITE_OK, let file = unsafe pointer, let methods = unsafe file.pointee.pMethods,
      let fileSize = unsafe methods.pointee.xFileSize, let read = unsafe methods.pointee.xRead
    else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN) }
    var size: Int64 = 0
    // The file writes one number.
    guard unsafe fileSize(file, &size) == SQLITE_OK else {
      throw DatabaseError(resultCode: .SQLITE_IOERR)
    }
    var head = [UInt8](repeating: 0, count: min(count, Int(clamping: max(size, 0))))
    if !head.isEmpty {
      // As many bytes are read as the array holds.
      let code = unsafe read(file, &head, Int32(clamping: head.count), 0)
      guard code == SQLITE_OK else { throw DatabaseError(resultCode: .SQLITE_IOERR) }
    }
    return (head, UInt64(clamping: size))
  }

  /// Makes SQLite read the schema, within a limit.
  ///
  /// Pages may be linked in a cycle, in which SQLite would read without end; no later check finds this.
  func loadSchema(atMost steps: Int) throws {
    var isEndless = false
    // The flag outlives the calls: the handler is removed when this returns.
    try unsafe withUnsafeMutablePointer(to: &isEndless) { flag in
      unsafe sqlite3_progress_handler(
        sqliteConnection,
        Int32(clamping: steps),
        { context in
          unsafe context?.assumingMemoryBound(to: Bool.self).pointee = true
          return 1
        },
        flag
      )
      defer { unsafe sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
      do {
        _ = try Row.fetchOne(self, sql: "SELECT 1 FROM sqlite_master LIMIT 1")
      } catch {
        guard unsafe flag.pointee else { throw error }
        throw DatabaseError(
          resultCode: .SQLITE_CORRUPT,
          message: "the schema has more rows than the file has room for"
        )
      }
    }
  }
}
