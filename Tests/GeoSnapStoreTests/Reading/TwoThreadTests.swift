import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Large tables are read on two threads")
struct TwoThreadTests {
  enum Keys: CaseIterable {
    case dense, sparse, negative, onePile
  }

  private static func key(_ row: Int64, _ keys: Keys) -> Int64 {
    switch keys {
    case .dense: row + 1
    case .sparse: row * 1009
    case .negative: row * 3 - 200_000
    // All in the first piece but one.
    case .onePile: row == 0 ? .max : row
    }
  }

  @Test(
    "Rows and problems are those of one thread, in their order",
    arguments: Extent.some(1, of: Keys.allCases)
  )
  func sameAsOne(_ keys: Keys) throws {
    let file = try SampleNetwork.file()
    let queue = try file.opened()
    try queue.write { database in
      try database.execute(sql: "CREATE TABLE big (k INTEGER PRIMARY KEY, SHAPE, GLOBALID, t)")
      let insert = try database.makeStatement(sql: "INSERT INTO big VALUES (?, ?, ?, ?)")
      var random = SeededGenerator(seed: 77)
      for row in 0..<100_000 as Range<Int64> {
        let point = Coordinate(x: Double(row), y: 1)
        var shape = GeometryBlob.encode(point, srsID: 25832)
        if random.oneIn(5000) { shape.removeLast() }
        let id = random.oneIn(5000) ? "none" : GlobalID(high: 9, low: UInt64(row)).description
        try insert.execute(arguments: [Self.key(row, keys), Data(shape), id, "row \(row)"])
      }
    }
    try queue.close()
    func read(isHelped: Bool) throws -> (table: FeatureTable, problems: [NetworkProblem])? {
      try DatabaseFile(file.path).read(
        whileChecking: GeoPackageReader.checkPages
      ) { database, second in
        var reader = try GeoPackageReader(database, isHelped ? second : nil, isChecked: true)
        if isHelped && second == nil { return nil }
        #expect((reader.second != nil) == isHelped)
        let fields = [AttributeField("t", .text)]
        let rows = try FeatureRows(plain: "big", .point, fields, reader.schema)
        var table = FeatureTable(plain: "big", .point, fields)
        // Twice, so that the second thread is done with its check once at least.
        let room = reader.room
        try reader.read(rows, into: &table)
        (reader.room, reader.problems) = (room, ProblemList())
        table = FeatureTable(plain: "big", .point, fields)
        try reader.read(rows, into: &table)
        return (table, reader.problems.problems)
      }
    }
    let alone = try #require(try read(isHelped: false))
    var helped: (table: FeatureTable, problems: [NetworkProblem])?
    // A busy machine may not begin the other thread in time.
    for _ in 0..<100 where helped == nil { helped = try read(isHelped: true) }
    #expect(alone.table.count == 100_000)
    #expect(alone.problems.count > 10)
    #expect(helped?.table == alone.table)
    #expect(helped?.problems == alone.problems)
  }
}
