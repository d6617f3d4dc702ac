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
    let isOnly: Bool

    var testDescription: String { sql }

    /// Reads a line "SQL => problem".
    ///
    /// `TABLE ROW: SET` is short for an update of a row; a problem that ends in `...` is a beginning, or one among others.
    init(_ line: Substring) {
      let parts = line.split(separator: " => ", maxSplits: 1).map(String.init)
      if let update = parts[0].wholeMatch(of: /(\w+) (\d+): (.*)/) {
        let key = update.1 == "un_rules" ? "RULEID" : "OBJECTID"
        sql = "UPDATE \(update.1) SET \(update.3) WHERE \(key) = \(update.2)"
      } else {
        sql = parts[0]
      }
      isOnly = !parts[1].hasSuffix("...")
      problem = isOnly ? parts[1] : String(parts[1].dropLast(3))
    }
  }

  static func cases(_ lines: String) -> [Case] { lines.split(separator: "\n").map(Case.init) }

  private static let (id1, id8, id100) = (
    SampleNetwork.id(1), SampleNetwork.id(8), SampleNetwork.id(100)
  )
  private static let (id101, id999) = (SampleNetwork.id(101), SampleNetwork.id(999))

  static let tables = cases(
    """
    DROP TABLE un_definition => un_definition: The table is missing.
    DROP TABLE un_rules => un_rules: The table is missing.
    DROP TABLE un_associations => un_associations: The table is missing.
    DROP TABLE un_manifest => un_manifest: The table is missing.
    DROP TABLE gpkg_contents => gpkg_contents: The table is missing....
    DROP TABLE ElectricLine => ElectricLine: The table is missing.
    DELETE FROM gpkg_contents WHERE table_name = 'ElectricEdgeObject' => ElectricEdgeObject: The definition has this \
    source, but gpkg_contents does not list its table. Bring it back...
    DELETE FROM gpkg_geometry_columns WHERE table_name = 'ElectricLine' => ElectricLine: gpkg_geometry_columns does \
    not list this feature table....
    UPDATE gpkg_contents SET data_type = 'attributes' WHERE table_name = 'ElectricLine' => ElectricLine: A source of \
    usage line needs a geometry column; this table has none.
    DROP TABLE un_rules; CREATE VIEW un_rules AS SELECT 1 AS RULEID => un_rules: This is a view, not an ordinary table.
    ALTER TABLE ElectricLine RENAME COLUMN ASSETGROUP TO g => ElectricLine: Column ASSETGROUP is missing.
    ALTER TABLE ElectricLine RENAME COLUMN SHAPE TO g => ElectricLine: Column SHAPE is missing.
    ALTER TABLE ElectricLine DROP COLUMN length_km => ElectricLine: Column length_km is missing.
    ALTER TABLE un_rules RENAME COLUMN VIATERMINALID TO v => un_rules: Column VIATERMINALID is missing.
    ALTER TABLE ElectricLine ADD COLUMN g AS (length_km * 2) => ElectricLine: Column g is generated; store its values \
    in an ordinary column.
    CREATE TABLE x AS SELECT * FROM ElectricLine; DROP TABLE ElectricLine; ALTER TABLE x RENAME TO ElectricLine \
    => ElectricLine: The table has no primary key of type INTEGER. Make a copy of it with one, for example with \
    ogr2ogr new.gpkg old.gpkg ElectricLine.
    PRAGMA application_id = 1 => sqlite_schema: The application id is 1, not 1196444487: this is not a GeoPackage.
    PRAGMA user_version = 1 => sqlite_schema: The user version is 1; a GeoPackage needs at least 10200.
    """
  )

  static let rows = cases(
    """
    DELETE FROM ElectricEdgeObject => ElectricEdgeObject: The table has 0 rows; un_manifest says that it had 1....
    DELETE FROM survey_points WHERE OBJECTID = 5 => survey_points: The table has 1 rows; un_manifest \
    says that it had 2. If rows were deleted on purpose, correct it: UPDATE un_manifest SET ROWCOUNT = 1 WHERE \
    TABLENAME = 'survey_points'
    DELETE FROM un_rules WHERE RULEID = 7 => un_rules: The table has 4 rows; un_manifest \
    says that it had 5. If rows were deleted on purpose, correct it: UPDATE un_manifest SET ROWCOUNT = 4 WHERE \
    TABLENAME = 'un_rules'
    DELETE FROM un_definition => un_definition: The table holds 0 definitions instead of one.
    DELETE FROM un_manifest WHERE TABLENAME = 'un_rules' => un_manifest: The row for table un_rules is missing....
    un_manifest 1: COLUMNS = 'x' => un_manifest, row 1: COLUMNS is not a JSON list of names.
    un_manifest 1: ROWCOUNT = 'x' => un_manifest, row 1: ROWCOUNT holds the text "x", not an integer....
    un_import 1: ROWS = 9223372036854775807 => un_import, row 1: ROWS 9223372036854775807 is beyond 32 bits.
    un_import 1: IMPORTED = 2 => un_import, row 1: IMPORTED is 2, not 0 or 1.
    """
  )

  static let cells = cases(
    """
    ElectricLine 2: ASSETTYPE = 999 => ElectricLine, row 2: Asset type 6/999 is not in the definition.
    ElectricLine 2: ASSETGROUP = 'six' => ElectricLine, row 2: ASSETGROUP holds the text "six", not an integer.
    ElectricLine 2: ASSETGROUP = NULL => ElectricLine, row 2: ASSETGROUP holds nothing, not an integer.
    ElectricLine 2: ASSETGROUP = 2147483648 => ElectricLine, row 2: ASSETGROUP 2147483648 is beyond 32 bits.
    ElectricLine 2: ASSETTYPE = -9e99 => ElectricLine, row 2: ASSETTYPE holds the real number -9e+99, not an integer.
    StructureLine 1: GLOBALID = 'A-1' => StructureLine, row 1: GLOBALID "A-1" is not a UUID of 32 hexadecimal digits.
    StructureLine 1: GLOBALID = NULL => StructureLine, row 1: GLOBALID holds nothing, not a UUID.
    StructureJunction 2: GLOBALID = '\(id1)' => StructureJunction, row 2: GLOBALID \(id1) is used twice...
    survey_points 6: GLOBALID = 'x' => survey_points, row 6: GLOBALID "x" is not a UUID of 32 hexadecimal digits.
    ElectricDevice 3: ORIGIN = x'00' => ElectricDevice, row 3: ORIGIN holds 1 bytes, not a text.
    ElectricDevice 3: STATUS = 'open' => ElectricDevice, row 3: STATUS is declared INTEGER but holds the text "open".
    ElectricLine 2: SHAPE = 'LINESTRING(0 0, 1 1)' => ElectricLine, row 2: SHAPE is not a blob.
    ElectricLine 2: SHAPE = x'4750' => ElectricLine, row 2: SHAPE has 2 bytes, too few for a GeoPackage header.
    ElectricLine 2: SHAPE = x'0102000000000000' => ElectricLine, row 2: SHAPE is not a GeoPackage geometry: it does not \
    begin with GP.
    ElectricLine 2: SHAPE = x'47500101E8640000' => ElectricLine, row 2: SHAPE has GeoPackage geometry version 1; only \
    version 0 is supported.
    ElectricLine 2: SHAPE = x'47500021E8640000' => ElectricLine, row 2: SHAPE is an extended geometry, which only the \
    program that wrote it can read.
    ElectricLine 2: SHAPE = x'4750000FE8640000' => ElectricLine, row 2: SHAPE has envelope code 7; only 0 to 4 are valid.
    ElectricLine 2: SHAPE = x'47500003E8640000' => ElectricLine, row 2: SHAPE ends after 8 bytes, within its envelope.
    ElectricLine 2: SHAPE = x'47500001E6100000' => ElectricLine, row 2: SHAPE is in reference system 4326, but the \
    table is in 25832.
    ElectricLine 2: SHAPE = x'47500001E86400000102000000FFFFFFFF' => ElectricLine, row 2: SHAPE has broken WKB from \
    byte 8 on: ...
    ElectricLine 1: SHAPE = substr(SHAPE, 1, length(SHAPE) - 1) => ElectricLine, row 1: SHAPE has broken WKB from byte \
    40 on: ...
    ElectricLine 2: SHAPE = (SELECT SHAPE FROM StructureJunction) => ElectricLine, row 2: A feature of usage line \
    needs a LINESTRING; this is a POINT.
    """
  )

  /// What a network does without; only `strict` refuses it.
  static let extras = cases(
    """
    DROP TABLE un_import => un_import: un_manifest lists this table, but it is gone. If it was deleted on purpose, \
    delete its row of un_manifest: DELETE FROM un_manifest WHERE TABLENAME = 'un_import'
    DROP TABLE survey_points => survey_points: un_manifest lists this table, but it is gone...
    DELETE FROM gpkg_contents WHERE table_name = 'survey_points' => survey_points: un_manifest lists this table, \
    but gpkg_contents does not...
    ALTER TABLE survey_points RENAME TO s; CREATE VIEW survey_points AS SELECT * FROM s => survey_points: This is a \
    view, not an ordinary table. Make a table of it, for example with ogr2ogr new.gpkg old.gpkg survey_points.
    UPDATE gpkg_contents SET srs_id = 4326 WHERE table_name = 'survey_points'; UPDATE gpkg_geometry_columns \
    SET srs_id = 4326 WHERE table_name = 'survey_points' => survey_points: The table is in reference system 4326, but \
    StructureJunction is in 25832.
    UPDATE gpkg_geometry_columns SET geometry_type_name = 'TIN' WHERE table_name = 'survey_points' \
    => survey_points: Geometry type "TIN" cannot be read.
    DROP TABLE rtree_ElectricLine_SHAPE => rtree_ElectricLine_SHAPE: gpkg_extensions lists this spatial index, but it \
    is missing.
    DROP TABLE gpkg_extensions => gpkg_extensions: The table is missing, though there are spatial indexes.
    """
  )

  static let references = cases(
    """
    UPDATE gpkg_geometry_columns SET srs_id = 4326 WHERE table_name = 'StructureLine' => StructureLine: The table is \
    in reference system 4326, but StructureJunction is in 25832. Transform one of them, for example with ogr2ogr -t_srs \
    EPSG:25832....
    UPDATE gpkg_geometry_columns SET srs_id = 7 WHERE table_name = 'StructureLine' => StructureLine: srs_id 7 is not \
    in gpkg_spatial_ref_sys....
    UPDATE gpkg_spatial_ref_sys SET organization = 'ACME' WHERE srs_id = 25832 => StructureLine: srs_id 25832 \
    is "ACME" 25832, which is not an EPSG code. Assign an EPSG code, for example with ogr2ogr -a_srs \
    EPSG:25832....
    UPDATE gpkg_geometry_columns SET geometry_type_name = 'TIN' WHERE table_name = 'StructureLine' \
    => gpkg_geometry_columns, row StructureLine: Geometry type "TIN" cannot be read...
    """
  )

  static let rules = cases(
    """
    un_rules 7: RULETYPE = 6 => un_rules, row 7: RULETYPE 6 is not between 1 and 5.
    un_rules 7: RULETYPE = 'x' => un_rules, row 7: RULETYPE holds the text "x", not an integer.
    un_rules 7: RULEID = 8 => un_rules, row 8: RULEID is used twice.
    un_rules 7: TOASSETTYPE = 5 => un_rules, row 7: TO asset type 6/5 of ElectricJunction is not defined.
    un_rules 7: TOASSETTYPE = 9999999999 => un_rules, row 7: TOASSETTYPE 9999999999 is beyond 32 bits.
    un_rules 7: FROMNETWORKSOURCEID = 99 => un_rules, row 7: FROMNETWORKSOURCEID 99 is not defined.
    un_rules 7: FROMTERMINALID = 3 => un_rules, row 7: FROMTERMINALID 3 is not a terminal of asset type 6/102 of \
    ElectricDevice.
    un_rules 10: VIANETWORKSOURCEID = NULL => un_rules, row 10: VIANETWORKSOURCEID holds nothing, not an integer.
    """
  )

  static let associations = cases(
    """
    un_associations 2: ASSOCIATIONTYPE = 0 => un_associations, row \(id100): ASSOCIATIONTYPE 0 is not between 1 and 6.
    un_associations 2: TOGLOBALID = '\(id999)' => un_associations, row \(id100): TOGLOBALID \(id999) is not a feature.
    un_associations 2: TONETWORKSOURCEID = 10 => un_associations, row \(id100): TOGLOBALID \(id8) is in \
    ElectricDevice, not in source 10.
    un_associations 2: FROMGLOBALID = 'q' => un_associations, row \(id100): FROMGLOBALID "q" is not a UUID of 32 \
    hexadecimal digits.
    un_associations 2: GLOBALID = NULL => un_associations, row 2: GLOBALID holds nothing, not a UUID.
    un_associations 2: PERCENTALONG = 'half' => un_associations, row \(id100): PERCENTALONG holds the text "half", \
    not a number.
    un_associations 2: ISCONTENTVISIBLE = 2 => un_associations, row \(id100): ISCONTENTVISIBLE is 2, not 0 or 1.
    un_associations 1: FROMTERMINALID = 9 => un_associations, row \(id101): FROMTERMINALID 9 is not a terminal of asset \
    type 6/102 of ElectricDevice.
    """
  )

  static let definitions = cases(
    """
    UPDATE un_definition SET DEFINITION = '{' => un_definition: DEFINITION: This is not valid JSON, or a number in it \
    is too large or not whole....
    UPDATE un_definition SET DEFINITION = replace(hex(zeroblob(200000)), '00', '[') => un_definition: DEFINITION: ...
    UPDATE un_definition SET DEFINITION = replace(DEFINITION, '"rank":2', '"rank":1e999') \
    => un_definition: DEFINITION: ...
    UPDATE un_definition SET DEFINITION = '{}' => un_definition: DEFINITION: Key domainNetworks is missing.
    UPDATE un_definition SET DEFINITION = replace(DEFINITION, 'esriUNFCUTDevice', 'device') \
    => un_definition: DEFINITION: at domainNetworks[1].junctionSources[0].utilityNetworkFeatureClassUsageType: ...
    UPDATE un_definition SET DEFINITION = replace(DEFINITION, '"rank":2', '"rank":"2"') \
    => un_definition: DEFINITION: at domainNetworks[1].tiers[0].rank: This must be a whole number....
    UPDATE un_definition SET DEFINITION = NULL => un_definition: The table holds 0 definitions instead of one.
    """
  )

  static let texts = cases(
    """
    ElectricDevice 3: name = CAST(x'61FF62' AS TEXT) => ElectricDevice, row 3: name holds a text that is not UTF-8, or \
    has a NUL character.
    ElectricDevice 3: ORIGIN = 'a' || char(0) || 'b' => ElectricDevice, row 3: ORIGIN holds a text that is not UTF-8, \
    or has a NUL character.
    un_associations 2: ORIGIN = CAST(x'C3' AS TEXT) => un_associations, row \(id100): ORIGIN holds a text that is not \
    UTF-8, or has a NUL character.
    """
  )

  @Test(
    "Each kind of problem is found",
    arguments: tables + extras + rows + cells + references + rules + associations + definitions
      + texts
  )
  func isFound(_ change: Case) throws {
    let file = try SampleNetwork.file(changed: change.sql)
    let error = try #require(try storeError { try GeoPackage.open(file.path, strict: true) })
    #expect(error.code == .badData)
    let problems = error.problems.map(\.description)
    #expect(problems.contains { $0.hasPrefix(change.problem) }, "\(problems)")
    if change.isOnly { #expect(problems == [change.problem]) }
  }

  @Test("All problems are listed, not the first alone")
  func allAreListed() throws {
    let file = try SampleNetwork.file(
      changed: """
        UPDATE ElectricLine SET ASSETTYPE = 5;
        UPDATE ElectricDevice SET SHAPE = x'00' WHERE OBJECTID = 40;
        UPDATE un_rules SET RULETYPE = 0;
        UPDATE un_associations SET TOGLOBALID = '\(Self.id999)';
        """
    )
    let error = try storeError { try GeoPackage.open(file.path, strict: true) }
    let expected =
      ["ElectricDevice/40", "ElectricLine/1", "ElectricLine/2"]
      + SampleNetwork.rules.map { "un_rules/\($0.id)" }
      + SampleNetwork.associations.map { "un_associations/\($0.globalID)" }
    #expect(error?.problems.map { "\($0.table)/\($0.row ?? "")" }.sorted() == expected.sorted())
  }

  @Test("More rows than the manifest says are fine")
  func additions() throws {
    let file = try SampleNetwork.file(
      changed: """
        INSERT INTO survey_points (code) VALUES ('new');
        ALTER TABLE survey_points ADD COLUMN remark TEXT DEFAULT 'none';
        """
    )
    let table = try #require(try file.network.tables.last)
    #expect(table.count == 3)
    #expect(table.fields.map(\.name) == ["code", "ASSETGROUP", "remark"])
    #expect(table[2].attributes == [.text("new"), .null, .text("none")])
  }

  @Test("Views, triggers and checks in a file never run")
  func hostileSchema() throws {
    let file = try SampleNetwork.file(
      changed: """
        CREATE VIEW endless AS
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
        CREATE TRIGGER loop INSTEAD OF INSERT ON endless BEGIN SELECT load_extension('x'); END;
        CREATE TABLE checked (a CHECK (load_extension('evil') OR 1), b CHECK (hex(zeroblob(4e8))));
        PRAGMA ignore_check_constraints = ON;
        INSERT INTO checked VALUES (1, 1);
        """
    )
    #expect(try file.network.featureCount == SampleNetwork.make().featureCount)
    try file.execute(
      """
      INSERT INTO gpkg_contents (table_name, data_type, srs_id) VALUES ('endless', 'features', 25832);
      INSERT INTO gpkg_geometry_columns VALUES ('endless', 'i', 'POINT', 25832, 0, 0);
      """
    )
    let stored = try GeoPackage.open(file.path)
    #expect(stored.network.featureCount == (try SampleNetwork.make().featureCount))
    #expect(stored.notes.map(\.table) == ["endless"])
    #expect(stored.notes.first?.message.hasPrefix("This is a view, not an ordinary table.") == true)
  }
}
