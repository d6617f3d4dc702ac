package import GRDB

/// Columns of rows of a table, in the order of the primary key.
package struct RowSelection: Sendable {
  /// The table.
  let table: TableSchema
  /// Which rows, as SQL; nil for all.
  var condition: String?
  private let columns: String

  /// First the key, then `columns`, NULL for those that are not there.
  package init(_ table: TableSchema, columns: [String?]) {
    self.table = table
    let list = ([table.primaryKey] + columns).map { $0.flatMap(table.column) }
    self.columns = list.map { $0?.quotedIdentifier ?? "NULL" }.joined(separator: ", ")
  }

  /// The rows whose key is at least one number and below another.
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

  /// That the key is one of some.
  func condition(isOneOf keys: some Collection<Int64>) -> String {
    let key = table.primaryKey ?? "rowid"
    return "\(key.quotedIdentifier) IN (\(keys.map(String.init).joined(separator: ", ")))"
  }

  /// The least and the greatest key; nil when there is no row, or one of them is no integer, or the
  /// key is not where SQLite keeps rows: it may be NULL then, and looking for a range of it takes a
  /// look at all rows.
  package func keys(in database: Database) throws -> ClosedRange<Int64>? {
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

  /// About how many rows have keys of a range: from a few keys in each stretch of it, so that keys far
  /// from the others count for no more than themselves.
  ///
  /// - Complexity: A search for each of 32 stretches, whatever the number of rows.
  package func estimatedRowCount(of keys: ClosedRange<Int64>?, in database: Database) throws -> Int
  {
    guard let keys, let key = table.primaryKey?.quotedIdentifier else { return 0 }
    let (stretches, sample) = (32, 8)
    let span = UInt64(bitPattern: keys.upperBound &- keys.lowerBound)
    guard span >= 1024 else { return Int(span) + 1 }
    let width = span / UInt64(stretches)
    // Ids that programs give to groups of features begin at round numbers, here keys do not.
    let offset = UInt64(0.382 * Double(width))
    let search = try database.makeStatement(
      sql: """
        SELECT \(key) FROM \(table.name.quotedIdentifier) NOT INDEXED
        WHERE \(key) BETWEEN ? AND ? ORDER BY \(key) LIMIT \(sample)
        """
    )
    // What is left when the range is divided.
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
