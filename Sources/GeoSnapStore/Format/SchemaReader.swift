package import GRDB
internal import GeoSnap

/// A table as the database declares it.
package struct TableSchema {
  struct Column {
    let name: String
    let type: String
    let isGenerated: Bool
  }

  let name: String
  let columns: [Column]
  /// The only primary key column, of type INTEGER; nil when there is none.
  package let primaryKey: String?

  /// The actual spelling of a column's name; nil when there is no such column.
  func column(_ name: String) -> String? {
    let name = name.lowercased()
    return columns.first { $0.name.lowercased() == name }?.name
  }
}

/// The declarations of the database, by lower-case name.
package struct DatabaseSchema {
  /// The kind of object with a name.
  enum Kind: String {
    case table
    case virtualTable
    case view
  }

  private let database: Database
  private let objects: [String: (name: String, kind: Kind)]

  package init(_ database: Database) throws {
    self.database = database
    var objects: [String: (name: String, kind: Kind)] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT name, type, sql FROM sqlite_master WHERE type IN ('table', 'view')"
    )
    while let row = try rows.next() {
      guard let name = row.text(0) else { continue }
      let sql = (row.text(2) ?? "").prefix(20).uppercased()
      let isVirtual = sql.hasPrefix("CREATE VIRTUAL")
      let kind: Kind = row.text(1) == "view" ? .view : isVirtual ? .virtualTable : .table
      objects[name.lowercased()] = (name, kind)
    }
    self.objects = objects
  }

  func kind(of name: String) -> Kind? { objects[name.lowercased()]?.kind }

  /// The spatial index of a column, with all its tables; nil when there is none.
  func spatialIndex(of table: String, _ column: String) -> String? {
    let index = "rtree_\(table)_\(column)"
    let isWhole =
      kind(of: index) == .virtualTable
      && ["node", "rowid", "parent"].allSatisfy { kind(of: "\(index)_\($0)") == .table }
    return isWhole ? index : nil
  }

  var virtualTables: [String] {
    objects.values.filter { $0.kind == .virtualTable }.map(\.name).sorted()
  }

  /// The declaration of an ordinary table; nil when it does not exist.
  package func table(_ name: String) throws -> TableSchema? {
    guard let object = objects[name.lowercased()], object.kind == .table else { return nil }
    var columns: [TableSchema.Column] = []
    var keys: [(name: String, type: String)] = []
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT name, type, pk, hidden FROM pragma_table_xinfo(?)",
      arguments: [object.name]
    )
    while let row = try rows.next() {
      guard let name = row.text(0) else { continue }
      let type = (row.text(1) ?? "").uppercased()
      columns.append(
        TableSchema.Column(name: name, type: type, isGenerated: (row.integer(3) ?? 0) >= 2)
      )
      if (row.integer(2) ?? 0) > 0 { keys.append((name, type)) }
    }
    let key = keys.count == 1 && keys[0].type == "INTEGER" ? keys[0].name : nil
    return TableSchema(name: object.name, columns: columns, primaryKey: key)
  }
}

extension Row {
  /// The integer in a column; nil for other values.
  func integer(_ index: Int) -> Int64? {
    guard case .int64(let value) = value(index).storage else { return nil }
    return value
  }

  func real(_ index: Int) -> Double? {
    switch value(index).storage {
    case .double(let value): value
    case .int64(let value): Double(value)
    default: nil
    }
  }

  func text(_ index: Int) -> String? {
    guard case .string(let value) = value(index).storage else { return nil }
    return value
  }

  func value(_ index: Int) -> DatabaseValue { self[index] as DatabaseValue }
}
