package import GRDB

/// Columns of rows of a table, in the order of the primary key.
package struct RowSelection: Sendable {
  let table: TableSchema
  /// The rows, as an SQL condition; nil for all.
  var condition: String?
  private let columns: String

  /// Selects the key, then `columns`, NULL for missing ones.
  package init(_ table: TableSchema, columns: [String?]) {
    self.table = table
    let list = ([table.primaryKey] + columns).map { $0.flatMap(table.column) }
    self.columns = list.map { $0?.quotedIdentifier ?? "NULL" }.joined(separator: ", ")
  }

  package func rows(
    in database: Database,
    from start: Int64? = nil,
    upTo end: Int64? = nil
  ) throws -> RowCursor {
    var sql = "SELECT \(columns) FROM \(table.name.quotedIdentifier) NOT INDEXED"
    guard let key = table.primaryKey?.quotedIdentifier else {
      return try Row.fetchCursor(database, sql: sql)
    }
    let limits = [start.map { "\(key) >= \($0)" }, end.map { "\(key) < \($0)" }, condition]
      .compactMap(\.self)
    if !limits.isEmpty { sql += " WHERE \(limits.joined(separator: " AND "))" }
    return try Row.fetchCursor(database, sql: "\(sql) ORDER BY \(key)")
  }

  func condition(isOneOf keys: some Collection<Int64>) -> String {
    let key = table.primaryKey ?? "rowid"
    return "\(key.quotedIdentifier) IN (\(keys.map(String.init).joined(separator: ", ")))"
  }

  /// The least and the greatest key; nil when there is no row, when one of them is no integer, or when the key is not
  /// the row id: it may be NULL then, and a search for a range would scan all rows.
  package func keys(in database: Database) throws -> ClosedRange<Int64>? {
    guard let key = table.primaryKey?.quotedIdentifier else { return nil }
    // A key that is the row id has no index.
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

  /// Estimates the number of rows in a range of keys, from a few keys in each of its stretches, so that distant keys
  /// count only once.
  package func estimatedRowCount(of keys: ClosedRange<Int64>?, in database: Database) throws -> Int
  {
    guard let keys, let key = table.primaryKey?.quotedIdentifier else { return 0 }
    let (stretches, sample) = (32, 8)
    let span = UInt64(bitPattern: keys.upperBound &- keys.lowerBound)
    guard span >= 1024 else { return Int(span) + 1 }
    let width = span / UInt64(stretches)
    // Programs often begin groups of ids at round numbers; this offset avoids them.
    let offset = UInt64(0.382 * Double(width))
    let search = try database.makeStatement(
      sql: """
        SELECT \(key) FROM \(table.name.quotedIdentifier) NOT INDEXED
        WHERE \(key) BETWEEN ? AND ? ORDER BY \(key) LIMIT \(sample)
        """
    )
    // The keys that the division of the range leaves over.
    var count = Double(stretches)
    for stretch in 0..<UInt64(stretches) {
      let first = stretch * width + offset
      let start = keys.lowerBound &+ Int64(bitPattern: first)
      let end = keys.lowerBound &+ Int64(bitPattern: first + min(width - 1, span - first))
      let found = try Int64.fetchAll(search, arguments: [start, end])
      let isAll = found.count < sample
      let sampled = UInt64(bitPattern: (isAll ? end : found.last ?? end) &- start)
      count += Double(found.count) * Double(width) / (Double(sampled) + 1)
    }
    return Int(min(count.rounded(.up), 0x1p62))
  }
}
