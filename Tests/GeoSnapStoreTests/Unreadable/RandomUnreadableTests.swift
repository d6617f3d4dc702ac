import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Stores with rows broken at random", .onBothStores)
struct RandomUnreadableTests {
  /// A network in which much meets, with a plain table and origins.
  private static func network(_ generator: inout SeededGenerator) throws -> UtilityNetwork {
    let made = try RandomConnectedNetwork(size: 60, using: &generator).network()
    let rows = (1...6).map { row in
      let id = row.isMultiple(of: 2) ? GlobalID(high: 5, low: UInt64(row)) : nil
      let place = Geometry.point(Point(x: Double(row), y: 2))
      return Feature(row * 3, nil, id, place, [.text("note \(row)"), .integer(Int64(row))])
    }
    let fields: [AttributeField] = [.init("NOTE", .text), .init("SIZE", .integer)]
    let plain = FeatureTable(plain: "plain", .point, fields, rows: rows)
    return try made.with(tables: made.tables + [plain])
  }

  @Test(
    "All that is whole answers as if the others were not there; edits leave those byte for byte",
    // At once, as a server has room for 300 clients.
    arguments: 1...Extent.count(12 as UInt64, long: 50)
  )
  func broken(seed: UInt64) async throws {
    // A database takes a second for each.
    if StoreKind.current == .database, Extent.current < .long, seed.isMultiple(of: 2) { return }
    var generator = SeededGenerator(seed: seed)
    let network = try Self.network(&generator)
    let subject = try await StoreSubject(network)
    let oracle = try await StoreSubject(network)
    let breaker = RowBreaker(network, seed: seed + 1000, count: generator.int(1...14))
    try subject.execute(breaker.sql.joined(separator: ";\n"))
    try oracle.execute(breaker.removal.joined(separator: ";\n"))
    let whole = try await oracle.stored()
    try #require(whole.unreadable.isEmpty, "seed \(seed): \(whole.unreadable)")

    // The same, except for the reported problems.
    let stored = try await subject.stored()
    let before = try RawRows(subject)
    let setAside = before.missing(in: try RawRows(oracle))
    #expect(stored.unreadableRowCount == setAside.count, "seed \(seed): \(stored.unreadable)")
    #expect(stored.unreadable.isEmpty == setAside.isEmpty, "seed \(seed)")
    #expect(stored.unreadable.allSatisfy { $0.code != nil }, "seed \(seed)")
    #expect(stored.notes.isEmpty, "seed \(seed): \(stored.notes)")
    let told = Set(stored.unreadable.map { "\($0.table) \($0.row ?? "")" })
    for (table, row) in setAside where !table.hasPrefix("un_") {
      #expect(told.contains("\(table) \(row)"), "seed \(seed)")
    }
    let places = (0..<12).map { _ in Coordinate(generator.double(0...6), generator.double(0...6)) }
    try expectSame(stored.network, whole.network, places, seed)
    if !setAside.isEmpty {
      await #expect(throws: StoreError.self, "seed \(seed)") {
        try await subject.stored(strict: true)
      }
    }

    // What cannot be read stays as it is, whatever else is done.
    try await edit(subject, &generator, seed)
    let after = try RawRows(subject)
    #expect(after.only(setAside) == before.only(setAside), "seed \(seed)")
    var problems: [NetworkProblem] = []
    let tolerated = try await subject.place
      .open(tolerating: &problems, images: .none, progress: nil)
    _ = try NetworkValidation(tolerated.network, tolerated: problems)
  }

  private func expectSame(
    _ one: UtilityNetwork,
    _ other: UtilityNetwork,
    _ places: [Coordinate],
    _ seed: UInt64
  ) throws {
    #expect(one.rules == other.rules, "seed \(seed)")
    let difference = StateComparison(try NetworkState(one), anew: try NetworkState(other))
      .difference(at: places)
    #expect(difference == nil, "seed \(seed)")
  }

  private func edit(_ subject: StoreSubject, _ generator: inout SeededGenerator, _ seed: UInt64)
    async throws
  {
    let store = try await subject.store()
    let count = store.unreadableRowCount
    var edits = RandomEdits(store.network.base)
    for _ in 0..<10 {
      do {
        switch generator.int(0...5) {
        case 0: try store.undo()
        case 1: try store.redo()
        case 2:
          // Without a row id, so that the next free one is looked for.
          let table = store.network.base.tables.randomElement(using: &generator)
          guard let table, table.sourceID == nil else { continue }
          try store.commit(.init("Insert", .insertFeature(NewFeature(), table: table.name)))
        default: try store.commit(.init("Edit", edits.next(store.network, &generator)))
        }
      } catch is TransactionError {
        continue
      }
    }
    let stored = try await subject.stored()
    #expect(stored.unreadableRowCount >= count, "seed \(seed)")
    let place = Coordinate(generator.double(0...6), generator.double(0...6))
    try expectSame(stored.network, store.network.rebased(), [place], seed)
  }
}
