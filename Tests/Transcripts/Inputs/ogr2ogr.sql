-- Tables as ogr2ogr -f GPKG of GDAL 3.6 makes them: fid, geom, columns in the order of the input, no spatial index here.
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
    x'47500001E8640000010200000002000000000000000000F03F000000000000004000000000000014400000000000000040', '00000000-0000-4000-8000-000000000003', 1, 1, 'pipe/1', 1);
INSERT INTO "houses" VALUES
  (1, x'47500001E86400000101000000000000000000F03F0000000000000040', 'Town hall');
