import Foundation
import GRDB
import GeoSnap
import GeoSnapPostgresTestSupport
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Transactions that are stored", .onBothStores)
struct NetworkStoreTests {
  private static let seeds: ClosedRange<UInt64> = 1...Extent.count(1, long: 3, full: 60)

  @Test(
    "Random transactions, undo, redo and restarts do as a model of dictionaries",
    arguments: seeds
  )
  func random(seed: UInt64) async throws {
    var source = RandomTransaction(seed: seed)
    let network = try EditingNetwork.make(rows: 6, using: &source.generator)
    let subject = try await StoreSubject(network, imports: SampleNetwork.imports)
    var store: (any TestedStore)! = try await subject.store()
    var model = NaiveNetwork(network)
    var (done, undone): ([NaiveNetwork], [NaiveNetwork]) = ([], [])
    for step in 0..<70 {
      let place: Comment = "seed \(seed), step \(step)"
      let revision = store.revision
      var hasWritten = true
      switch source.generator.int(0...11) {
      case 0, 1:
        #expect(store.canUndo == !done.isEmpty, place)
        hasWritten = try store.undo() != nil
        #expect(hasWritten == !done.isEmpty, place)
        if let earlier = done.popLast() {
          undone.append(model)
          model = earlier
        }
      case 2:
        #expect(store.canRedo == !undone.isEmpty, place)
        hasWritten = try store.redo() != nil
        if let later = undone.popLast() {
          done.append(model)
          model = later
        }
      case 3:
        store = nil
        store = try await subject.store()
        hasWritten = false
      default:
        var transaction = try source.make(for: model)
        // The next free row id depends on what a restart has forgotten: give it.
        transaction.edits = transaction.edits.filter { edit in
          if case .insertFeature(let feature, _) = edit { return feature.rowID != nil }
          return true
        }
        let before = model
        let isPossible = model.apply(transaction)
        do {
          hasWritten = !(try store.commit(transaction)).transaction.edits.isEmpty
          #expect(isPossible, "\(place): \(transaction)")
          if hasWritten {
            done.append(before)
            undone = []
          }
        } catch let error as TransactionError {
          #expect(!isPossible, "\(place): \(error)")
          hasWritten = false
        }
      }
      expectNext(store.revision, after: revision, hasWritten, place)
      #expect(model.difference(from: store.network) == nil, place)
      if step % 10 == 9 { try await check(subject, model, steps: done.count, place) }
    }
    store = nil
    store = try await subject.store()
    while try store.undo() != nil { _ = done.popLast().map { model = $0 } }
    #expect(done.isEmpty)
    #expect(NaiveNetwork(network).difference(from: store.network) == nil, "seed \(seed)")
    #expect(store.imports == SampleNetwork.imports)
  }

  /// A database gives no number twice, and none to a commit that failed.
  private func expectNext(_ revision: Int, after last: Int, _ hasWritten: Bool, _ place: Comment) {
    switch StoreKind.current {
    case .file: #expect(revision == last + (hasWritten ? 1 : 0), place)
    case .database: #expect(hasWritten ? revision > last : revision == last, place)
    }
  }

  private func check(
    _ subject: StoreSubject,
    _ model: NaiveNetwork,
    steps: Int,
    _ place: Comment
  ) async throws {
    let network = try await subject.stored().network
    #expect(model.difference(from: EditedNetwork(network)) == nil, place)
    if let file = subject.file {
      try file.read { try check($0, network, steps: steps, place) }
    } else {
      let done = "SELECT count(*) FROM un_history WHERE kind = 'commit' AND undone = 'no'"
      #expect(try subject.schema?.execute(done) == "\(steps)", place)
    }
  }

  /// The file is sound, and its indexes and what it says of its tables fit their rows.
  private func check(
    _ database: Database,
    _ network: UtilityNetwork,
    steps: Int,
    _ place: Comment
  ) throws {
    #expect(try String.fetchOne(database, sql: "PRAGMA integrity_check") == "ok", place)
    for table in network.tables {
      let count = "SELECT ROWCOUNT FROM un_manifest WHERE TABLENAME = '\(table.name)'"
      #expect(try Int.fetchOne(database, sql: count) == table.count, place)
      guard table.geometryType != nil else { continue }
      var boxes: [Int64: Envelope] = [:]
      for row in 0..<table.count { boxes[table.rowIDs[row]] = table.geometries[row]?.envelope }
      let rows = try Row.fetchAll(database, sql: "SELECT * FROM \"rtree_\(table.name)_SHAPE\"")
      #expect(Set(rows.map { $0[0] as Int64 }) == Set(boxes.keys), place)
      for row in rows {
        // The index rounds outward to single precision.
        guard let box = boxes[row[0]] else { continue }
        let (least, most) = (row[1] as Double, row[2] as Double)
        #expect(least <= box.minX && most >= box.maxX, place)
        #expect(most - least <= box.maxX - box.minX + 0.01, place)
      }
      let sql = "SELECT min_x, max_x FROM gpkg_contents WHERE table_name = '\(table.name)'"
      let extent = try Row.fetchOne(database, sql: sql)
      let (least, most) = (extent?[0] as Double? ?? .infinity, extent?[1] as Double? ?? -.infinity)
      #expect(boxes.values.allSatisfy { least <= $0.minX && most >= $0.maxX }, place)
    }
    let done = "SELECT count(*) FROM un_history WHERE NOT UNDONE"
    let count = try database.tableExists("un_history") ? Int.fetchOne(database, sql: done) : 0
    #expect(count == steps, place)
  }

