import Foundation
import GeoSnap
import GeoSnapStore
import Testing

@Suite("Files that cannot be opened, and files that must not be lost")
struct FileTests {
  private func code(opening path: String) -> StoreError.Code? {
    do {
      _ = try GeoPackage.open(path)
      return nil
    } catch {
      return error.code
    }
  }

  @Test("What is no readable database cannot be opened; a damaged one is bad data")
  func classification() throws {
    let file = try TemporaryFile()
    #expect(code(opening: file.path) == .cannotOpen)
    #expect(code(opening: file.folder.path) == .cannotOpen)
    #expect(code(opening: "") == .cannotOpen)
    #expect(code(opening: "/dev/zero") == .cannotOpen)
    try file.write([])
    #expect(code(opening: file.path) == .cannotOpen)
    try file.write(Array("{\"type\": \"FeatureCollection\"}".utf8))
    #expect(code(opening: file.path) == .cannotOpen)
    try file.write(Array("SQLite format 3\0".utf8))
    #expect(code(opening: file.path) == .badData)
    try file.write(Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 4080))
    #expect(code(opening: file.path) == .badData)
  }

  @Test("A SQLite database that is no GeoPackage is bad data")
  func otherDatabase() throws {
    let file = try TemporaryFile()
    try file.execute("CREATE TABLE t (a)")
    let error = try #require(throws: StoreError.self) { try GeoPackage.open(file.path) }
    #expect(error.code == .badData)
    #expect(error.problems.contains { $0.message.contains("this is no GeoPackage") })
    #expect(error.problems.contains { $0.table == "un_definition" })
  }

  @Test("A file that is there stays as it is unless it is to be replaced")
  func replacing() throws {
    let file = try TemporaryFile()
    let network = try SampleNetwork.make()
    try file.write([1, 2, 3])
    let error = try #require(throws: StoreError.self) {
      try GeoPackage.write(network, to: file.path)
    }
    #expect(error.code == .alreadyExists)
    #expect(try file.bytes == [1, 2, 3])
    try GeoPackage.write(network, to: file.path, replacing: true)
    #expect(try GeoPackage.open(file.path).network.featureCount == network.featureCount)
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder.path).count == 1)
  }

  @Test("A file with changes pending beside it is not replaced", arguments: ["-journal", "-wal"])
  func pendingChanges(_ suffix: String) throws {
    let file = try TemporaryFile()
    let network = try SampleNetwork.make()
    try GeoPackage.write(network, to: file.path)
    try Data([1]).write(to: URL(fileURLWithPath: file.path + suffix))
    let error = try #require(throws: StoreError.self) {
      try GeoPackage.write(network, to: file.path, replacing: true)
    }
    #expect(error.code == .cannotWrite)
  }

  @Test("Where nothing can be written, nothing is left behind")
  func unwritable() throws {
    let file = try TemporaryFile()
    let network = try SampleNetwork.make()
    let error = try #require(throws: StoreError.self) {
      try GeoPackage.write(network, to: file.path + "/no/such/folder.gpkg")
    }
    #expect(error.code == .cannotWrite)
    #expect(throws: StoreError.self) {
      try GeoPackage.write(network, to: file.folder.path, replacing: true)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder.path) == [])
  }

  @Test("A file in write-ahead mode opens with its latest changes")
  func writeAheadLog() throws {
    let file = try TemporaryFile()
    let network = try SampleNetwork.make()
    try GeoPackage.write(network, to: file.path)
    try file.execute(
      """
      PRAGMA journal_mode = WAL;
      INSERT INTO survey_points (code) VALUES ('latest');
      """
    )
    let opened = try GeoPackage.open(file.path).network
    #expect(opened.featureCount == network.featureCount + 1)
  }

  @Test("Names and paths with unusual characters are only names and paths")
  func names() throws {
    let file = try TemporaryFile("file:ä b?mode=ro'\".gpkg")
    var table = FeatureTable(
      name: "a \"b\"; DROP TABLE x--",
      sourceID: nil,
      geometryType: .point,
      fields: [AttributeField("select", .text), AttributeField("x'\"]", .integer)]
    )
    table.append(
      Feature(
        rowID: -5,
        globalID: nil,
        geometry: .point(Point(x: 1, y: 2)),
        attributes: [.text("';"), .integer(1)]
      )
    )
    let network = try UtilityNetwork(
      definition: NetworkDefinition(),
      srid: nil,
      tables: [table]
    )
    try GeoPackage.write(network, to: file.path)
    #expect(try GeoPackage.open(file.path).network.tables == [table])
  }

  @Test("What the format has no place for is listed, and nothing is written")
  func unwritableContent() throws {
    let file = try TemporaryFile()
    var first = FeatureTable(
      name: "un_table",
      sourceID: nil,
      geometryType: nil,
      fields: [
        AttributeField("shape", .text), AttributeField("n", .integer), AttributeField("N", .real),
      ]
    )
    for _ in 0..<2 {
      first.append(
        Feature(
          rowID: 1,
          globalID: nil,
          assetGroup: 3,
          origin: "a\0b",
          geometry: .point(Point(x: 1, y: 2, srid: 4326)),
          attributes: [.text("\0"), .real(1), .real(.nan)]
        )
      )
    }
    let network = try UtilityNetwork(
      definition: NetworkDefinition(),
      srid: nil,
      tables: [first]
    )
    let error = try #require(throws: StoreError.self) {
      try GeoPackage.write(network, to: file.path)
    }
    #expect(error.code == .badData)
    let row = [
      "ORIGIN holds a NUL character.",
      "The geometry is in EPSG:4326, but the network declares no reference system.",
      "shape holds a NUL character.", "n is declared INTEGER and holds a real number.",
      "N is NaN, which SQLite has no place for.",
    ]
    let plain = "A plain row has neither asset group nor type."
    #expect(
      error.problems.map(\.message).sorted()
        == ([
          "Names that begin with un_ are reserved.", "A plain table needs a type of geometry.",
          "The field name shape is taken.", "The field name N is taken.",
          "OBJECTID is used twice.", plain, plain,
        ] + row + row).sorted()
    )
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }
}
