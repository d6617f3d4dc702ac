internal import Foundation
package import GRDB
internal import GeoSnap
internal import Synchronization

/// A GeoPackage that is open for editing by one program at a time, with durable transactions.
///
/// Commits use SQLite's rollback journal, not a write-ahead log. After each commit all data is in the one file that
/// users copy and send. After a crash, the journal restores the state before the commit. `synchronous = EXTRA` waits
/// until pages, journal and the journal's removal are on the disk. A file in write-ahead mode is switched to the
/// rollback journal; if another program has it open, it is edited in write-ahead mode, which is as durable.
package final class EditingFile: Sendable {
  let path: String
  private let lock: FileLock
  private let timeout: Duration
  private let connection: Mutex<Connection>

  private struct Connection: Sendable {
    let queue: DatabaseQueue
    let identity: UInt64?
  }

  private var queue: DatabaseQueue { connection.withLock { $0.queue } }

  package init(_ path: String, timeout: Duration) throws(StoreError) {
    self.path = path
    self.timeout = timeout
    try DatabaseFile.checkPlace(path)
    do {
      lock = try FileLock(editing: path, timeout: timeout)
    } catch {
      throw Self.lockError(error, path)
    }
    connection = Mutex(try Self.connect(path, timeout))
  }

  private static func connect(
    _ path: String,
    _ timeout: Duration
  ) throws(StoreError) -> Connection {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.busyMode = .timeout(timeout / .seconds(1))
    configuration.prepareDatabase { database in
      try DatabaseFile.checkBeginning(database, path)
      try database.execute(sql: "PRAGMA cell_size_check = ON")
      try database.execute(sql: "PRAGMA synchronous = EXTRA")
      // The triggers of spatial indexes call these functions.
      try database.execute(sql: "PRAGMA trusted_schema = ON")
      SpatialFunctions.add(to: database)
    }
    do {
      let queue = try DatabaseQueue(path: DatabaseFile.absolute(path), configuration: configuration)
      try queue.writeWithoutTransaction { database in
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode")
        if mode?.lowercased() == "wal" {
          try? database.execute(sql: "PRAGMA journal_mode = DELETE")
        }
      }
      return Connection(queue: queue, identity: identity(path))
    } catch {
      throw Self.storeError(error, path)
    }
  }

  /// Dates and sizes of the file and its write-ahead log.
  struct Stamp: Equatable, Sendable {
    private let identity: UInt64?
    private let dates: [Date?]
    private let sizes: [UInt64?]
    /// Whether the last write is old enough that another write would get a different date.
    let isSettled: Bool

    init(_ path: String) {
      // The log is beside the file itself, not beside a link to it.
      let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      let attributes = ["", "-wal"].map { DatabaseFile.attributes(path + $0) }
      identity = attributes[0]?[.systemFileNumber] as? UInt64
      dates = attributes.map { $0?[.modificationDate] as? Date }
      sizes = attributes.map { $0?[.size] as? UInt64 }
      let last = dates.compactMap(\.self).max()
      isSettled = last.map { Date.now.timeIntervalSince($0) > 2 } ?? false
    }
  }

  /// Opens the file again when another file has taken its name, since some programs replace a file to write it.
  func reopen() throws(StoreError) -> Bool {
    guard Self.identity(path) != connection.withLock({ $0.identity }) else { return false }
    try DatabaseFile.checkPlace(path)
    let next = try Self.connect(path, timeout)
    connection.withLock { $0 = next }
    return true
  }

  package func read<Value>(
    _ monitor: RowMonitor? = nil,
    _ body: (Database) throws -> Value
  ) throws(StoreError) -> (value: Value, version: Int64) {
    try checkIdentity()
    do {
      let queue = queue
      monitor?.begin { queue.interrupt() }
      return try queue.read { database in (try body(database), try Self.version(database)) }
    } catch let error as NetworkError {
      throw StoreError(path: path, problems: error.problems)
    } catch {
      throw Self.storeError(error, path)
    }
  }

  package func write<Value>(_ version: Int64, _ body: (Database) throws -> Value) throws -> Value {
    try checkIdentity()
    var result: Value?
    do {
      try queue.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          guard try Self.version(database) == version else {
            throw changed("Another program has changed the file since it was read.")
          }
          result = try body(database)
          return .commit
        }
      }
    } catch let error as DatabaseError {
      throw Self.storeError(error, path)
    }
    guard let result else {
      throw StoreError(.cannotWrite, path: path, message: "SQLite did not run the transaction.")
    }
    return result
  }

  /// Writes as ``write(_:_:)``, when all errors of `body` are those of the file.
  func edit<Value>(
    _ version: Int64,
    _ body: (Database) throws -> Value
  ) throws(StoreError) -> Value {
    do { return try write(version, body) } catch { throw Self.storeError(error, path) }
  }

  /// A number that changes with each commit of another connection.
  private static func version(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(database, sql: "PRAGMA data_version") ?? 0
  }

  /// Throws when the path no longer leads to the open file.
  private func checkIdentity() throws(StoreError) {
    guard Self.identity(path) != connection.withLock({ $0.identity }) else { return }
    let message = "The file was replaced or removed by another program: open it again."
    throw StoreError(.changedByOthers, path: path, message: message)
  }

  private static func identity(_ path: String) -> UInt64? {
    DatabaseFile.attributes(path)?[.systemFileNumber] as? UInt64
  }

  private func changed(_ reason: String) -> StoreError {
    StoreError(
      .changedByOthers,
      path: path,
      message: "\(reason) The edit was not written: read the file again, and repeat the edit."
    )
  }

  private static func lockError(_ error: FileLockError, _ path: String) -> StoreError {
    switch error {
    case .held(let process):
      let owner = process.map { "process \($0)" } ?? "another program"
      let message =
        "The network is being edited by \(owner). Close the network there, or wait and try again."
      return StoreError(.inUse, path: path, message: message)
    case .cannotLock(let reason):
      let message = "The lock that editing needs cannot be created beside the file: \(reason)."
      return StoreError(.cannotWrite, path: path, message: message)
    }
  }

  private static func storeError(_ error: any Error, _ path: String) -> StoreError {
    if let error = error as? StoreError { return error }
    guard let error = error as? DatabaseError else {
      return StoreError(.cannotWrite, path: path, message: "The file cannot be written: \(error)")
    }
    let message = error.words
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      let message =
        "Another program, such as QGIS, is using the file. Save and close the file there, or wait and try again."
      return StoreError(.inUse, path: path, message: message)
    case .SQLITE_CONSTRAINT:
      let refusal = "The file refuses the change: \(message)."
      return StoreError(path: path, table: "sqlite_schema", refusal)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      return DatabaseFile.storeError(error, path)
    default:
      let failure = "SQLite cannot read or write the file: \(message)."
      return StoreError(.cannotWrite, path: path, message: failure)
    }
  }
}

/// The SQL functions that the triggers of a GeoPackage's spatial index call.
package enum SpatialFunctions {
  package static func add(to database: Database) {
    for (name, side) in sides {
      database.add(
        function: DatabaseFunction(name, argumentCount: 1, pure: true) { values in
          envelope(values[0]).map(side)
        }
      )
    }
    database.add(
      function: DatabaseFunction("ST_IsEmpty", argumentCount: 1, pure: true) { values in
        values[0].isNull ? nil : envelope(values[0]) == nil
      }
    )
  }

  private static let sides: [(String, @Sendable (Envelope) -> Double)] = [
    ("ST_MinX", { $0.minX }), ("ST_MaxX", { $0.maxX }),
    ("ST_MinY", { $0.minY }), ("ST_MaxY", { $0.maxY }),
  ]

  private static func envelope(_ value: DatabaseValue) -> Envelope? {
    guard case .blob(let data) = value.storage else { return nil }
    return GeometryBlob.envelope([UInt8](data))
  }
}
