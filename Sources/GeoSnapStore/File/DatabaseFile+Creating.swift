internal import GRDB

extension DatabaseFile {
  /// Makes a file with what `body` puts into it, in one transaction; nothing appears under the
  /// name before all is done, and nothing at all when nobody wants it any more.
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
      // Nobody waits for the disk in vain.
      try monitor?.note(0)
    }
    // The last moment to be given up: after it the file takes its place.
    guard monitor?.settle() ?? true else {
      throw StoreError(.cannotWrite, path: path, message: "Somebody has stopped the writing.")
    }
    try draft.publish()
  }
}