  private let device = FeatureKey.globalID(GlobalID(high: 6, low: 0))
  private let other = FeatureKey.globalID(GlobalID(high: 6, low: 1))

  private func sample() async throws -> StoreSubject {
    var generator = SeededGenerator(seed: 11)
    return try await StoreSubject(try EditingNetwork.make(rows: 3, using: &generator))
  }

  private func named(_ key: FeatureKey, _ name: String) -> NetworkTransaction {
    NetworkTransaction(name, .setAttributes(key, ["NAME": .text(name)]))
  }

  @Test("The history tells steps, oldest first, with those undone")
  func history() async throws {
    let subject = try await sample()
    let store = try await subject.store()
    for name in ["a", "b", "c"] { try store.commit(named(device, name)) }
    try store.undo()
    func steps() throws -> [String] {
      try store.history().map { "\($0.name) \($0.editCount) \($0.isUndone ? "undone" : "done")" }
    }
    #expect(try steps() == ["a 1 done", "b 1 done", "c 1 undone"])
    try store.commit(named(device, "d"))
    #expect(!store.canRedo)
    #expect(try steps() == ["a 1 done", "b 1 done", "d 1 done"])
    #expect(store.revision == 5)
    withExtendedLifetime(subject) {}
  }

  @Test("A step whose outcome another program changed is not undone")
  func undoneOtherwise() async throws {
    let subject = try await sample()
    let store = try await subject.store()
    try store.commit(named(device, "mine"))
    try subject.execute("UPDATE Device SET NAME = 'theirs' WHERE OBJECTID = 1")
    try store.takeOver()
    #expect(try refusals { try store.undo() } == [.changedOtherwise])
    #expect(store.canUndo)
  }

  @Test("A constraint of the store that refuses an edit leaves all as it was")
  func constraint() async throws {
    let subject = try await sample()
    try subject.execute(
      "UPDATE Device SET NAME = OBJECTID; CREATE UNIQUE INDEX one_name ON Device (NAME)"
    )
    let store = try await subject.store()
    try store.commit(named(device, "same"))
    let before = store.network.changedFeatures
    let error = try storeError { try store.commit(named(other, "same")) }
    #expect(error?.code == .badData && error?.problems.count == 1)
    #expect(store.network.changedFeatures == before)
    #expect(try store.history().map(\.name).filter { $0 == "same" } == ["same"])
  }

  @Test("A geometry with Z where none had it is stored, and declared")
  func dimensions() async throws {
    let subject = try await sample()
    let store = try await subject.store()
    let geometry = try Geometry(wkt: "MULTILINESTRING Z ((0 0 1, 1 1 1), (2 2 1, 3 3 1))")
    let id = GlobalID(high: 9, low: 0)
    try store.commit(.init("multi", .setGeometry(.globalID(id), geometry)))
    let network = try await subject.stored().network
    let line = try #require(network.feature(globalID: id))
    #expect(network.geometry(of: line)?.wkt == geometry.wkt)
    let declared = try subject.file?.texts(
      "SELECT geometry_type_name || z FROM gpkg_geometry_columns WHERE table_name = 'Line'"
    )
    #expect(declared == ["GEOMETRY2"] || declared == nil)
  }

  @Test("Every usage and every kind of association can be edited in a store, and undone")
  func sampleNetwork() async throws {
    let network = try SampleNetwork.make()
    let subject = try await StoreSubject(network)
    let store = try await subject.store()
    for table in network.tables {
      for row in 0..<table.count {
        let key: FeatureKey =
          table.globalIDs[row].map { .globalID($0) }
          ?? .row(table: table.name, rowID: table.rowIDs[row])
        guard store.network.feature(key) != nil else { continue }
        try store.commit(.init("d", .setOrigin(key, "x"), .deleteFeature(key)))
      }
    }
    let nothing = try await subject.stored().network
    #expect(nothing.featureCount == 0 && nothing.associations.isEmpty)
    while try store.undo() != nil {}
    let back = try await subject.stored().network
    #expect(NaiveNetwork(network).difference(from: EditedNetwork(back)) == nil)
    while try store.redo() != nil {}
    #expect(store.network.featureCount == 0)
  }
}
