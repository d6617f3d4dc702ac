internal import Foundation
internal import GRDB

/// A database file that is being written: it appears under its name when it is published, and an unpublished draft
/// leaves no file.
final class DatabaseDraft {
  let path: String
  private let temporary: String
  private let isReplacing: Bool
  let queue: DatabaseQueue

  /// Begins a file.
  ///
  /// - Throws: `alreadyExists` or `cannotWrite`.
  init(_ path: String, replacing: Bool) throws(StoreError) {
    try Self.checkTarget(path, replacing: replacing)
    self.path = path
    isReplacing = replacing
    let temporary = DatabaseFile.absolute(path) + ".\(UInt64.random(in: 0...UInt64.max)).part"
    self.temporary = temporary
    UnfinishedFiles.add(temporary)
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      // The file is not visible before it is complete, so a crash needs no journal on disk. The commit still waits
      // until the pages are on the disk.
      try database.execute(sql: "PRAGMA journal_mode = MEMORY")
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    do {
      queue = try DatabaseQueue(path: temporary, configuration: configuration)
    } catch {
      UnfinishedFiles.remove(temporary)
      throw Self.storeError(error, path)
    }
  }

  deinit { UnfinishedFiles.remove(temporary) }

  func write(_ body: (Database) throws -> Void) throws(StoreError) {
    do { try queue.write(body) } catch { throw Self.storeError(error, path) }
  }

  /// Runs statements that are not allowed in a transaction.
  func withoutTransaction(_ body: (Database) throws -> Void) throws(StoreError) {
    do { try queue.writeWithoutTransaction(body) } catch { throw Self.storeError(error, path) }
  }

  func publish() throws(StoreError) {
    do {
      try queue.close()
      try moveIntoPlace()
    } catch {
      throw Self.storeError(error, path)
    }
  }

  /// Refuses to replace a file that must stay.
  private static func checkTarget(_ path: String, replacing: Bool) throws(StoreError) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard replacing else { throw alreadyExists(path) }
    guard DatabaseFile.attributes(path)?[.type] as? FileAttributeType == .typeRegular else {
      throw StoreError(.cannotWrite, path: path, message: "This is a folder or device, not a file.")
    }
    for suffix in ["-wal", "-journal"] where DatabaseFile.isNonEmptyFile(path + suffix) {
      // SQLite would apply a leftover journal or log to the new file.
      throw StoreError(
        .cannotWrite,
        path: path,
        message:
          "Another program has changes pending in \(path)\(suffix). Close that program, or reopen the file in it "
          + "if it crashed."
      )
    }
  }

  private func moveIntoPlace() throws {
    do {
      let target = DatabaseFile.absolute(path)
      try FilePlacement.move(temporary, to: target, replacing: isReplacing)
    } catch let error as CocoaError where error.code == .fileWriteFileExists {
      throw Self.alreadyExists(path)
    }
  }

  private static func alreadyExists(_ path: String) -> StoreError {
    StoreError(
      .alreadyExists,
      path: path,
      message: "The file already exists and was not changed."
    )
  }

  private static func storeError(_ error: any Error, _ path: String) -> StoreError {
    if let error = error as? StoreError { return error }
    let reason = (error as? DatabaseError).map { "\($0.words)." } ?? "\(error)"
    return StoreError(.cannotWrite, path: path, message: "The file cannot be written: \(reason)")
  }
}
