internal import Foundation
package import GRDB
internal import GeoSnap

extension DatabaseFile {
  /// Reads within one transaction while a second connection checks the same state of the file, and
  /// then helps to read.
  ///
  /// Nothing is read unchecked, as pages may be tied into rows without end: where no second
  /// connection can check, the first one does so before it reads. When both find something wrong,
  /// what the check found comes first: it is the cause.
  ///
  /// - Parameters:
  ///   - begin: Runs something on another thread.
  ///   - check: Throws what is wrong with the file.
  ///   - body: What to read. It is called once more when the second connection turns out to be unable
  ///     to check.
  /// - Returns: What `body` gives.
  /// - Throws: What `check` or `body` throws, as ``StoreError``.
  package func read<Value>(
    on begin: (@escaping @Sendable () -> Void) -> Void = Thread.detachNewThread,
    whileChecking check: @escaping @Sendable (Database) throws -> Void,
    _ body: (_ database: Database, _ second: SecondReader?) throws -> Value
  ) throws(StoreError) -> Value {
    try read { database in
      // From its first read on the transaction keeps others from writing to the file itself, so that
      // a second connection sees the same. Where writers write beside it, it need not.
      _ = try Row.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
      let isShared = try String.fetchOne(database, sql: "PRAGMA journal_mode") != "wal"
      let second = SecondReader()
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
