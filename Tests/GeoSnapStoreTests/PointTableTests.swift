import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import Testing

@Suite("Tables of points")
struct PointTableTests {
  private let path = NSTemporaryDirectory() + "geosnap-points-\(UUID().uuidString).gpkg"

  private func leftOvers() throws -> [String] {
    let name = URL(fileURLWithPath: path).lastPathComponent
    return try FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory())
      .filter { $0.hasPrefix(name) }
  }

  @Test("A table of points has its rows, its extent and its entries among the contents")
  func rows() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let writer = try PointTableWriter(
      path,
      table: "a \"table\"",
      fields: [AttributeField("FID", .text), AttributeField("length", .real)],
      srid: 25832
    )
    try writer.append([
      PointRow(place: Coordinate(x: 3, y: 4), values: [.text("one"), .real(0.5)])
    ])
    try writer.append([
      PointRow(place: Coordinate(x: -1, y: 9), values: [.null, .integer(2)])
    ])
    #expect(!FileManager.default.fileExists(atPath: path), "not before it is complete")
    try writer.finish()
    try DatabaseQueue(path: path).read { database in
      let contents = try #require(try Row.fetchOne(database, sql: "SELECT * FROM gpkg_contents"))
      #expect(contents["table_name"] == "a \"table\"")
      #expect(contents["data_type"] == "features")
      #expect(contents["srs_id"] == 25832)
      let extent = ["min_x", "min_y", "max_x", "max_y"].map { contents[$0] as Double? }
      #expect(extent == [-1, 4, 3, 9])
      let column = try #require(
        try Row.fetchOne(database, sql: "SELECT * FROM gpkg_geometry_columns")
      )
      #expect(column["column_name"] == "geom")
      #expect(column["geometry_type_name"] == "POINT")
      let rows = try Row.fetchAll(database, sql: "SELECT * FROM \"a \"\"table\"\"\"")
      #expect(rows.map { $0["fid_1"] as Int? } == [1, 2])
      #expect(rows.map { $0["FID"] as String? } == ["one", nil])
      let blob = try #require(rows[0]["geom"] as Data?)
      #expect(blob.prefix(4) == Data([0x47, 0x50, 0, 1]))
      #expect(
        try Geometry(wkb: Array(blob.dropFirst(8)), srid: nil) == .point(Point(x: 3, y: 4))
      )
    }
    #expect(try leftOvers().count == 1)
  }

  @Test("A writer that is given up leaves nothing behind")
  func abandoned() throws {
    do {
      let writer = try PointTableWriter(path, table: "t", fields: [], srid: nil)
      try writer.append([PointRow(place: Coordinate(x: 0, y: 0), values: [])])
    }
    #expect(try leftOvers().isEmpty)
  }

  @Test("Fields without a name or with one name twice are refused")
  func names() throws {
    let fields = ["a", "", "A"].map { AttributeField($0, .text) }
    #expect {
      _ = try PointTableWriter(path, table: "t", fields: fields, srid: nil)
    } throws: { error in
      (error as? StoreError)?.problems.count == 2
    }
    #expect(try leftOvers().isEmpty)
  }

  @Test("A file that is there stays unless it is to be replaced")
  func replacing() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    #expect {
      _ = try PointTableWriter(path, table: "t", fields: [], srid: nil)
    } throws: { error in
      (error as? StoreError)?.code == .alreadyExists
    }
    try PointTableWriter(path, table: "t", fields: [], srid: nil, replacing: true).finish()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).starts(with: Data("SQLite".utf8)))
  }
}
