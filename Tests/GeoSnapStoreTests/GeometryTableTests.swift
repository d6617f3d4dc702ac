import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Replacing geometries of a table")
struct GeometryTableTests {
  @discardableResult
  private func shift(_ path: String, table: String?, to output: String) throws -> [Geometry?] {
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
      let file = try TemporaryFile(holding: GasFixture.network())
      if isLogged { try file.opened(inLogMode: true).close() }
      let output = try TemporaryFile("out.gpkg")
      let moved = try shift(file.path, table: "pipelineline", to: output.path)
      for (one, other) in zip(try file.network.tables, try output.network.tables) {
        #expect(one.globalIDs == other.globalIDs && one.attributes == other.attributes)
        let geometries = one.name == "PipelineLine" ? GeometryColumn(moved) : one.geometries
        #expect(other.geometries == geometries)
      }
      #expect(try schema(file) == schema(output))
      #expect(try output.files == ["out.gpkg"])
    }
  }

  private func schema(_ file: TemporaryFile) throws -> Set<String> {
    Set(
      try file.texts(
        """
        SELECT coalesce(sql, name) FROM sqlite_master
        UNION ALL SELECT table_name || min_y || max_y FROM gpkg_contents WHERE min_y NOTNULL
        """
      )
    )
  }

  @Test("A table must be named when there are several, and be there")
  func names() throws {
    let file = try TemporaryFile(holding: GasFixture.network())
    func error(_ table: String?, to output: String) throws -> StoreError? {
      try storeError { try GeometryTableEditor(file.path, table: table, to: output) }
    }
    let output = try TemporaryFile("out.gpkg").path
    for (name, message) in [(nil, "Name a table"), ("roads", "no feature table")] {
      #expect("\(try error(name, to: output) as Any)".contains(message))
    }
    #expect(try error("fences", to: file.path)?.code == .alreadyExists)
  }

  @Test("An infinite ordinate or measure is an error that names the row")
  func infinite() throws {
    let points = [
      (Point(x: .infinity, y: 0), "has the x inf"), (Point(x: 1, y: 0, m: .infinity), "a measure"),
    ]
    for (point, message) in points {
      let blob = GeometryBlob.encode(.point(point), envelope: nil, srsID: 25832)
      let digits = blob.map { String(format: "%02X", $0) }.joined()
      let file = try SampleNetwork.file(
        changed: "UPDATE ElectricLine SET SHAPE = x'\(digits)' WHERE OBJECTID = 1"
      )
      let output = try TemporaryFile("out.gpkg")
      let error = try storeError { try shift(file.path, table: "ElectricLine", to: output.path) }
      #expect(error?.problems.first?.row == "1")
      #expect(error?.problems.first?.message.contains(message) == true, "\(error as Any)")
    }
  }

  @Test("A damaged file is an error or keeps its rows, and nothing half-done appears")
  func damage() throws {
    let original = try TemporaryFile(holding: GasFixture.network()).bytes
    var errorCount = 0
    for seed in 1...60 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var bytes = original
      for _ in 0..<generator.int(1...6) {
        let position = generator.int(0...bytes.count - 1)
        let place = bytes[position...].firstIndex { $0 != 0 } ?? position
        bytes[place] ^= UInt8(generator.int(1...255))
      }
      let damaged = try TemporaryFile(holding: bytes)
      let output = try TemporaryFile("out.gpkg")
      do {
        let moved = try shift(damaged.path, table: "PipelineLine", to: output.path)
        #expect(moved.count == 2, "seed \(seed)")
      } catch is StoreError {
        errorCount += 1
        #expect(try output.files.isEmpty, "seed \(seed)")
      }
    }
    #expect(errorCount > 10)
  }
}
