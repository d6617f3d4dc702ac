import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Replacing geometries of a table")
struct GeometryTableTests {
  /// Moves every feature of a table by one to the east.
  @discardableResult
  private func shift(
    _ path: String,
    table: String?,
    to output: String
  ) throws -> [Geometry?] {
    let editor = try GeometryTableEditor(path, table: table, to: output)
    let decode = editor.decoder
    var last: Int64?
    var moved: [Geometry?] = []
    while true {
      let rows = try editor.rows(after: last, limit: 3)
      guard let end = rows.last?.rowID else { break }
      last = end
      let geometries = try rows.map { try decode($0).map { try shifted($0) } }
      try editor.replace(
        zip(rows, geometries).compactMap { row, geometry in geometry.map { (row.rowID, $0) } }
      )
      moved += geometries
    }
    try editor.finish(extent: Envelope.combining(moved.map { $0?.envelope }))
    return moved
  }

  private func shifted(_ geometry: Geometry) throws -> Geometry {
    switch geometry {
    case .point(let point):
      guard let place = point.coordinate else { return geometry }
      return .point(Point(x: place.x + 1, y: place.y, z: point.z, m: point.m, srid: point.srid))
    case .lineString(let line):
      let places = line.coordinates.map { Coordinate(x: $0.x + 1, y: $0.y) }
      return .lineString(try LineString(CoordinateSequence(places), srid: line.srid))
    default: return geometry
    }
  }

  @Test("All but the geometries is as it was: rows, other tables, triggers, the journal's traces")
  func everythingElse() throws {
    for isLogged in [false, true] {
      let file = try TemporaryFile()
      try GeoPackage.write(GasFixture.network(), to: file.path)
      if isLogged {
        let queue = try DatabaseQueue(path: file.path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        try queue.close()
      }
      let output = try TemporaryFile("out.gpkg")
      let moved = try shift(file.path, table: "pipelineline", to: output.path)
      let before = try GeoPackage.open(file.path).network
      let after = try GeoPackage.open(output.path).network
      for (one, other) in zip(before.tables, after.tables) {
        #expect(one.globalIDs == other.globalIDs && one.attributes == other.attributes)
        let geometries = one.name == "PipelineLine" ? GeometryColumn(moved) : one.geometries
        #expect(other.geometries == geometries)
      }
      #expect(try schema(file.path) == schema(output.path))
      let files = try FileManager.default.contentsOfDirectory(atPath: output.folder.path)
      #expect(files == ["out.gpkg"])
    }
  }

  /// All that the database declares, and the extents.
  private func schema(_ path: String) throws -> Set<String> {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { database in
      Set(
        try String.fetchAll(
          database,
          sql: """
            SELECT coalesce(sql, name) FROM sqlite_master
            UNION ALL SELECT table_name || min_y || max_y FROM gpkg_contents WHERE min_y NOTNULL
            """
        )
      )
    }
  }

  @Test("A table must be named when there are several, and be there")
  func names() throws {
    let file = try TemporaryFile()
    try GeoPackage.write(GasFixture.network(), to: file.path)
    let output = try TemporaryFile("out.gpkg")
    for (name, message) in [(nil, "Name one of the tables"), ("roads", "no feature table")] {
      let error = #expect(throws: StoreError.self) {
        try GeometryTableEditor(file.path, table: name, to: output.path)
      }
      #expect("\(error as Any)".contains(message))
    }
    let error = #expect(throws: StoreError.self) {
      try GeometryTableEditor(file.path, table: "fences", to: file.path)
    }
    #expect(error?.code == .alreadyExists)
  }

  @Test("A damaged file is an error or keeps its rows, and nothing half-done appears")
  func damage() throws {
    let file = try TemporaryFile()
    try GeoPackage.write(GasFixture.network(), to: file.path)
    let original = try file.bytes
    var errorCount = 0
    for seed in 1...60 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var bytes = original
      for _ in 0..<generator.int(1...6) {
        let position = generator.int(0...bytes.count - 1)
        let place = bytes[position...].firstIndex { $0 != 0 } ?? position
        bytes[place] ^= UInt8(generator.int(1...255))
      }
      let damaged = try TemporaryFile()
      try damaged.write(bytes)
      let output = try TemporaryFile("out.gpkg")
      do {
        let moved = try shift(damaged.path, table: "PipelineLine", to: output.path)
        #expect(moved.count == 2, "seed \(seed)")
      } catch is StoreError {
        errorCount += 1
        let files = try FileManager.default.contentsOfDirectory(atPath: output.folder.path)
        #expect(files.isEmpty, "seed \(seed)")
      }
    }
    #expect(errorCount > 10)
  }
}
