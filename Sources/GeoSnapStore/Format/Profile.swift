internal import GRDB
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
    var isRequired = true
  }

  /// The tables of the profile without features, and their columns except the integer primary key, `OBJECTID` when
  /// written here.
  static let tables: [String: [Column]] = [
    definition: [Column(name: "DEFINITION", type: "TEXT")],
    rules: [Column(name: "RULEID", type: "INTEGER"), Column(name: "RULETYPE", type: "INTEGER")]
      + ruleSides.flatMap { side in
        ["NETWORKSOURCEID", "ASSETGROUP", "ASSETTYPE", "TERMINALID"].map {
          Column(name: side + $0, type: "INTEGER")
        }
      } + [Column(name: "ORIGIN", type: "TEXT", isRequired: false)],
    associations: ["FROM", "TO"].flatMap { side in
      [
        Column(name: side + "NETWORKSOURCEID", type: "INTEGER"),
        Column(name: side + "GLOBALID", type: "TEXT"),
        Column(name: side + "TERMINALID", type: "INTEGER"),
      ]
    } + [
      Column(name: "ASSOCIATIONTYPE", type: "INTEGER"),
      Column(name: "ISCONTENTVISIBLE", type: "BOOLEAN"),
      Column(name: "PERCENTALONG", type: "REAL"),
      Column(name: "GLOBALID", type: "TEXT"),
      Column(name: "STATUS", type: "INTEGER", isRequired: false),
      Column(name: "ORIGIN", type: "TEXT", isRequired: false),
    ],
    manifest: [
      Column(name: "TABLENAME", type: "TEXT"), Column(name: "ROWCOUNT", type: "INTEGER"),
      Column(name: "COLUMNS", type: "TEXT"),
    ],
    imports: [
      Column(name: "NETWORK", type: "TEXT"), Column(name: "TABLENAME", type: "TEXT"),
      Column(name: "ROWS", type: "INTEGER"), Column(name: "IMPORTED", type: "BOOLEAN"),
      Column(name: "NOTE", type: "TEXT"),
    ],
    traceConfigurations: [
      Column(name: "NAME", type: "TEXT"), Column(name: "DESCRIPTION", type: "TEXT"),
      Column(name: "TRACETYPE", type: "TEXT"), Column(name: "CONFIGURATION", type: "TEXT"),
    ],
    acceptedDoubts: [
      Column(name: "KIND", type: "TEXT"), Column(name: "FEATURES", type: "TEXT"),
    ],
    history: [
      Column(name: "NAME", type: "TEXT"), Column(name: "TIME", type: "TEXT"),
      Column(name: "EDITS", type: "TEXT"), Column(name: "INVERSE", type: "TEXT"),
      Column(name: "UNDONE", type: "BOOLEAN"), Column(name: "REVISION", type: "INTEGER"),
    ],
    checkout: [
      Column(name: "CHECKOUTID", type: "TEXT"), Column(name: "ADDRESS", type: "TEXT"),
      Column(name: "NETWORK", type: "TEXT"), Column(name: "STATE", type: "TEXT"),
      Column(name: "XMIN", type: "REAL"), Column(name: "YMIN", type: "REAL"),
      Column(name: "XMAX", type: "REAL"), Column(name: "YMAX", type: "REAL"),
      Column(name: "CUT", type: "TEXT"), Column(name: "AUTHOR", type: "TEXT"),
      Column(name: "TIME", type: "TEXT"), Column(name: "DIGESTS", type: "TEXT"),
      Column(name: "BEGUN", type: "TEXT"), Column(name: "CHECKEDIN", type: "TEXT"),
    ],
  ]

  static func columns(of table: String) -> [Column] { tables[table] ?? [] }
}

extension String {
  /// The name as a quoted SQL identifier.
  var quotedIdentifier: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
