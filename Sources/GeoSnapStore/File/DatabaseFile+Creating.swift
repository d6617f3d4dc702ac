internal import GRDB

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
