import Foundation
import GeoSnap
import GeoSnapStore
import Testing

@Suite("What is wrong with a file is said with table and row")
struct ProblemTests {
  /// A change to a sound file, and a problem that must be among those reported.
  struct Case: CustomTestStringConvertible, Sendable {
    let sql: String
    let problem: String
    /// Whether it must be the only one.
    var isOnly = true

    var testDescription: String { sql }

    init(_ sql: String, _ problem: String, isOnly: Bool = true) {
      self.sql = sql
      self.problem = problem
      self.isOnly = isOnly
    }
  }

  static let id1 = SampleNetwork.id(1).description
  static let id100 = SampleNetwork.id(100).description

  static let tables = [
    Case("DROP TABLE un_definition", "un_definition: The table is missing."),
    Case("DROP TABLE un_rules", "un_rules: The table is missing."),
    Case("DROP TABLE un_associations", "un_associations: The table is missing."),
    Case("DROP TABLE un_manifest", "un_manifest: The table is missing."),
    Case(
      "DROP TABLE un_import",
      "un_import: un_manifest lists this table, but it is missing or no longer registered."
    ),
    Case("DROP TABLE gpkg_contents", "gpkg_contents: The table is missing.", isOnly: false),
    Case("DROP TABLE ElectricLine", "ElectricLine: The table is missing."),
    Case("DROP TABLE survey_points", "survey_points: The table is missing."),
    Case(
      "DELETE FROM gpkg_contents WHERE table_name = 'survey_points'",
      "survey_points: un_manifest lists this table, but it is missing or no longer registered."
    ),
    Case(
      "DELETE FROM gpkg_contents WHERE table_name = 'ElectricEdgeObject'",
      "ElectricEdgeObject: The definition has this source, but gpkg_contents does not list its "
        + "table."
    ),
    Case(
      "DELETE FROM gpkg_geometry_columns WHERE table_name = 'ElectricLine'",
      "ElectricLine: gpkg_geometry_columns does not list this feature table.",
      isOnly: false
    ),
    Case(
      "UPDATE gpkg_contents SET data_type = 'attributes' WHERE table_name = 'ElectricLine'",
      "ElectricLine: A line needs a geometry column; this table has none."
    ),
    Case(
      "DROP TABLE un_rules; CREATE VIEW un_rules AS SELECT 1 AS RULEID",
      "un_rules: This is a view, not an ordinary table."
    ),
    Case(
      "ALTER TABLE ElectricLine RENAME COLUMN ASSETGROUP TO g",
      "ElectricLine: Column ASSETGROUP is missing."
    ),
    Case(
      "ALTER TABLE ElectricLine RENAME COLUMN SHAPE TO g",
      "ElectricLine: Column SHAPE is missing."
    ),
    Case(
      "ALTER TABLE ElectricLine DROP COLUMN length_km",
      "ElectricLine: Column length_km is missing."
    ),
    Case(
      "ALTER TABLE un_rules RENAME COLUMN VIATERMINALID TO v",
      "un_rules: Column VIATERMINALID is missing."
    ),
    Case(
      "ALTER TABLE ElectricLine ADD COLUMN g AS (length_km * 2)",
      "ElectricLine: Column g is generated; store its values in an ordinary column."
    ),
    Case(
      "CREATE TABLE x AS SELECT * FROM ElectricLine; DROP TABLE ElectricLine; "
        + "ALTER TABLE x RENAME TO ElectricLine",
      "ElectricLine: The table has no primary key of type INTEGER."
    ),
    Case(
      "DROP TABLE rtree_ElectricLine_SHAPE",
      "rtree_ElectricLine_SHAPE: gpkg_extensions lists this spatial index, but it is missing."
    ),
    Case(
      "DROP TABLE gpkg_extensions",
      "gpkg_extensions: The table is missing, though there are spatial indexes."
    ),
    Case(
      "PRAGMA application_id = 1",
      "sqlite_schema: The application id is 1, not 1196444487: this is no GeoPackage."
    ),
    Case(
      "PRAGMA user_version = 1",
      "sqlite_schema: The user version is 1; GeoPackage needs at least 10200."
    ),
  ]

