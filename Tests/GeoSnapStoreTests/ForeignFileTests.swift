import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import Testing

@Suite("Files made without this library")
struct ForeignFileTests {
  /// The SQL of the worked example in `Documentation/GeoPackage.md`: what it shows is what runs.
  private func exampleSQL() throws -> [String] {
    try documentationPage("GeoPackage").components(separatedBy: "```sql\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
  }

  /// Tables as `ogr2ogr -f GPKG` of GDAL 3.6 makes them: `fid`, `geom`, columns in the order of
  /// the input, no spatial index here.
  private let madeByGDAL = """
    PRAGMA application_id = 1196444487;
    PRAGMA user_version = 10300;
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL,srs_id INTEGER NOT NULL PRIMARY KEY,
      organization TEXT NOT NULL,organization_coordsys_id INTEGER NOT NULL,
      definition TEXT NOT NULL,description TEXT);
    INSERT INTO gpkg_spatial_ref_sys VALUES
      ('ETRS89 / UTM zone 32N', 25832, 'EPSG', 25832, 'undefined', NULL),
      ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', NULL),
      ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', NULL);
    CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY,data_type TEXT NOT NULL,
      identifier TEXT UNIQUE,description TEXT DEFAULT '',
      last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
      min_x DOUBLE, min_y DOUBLE,max_x DOUBLE, max_y DOUBLE,srs_id INTEGER);
    CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL,column_name TEXT NOT NULL,
      geometry_type_name TEXT NOT NULL,srs_id INTEGER NOT NULL,z TINYINT NOT NULL,
      m TINYINT NOT NULL,CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name));
    CREATE TABLE "WaterDevice" ( "fid" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, "geom" POINT,
      "pressure" REAL, "AssetType" MEDIUMINT, "assetgroup" INTEGER, "GlobalId" TEXT(38),
      "installed" DATE, "Origin" TEXT);
    CREATE TABLE "WaterLine" ( "fid" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
      "geom" LINESTRING, "globalid" TEXT, "assetgroup" INTEGER, "assettype" INTEGER,
      "origin" TEXT, "open" BOOLEAN);
    CREATE TABLE "houses" ( "fid" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, "geom" GEOMETRY,
      "name" TEXT);
    INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES
      ('houses', 'features', 'houses', 25832), ('WaterLine', 'features', 'WaterLine', 25832),
      ('WaterDevice', 'features', 'WaterDevice', 25832);
    INSERT INTO gpkg_geometry_columns VALUES ('WaterDevice', 'geom', 'POINT', 25832, 0, 0),
      ('WaterLine', 'geom', 'LINESTRING', 25832, 0, 0),
      ('houses', 'geom', 'GEOMETRY', 25832, 0, 0);
    INSERT INTO "WaterDevice" VALUES
      (3, x'47500001E86400000101000000000000000000F03F0000000000000040', 4.5, 1, 1,
        '{00000000-0000-4000-8000-000000000001}', '2024-05-01', 'valve/1'),
      (8, x'47500000000064E8000000000140140000000000004000000000000000', NULL, 1, 1,
        '00000000-0000-4000-8000-000000000002', NULL, NULL);
    INSERT INTO "WaterLine" VALUES
      (1,
        x'47500001E8640000010200000002000000000000000000F03F0000000000000040\
    00000000000014400000000000000040', '00000000-0000-4000-8000-000000000003', 1, 1, 'pipe/1', 1);
    INSERT INTO "houses" VALUES
      (1, x'47500001E86400000101000000000000000000F03F0000000000000040', 'Town hall');
    """

  /// A file with tables of GDAL, completed with the documented SQL.
  private func completed() throws -> TemporaryFile {
    let file = try TemporaryFile()
    try file.execute(madeByGDAL)
    let statements = try exampleSQL()
    try #require(!statements.isEmpty)
    for sql in statements { try file.execute(sql) }
    return file
  }

  @Test("Tables as ogr2ogr makes them, completed with the documented SQL, open")
  func documentedExample() throws {
    let network = try completed().network
    #expect(network.srid == 25832)
    #expect(network.tables.map(\.name) == ["WaterDevice", "WaterLine", "houses"])
    let devices = network.tables[0]
    #expect(devices.rowIDs == [3, 8] && devices.assetGroups == [1, 1])
    #expect(devices.origins == ["valve/1", nil])
    #expect(
      devices.fields == [AttributeField("pressure", .real), AttributeField("installed", .text)]
    )
    #expect(devices[0].attributes == [.real(4.5), .text("2024-05-01")])
    #expect(devices.geometries.map { $0?.wkt } == ["POINT (1 2)", "POINT (5 2)"])
    #expect(devices.geometries.allSatisfy { $0?.srid == 25832 })
    #expect(network.tables[1].fields == [AttributeField("open", .integer)])
    #expect(network.tables[2].geometryType == .point)
    #expect(network.rules.map(\.kind) == [.junctionEdge])
    #expect(network.associations.map(\.kind) == [.connectivity])
    #expect(network.feature(globalID: GlobalID(high: 0x4000, low: 0x8000 << 48 | 1)) != nil)
  }

