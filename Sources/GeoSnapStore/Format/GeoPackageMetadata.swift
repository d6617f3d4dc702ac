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
          reference.name, reference.srsID, reference.organization, reference.srsID,
          reference.definition, nil,
        ]
      )
    }
  }

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
          name, nil, "gpkg_schema", "http://www.geopackage.org/spec/#extension_schema",
          "read-write",
        ]
      )
    }
    for column in columns {
      let values = [table, column, nil, nil, nil, "application/json", nil]
      try database.insert("gpkg_data_columns", values)
    }
  }

  func create(_ table: String) throws {
    let columns = Profile.columns(of: table).map { "\"\($0.name)\" \($0.type)" }
    try database.execute(
      sql:
        "CREATE TABLE \(table) (OBJECTID INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")))"
    )
    try register(table, extent: nil, hasGeometry: false)
  }

  func register(_ table: String, extent: Envelope?, hasGeometry: Bool) throws {
    let kind = hasGeometry ? "features" : "attributes"
    try database.insert(
      "gpkg_contents",
      [
        table, kind, table, "", Self.lastChange, extent?.minX, extent?.minY, extent?.maxX,
        extent?.maxY, hasGeometry ? srsID : nil,
      ]
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
    try database.insert("gpkg_geometry_columns", [table, column, type, srsID, zUse, mUse])
  }
}

extension Database {
  func insert(_ table: String, _ values: [(any DatabaseValueConvertible)?]) throws {
    let statement = try insertStatement(table, count: values.count)
    try statement.execute(arguments: StatementArguments(values))
  }

  func insertStatement(_ table: String, count: Int) throws -> Statement {
    try cachedStatement(sql: Self.insertion(into: table, count: count))
  }

  static func insertion(into table: String, count: Int) -> String {
    let marks = Array(repeating: "?", count: count).joined(separator: ", ")
    return "INSERT INTO \(table.quotedIdentifier) VALUES (\(marks))"
  }
}

struct SpatialReferenceRow {
  let name: String
  /// The id of the row, which is the code of the organization too.
  let srsID: Int32
  let organization: String
  let definition: String

  /// The rows that every GeoPackage has, in order of id.
  static let required = [
    undefined("Undefined Cartesian SRS", -1), undefined("Undefined geographic SRS", 0), epsg(4326),
  ]

  private static func undefined(_ name: String, _ id: Int32) -> SpatialReferenceRow {
    SpatialReferenceRow(name: name, srsID: id, organization: "NONE", definition: "undefined")
  }

  /// The row of an EPSG code, with a definition for common codes only, since readers look the code up.
  static func epsg(_ code: SRID) -> SpatialReferenceRow {
    let (name, definition) = known[code] ?? ("EPSG:\(code)", "undefined")
    return SpatialReferenceRow(
      name: name,
      srsID: code,
      organization: "EPSG",
      definition: definition
    )
  }

  private static let wgs84 =
    #"GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],"#
    + #"AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],"#
    + #"UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]"#

  private static let known: [SRID: (name: String, definition: String)] = [
    4326: ("WGS 84 geodetic", wgs84),
    3857: (
      "WGS 84 / Pseudo-Mercator",
      #"PROJCS["WGS 84 / Pseudo-Mercator","# + wgs84
        + #","PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],"#
        + #"PARAMETER["false_easting",0],PARAMETER["false_northing",0],"#
        + #"UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH],"#
        + #"EXTENSION["PROJ4","+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 "#
        + #"+units=m +nadgrids=@null +wktext +no_defs"],AUTHORITY["EPSG","3857"]]"#
    ),
    25832: (
      "ETRS89 / UTM zone 32N",
      #"PROJCS["ETRS89 / UTM zone 32N",GEOGCS["ETRS89",DATUM["European_Terrestrial_Reference_System_1989","#
        + #"SPHEROID["GRS 1980",6378137,298.257222101,AUTHORITY["EPSG","7019"]],AUTHORITY["EPSG","6258"]],"#
        + #"PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,"#
        + #"AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4258"]],PROJECTION["Transverse_Mercator"],"#
        + #"PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",9],"#
        + #"PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],"#
        + #"PARAMETER["false_northing",0],UNIT["metre",1,AUTHORITY["EPSG","9001"]],"#
        + #"AXIS["Easting",EAST],AXIS["Northing",NORTH],AUTHORITY["EPSG","25832"]]"#
    ),
    31467: (
      "DHDN / 3-degree Gauss-Kruger zone 3",
      #"PROJCS["DHDN / 3-degree Gauss-Kruger zone 3",GEOGCS["DHDN",DATUM["Deutsches_Hauptdreiecksnetz","#
        + #"SPHEROID["Bessel 1841",6377397.155,299.1528128,AUTHORITY["EPSG","7004"]],"#
        + #"AUTHORITY["EPSG","6314"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],"#
        + #"UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4314"]],"#
        + #"PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],"#
        + #"PARAMETER["central_meridian",9],PARAMETER["scale_factor",1],"#
        + #"PARAMETER["false_easting",3500000],PARAMETER["false_northing",0],"#
        + #"UNIT["metre",1,AUTHORITY["EPSG","9001"]],AUTHORITY["EPSG","31467"]]"#
    ),
  ]
}