  static let rows = [
    Case(
      "DELETE FROM ElectricEdgeObject",
      "ElectricEdgeObject: The table has 0 rows; un_manifest says that it had 1.",
      isOnly: false
    ),
    Case(
      "DELETE FROM survey_points WHERE OBJECTID = 5",
      "survey_points: The table has 1 rows; un_manifest says that it had 2."
    ),
    Case(
      "DELETE FROM un_rules WHERE RULEID = 7",
      "un_rules: The table has 4 rows; un_manifest says that it had 5."
    ),
    Case(
      "DELETE FROM un_definition",
      "un_definition: The table holds 0 definitions instead of one."
    ),
    Case(
      "DELETE FROM un_manifest WHERE TABLENAME = 'un_rules'",
      "un_manifest: The row for table un_rules is missing.",
      isOnly: false
    ),
    Case(
      "UPDATE un_manifest SET COLUMNS = 'x' WHERE OBJECTID = 1",
      "un_manifest, row 1: COLUMNS is no JSON list of names."
    ),
    Case(
      "UPDATE un_manifest SET ROWCOUNT = 'x' WHERE OBJECTID = 1",
      "un_manifest, row 1: ROWCOUNT holds the text \"x\", not an integer.",
      isOnly: false
    ),
    Case(
      "UPDATE un_import SET ROWS = 9223372036854775807 WHERE OBJECTID = 1",
      "un_import, row 1: ROWS 9223372036854775807 is beyond 32 bits."
    ),
    Case(
      "UPDATE un_import SET IMPORTED = 2 WHERE OBJECTID = 1",
      "un_import, row 1: IMPORTED is 2, not 0 or 1."
    ),
  ]

  static let cells = [
    Case(
      "UPDATE ElectricLine SET ASSETTYPE = 999 WHERE OBJECTID = 2",
      "ElectricLine, row 2: Asset type 6/999 is not in the definition."
    ),
    Case(
      "UPDATE ElectricLine SET ASSETGROUP = 'six' WHERE OBJECTID = 2",
      "ElectricLine, row 2: ASSETGROUP holds the text \"six\", not an integer."
    ),
    Case(
      "UPDATE ElectricLine SET ASSETGROUP = NULL WHERE OBJECTID = 2",
      "ElectricLine, row 2: ASSETGROUP holds nothing, not an integer."
    ),
    Case(
      "UPDATE ElectricLine SET ASSETGROUP = 2147483648 WHERE OBJECTID = 2",
      "ElectricLine, row 2: ASSETGROUP 2147483648 is beyond 32 bits."
    ),
    Case(
      "UPDATE ElectricLine SET ASSETTYPE = -9e99 WHERE OBJECTID = 2",
      "ElectricLine, row 2: ASSETTYPE holds the real number -9e+99, not an integer."
    ),
    Case(
      "UPDATE StructureLine SET GLOBALID = 'A-1' WHERE OBJECTID = 1",
      "StructureLine, row 1: GLOBALID \"A-1\" is no UUID of 32 hexadecimal digits."
    ),
    Case(
      "UPDATE StructureLine SET GLOBALID = NULL WHERE OBJECTID = 1",
      "StructureLine, row 1: GLOBALID holds nothing, not a UUID."
    ),
    Case(
      "UPDATE StructureJunction SET GLOBALID = '\(id1)' WHERE OBJECTID = 2",
      "StructureJunction, row 2: GLOBALID \(id1) is used twice",
      isOnly: false
    ),
    Case(
      "UPDATE survey_points SET GLOBALID = 'x' WHERE OBJECTID = 6",
      "survey_points, row 6: GLOBALID \"x\" is no UUID of 32 hexadecimal digits."
    ),
    Case(
      "UPDATE ElectricDevice SET ORIGIN = x'00' WHERE OBJECTID = 3",
      "ElectricDevice, row 3: ORIGIN holds 1 bytes, not a text."
    ),
    Case(
      "UPDATE ElectricDevice SET STATUS = 'open' WHERE OBJECTID = 3",
      "ElectricDevice, row 3: STATUS is declared INTEGER and holds another type of value."
    ),
    Case(
      "UPDATE ElectricLine SET SHAPE = 'LINESTRING(0 0, 1 1)' WHERE OBJECTID = 2",
      "ElectricLine, row 2: SHAPE is no blob."
    ),
    Case(
      "UPDATE ElectricLine SET SHAPE = x'4750' WHERE OBJECTID = 2",
      "ElectricLine, row 2: SHAPE has 2 bytes, too few for a GeoPackage header."
    ),
    Case(
      "UPDATE ElectricLine SET SHAPE = x'0102000000000000' WHERE OBJECTID = 2",
      "ElectricLine, row 2: SHAPE is no GeoPackage geometry: it does not begin with GP."
    ),
    Case(
      "UPDATE ElectricLine SET SHAPE = x'47500101E8640000' WHERE OBJECTID = 2",
      "ElectricLine, row 2: SHAPE has GeoPackage geometry version 1; only 0 is known."
    ),
    Case(
      "UPDATE ElectricLine SET SHAPE = x'47500021E8640000' WHERE OBJECTID = 2",
      "ElectricLine, row 2: SHAPE is an extended geometry, which only its maker can read."
    ),
    Case(
      "UPDATE ElectricLine SET SHAPE = x'4750000FE8640000' WHERE OBJECTID = 2",
      "ElectricLine, row 2: SHAPE has envelope code 7; only 0 to 4 are known."
    ),
    Case(
      "UPDATE ElectricLine SET SHAPE = x'47500003E8640000' WHERE OBJECTID = 2",
      "ElectricLine, row 2: SHAPE ends after 8 bytes, within its envelope."
    ),
    Case(
      "UPDATE ElectricLine SET SHAPE = x'47500001E6100000' WHERE OBJECTID = 2",
      "ElectricLine, row 2: SHAPE is in reference system 4326, the table in 25832."
    ),
    Case(
      "UPDATE ElectricLine SET SHAPE = x'47500001E86400000102000000FFFFFFFF' WHERE OBJECTID = 2",
      "ElectricLine, row 2: SHAPE has broken WKB from byte 8 on: ",
      isOnly: false
    ),
    Case(
      "UPDATE ElectricLine SET SHAPE = substr(SHAPE, 1, length(SHAPE) - 1) WHERE OBJECTID = 1",
      "ElectricLine, row 1: SHAPE has broken WKB from byte 40 on: ",
      isOnly: false
    ),
    Case(
      "UPDATE ElectricLine SET SHAPE = (SELECT SHAPE FROM StructureJunction) WHERE OBJECTID = 2",
      "ElectricLine, row 2: A line needs a LINESTRING; this is a POINT."
    ),
  ]