  /// Layers with measures as `ogr2ogr` of GDAL 3.12 makes them: a missing measure, Z beside M, and
  /// rows that differ.
  private let measuresByGDAL = """
    CREATE TABLE "routes" ( "fid" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, "geom" LINESTRING);
    CREATE TABLE "stops" ( "fid" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, "geom" POINT);
    CREATE TABLE "any" ( "fid" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, "geom" GEOMETRY);
    INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES
      ('routes', 'features', 'routes', 25832), ('stops', 'features', 'stops', 25832),
      ('any', 'features', 'any', 25832);
    INSERT INTO gpkg_geometry_columns VALUES ('routes', 'geom', 'LINESTRING', 25832, 0, 1),
      ('stops', 'geom', 'POINT', 25832, 1, 1), ('any', 'geom', 'GEOMETRY', 25832, 2, 2);
    INSERT INTO "routes" VALUES
      (1,
        x'47500003E8640000000000000000F03F0000000000001440000000000000004000000000000000400\
    1D207000002000000000000000000F03F00000000000000400000000000000000000000000000144000000000000\
    000400000000000001040'),
      (2,
        x'47500003E8640000000000000000F03F0000000000001440000000000000004000000000000000400\
    1D207000002000000000000000000F03F0000000000000040000000000000F87F00000000000014400000000000\
    0000400000000000002040');
    INSERT INTO "stops" VALUES
      (1, x'47500001E864000001B90B0000000000000000F03F0000000000000040000000000000084000000\
    00000001040');
    INSERT INTO "any" VALUES
      (1, x'47500001E864000001D1070000000000000000F03F00000000000000400000000000000840'),
      (2,
        x'47500005E8640000000000000000F03F0000000000001440000000000000004000000000000018400\
    0000000000008400000000000001C4001BA0B000002000000000000000000F03F0000000000000040000000000\
    00008400000000000001040000000000000144000000000000018400000000000001C400000000000002040');
    """

  @Test("Layers with measures open, and keep them when written again")
  func measures() throws {
    let file = try completed()
    try file.execute(measuresByGDAL)
    let network = try file.network
    for opened in [network, try TemporaryFile(holding: network).network] {
      func texts(_ table: String) -> [String?]? { opened.named(table)?.geometries.map { $0?.wkt } }
      #expect(texts("routes") == ["LINESTRING M (1 2 0, 5 2 4)", "LINESTRING M (1 2 nan, 5 2 8)"])
      #expect(texts("stops") == ["POINT ZM (1 2 3 4)"])
      #expect(texts("any") == ["POINT M (1 2 3)", "LINESTRING ZM (1 2 3 4, 5 6 7 8)"])
    }
  }
}
