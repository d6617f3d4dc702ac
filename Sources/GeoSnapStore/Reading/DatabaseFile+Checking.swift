internal import GRDB
internal import GeoSnap

extension DatabaseFile {
  /// Reads within one transaction while a second connection checks the same state of the file, and
  /// then helps to read.
  ///
  /// When both find something wrong, what the check found comes first: it is the cause.
  func read<Value>(
    whileChecking check: @escaping @Sendable (Database) throws -> Void,
    _ body: (_ database: Database, _ second: SecondReader?) throws -> Value
  ) throws(StoreError) -> Value {
    try read { database in
      // From its first read on the transaction keeps others from writing to the file itself, so that
      // a second connection sees the same. Where writers write beside it, it need not.
      _ = try Row.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
      guard try String.fetchOne(database, sql: "PRAGMA journal_mode") != "wal" else {
        try check(database)
        return try body(database, nil)
      }
      let second = SecondReader()
      second.start(secondConnection, check: check, stop: interrupt)
      let result = Result { try body(database, second) }
      switch second.finish() {
      case .success?: break
      case .failure(let error)? where !(error is DatabaseError): throw error
      // A program that waits to write keeps new readers out, or there was no thread.
      default: try check(database)
      }
      return try result.get()
    }
  }
}