  static let references = [
    Case(
      "UPDATE gpkg_geometry_columns SET srs_id = 4326 WHERE table_name = 'StructureLine'",
      "StructureLine: The table is in reference system 4326, but StructureJunction in 25832. "
        + "Transform one of them.",
      isOnly: false
    ),
    Case(
      "UPDATE gpkg_geometry_columns SET srs_id = 7 WHERE table_name = 'StructureLine'",
      "StructureLine: srs_id 7 is not in gpkg_spatial_ref_sys.",
      isOnly: false
    ),
    Case(
      "UPDATE gpkg_spatial_ref_sys SET organization = 'ACME' WHERE srs_id = 25832",
      "StructureLine: srs_id 25832 is \"ACME\" 25832, no EPSG code. Assign one, such as with "
        + "ogr2ogr -a_srs EPSG:25832.",
      isOnly: false
    ),
    Case(
      "UPDATE gpkg_geometry_columns SET geometry_type_name = 'CURVE' "
        + "WHERE table_name = 'StructureLine'",
      "gpkg_geometry_columns, row StructureLine: Geometry type \"CURVE\" is not among those that "
        + "can be read."
    ),
  ]

  static let rules = [
    Case(
      "UPDATE un_rules SET RULETYPE = 6 WHERE RULEID = 7",
      "un_rules, row 7: RULETYPE 6 is not between 1 and 5."
    ),
    Case(
      "UPDATE un_rules SET RULETYPE = 'x' WHERE RULEID = 7",
      "un_rules, row 7: RULETYPE holds the text \"x\", not an integer."
    ),
    Case(
      "UPDATE un_rules SET RULEID = 8 WHERE RULEID = 7",
      "un_rules, row 8: RULEID is used twice."
    ),
    Case(
      "UPDATE un_rules SET TOASSETTYPE = 5 WHERE RULEID = 7",
      "un_rules, row 7: TO asset type 6/5 of ElectricJunction is not defined."
    ),
    Case(
      "UPDATE un_rules SET TOASSETTYPE = 9999999999 WHERE RULEID = 7",
      "un_rules, row 7: TOASSETTYPE 9999999999 is beyond 32 bits."
    ),
    Case(
      "UPDATE un_rules SET FROMNETWORKSOURCEID = 99 WHERE RULEID = 7",
      "un_rules, row 7: FROMNETWORKSOURCEID 99 is not defined."
    ),
    Case(
      "UPDATE un_rules SET FROMTERMINALID = 3 WHERE RULEID = 7",
      "un_rules, row 7: FROMTERMINALID 3 is no terminal of asset type 6/102 of ElectricDevice."
    ),
    Case(
      "UPDATE un_rules SET VIANETWORKSOURCEID = NULL WHERE RULEID = 10",
      "un_rules, row 10: VIANETWORKSOURCEID holds nothing, not an integer."
    ),
  ]

