import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import Testing

@Suite("Tables of points")
struct PointTableTests {
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func writer(
    _ fields: [AttributeField] = [],
    replacing: Bool = false
  ) throws -> FeatureLayerWriter {
    try FeatureLayerWriter(
      file.path,
      table: "a \"table\"",
      geometryType: .point,
      fields: fields,
      srid: 25832,
      replacing: replacing
    )
  }

  @Test("A table of points has its rows, its extent and its entries among the contents")
  func rows() throws {
    let writer = try writer([AttributeField("FID", .text), AttributeField("length", .real)])
    for (x, y, values) in [(3, 4, [.text("one"), .real(0.5)]), (-1, 9, [.null, .integer(2)])]
      as [(Double, Double, [AttributeValue])]
    {
      try writer.append([PointRow(place: Coordinate(x: x, y: y), values: values)])
    }
    #expect(try !file.files.contains("network.gpkg"), "not before it is complete")
    try writer.finish()
    let texts = try file.texts(
      """
      SELECT table_name || ' ' || data_type || ' ' || srs_id FROM gpkg_contents
      UNION ALL SELECT min_x || ' ' || min_y || ' ' || max_x || ' ' || max_y FROM gpkg_contents
      UNION ALL SELECT column_name || ' ' || geometry_type_name FROM gpkg_geometry_columns
      UNION ALL SELECT fid_1 || ' ' || quote(FID) || ' ' || quote(length) || ' ' || hex(geom)
      FROM "a ""table\"""
      """
    )
    func blob(_ x: Double, _ y: Double) -> String {
      let point = Geometry.point(Point(x: x, y: y)).wkb()
      return ([0x47, 0x50, 0, 1, 0xE8, 0x64, 0, 0] + point).map { String(format: "%02X", $0) }
        .joined()
    }
    #expect(
      texts == [
        "a \"table\" features 25832", "-1.0 4.0 3.0 9.0", "geom POINT",
        "1 'one' 0.5 \(blob(3, 4))", "2 NULL 2.0 \(blob(-1, 9))",
      ]
    )
    #expect(try file.files == ["network.gpkg"])
  }

  @Test("A writer that is given up leaves nothing behind")
  func abandoned() throws {
    try writer().append([PointRow(place: Coordinate(x: 0, y: 0), values: [])])
    #expect(try file.files.isEmpty)
  }

  @Test("Fields without a name or with one name twice are refused")
  func names() throws {
    let error = try storeError { try writer(["a", "", "A"].map { AttributeField($0, .text) }) }
    #expect(error?.problems.count == 2)
    #expect(try file.files.isEmpty)
  }

  @Test("A file that is there stays unless it is to be replaced")
  func replacing() throws {
    try file.write(Array("old".utf8))
    #expect(try storeError { try writer() }?.code == .alreadyExists)
    #expect(try file.bytes == Array("old".utf8))
    try writer(replacing: true).finish()
    #expect(try file.bytes.starts(with: "SQLite".utf8))
  }
}
