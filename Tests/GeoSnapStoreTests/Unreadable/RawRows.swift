import GRDB

/// Rows of a file to the last byte, by table and row id.
struct RawRows: Equatable {
  private(set) var cells: [String: [Int64: [String]]] = [:]

  /// All rows of the tables of features, associations and rules.
  init(_ file: TemporaryFile) throws {
    cells = try file.read { database in
      let tables = try String.fetchAll(
        database,
        sql: """
          SELECT table_name FROM gpkg_contents
          WHERE table_name NOT IN ('un_manifest', 'un_history')
          """
      )
      var cells: [String: [Int64: [String]]] = [:]
      for table in tables { cells[table] = try Self.rows(table, database) }
      return cells
    }
  }

  private static func rows(_ table: String, _ database: Database) throws -> [Int64: [String]] {
    let columns = try database.columns(in: table).map {
      "\"" + $0.name.replacing("\"", with: "\"\"") + "\""
    }
    // A text keeps its bytes, whether or not they are UTF-8.
    let list = columns.map { "typeof(\($0)) || hex(CAST(\($0) AS BLOB))" }
    var rows: [Int64: [String]] = [:]
    for row in try Row.fetchAll(
      database,
      sql: "SELECT rowid, \(list.joined(separator: ", ")) FROM \"\(table)\""
    ) {
      rows[row[0]] = (1...columns.count).map { (row[$0] as String?) ?? "" }
    }
    return rows
  }

  /// The rows that are here and not in another state of the file.
  func missing(in other: RawRows) -> [(table: String, row: Int64)] {
    cells.flatMap { table, rows in
      rows.keys.filter { other.cells[table]?[$0] == nil }.map { (table, $0) }
    }
  }

  /// The same with those rows alone.
  func only(_ wanted: [(table: String, row: Int64)]) -> RawRows {
    var rows = self
    rows.cells = [:]
    for (table, row) in wanted { rows.cells[table, default: [:]][row] = cells[table]?[row] }
    return rows
  }
}
