import Foundation
import GeoSnap
import GeoSnapStore
import Testing

@Suite("Files that cannot be opened, and files that must not be lost")
struct FileTests {
  private func code(opening path: String) throws -> StoreError.Code? {
    try storeError { try GeoPackage.open(path) }?.code
  }

  @Test("What is no readable database cannot be opened; a damaged one is bad data")
  func classification() throws {
    let file = try TemporaryFile()
    for path in [file.path, file.folder.path, "", "/dev/zero"] {
      #expect(try code(opening: path) == .cannotOpen, "\(path)")
    }
    let header = Array("SQLite format 3\0".utf8)
    for (bytes, expected) in [
      ([], .cannotOpen), (Array("{\"type\": \"FeatureCollection\"}".utf8), .cannotOpen),
      (header, .badData), (header + [UInt8](repeating: 0, count: 4080), .badData),
    ] as [([UInt8], StoreError.Code)] {
      try file.write(bytes)
      #expect(try code(opening: file.path) == expected, "\(bytes.count) bytes")
    }
  }

  @Test("A SQLite database that is no GeoPackage is bad data")
  func otherDatabase() throws {
    let file = try TemporaryFile()
    try file.execute("CREATE TABLE t (a)")
    let error = try #require(try storeError { try GeoPackage.open(file.path) })
    #expect(error.code == .badData)
    #expect(error.problems.contains { $0.message.contains("this is no GeoPackage") })
    #expect(error.problems.contains { $0.table == "un_definition" })
  }

  @Test("A file that is there stays as it is unless it is to be replaced")
  func replacing() throws {
    let file = try TemporaryFile(holding: [1, 2, 3])
    let network = try SampleNetwork.make()
    #expect(
      try storeError { try GeoPackage.write(network, to: file.path) }?.code == .alreadyExists
    )
    #expect(try file.bytes == [1, 2, 3])
    try GeoPackage.write(network, to: file.path, replacing: true)
    #expect(try file.network.featureCount == network.featureCount)
    #expect(try file.files.count == 1)
  }

  @Test("A file with changes pending beside it is not replaced", arguments: ["-journal", "-wal"])
  func pendingChanges(_ suffix: String) throws {
    let network = try SampleNetwork.make()
    let file = try TemporaryFile(holding: network)
    try Data([1]).write(to: URL(fileURLWithPath: file.path + suffix))
    let error = try storeError { try GeoPackage.write(network, to: file.path, replacing: true) }
    #expect(error?.code == .cannotWrite)
  }

  @Test("Where nothing can be written, nothing is left behind")
  func unwritable() throws {
    let file = try TemporaryFile()
    let network = try SampleNetwork.make()
    let error = try storeError { try GeoPackage.write(network, to: file.path + "/no/folder.gpkg") }
    #expect(error?.code == .cannotWrite)
    #expect(throws: StoreError.self) {
      try GeoPackage.write(network, to: file.folder.path, replacing: true)
    }
    #expect(try file.files == [])
  }

  @Test("A file in write-ahead mode opens with its latest changes")
  func writeAheadLog() throws {
    let network = try SampleNetwork.make()
    let file = try TemporaryFile(holding: network)
    try file.execute(
      "PRAGMA journal_mode = WAL; INSERT INTO survey_points (code) VALUES ('latest')"
    )
    #expect(try file.network.featureCount == network.featureCount + 1)
  }

  @Test("Names and paths with unusual characters are only names and paths")
  func names() throws {
    let file = try TemporaryFile("file:ä b?mode=ro'\".gpkg")
    let table = FeatureTable(
      plain: "a \"b\"; DROP TABLE x--",
      .point,
      [AttributeField("select", .text), AttributeField("x'\"]", .integer)],
      rows: [
        Feature(
          rowID: -5,
          globalID: nil,
          geometry: .point(Point(x: 1, y: 2)),
          attributes: [.text("';"), .integer(1)]
        )
      ]
    )
    try GeoPackage.write(try UtilityNetwork(plain: [table]), to: file.path)
    #expect(try file.network.tables == [table])
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
      "ORIGIN holds a NUL character.",
      "The geometry is in EPSG:4326, but the network declares no reference system.",
      "shape holds a NUL character.", "n is declared INTEGER and holds a real number.",
      "N is NaN, which SQLite has no place for.", "A plain row has neither asset group nor type.",
    ]
    let once = [
      "Names that begin with un_ are reserved.", "A plain table needs a type of geometry.",
      "The field name shape is taken.", "The field name N is taken.", "OBJECTID is used twice.",
    ]
    #expect(error?.problems.map(\.message).sorted() == (once + row + row).sorted())
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }
}
