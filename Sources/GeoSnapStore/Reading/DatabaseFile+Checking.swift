internal import Foundation
package import GRDB
internal import GeoSnap

extension DatabaseFile {
  /// Reads within one transaction while a second connection checks the same state of the file, and then helps to
  /// read.
  ///
  /// Pages may be linked in a cycle, so no unchecked result is returned: when no second connection can check, the
  /// first one checks before it reads. An error of the check takes precedence over one of the body, since it is the
  /// cause.
  ///
  /// - Parameters:
  ///   - begin: Runs a function on another thread.
  ///   - check: Throws the error in the file.
  ///   - body: Reads. It is called again when the second connection turns out to be unable to check.
  /// - Returns: The result of `body`.
  /// - Throws: Errors of `check` or `body`, as ``StoreError``.
  package func read<Value>(
    on begin: (@escaping @Sendable () -> Void) -> Void = Thread.detachNewThread,
    whileChecking check: @escaping @Sendable (Database) throws -> Void,
    _ body: (_ database: Database, _ second: SecondConnection?) throws -> Value
  ) throws(StoreError) -> Value {
    try read { database in
      // After its first read, the transaction keeps other programs from writing to the file itself, so the second
      // connection sees the same state. In write-ahead mode it does not.
      _ = try Row.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
      let isShared = try String.fetchOne(database, sql: "PRAGMA journal_mode") != "wal"
      let second = SecondConnection()
      guard isShared, second.start(on: begin, secondConnection, check: check, stop: interrupt)
      else {
        try check(database)
        return try body(database, nil)
      }
      let result = Result { try body(database, second) }
      switch second.finish() {
      case .success: return try result.get()
      case .failure(let error) where !(error is DatabaseError): throw error
      default:
        // A program that waits to write keeps new readers out.
        try check(database)
        if case .success(let value) = result { return value }
        return try body(database, nil)
      }
    }
  }
}
