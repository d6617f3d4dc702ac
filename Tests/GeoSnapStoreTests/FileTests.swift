import Foundation
import GeoSnap
import GeoSnapStore
import Testing

// What cannot be opened and what is not replaced stands in Tests/Transcripts/Store/files.console.
@Suite("What files hold, and what they cannot hold")
struct FileTests {
  @Test("A plain table of any geometries has the type of its rows")
  func typeOfRows() throws {
    let file = try SampleNetwork.file(
      changed: """
        UPDATE gpkg_geometry_columns SET geometry_type_name = 'GEOMETRY'
        WHERE table_name = 'survey_points'
        """
    )
    #expect(try file.network.named("survey_points")?.geometryType == .multiPoint)
  }

  @Test("Names and paths with unusual characters are only names and paths")
  func names() throws {
    let file = try TemporaryFile("file:ä b?mode=ro'\".gpkg")
    let (name, point) = ("a \"b\"; DROP TABLE x--", Geometry.point(Point(x: 1, y: 2)))
    let fields = [AttributeField("select", .text), AttributeField("x'\"]", .integer)]
    let values: [AttributeValue] = [.text("';"), .integer(1)]
    let row = Feature(rowID: -5, globalID: nil, geometry: point, attributes: values)
    let table = FeatureTable(plain: name, .point, fields, rows: [row])
    try GeoPackage.write(try UtilityNetwork(plain: [table]), to: file.path)
    #expect(try file.network.tables == [table])
  }

  @Test("Columns of other types are read by their values, and generated ones too")
  func foreignTypes() throws {
    let file = try SampleNetwork.file(
      changed: """
        CREATE TABLE odd (
          fid INTEGER PRIMARY KEY, u UUID, n, k NUMERIC, w, d DATE, p POINT, g AS (k + 1));
        INSERT INTO odd VALUES
          (1, 'a', 1.5, 9007199254740993, 9007199254740994, '2024-05-01', x'00'),
          (2, NULL, 2, 2, 0.5, NULL, NULL);
        INSERT INTO gpkg_contents (table_name, data_type) VALUES ('odd', 'attributes');
        """
    )
    let table = try GeoPackage.readTable("odd", of: file.path).table
    let whole = Int64(9_007_199_254_740_993)
    #expect(
      table[0].attributes == [
        .text("a"), .real(1.5), .integer(whole), .real(Double(whole + 1)), .text("2024-05-01"),
        .blob([0]), .integer(whole + 1),
      ]
    )
    #expect(table.fields[4].content == .date)
  }

  @Test("What the format has no place for is listed, and nothing is written")
  func unwritableContent() throws {
    let file = try TemporaryFile()
    let feature = Feature(
      rowID: 1,
      globalID: nil,
      assetGroup: 3,
      origin: "a\0b",
      geometry: .point(Point(x: 1, y: 2, srid: 4326)),
      attributes: [.text("\0"), .real(1), .real(.nan)]
    )
    let fields: [AttributeField] = [.init("shape", .text), .init("n", .integer), .init("N", .real)]
    let table = FeatureTable(plain: "un_table", nil, fields, rows: [feature, feature])
    let network = try UtilityNetwork(plain: [table])
    let error = try storeError { try GeoPackage.write(network, to: file.path) }
    #expect(error?.code == .badData)
    let row = [
      "ORIGIN contains a NUL character.",
      "The geometry is in EPSG:4326, but the network declares no reference system.",
      "shape contains a NUL character.", "n is declared INTEGER but holds a real number.",
      "N is NaN, which SQLite cannot store.",
      "A row of a plain table cannot have an asset group or asset type.",
    ]
    let once = [
      "Names that begin with un_ are reserved.", "A plain table needs a type of geometry.",
      "The field name shape is taken.", "The field name N is taken.", "OBJECTID is used twice.",
    ]
    #expect(error?.problems.map(\.message).sorted() == (once + row + row).sorted())
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }
}