  static let associations = [
    Case(
      "UPDATE un_associations SET ASSOCIATIONTYPE = 0 WHERE OBJECTID = 2",
      "un_associations, row \(id100): ASSOCIATIONTYPE 0 is not between 1 and 6."
    ),
    Case(
      "UPDATE un_associations SET TOGLOBALID = '\(SampleNetwork.id(999))' WHERE OBJECTID = 2",
      "un_associations, row \(id100): TOGLOBALID \(SampleNetwork.id(999)) is no feature."
    ),
    Case(
      "UPDATE un_associations SET TONETWORKSOURCEID = 10 WHERE OBJECTID = 2",
      "un_associations, row \(id100): TOGLOBALID \(SampleNetwork.id(8)) is in ElectricDevice, "
        + "not in source 10."
    ),
    Case(
      "UPDATE un_associations SET FROMGLOBALID = 'q' WHERE OBJECTID = 2",
      "un_associations, row \(id100): FROMGLOBALID \"q\" is no UUID of 32 hexadecimal digits."
    ),
    Case(
      "UPDATE un_associations SET GLOBALID = NULL WHERE OBJECTID = 2",
      "un_associations, row 2: GLOBALID holds nothing, not a UUID."
    ),
    Case(
      "UPDATE un_associations SET PERCENTALONG = 'half' WHERE OBJECTID = 2",
      "un_associations, row \(id100): PERCENTALONG holds the text \"half\", not a number."
    ),
    Case(
      "UPDATE un_associations SET ISCONTENTVISIBLE = 2 WHERE OBJECTID = 2",
      "un_associations, row \(id100): ISCONTENTVISIBLE is 2, not 0 or 1."
    ),
    Case(
      "UPDATE un_associations SET FROMTERMINALID = 9 WHERE OBJECTID = 1",
      "un_associations, row \(SampleNetwork.id(101)): FROMTERMINALID 9 is no terminal of asset "
        + "type 6/102 of ElectricDevice."
    ),
  ]

  static let definitions = [
    Case(
      "UPDATE un_definition SET DEFINITION = '{'",
      "un_definition: DEFINITION: This is no valid JSON, or a number in it that must be whole is not, or is"
        + " too large.",
      isOnly: false
    ),
    Case(
      "UPDATE un_definition SET DEFINITION = replace(hex(zeroblob(200000)), '00', '[')",
      "un_definition: DEFINITION: ",
      isOnly: false
    ),
    Case(
      "UPDATE un_definition SET DEFINITION = replace(DEFINITION, '\"rank\":2', '\"rank\":1e999')",
      "un_definition: DEFINITION: ",
      isOnly: false
    ),
    Case(
      "UPDATE un_definition SET DEFINITION = '{}'",
      "un_definition: DEFINITION: Key domainNetworks is missing."
    ),
    Case(
      "UPDATE un_definition SET DEFINITION = replace(DEFINITION, 'esriUNFCUTDevice', 'device')",
      "un_definition: DEFINITION: at domainNetworks[1].junctionSources[0]."
        + "utilityNetworkFeatureClassUsageType: ",
      isOnly: false
    ),
    Case(
      "UPDATE un_definition SET DEFINITION = replace(DEFINITION, '\"rank\":2', '\"rank\":\"2\"')",
      "un_definition: DEFINITION: at domainNetworks[1].tiers[0].rank: This must be a whole number.",
      isOnly: false
    ),
    Case(
      "UPDATE un_definition SET DEFINITION = NULL",
      "un_definition: The table holds 0 definitions instead of one."
    ),
  ]

