internal import Foundation
internal import GRDB
internal import Synchronization

/// A database file that is being written: it appears under its name when it is published, and an unpublished draft
/// leaves no file.
final class DatabaseDraft {
  let path: String
  private let temporary: String
  private let isReplacing: Bool
  let queue: DatabaseQueue

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

  private static func checkTarget(_ path: String, replacing: Bool) throws(StoreError) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard replacing else { throw alreadyExists(path) }
    guard DatabaseFile.attributes(path)?[.type] as? FileAttributeType == .typeRegular else {
      throw StoreError(.cannotWrite, path: path, message: "This is a folder or device, not a file.")
    }
    for suffix in ["-wal", "-journal"] where DatabaseFile.isNonEmptyFile(path + suffix) {
      // SQLite would apply a leftover journal or log to the new file.
      let message =
        "Another program has changes pending in \(path)\(suffix). Close that program, or reopen the file in it "
        + "if it crashed."
      throw StoreError(.cannotWrite, path: path, message: message)
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
    StoreError(.alreadyExists, path: path, message: "The file already exists and was not changed.")
  }

  private static func storeError(_ error: any Error, _ path: String) -> StoreError {
    if let error = error as? StoreError { return error }
    let reason = (error as? DatabaseError).map { "\($0.words)." } ?? "\(error)"
    return StoreError(.cannotWrite, path: path, message: "The file cannot be written: \(reason)")
  }
}

extension DatabaseFile {
  /// Creates a file with the content that `body` writes in one transaction; the file appears when it is complete and
  /// the work was not cancelled.
  static func create(
    _ path: String,
    replacing: Bool,
    _ monitor: RowMonitor? = nil,
    _ body: (Database) throws -> Void
  ) throws(StoreError) {
    let draft = try DatabaseDraft(path, replacing: replacing)
    monitor?.begin { [queue = draft.queue] in queue.interrupt() }
    try draft.write { database in
      try body(database)
      // A cancelled task must not wait for the disk.
      try monitor?.note(0)
    }
    // The work can be cancelled until here: after this the file takes its place.
    guard monitor?.settle() ?? true else {
      throw StoreError(.cannotWrite, path: path, message: "Writing was cancelled.")
    }
    try draft.publish()
  }
}

/// The incomplete files that are being written, for a program that has to exit at once.
package enum UnfinishedFiles {
  private static let paths = Mutex<Set<String>>([])

  package static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  package static func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
    paths.withLock { _ = $0.remove(path) }
  }

  package static func removeAll() {
    paths.withLock { for path in $0 { try? FileManager.default.removeItem(atPath: path) } }
  }
}
