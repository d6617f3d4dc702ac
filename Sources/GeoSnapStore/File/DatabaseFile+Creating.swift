internal import GRDB

extension DatabaseFile {
  /// Makes a file with what `body` puts into it, in one transaction; nothing appears under the
  /// name before all is done.
  static func create(
    _ path: String,
    replacing: Bool,
    _ body: (Database) throws -> Void
  ) throws(StoreError) {
    let draft = try DatabaseDraft(path, replacing: replacing)
    try draft.write(body)
    try draft.publish()
  }
}
