package import GRDB
internal import GeoSnap

/// The names that `Documentation/GeoPackage.md` specifies.
enum Profile {
  static let definition = "un_definition"
  static let rules = "un_rules"
  static let associations = "un_associations"
  static let manifest = "un_manifest"
  static let imports = "un_import"
  static let history = "un_history"
  static let traceConfigurations = "un_trace_configurations"
  static let checkout = "un_checkout"
  static let acceptedDoubts = "un_accepted_doubts"

  /// The sides of a rule, which prefix the names of its columns.
  static let ruleSides = ["FROM", "TO", "VIA"]

  /// "GPKG" as SQLite's application id.
  static let applicationID: Int64 = 0x4750_4B47
  /// The application ids of GeoPackage 1.0 and 1.1, which GDAL still writes on request.
  static let earlierApplicationIDs: Set<Int64> = [0x4750_3130, 0x4750_3131]
  /// GeoPackage 1.3, the version that is written.
  static let userVersion: Int64 = 10300
  /// GeoPackage 1.2, the first to state its version.
  static let leastUserVersion: Int64 = 10200
  static func featureColumns(isPlain: Bool) -> [String] {
    ["OBJECTID", "SHAPE", "GLOBALID"] + (isPlain ? [] : ["ASSETGROUP", "ASSETTYPE"]) + ["ORIGIN"]
  }

  /// The prefixes that feature tables must not have.
  static let reservedPrefixes = ["gpkg_", "un_", "rtree_", "sqlite_"]

  struct Column {
    let name: String
    let type: String
    let isRequired: Bool
  }

  /// The tables of the profile without features, and their columns except the integer primary key, `OBJECTID` when
  /// written here.
  static let tables: [String: [Column]] = [
    definition: list("DEFINITION TEXT"),
    rules: list("RULEID INTEGER, RULETYPE INTEGER")
      + ruleSides.flatMap {
        list(
          "NETWORKSOURCEID INTEGER, ASSETGROUP INTEGER, ASSETTYPE INTEGER, TERMINALID INTEGER",
          $0
        )
      } + list("ORIGIN TEXT?"),
    associations: ["FROM", "TO"].flatMap {
      list("NETWORKSOURCEID INTEGER, GLOBALID TEXT, TERMINALID INTEGER", $0)
    }
      + list("ASSOCIATIONTYPE INTEGER, ISCONTENTVISIBLE BOOLEAN, PERCENTALONG REAL, GLOBALID TEXT")
      + list("STATUS INTEGER?, ORIGIN TEXT?"),
    manifest: list("TABLENAME TEXT, ROWCOUNT INTEGER, COLUMNS TEXT"),
    imports: list("NETWORK TEXT, TABLENAME TEXT, ROWS INTEGER, IMPORTED BOOLEAN, NOTE TEXT"),
    traceConfigurations: list("NAME TEXT, DESCRIPTION TEXT, TRACETYPE TEXT, CONFIGURATION TEXT"),
    acceptedDoubts: list("KIND TEXT, FEATURES TEXT"),
    history: list(
      "NAME TEXT, TIME TEXT, EDITS TEXT, INVERSE TEXT, UNDONE BOOLEAN, REVISION INTEGER"
    ),
    checkout: list("CHECKOUTID TEXT, ADDRESS TEXT, NETWORK TEXT, STATE TEXT")
      + list("XMIN REAL, YMIN REAL, XMAX REAL, YMAX REAL, CUT TEXT, AUTHOR TEXT, TIME TEXT")
      + list("DIGESTS TEXT, BEGUN TEXT, CHECKEDIN TEXT"),
  ]

  /// Columns as names with types, whose names begin with `side`; a question mark ends an optional one.
  private static func list(_ text: String, _ side: String = "") -> [Column] {
    text.split(separator: ", ").map { column in
      let words = column.split { $0 == " " || $0 == "?" }.map(String.init)
      return Column(name: side + words[0], type: words[1], isRequired: !column.hasSuffix("?"))
    }
  }

  static func columns(of table: String) -> [Column] { tables[table] ?? [] }
}

extension String {
  var quotedIdentifier: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}

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

package struct DatabaseSchema {
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
  func integer(_ index: Int) -> Int64? { value(index).integer }

  func real(_ index: Int) -> Double? { value(index).real }

  func text(_ index: Int) -> String? { value(index).text }

  func value(_ index: Int) -> DatabaseValue { self[index] as DatabaseValue }
}
