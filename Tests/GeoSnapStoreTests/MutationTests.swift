import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// Damages files at random.
///
/// `GEOSNAP_MUTATIONS` sets how often, whatever the extent, `GEOSNAP_SEED` where to begin.
@Suite("Damaged and altered files")
struct MutationTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count =
    environment["GEOSNAP_MUTATIONS"].flatMap { Int($0) } ?? Extent.count(12, long: 90, full: 200)
  private static let seed = environment["GEOSNAP_SEED"].flatMap { UInt64($0) } ?? 1

  private let original: [UInt8]
  private let rows: [String: Int]

  init() throws {
    let network = try SampleNetwork.make()
    original = try SampleNetwork.file().bytes
    rows = Dictionary(uniqueKeysWithValues: network.tables.map { ($0.name, $0.count) })
  }

  @Test("A truncated file is always an error")
  func truncations() throws {
    for index in 0..<Self.count / 3 {
      let seed = Self.seed + UInt64(index)
      var generator = SeededGenerator(seed: seed)
      let length = Int.random(in: 0..<original.count, using: &generator)
      let file = try TemporaryFile(holding: Array(original.prefix(length)))
      let error = try #require(try storeError { try file.network }, "seed \(seed), \(length) bytes")
      let isBadData = error.code == .badData && !error.problems.isEmpty
      #expect(isBadData || length < 16, "seed \(seed), \(length) bytes")
    }
  }

  @Test("A file with flipped or overwritten bytes is an error or has all its rows")
  func flips() throws {
    for index in 0..<Self.count / 3 {
      let seed = Self.seed + 1_000_000 + UInt64(index)
      var generator = SeededGenerator(seed: seed)
      var bytes = original
      (index.isMultiple(of: 4) ? overwrite : flip)(&bytes, &generator)
      let file = try TemporaryFile(holding: bytes)
      do {
        let network = try GeoPackage.open(file.path, strict: true).network
        for (name, count) in rows {
          #expect((network.named(name)?.count ?? 0) >= count, "seed \(seed), table \(name)")
        }
        #expect(network.associations.count >= SampleNetwork.associations.count, "seed \(seed)")
        #expect(network.rules.count >= SampleNetwork.rules.count, "seed \(seed)")
      } catch { #expect(error.code == .cannotOpen || !error.problems.isEmpty, "seed \(seed)") }
    }
  }

  private func flip(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    for _ in 0..<generator.int(1...8) {
      // Half of the flips in what is not zero: most of a small database is empty.
      var position = generator.int(0...bytes.count - 1)
      if generator.oneIn(2) { position = bytes[position...].firstIndex { $0 != 0 } ?? position }
      bytes[position] ^= UInt8(generator.int(1...255))
    }
  }

  private func overwrite(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let unit = generator.oneIn(2) ? 4096 : 64
    let length = unit * generator.int(1...3)
    let source = generator.int(0...(bytes.count - length) / unit) * unit
    let target = generator.int(0...(bytes.count - length) / unit) * unit
    let run =
      generator.oneIn(3)
      ? [UInt8](repeating: 0, count: length) : Array(bytes[source..<source + length])
    bytes.replaceSubrange(target..<target + length, with: run)
  }

  /// The file is read strictly: a lenient reading reports a missing layer as a note.
  @Test("A file with another schema is always an error that names the table")
  func schemas() throws {
    for index in 0..<Self.count / 3 {
      let seed = Self.seed + 2_000_000 + UInt64(index)
      var generator = SeededGenerator(seed: seed)
      let file = try TemporaryFile(holding: original)
      let (table, sql) = try alteration(of: file, using: &generator)
      try file.execute(sql)
      let error = try storeError { try GeoPackage.open(file.path, strict: true).network }
      #expect(error?.code == .badData, "seed \(seed): \(sql)")
      let isNamed = error?.problems.contains { problem in
        [table, "gpkg_", "un_"].contains { "\(problem)".contains($0) }
      }
      #expect(isNamed == true, "seed \(seed): \(sql)")
    }
  }

  /// SQL that takes away from a table what the profile demands of it.
  private func alteration(of file: TemporaryFile, using generator: inout SeededGenerator) throws
    -> (table: String, sql: String)
  {
    let tables = try file.texts(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'rtree%'
        AND name NOT LIKE 'sqlite%' ORDER BY name
      """
    )
    let table = try #require(tables.randomElement(using: &generator))
    let columns = try file.read { try $0.columns(in: table).map(\.name) }
    let column = try #require(columns.randomElement(using: &generator))
    func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
    let name = "\"\(table)\""
    let rename = "PRAGMA legacy_alter_table = ON; ALTER TABLE \(name) RENAME"
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: return (table, "DROP TABLE \(name)")
    case 1: return (table, "\(rename) TO elsewhere")
    case 2:
      // What the key of a layer is called is free.
      let renamed = column == "OBJECTID" ? try #require(columns.first { $0 != column }) : column
      return (table, "\(rename) COLUMN \(quoted(renamed)) TO elsewhere")
    case 3:
      // Like dropping the column, which SQLite refuses for keys.
      let others = columns.filter { $0 != column }.map(quoted).joined(separator: ", ")
      let copy = "CREATE TABLE changed AS SELECT \(others) FROM \(name)"
      return (table, "\(copy); DROP TABLE \(name); ALTER TABLE changed RENAME TO \(name)")
    default: return (table, "DROP TABLE \(name); CREATE VIEW \(name) AS SELECT 1 AS OBJECTID")
    }
  }
}
