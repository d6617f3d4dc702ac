internal import GeoSnapStore

/// The history of a network in a database as it stands there, with who did what.
struct CopiedHistory: Sendable {
  /// Whether sessions alone may edit, as `un_network` says it.
  let foreignEdits: String
  /// Up to which revision the history is forgotten.
  let forgotten: Int64
  private let rows: [[String?]]
  /// Whether the words by which places were locked have the same numbers where it goes.
  private let schema: String

  private static let columns = [
    ("revision", "bigint"), ("number", "bigint"), ("kind", "text"), ("name", "text"),
    ("time", "timestamptz"), ("author", "text"), ("place", "text"), ("edits", "text"),
    ("inverse", "text"), ("step", "bigint"), ("undone", "text"), ("\"commit\"", "uuid"),
    ("changed", "bigint[]"), ("seen", "bigint[]"),
  ]

  /// Reads the history, in the transaction that is open.
  init(_ connection: Connection, _ catalogue: Catalogue) throws {
    schema = catalogue.schema
    let about = try connection.query(
      "SELECT foreign_edits, forgotten FROM \(schema).un_network"
    )
    foreignEdits = about[0, 0] ?? "recorded"
    forgotten = about[0, 1].flatMap { Int64($0) } ?? 0
    let names = Self.columns.map { "\($0.0)::text" }.joined(separator: ", ")
    let found = try connection.query(
      "SELECT \(names) FROM \(schema).un_history ORDER BY revision"
    )
    rows = (0..<found.count).map { row in Self.columns.indices.map { found[row, $0] } }
  }

  /// Writes it to a schema whose history is empty.
  func write(to target: String, _ connection: Connection) throws {
    // The numbers of locks are mixed with the name of the schema.
    let isSame = target == schema
    let values = Self.columns.enumerated().map { index, column in
      let isLocks = column.1 == "bigint[]"
      return isLocks && !isSame ? "'{}'" : "$\(index + 1)::text::\(column.1)"
    }
    let names = Self.columns.map(\.0).joined(separator: ", ")
    let count = Self.columns.count - (isSame ? 0 : 2)
    for row in rows {
      // Transaction 3 is past for every session.
      try connection.queryPrepared(
        "INSERT INTO \(target).un_history (\(names), xid) VALUES (\(values.joined(separator: ", ")), '3')",
        row.prefix(count).map { $0.map { .text($0) } ?? .null }
      )
    }
  }
}
