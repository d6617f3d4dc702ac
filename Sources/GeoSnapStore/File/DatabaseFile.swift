internal import Foundation
package import GRDB
internal import GeoSnap

/// A SQLite file from an untrusted source: its header is checked before SQLite reads it, and it is opened read-only.
package struct DatabaseFile {
  let path: String
  private let queue: DatabaseQueue
  private let identity: Identity?

  /// Distinguishes a file from another file of the same name.
  private struct Identity: Equatable {
    let device: Int
    let number: Int
  }

  /// Opens a file.
  ///
  /// - Throws: `cannotOpen`, or `badData` when the file is shorter than its header says.
  package init(_ path: String) throws(StoreError) {
    self.path = path
    try Self.checkPlace(path)
    identity = Self.identity(path)
    do {
      try Self.recover(path)
      queue = try Self.connection(path, waiting: .timeout(5))
    } catch {
      throw Self.storeError(error, path)
    }
  }

  private static func connection(
    _ path: String,
    waiting: Database.BusyMode
  ) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.foreignKeysEnabled = false
    configuration.busyMode = waiting
    configuration.prepareDatabase { database in
      // The file's schema must not call functions with side effects, and its constraints need no evaluation.
      try database.execute(sql: "PRAGMA trusted_schema = OFF")
      try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
      try database.execute(sql: "PRAGMA cell_size_check = ON")
      try DatabaseFile.checkBeginning(database, path)
    }
    return try DatabaseQueue(path: absolute(path), configuration: configuration)
  }

  /// A second connection to the same file, which does not wait for locks.
  ///
  /// - Throws: `DatabaseError` when another file has taken the name since.
  @Sendable
  package func secondConnection() throws -> DatabaseQueue {
    let second = try Self.connection(path, waiting: .immediateError)
    guard let identity, Self.identity(path) == identity else {
      throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "The file was replaced")
    }
    return second
  }

  @Sendable
  func interrupt() { queue.interrupt() }

  private static func identity(_ path: String) -> Identity? {
    guard let attributes = attributes(path), let device = attributes[.systemNumber] as? NSNumber,
      let number = attributes[.systemFileNumber] as? NSNumber
    else { return nil }
    return Identity(device: device.intValue, number: number.intValue)
  }

  /// Lets SQLite roll back the journal of a program that was killed.
  ///
  /// This needs write access; without it, opening for reading reports the error.
  ///
  /// - Throws: ``StoreError`` when the file is no database.
  private static func recover(_ path: String) throws {
    guard isNonEmptyFile(path + "-journal") else { return }
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { try DatabaseFile.checkBeginning($0, path) }
    do {
      let queue = try DatabaseQueue(path: absolute(path), configuration: configuration)
      try queue.read { database in _ = try Row.fetchOne(database, sql: "PRAGMA schema_version") }
      try queue.close()
    } catch is DatabaseError {
      // Opening for reading reports the error.
    }
  }

  package func read<Value>(
    _ body: (Database) throws -> Value
  ) throws(StoreError) -> Value {
    do {
      return try queue.read(body)
    } catch let error as NetworkError {
      throw StoreError(path: path, problems: error.problems)
    } catch {
      throw Self.storeError(error, path)
    }
  }

  /// Copies the whole database into a draft, as one transaction sees it.
  func copy(into draft: DatabaseDraft) throws(StoreError) {
    do { try queue.backup(to: draft.queue) } catch { throw Self.storeError(error, path) }
  }

  /// An absolute path, which SQLite cannot take for a URI or a special name.
  static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  private static func keepsLog(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path),
      let header = try? file.read(upToCount: 20), header.count == 20
    else { return false }
    return header[18] == 2
  }

  static func storeError(_ error: any Error, _ path: String) -> StoreError {
    if let error = error as? StoreError { return error }
    guard let error = error as? DatabaseError else {
      return StoreError(.cannotOpen, path: path, message: "\(error)")
    }
    var message = error.words
    if error.resultCode == .SQLITE_READONLY, keepsLog(path) {
      message +=
        ". Its journal is a write-ahead log, for which its folder must be writable: copy the file to "
        + "another folder, or set its journal mode to DELETE"
    }
    switch error.resultCode {
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_BUSY, .SQLITE_LOCKED,
      .SQLITE_READONLY, .SQLITE_NOMEM:
      return StoreError(
        .cannotOpen,
        path: path,
        message: "SQLite cannot open the file: \(message)."
      )
    default:
      return StoreError(
        path: path,
        table: "sqlite_schema",
        "The database is damaged: \(message)."
      )
    }
  }
}

extension DatabaseError {
  /// What SQLite says, or else the number of the error.
  var words: String { message ?? "SQLite reports error \(resultCode.rawValue)" }
}
