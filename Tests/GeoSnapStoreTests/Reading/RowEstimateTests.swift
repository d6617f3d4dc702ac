import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Memory is reserved for the rows that are there")
struct RowEstimateTests {
  private static func estimate(_ keys: [Int64]) throws -> Int {
    let queue = try DatabaseQueue()
    return try queue.write { database in
      try database.execute(sql: "CREATE TABLE big (k INTEGER PRIMARY KEY)")
      let insert = try database.makeStatement(sql: "INSERT INTO big VALUES (?)")
      for key in keys { try insert.execute(arguments: [key]) }
      let table = try #require(try DatabaseSchema(database).table("big"))
      let selection = RowSelection(table, columns: [])
      return try selection.estimatedRowCount(of: selection.keys(in: database), in: database)
    }
  }

  @Test("Keys one after the other are all expected, and hardly more")
  func dense() throws {
    for (first, count) in [(1, 1), (1, 1024), (-7, 5_000), (.max - 19_999, 20_000)]
      as [(Int64, Int64)]
    {
      let estimate = try Self.estimate((0..<count).map { first + $0 })
      #expect(estimate >= count && estimate <= count + 64, "\(first), \(count): \(estimate)")
    }
  }

  @Test("Few rows and far keys are few rows")
  func far() throws {
    #expect(try Self.estimate([]) == 0)
    #expect(try Self.estimate([.min, .max]) < 100)
    #expect(try Self.estimate([1, 2, 3, 1 << 40]) < 100)
    #expect(try Self.estimate((1...2_000).map { $0 } + [Int64.max]) < 2_100)
    // As programs number that keep ten thousands for each kind.
    let groups = (1...50).flatMap { group in (0..<20).map { Int64(group) << 32 + $0 } }
    #expect(try Self.estimate(groups) < 10_000)
  }

  @Test("Sparse keys are about so many", arguments: 0..<8 as Range<UInt64>)
  func sparse(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let gap = random.int(2...2_000)
    let even = (0..<6_000).map { Int64($0 * gap) }
    let uneven = Set((0..<6_000).map { _ in Int64(random.int(0...6_000 * gap)) }).sorted()
    for keys in [even, uneven] {
      let estimate = try Self.estimate(keys)
      #expect(estimate > keys.count / 2 && estimate < keys.count * 2, "gap \(gap): \(estimate)")
    }
  }

  @Test("A table with far keys takes no room from others")
  func room() throws {
    let file = try SampleNetwork.file(
      changed: """
        CREATE TABLE far (k INTEGER PRIMARY KEY, GLOBALID, t);
        INSERT INTO far VALUES (1, NULL, 'a'), (2, NULL, 'b'), (9223372036854775807, NULL, 'c')
        """
    )
    try DatabaseFile(file.path).read(
      whileChecking: GeoPackageReader.checkPages
    ) { database, second in
      var reader = try GeoPackageReader(database, second, isChecked: true)
      let fields = [AttributeField("t", .text)]
      let rows = try FeatureRows(plain: "far", nil, fields, reader.schema)
      var table = FeatureTable(plain: "far", nil, fields)
      let room = reader.room
      try reader.read(rows, into: &table)
      #expect(table.rowIDs == [1, 2, .max])
      #expect(room - reader.room < 64 * 80)
      #expect(table.rowIDs.capacity < 100)
    }
  }
}

extension FeatureRows {
  /// How a plain table with global ids is read, with points in SHAPE or without geometries.
  init(
    plain name: String,
    _ type: GeometryType?,
    _ fields: [AttributeField],
    _ schema: DatabaseSchema
  )
    throws
  {
    let shape = type.map { _ in "SHAPE" }
    let columns = [shape, "GLOBALID", nil, nil, nil] + fields.map(\.name)
    self.init(
      selection: RowSelection(try #require(try schema.table(name)), columns: columns),
      layer: Layer(
        name: name,
        geometryColumn: shape,
        geometryType: type,
        srsID: 25832,
        srid: 25832
      ),
      source: nil,
      fields: fields
    )
  }
}
