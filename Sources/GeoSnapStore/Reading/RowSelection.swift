internal import GRDB

/// Columns of all rows of a table, in the order of the primary key.
struct RowSelection: Sendable {
  /// The table.
  let table: TableSchema
  private let columns: String

  /// First the key, then `columns`, NULL for those that are not there.
  init(_ table: TableSchema, columns: [String?]) {
    self.table = table
    let list = ([table.primaryKey] + columns).map { $0.flatMap(table.column) }
    self.columns = list.map { $0?.quotedIdentifier ?? "NULL" }.joined(separator: ", ")
  }

  /// The rows whose key is at least one number and below another.
  func rows(
    in database: Database,
    from start: Int64? = nil,
    upTo end: Int64? = nil
  ) throws -> RowCursor {
    var sql = "SELECT \(columns) FROM \(table.name.quotedIdentifier) NOT INDEXED"
    guard let key = table.primaryKey?.quotedIdentifier else {
      return try Row.fetchCursor(database, sql: sql)
    }
    let limits = [start.map { "\(key) >= \($0)" }, end.map { "\(key) < \($0)" }].compactMap(\.self)
    if !limits.isEmpty { sql += " WHERE \(limits.joined(separator: " AND "))" }
    return try Row.fetchCursor(database, sql: "\(sql) ORDER BY \(key)")
  }

  /// The least and the greatest key; nil when there is no row, or one of them is no integer, or the
  /// key is not where SQLite keeps rows: it may be NULL then, and looking for a range of it takes a
  /// look at all rows.
  func keys(in database: Database) throws -> ClosedRange<Int64>? {
    guard let key = table.primaryKey?.quotedIdentifier else { return nil }
    // Of a key that is the row id there is no index.
    let indexes = try Int.fetchOne(
      database,
      sql: "SELECT count(*) FROM pragma_index_list(?) WHERE origin = 'pk'",
      arguments: [table.name]
    )
    guard indexes == 0 else { return nil }
    func extreme(_ function: String) throws -> Int64? {
      try Row.fetchOne(
        database,
        sql: "SELECT \(function)(\(key)) FROM \(table.name.quotedIdentifier)"
      )?.integer(0)
    }
    guard let least = try extreme("min"), let greatest = try extreme("max"), least <= greatest
    else { return nil }
    return least...greatest
  }
}
