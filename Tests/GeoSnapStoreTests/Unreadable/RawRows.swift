import GRDB
import GeoSnapPostgresTestSupport
import GeoSnapTestSupport
import Testing

/// Rows of a store to the last byte, by table and row id.
struct RawRows: Equatable {
  private(set) var cells: [String: [Int64: [String]]] = [:]

  init(_ file: TemporaryFile) throws {
    cells = try file.read { database in
      let sql = "SELECT table_name FROM gpkg_contents"
      let tables = Set(try String.fetchAll(database, sql: sql))
        .subtracting(["un_manifest", "un_history"])
      return Dictionary(uniqueKeysWithValues: try tables.map { ($0, try Self.rows($0, database)) })
    }
  }

  init(_ subject: StoreSubject) throws {
    if let file = subject.file {
      self = try RawRows(file)
      return
    }
    let schema = try #require(subject.schema)
    let lines = try schema.execute("SELECT relation, name FROM un_tables ORDER BY position")
    var names = Dictionary(
      uniqueKeysWithValues: lines.split(separator: "\n").map { line in
        let parts = line.split(separator: "|", maxSplits: 1).map(String.init)
        return (parts[0], parts[1])
      }
    )
    for table in ["un_associations", "un_rules"] { names[table] = table }
    let rows = names.keys.map { relation in
      "SELECT '\(relation)', objectid, t::text FROM \"\(relation)\" AS t"
    }
    for name in names.values { cells[name] = [:] }
    for line in try schema.execute(rows.joined(separator: " UNION ALL ")).split(separator: "\n") {
      let parts = line.split(separator: "|", maxSplits: 2).map(String.init)
      let name = try #require(names[parts[0]])
      cells[name]?[try #require(Int64(parts[1]))] = [parts[2]]
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
    ) { rows[row[0]] = (1...columns.count).map { (row[$0] as String?) ?? "" } }
    return rows
  }

  func missing(in other: RawRows) -> [(table: String, row: Int64)] {
    cells.flatMap { table, rows in
      rows.keys.filter { other.cells[table]?[$0] == nil }.map { (table, $0) }
    }
  }

  func only(_ wanted: [(table: String, row: Int64)]) -> RawRows {
    var rows = self
    rows.cells = [:]
    for (table, row) in wanted { rows.cells[table, default: [:]][row] = cells[table]?[row] }
    return rows
  }
}
