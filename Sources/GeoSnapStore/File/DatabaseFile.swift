internal import Foundation
package import GRDB
internal import GeoSnap

/// A SQLite file from an untrusted source: its header is checked before SQLite reads it, and it is opened read-only.
package struct DatabaseFile {
  let path: String
  private let queue: DatabaseQueue
  private let identity: Identity?

  private struct Identity: Equatable {
    let device: Int
    let number: Int
  }

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

  package func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
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
      let message = "SQLite cannot open the file: \(message)."
      return StoreError(.cannotOpen, path: path, message: message)
    default:
      return StoreError(path: path, table: "sqlite_schema", "The database is damaged: \(message).")
    }
  }

  /// Refuses a path that is not a readable file.
  ///
  /// It opens no descriptor: closing any descriptor of a file releases all locks that the process has on it, also
  /// SQLite's.
  static func checkPlace(_ path: String) throws(StoreError) {
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreError(.cannotOpen, path: path, message: "There is no such file.")
    }
    guard let attributes = attributes(path), attributes[.type] as? FileAttributeType == .typeRegular
    else {
      throw StoreError(.cannotOpen, path: path, message: "This is a folder or device, not a file.")
    }
    guard FileManager.default.isReadableFile(atPath: path) else {
      let message = "The file cannot be read: check its permissions."
      throw StoreError(.cannotOpen, path: path, message: message)
    }
  }

  /// Checks a newly opened file before SQLite reads it, and then makes SQLite read the schema.
  static func checkBeginning(_ database: Database, _ path: String) throws {
    let (header, size) = try database.fileHead(100)
    guard header.starts(with: Array("SQLite format 3\0".utf8)) else {
      let message = "This is not a GeoPackage: it is not an SQLite database."
      throw StoreError(.cannotOpen, path: path, message: message)
    }
    if let message = truncation(header, size: size), !hasLog(path) {
      throw StoreError(path: path, table: "sqlite_schema", message)
    }
    // A row of the schema takes more bytes than instructions.
    let room = min(size + Self.size(path + "-wal"), UInt64(Int32.max / 2))
    try database.loadSchema(atMost: Int(room) + 1_000_000)
  }

  private static func truncation(_ header: [UInt8], size: UInt64) -> String? {
    guard header.count == 100 else {
      return "The file is truncated: it has \(size) bytes, less than the header of a database."
    }
    func number(at offset: Int, bytes: Int) -> UInt64 {
      header[offset..<offset + bytes].reduce(0) { $0 << 8 | UInt64($1) }
    }
    let declared = number(at: 16, bytes: 2)
    let pageSize = declared == 1 ? 65536 : declared
    guard pageSize >= 512, pageSize.nonzeroBitCount == 1 else {
      return "The database is damaged: its header says that pages have \(declared) bytes."
    }
    guard size.isMultiple(of: pageSize) else {
      return "The file is truncated or has extra bytes at its end: \(size) bytes are not a whole "
        + "number of pages of \(pageSize) bytes."
    }
    // The page count is valid only if the last writer knew about it.
    let isPageCountCurrent = number(at: 24, bytes: 4) == number(at: 92, bytes: 4)
    let pages = number(at: 28, bytes: 4)
    if isPageCountCurrent, size / pageSize < pages {
      return "The file is truncated: it has \(size / pageSize) of \(pages) pages. "
        + "Copy it again, or take a backup."
    }
    return nil
  }

  /// Whether recent pages may be in a log or journal beside the file.
  private static func hasLog(_ path: String) -> Bool {
    isNonEmptyFile(path + "-wal") || isNonEmptyFile(path + "-journal")
  }

  static func isNonEmptyFile(_ path: String) -> Bool {
    size(path) > 0
  }

  private static func size(_ path: String) -> UInt64 {
    attributes(path)?[.size] as? UInt64 ?? 0
  }

  static func attributes(_ path: String) -> [FileAttributeKey: Any]? {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    return try? FileManager.default.attributesOfItem(atPath: target)
  }
}

extension DatabaseError {
  /// What SQLite says, or else the number of the error.
  var words: String { message ?? "SQLite reports error \(resultCode.rawValue)" }
}
