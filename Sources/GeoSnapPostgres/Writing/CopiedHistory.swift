internal import GeoSnapStore

/// The stored history of a network in a database, with its authors.
struct CopiedHistory: Sendable {
  /// The value of `foreign_edits` in `un_network`.
  let foreignEdits: String
  let forgotten: Int64
  private let rows: [[String?]]
  /// The schema of the history; lock keys are valid in a schema of this name only.
  private let schema: String

  private static let columns = [
    ("revision", "bigint"), ("number", "bigint"), ("kind", "text"), ("name", "text"),
    ("time", "timestamptz"), ("author", "text"), ("place", "text"), ("edits", "text"),
    ("inverse", "text"), ("step", "bigint"), ("undone", "text"), ("\"commit\"", "uuid"),
    ("changed", "bigint[]"), ("seen", "bigint[]"),
  ]

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

  func write(to target: String, _ connection: Connection) throws {
    // The name of the schema is the seed of lock keys.
    let isSame = target == schema
    let values = Self.columns.enumerated().map { index, column in
      let isLocks = column.1 == "bigint[]"
      return isLocks && !isSame ? "'{}'" : "$\(index + 1)::text::\(column.1)"
    }
    let names = Self.columns.map(\.0).joined(separator: ", ")
    let count = Self.columns.count - (isSame ? 0 : 2)
    for row in rows {
      // Transaction 3 is complete for every session.
      try connection.queryPrepared(
        "INSERT INTO \(target).un_history (\(names), xid) VALUES (\(values.joined(separator: ", ")), '3')",
        row.prefix(count).map { $0.map { .text($0) } ?? .null }
      )
    }
  }
}
