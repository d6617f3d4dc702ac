internal import Foundation
internal import GRDB
internal import GeoSnap

/// A SQLite file from outside: looked at before SQLite sees it, and only ever read.
struct DatabaseFile {
  let path: String
  private let queue: DatabaseQueue

  /// Opens a file.
  ///
  /// - Throws: `cannotOpen`, or `badData` when the file is shorter than it says.
  init(_ path: String) throws(StoreError) {
    self.path = path
    try Self.checkHeader(path)
    var configuration = Configuration()
    configuration.readonly = true
    configuration.foreignKeysEnabled = false
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { database in
      // Nothing in the file's schema may call functions that reach beyond it, and constraints in
      // it are not worth evaluating.
      try database.execute(sql: "PRAGMA trusted_schema = OFF")
      try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
      try database.execute(sql: "PRAGMA cell_size_check = ON")
    }
    do {
      queue = try DatabaseQueue(path: Self.absolute(path), configuration: configuration)
    } catch {
      throw Self.storeError(error, path)
    }
  }

  /// Reads within one transaction.
  func read<Value>(
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

  /// A path that SQLite can take for nothing but a path.
  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  private static func storeError(_ error: any Error, _ path: String) -> StoreError {
    guard let error = error as? DatabaseError else {
      return StoreError(.cannotOpen, path: path, message: "\(error)")
    }
    let message = error.message ?? "SQLite reports error \(error.resultCode.rawValue)"
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
        problems: [
          NetworkProblem(table: "sqlite_schema", message: "The database is damaged: \(message).")
        ]
      )
    }
  }

  // MARK: The file before SQLite sees it

  private static func checkHeader(_ path: String) throws(StoreError) {
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreError(.cannotOpen, path: path, message: "There is no such file.")
    }
    guard !isFolder(path) else {
      throw StoreError(.cannotOpen, path: path, message: "This is a folder, not a file.")
    }
    let header: [UInt8]
    let size: UInt64
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      header = [UInt8](try handle.read(upToCount: 100) ?? Data())
      size = try handle.seekToEnd()
      try handle.close()
    } catch {
      throw StoreError(
        .cannotOpen,
        path: path,
        message: "The file may not be read; check its permissions."
      )
    }
    guard header.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw StoreError(
        .cannotOpen,
        path: path,
        message: "This is no GeoPackage: it is no SQLite database."
      )
    }
    if let message = truncation(header, size: size), !hasLog(path) {
      throw StoreError(
        path: path,
        problems: [NetworkProblem(table: "sqlite_schema", message: message)]
      )
    }
  }

  /// What speaks for a file that was cut off. SQLite itself takes a last page that is there in
  /// part for whole.
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
      return "The file is truncated: \(size) bytes are no whole number of pages of "
        + "\(pageSize) bytes."
    }
    // The page count is in force only if the last writer knew about it.
    let isPageCountCurrent = number(at: 24, bytes: 4) == number(at: 92, bytes: 4)
    let pages = number(at: 28, bytes: 4)
    if isPageCountCurrent, size / pageSize < pages {
      return "The file is truncated: it has \(size / pageSize) of \(pages) pages."
    }
    return nil
  }

  /// Whether the latest pages may be in a write-ahead log beside the file.
  private static func hasLog(_ path: String) -> Bool { isNonEmptyFile(path + "-wal") }

  private static func isFolder(_ path: String) -> Bool {
    let url = URL(fileURLWithPath: path)
    return (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
  }

  private static func isNonEmptyFile(_ path: String) -> Bool {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? UInt64
    return (size ?? 0) > 0
  }
}

// MARK: Writing

extension DatabaseFile {
  /// Makes a file with what `body` puts into it, in one transaction; nothing appears under the
  /// name before all is done.
  static func create(
    _ path: String,
    replacing: Bool,
    _ body: (Database) throws -> Void
  ) throws(StoreError) {
    try checkTarget(path, replacing: replacing)
    let temporary = absolute(path) + ".\(UInt64.random(in: 0...UInt64.max)).part"
    defer { try? FileManager.default.removeItem(atPath: temporary) }
    do {
      try fill(temporary, body)
      try publish(temporary, as: path, replacing: replacing)
    } catch let error as StoreError {
      throw error
    } catch let error as DatabaseError {
      let message = error.message ?? "SQLite reports error \(error.resultCode.rawValue)"
      throw StoreError(.cannotWrite, path: path, message: "The file cannot be written: \(message).")
    } catch {
      throw StoreError(.cannotWrite, path: path, message: "The file cannot be written: \(error)")
    }
  }

  private static func checkTarget(_ path: String, replacing: Bool) throws(StoreError) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard replacing else {
      throw StoreError(
        .alreadyExists,
        path: path,
        message: "The file exists already and is left as it is."
      )
    }
    guard !isFolder(path) else {
      throw StoreError(.cannotWrite, path: path, message: "This is a folder, not a file.")
    }
    for suffix in ["-wal", "-journal"] where isNonEmptyFile(path + suffix) {
      // SQLite would apply what is left there to the new file.
      throw StoreError(
        .cannotWrite,
        path: path,
        message: "Another program has changes pending in \(path)\(suffix). Close it first."
      )
    }
  }

  private static func fill(_ path: String, _ body: (Database) throws -> Void) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      // Nobody sees the file before it is complete, so a crash needs no journal on disk; the
      // commit still waits until the pages are there.
      try database.execute(sql: "PRAGMA journal_mode = MEMORY")
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write(body)
    try queue.close()
  }

  private static func publish(
    _ temporary: String,
    as path: String,
    replacing: Bool
  ) throws {
    if FileManager.default.fileExists(atPath: path) {
      guard replacing else {
        throw StoreError(
          .alreadyExists,
          path: path,
          message: "The file exists already and is left as it is."
        )
      }
      // An atomic write ends in a rename over the old file. Foundation's own replaceItemAt takes
      // the old file away first, and on Linux fails half-way.
      try Data(contentsOf: URL(fileURLWithPath: temporary), options: .mappedIfSafe)
        .write(to: URL(fileURLWithPath: path), options: .atomic)
    } else {
      try FileManager.default.moveItem(atPath: temporary, toPath: absolute(path))
    }
  }
}