  /// A sound file, written once.
  private static let written = Result {
    let file = try TemporaryFile()
    try GeoPackage.write(
      try SampleNetwork.make(),
      to: file.path,
      imports: SampleNetwork.imports
    )
    return try file.bytes
  }

  @Test(
    "Each kind of problem is found",
    arguments: tables + rows + cells + references + rules + associations + definitions
  )
  func isFound(_ change: Case) throws {
    let file = try TemporaryFile()
    try file.write(try Self.written.get())
    try file.execute(change.sql)
    let error = try #require(throws: StoreError.self) {
      try GeoPackage.open(file.path, strict: true)
    }
    #expect(error.code == .badData)
    let problems = error.problems.map(\.description)
    #expect(problems.contains { $0.hasPrefix(change.problem) }, "\(problems)")
    if change.isOnly { #expect(problems == [change.problem]) }
  }

  @Test("All problems are listed, not the first alone")
  func allAreListed() throws {
    let file = try TemporaryFile()
    try GeoPackage.write(try SampleNetwork.make(), to: file.path)
    try file.execute(
      """
      UPDATE ElectricLine SET ASSETTYPE = 5;
      UPDATE ElectricDevice SET SHAPE = x'00' WHERE OBJECTID = 40;
      UPDATE un_rules SET RULETYPE = 0;
      UPDATE un_associations SET TOGLOBALID = '\(SampleNetwork.id(999))';
      """
    )
    let error = try #require(throws: StoreError.self) {
      try GeoPackage.open(file.path, strict: true)
    }
    let places = error.problems.map { "\($0.table)/\($0.row ?? "")" }
    let rules = SampleNetwork.rules.map { "un_rules/\($0.id)" }
    let associations = SampleNetwork.associations.map { "un_associations/\($0.globalID)" }
    #expect(
      places.sorted()
        == (["ElectricDevice/40", "ElectricLine/1", "ElectricLine/2"] + rules + associations)
        .sorted()
    )
  }

  @Test("More rows than the manifest says are fine")
  func additions() throws {
    let file = try TemporaryFile()
    try GeoPackage.write(try SampleNetwork.make(), to: file.path)
    try file.execute(
      """
      INSERT INTO survey_points (code) VALUES ('new');
      ALTER TABLE survey_points ADD COLUMN remark TEXT DEFAULT 'none';
      """
    )
    let network = try GeoPackage.open(file.path).network
    let table = try #require(network.tables.last)
    #expect(table.count == 3)
    #expect(table.fields.map(\.name) == ["code", "ASSETGROUP", "remark"])
    #expect(table[2].attributes == [.text("new"), .null, .text("none")])
  }

  @Test("Views, triggers and checks in a file never run")
  func hostileSchema() throws {
    let file = try TemporaryFile()
    let network = try SampleNetwork.make()
    try GeoPackage.write(network, to: file.path)
    try file.execute(
      """
      CREATE VIEW endless AS
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
      CREATE TRIGGER loop INSTEAD OF INSERT ON endless BEGIN SELECT load_extension('x'); END;
      CREATE TABLE checked (a CHECK (load_extension('evil') OR 1), b CHECK (hex(zeroblob(4e8))));
      PRAGMA ignore_check_constraints = ON;
      INSERT INTO checked VALUES (1, 1);
      """
    )
    #expect(try GeoPackage.open(file.path).network.featureCount == network.featureCount)
    try file.execute(
      """
      INSERT INTO gpkg_contents (table_name, data_type, srs_id) VALUES ('endless', 'features', -1);
      INSERT INTO gpkg_geometry_columns VALUES ('endless', 'i', 'POINT', -1, 0, 0);
      """
    )
    let error = try #require(throws: StoreError.self) { try GeoPackage.open(file.path) }
    #expect(
      error.problems.contains {
        $0.description == "endless: This is a view, not an ordinary table."
      }
    )
  }
}
