internal import GRDB
internal import GeoSnap

/// GeoPackage's metadata tables, by which other programs find the content.
struct GeoPackageMetadata {
  let database: Database
  let srsID: Int32

  /// The recorded change time of all tables: a constant, so that the same network gives the same file.
  private static let lastChange = "2000-01-01T00:00:00.000Z"

  /// Makes an empty database a GeoPackage without content.
  func create() throws {
    try database.execute(
      sql: """
        PRAGMA application_id = \(Profile.applicationID);
        PRAGMA user_version = \(Profile.userVersion);
        CREATE TABLE gpkg_spatial_ref_sys (
          srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
          organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
        CREATE TABLE gpkg_contents (
          table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
          description TEXT DEFAULT '',
          last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
          min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
          CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
        CREATE TABLE gpkg_geometry_columns (
          table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
          srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL,
          CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
          CONSTRAINT uk_gc_table_name UNIQUE (table_name),
          CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
          CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
        CREATE TABLE gpkg_extensions (
          table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL,
          definition TEXT NOT NULL, scope TEXT NOT NULL,
          CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
        """
    )
    var references = SpatialReferenceRow.required
    if !references.contains(where: { $0.srsID == srsID }) {
      references.append(.epsg(srsID))
    }
    for reference in references {
      try database.insert(
        "gpkg_spatial_ref_sys",
        [
          reference.name.databaseValue, reference.srsID.databaseValue,
          reference.organization.databaseValue, reference.code.databaseValue,
          reference.definition.databaseValue, .null,
        ]
      )
    }
  }

  /// Marks columns as JSON with the schema extension.
  func registerJSON(_ table: String, columns: [String]) throws {
    try database.execute(
      sql: """
        CREATE TABLE gpkg_data_columns (
          table_name TEXT NOT NULL, column_name TEXT NOT NULL, name TEXT, title TEXT,
          description TEXT, mime_type TEXT, constraint_name TEXT,
          CONSTRAINT pk_gdc PRIMARY KEY (table_name, column_name),
          CONSTRAINT gdc_tn UNIQUE (table_name, name));
        CREATE TABLE gpkg_data_column_constraints (
          constraint_name TEXT NOT NULL, constraint_type TEXT NOT NULL, value TEXT, min NUMERIC,
          min_is_inclusive BOOLEAN, max NUMERIC, max_is_inclusive BOOLEAN, description TEXT,
          CONSTRAINT gdcc_ntv UNIQUE (constraint_name, constraint_type, value));
        """
    )
    for name in ["gpkg_data_columns", "gpkg_data_column_constraints"] {
      try database.insert(
        "gpkg_extensions",
        [
          name.databaseValue, .null, "gpkg_schema".databaseValue,
          "http://www.geopackage.org/spec/#extension_schema".databaseValue,
          "read-write".databaseValue,
        ]
      )
    }
    for column in columns {
      try database.insert(
        "gpkg_data_columns",
        [
          table.databaseValue, column.databaseValue, .null, .null, .null,
          "application/json".databaseValue, .null,
        ]
      )
    }
  }

  /// Creates and registers a table with the columns of the profile.
  func create(_ table: String) throws {
    let columns = Profile.columns(of: table).map { "\"\($0.name)\" \($0.type)" }
    try database.execute(
      sql:
        "CREATE TABLE \(table) (OBJECTID INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")))"
    )
    try register(table, extent: nil, hasGeometry: false)
  }

  func register(_ table: String, extent: Envelope?, hasGeometry: Bool) throws {
    let sides = extent.map { [$0.minX, $0.minY, $0.maxX, $0.maxY].map(\.databaseValue) }
    try database.insert(
      "gpkg_contents",
      [
        table.databaseValue, (hasGeometry ? "features" : "attributes").databaseValue,
        table.databaseValue, "".databaseValue, Self.lastChange.databaseValue,
      ] + (sides ?? Array(repeating: .null, count: 4))
        + [hasGeometry ? srsID.databaseValue : .null]
    )
  }

  /// Declares the extent of a registered table; nil when it has no geometries.
  static func setExtent(_ extent: Envelope?, of table: String, in database: Database) throws {
    try database.execute(
      sql: """
        UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ?
        WHERE table_name = ? COLLATE NOCASE
        """,
      arguments: [extent?.minX, extent?.minY, extent?.maxX, extent?.maxY, table]
    )
  }

  /// Registers the geometry column of a table; `zUse` and `mUse` are GeoPackage's codes for Z and M: 0 no geometry
  /// has it, 1 all have, 2 some have.
  func registerGeometry(
    _ table: String,
    column: String,
    type: String,
    zUse: Int,
    mUse: Int
  ) throws {
    try database.insert(
      "gpkg_geometry_columns",
      [
        table.databaseValue, column.databaseValue, type.databaseValue, srsID.databaseValue,
        zUse.databaseValue, mUse.databaseValue,
      ]
    )
  }
}

extension Database {
  func insert(_ table: String, _ values: [DatabaseValue]) throws {
    let statement = try insertStatement(table, count: values.count)
    try statement.execute(arguments: StatementArguments(values))
  }

  func insertStatement(_ table: String, count: Int) throws -> Statement {
    try cachedStatement(sql: Self.insertion(into: table, count: count))
  }

  /// The SQL that inserts a row with `count` parameters.
  static func insertion(into table: String, count: Int) -> String {
    let marks = Array(repeating: "?", count: count).joined(separator: ", ")
    return "INSERT INTO \(table.quotedIdentifier) VALUES (\(marks))"
  }
}
