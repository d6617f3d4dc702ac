internal import Foundation
internal import GRDB

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

  /// Refuses to write where something is that must stay.
  private static func checkTarget(_ path: String, replacing: Bool) throws(StoreError) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard replacing else {
      throw StoreError(
        .alreadyExists,
        path: path,
        message: "The file exists already and is left as it is."
      )
    }
    guard attributes(path)?[.type] as? FileAttributeType == .typeRegular else {
      throw StoreError(.cannotWrite, path: path, message: "This is a folder or device, no file.")
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
