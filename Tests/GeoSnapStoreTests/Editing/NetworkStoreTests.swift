import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Transactions in a file")
struct NetworkStoreTests {
  private static let seeds: ClosedRange<UInt64> = 1...Extent.count(1, long: 3, full: 60)

  @Test(
    "Random transactions, undo, redo and restarts do as a model of dictionaries",
    arguments: seeds
  )
  func random(seed: UInt64) throws {
    var source = RandomTransaction(seed: seed)
    let network = try EditingNetwork.make(rows: 6, using: &source.generator)
    let file = try TemporaryFile()
    try GeoPackage.write(network, to: file.path, imports: SampleNetwork.imports)
    var store = try NetworkStore(file.path)
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
        store = try reopened(&store, file.path)
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
      #expect(store.revision == revision + (hasWritten ? 1 : 0), place)
      #expect(model.difference(from: store.snapshot) == nil, place)
      if step % 10 == 9 { try check(file.path, model, steps: done.count, place) }
    }
    store = try reopened(&store, file.path)
    while try store.undo() != nil { _ = done.popLast().map { model = $0 } }
    #expect(done.isEmpty)
    #expect(NaiveNetwork(network).difference(from: store.snapshot) == nil, "seed \(seed)")
    #expect(store.imports == SampleNetwork.imports)
  }

  @Test("A file keeps the newest steps, as many as asked for, and undoes those")
  func bound() throws {
    var source = SeededGenerator(seed: 11)
    let network = try EditingNetwork.make(rows: 2, using: &source)
    let file = try TemporaryFile()
    try GeoPackage.write(network, to: file.path)
    let key = FeatureKey.globalID(GlobalID(high: 6, low: 0))
    var store = try NetworkStore(file.path, historyLimit: 3)
    for name in ["a", "b", "c", "d", "e"] {
      try store.commit(NetworkTransaction(name, [.setOrigin(key, name)]))
    }
    #expect(try store.history().map(\.name) == ["c", "d", "e"])
    _ = try store.undo()
    try store.commit(NetworkTransaction("f", [.setOrigin(key, "f")]))
    #expect(try store.history().map(\.name) == ["c", "d", "f"] && store.revision == 7)
    store = try reopened(&store, file.path)
    #expect(store.revision == 7)
    while try store.undo() != nil {}
    #expect(store.snapshot.features(origin: "b").count == 1 && !store.canUndo && store.canRedo)
    while try store.redo() != nil {}
    #expect(store.snapshot.features(origin: "f").count == 1)
    // Who asks for more keeps more from then on.
    for name in ["g", "h"] {
      try store.commit(NetworkTransaction(name, [.setOrigin(key, name)]))
    }
    #expect(try store.history().map(\.name) == ["c", "d", "f", "g", "h"])
  }

  /// Closes a store and opens its file again.
  private func reopened(_ store: inout NetworkStore, _ path: String) throws -> NetworkStore {
    let other = try TemporaryFile()
    try GeoPackage.write(
      try UtilityNetwork(definition: NetworkDefinition(), srid: nil, tables: []),
      to: other.path
    )
    // The one that is let go of releases its lock.
    store = try NetworkStore(other.path)
    return try NetworkStore(path)
  }

  /// The file holds what the model does, for everyone who looks.
  private func check(
    _ path: String,
    _ model: NaiveNetwork,
    steps: Int,
    _ place: Comment
  ) throws {
    let network = try GeoPackage.open(path).network
    #expect(model.difference(from: EditedNetwork(network)) == nil, place)
    let queue = try DatabaseQueue(path: path)
    try queue.read { database throws in
      let check = try String.fetchOne(database, sql: "PRAGMA integrity_check")
      #expect(check == "ok", place)
      for table in network.tables {
        let count = try Int.fetchOne(
          database,
          sql: "SELECT ROWCOUNT FROM un_manifest WHERE TABLENAME = ?",
          arguments: [table.name]
        )
        #expect(count == table.count, place)
        guard table.geometryType != nil else { continue }
        var boxes: [Int64: Envelope] = [:]
        for row in 0..<table.count { boxes[table.rowIDs[row]] = table.geometries[row]?.envelope }
        let rows = try Row.fetchAll(database, sql: "SELECT * FROM \"rtree_\(table.name)_SHAPE\"")
        #expect(Set(rows.map { $0[0] as Int64 }) == Set(boxes.keys), place)
        for row in rows {
          // The index rounds outward to single precision.
          guard let box = boxes[row[0]] else { continue }
          #expect((row[1] as Double) <= box.minX && (row[2] as Double) >= box.maxX, place)
          #expect((row[2] as Double) - (row[1] as Double) <= box.maxX - box.minX + 0.01, place)
        }
        let extent = try Row.fetchOne(
          database,
          sql: "SELECT min_x, max_x FROM gpkg_contents WHERE table_name = ?",
          arguments: [table.name]
        )
        for box in boxes.values {
          #expect((extent?[0] as Double?).map { $0 <= box.minX } == true, place)
          #expect((extent?[1] as Double?).map { $0 >= box.maxX } == true, place)
        }
      }
      let exists = try database.tableExists("un_history")
      let count =
        exists
        ? try Int.fetchOne(database, sql: "SELECT count(*) FROM un_history WHERE NOT UNDONE") : 0
      #expect(count == steps, place)
    }
    try queue.close()
  }

  private func sample() throws -> (file: TemporaryFile, device: FeatureKey, other: FeatureKey) {
    var generator = SeededGenerator(seed: 11)
    let file = try TemporaryFile()
    try GeoPackage.write(try EditingNetwork.make(rows: 3, using: &generator), to: file.path)
    return (
      file, .globalID(GlobalID(high: 6, low: 0)), .globalID(GlobalID(high: 6, low: 1))
    )
  }

  private func named(_ key: FeatureKey, _ name: String) -> NetworkTransaction {
    NetworkTransaction(name, [.setAttributes(key, ["NAME": .text(name)])])
  }

  @Test("The history tells steps, oldest first, with those undone")
  func history() throws {
    let (file, device, _) = try sample()
    let store = try NetworkStore(file.path)
    for name in ["a", "b", "c"] { try store.commit(named(device, name)) }
    try store.undo()
    #expect(try store.history().map(\.name) == ["a", "b", "c"])
    #expect(try store.history().map(\.isUndone) == [false, false, true])
    #expect(try store.history().map(\.editCount) == [1, 1, 1])
    try store.commit(named(device, "d"))
    #expect(try store.history().map(\.name) == ["a", "b", "d"])
    #expect(!store.canRedo && store.revision == 5)
  }

  @Test("A second store waits, and then says which process has the file")
  func twoStores() throws {
    let (file, device, _) = try sample()
    var store: NetworkStore? = try NetworkStore(file.path)
    let error = #expect(throws: StoreError.self) {
      try NetworkStore(file.path, timeout: .milliseconds(50))
    }
    #expect(error?.code == .inUse)
    #expect(error?.message.contains("\(ProcessInfo.processInfo.processIdentifier)") == true)
    try store?.commit(named(device, "a"))
    store = nil
    #expect(try NetworkStore(file.path, timeout: .zero).canUndo)
    #expect(!FileManager.default.fileExists(atPath: file.path + ".lock"))
  }

  @Test("A link to the file leads to the same lock")
  func link() throws {
    let (file, _, _) = try sample()
    let link = file.path + ".link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
    let store = try NetworkStore(file.path)
    #expect(throws: StoreError.self) { try NetworkStore(link, timeout: .zero) }
    withExtendedLifetime(store) {}
  }

  @Test("What another program changed is noticed, and read anew")
  func changedByOthers() throws {
    let (file, device, other) = try sample()
    let store = try NetworkStore(file.path)
    try store.commit(named(device, "mine"))
    try file.execute("UPDATE Device SET NAME = 'theirs' WHERE OBJECTID = 3")
    let error = #expect(throws: StoreError.self) { try store.commit(named(device, "more")) }
    #expect(error?.code == .changedByOthers)
    #expect(throws: StoreError.self) { try store.undo() }
    try store.reload()
    let id = try #require(store.snapshot.feature(other))
    #expect(store.snapshot.attribute("NAME", of: id) == .text("theirs"))
    // What they changed is not what the step did: it can be undone.
    #expect(try store.undo() != nil)
    #expect(!store.canUndo)
  }

  @Test("A step whose outcome another program changed is not undone")
  func undoneOtherwise() throws {
    let (file, device, _) = try sample()
    let store = try NetworkStore(file.path)
    try store.commit(named(device, "mine"))
    try file.execute("UPDATE Device SET NAME = 'theirs' WHERE OBJECTID = 1")
    try store.reload()
    let error = #expect(throws: TransactionError.self) { try store.undo() }
    #expect(error?.problems.map(\.code) == [.changedOtherwise])
    #expect(store.canUndo)
  }

  @Test("A writer that does not let go is waited for, and told")
  func busy() throws {
    let (file, device, _) = try sample()
    let store = try NetworkStore(file.path, timeout: .milliseconds(60))
    let other = try DatabaseQueue(path: file.path)
    try other.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN IMMEDIATE")
      let error = #expect(throws: StoreError.self) { try store.commit(named(device, "mine")) }
      #expect(error?.code == .inUse)
      try database.execute(sql: "ROLLBACK")
    }
    try store.commit(named(device, "mine"))
    #expect(try store.history().count == 1)
  }

  @Test("A file in write-ahead mode is taken out of it, unless another program has it open")
  func writeAhead() throws {
    let (file, device, _) = try sample()
    let other = try DatabaseQueue(path: file.path)
    try other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    let mode = { try other.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } }
    var store: NetworkStore? = try NetworkStore(file.path, timeout: .milliseconds(30))
    try store?.commit(named(device, "a"))
    #expect(try mode() == "wal")
    let name = try other.read {
      try String.fetchOne($0, sql: "SELECT NAME FROM Device WHERE OBJECTID = 1")
    }
    #expect(name == "a")
    store = nil
    try other.close()
    store = try NetworkStore(file.path)
    try store?.commit(named(device, "b"))
    #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
    #expect(store?.revision == 2)
  }

  @Test("A file that was replaced is not written to")
  func replaced() throws {
    let (file, device, _) = try sample()
    let store = try NetworkStore(file.path)
    var generator = SeededGenerator(seed: 12)
    try GeoPackage.write(
      try EditingNetwork.make(rows: 2, using: &generator),
      to: file.path,
      replacing: true
    )
    let bytes = try file.bytes
    let error = #expect(throws: StoreError.self) { try store.commit(named(device, "mine")) }
    #expect(error?.code == .changedByOthers)
    #expect(try file.bytes == bytes)
  }

  @Test("A constraint of the file that refuses an edit leaves all as it was")
  func constraint() throws {
    let (file, device, other) = try sample()
    try file.execute("UPDATE Device SET NAME = OBJECTID; CREATE UNIQUE INDEX name ON Device (NAME)")
    let store = try NetworkStore(file.path)
    try store.commit(named(device, "same"))
    let before = store.snapshot.changedFeatures
    let error = #expect(throws: StoreError.self) { try store.commit(named(other, "same")) }
    #expect(error?.code == .badData && error?.problems.count == 1)
    #expect(store.snapshot.changedFeatures == before)
    #expect(try store.history().count == 1)
  }

  @Test("A geometry with Z where none had it is declared so")
  func declaredDimensions() throws {
    let (file, _, _) = try sample()
    let store = try NetworkStore(file.path)
    try store.commit(
      NetworkTransaction(
        "multi",
        [
          .setGeometry(
            .globalID(GlobalID(high: 9, low: 0)),
            try Geometry(wkt: "MULTILINESTRING Z ((0 0 1, 1 1 1), (2 2 1, 3 3 1))")
          )
        ]
      )
    )
    let queue = try DatabaseQueue(path: file.path)
    let row = try queue.read {
      try Row.fetchOne(
        $0,
        sql: "SELECT geometry_type_name, z FROM gpkg_geometry_columns WHERE table_name = 'Line'"
      )
    }
    #expect(row?[0] == "GEOMETRY" && row?[1] == 2)
    #expect(try GeoPackage.open(file.path).network.featureCount == store.snapshot.featureCount)
  }

  @Test("What a file made otherwise has no column for is refused")
  func missingColumns() throws {
    let (file, _, _) = try sample()
    try file.execute("ALTER TABLE houses DROP COLUMN ORIGIN; UPDATE un_manifest SET COLUMNS = NULL")
    let store = try NetworkStore(file.path)
    let key = FeatureKey.row(table: "houses", rowID: 1)
    let error = #expect(throws: TransactionError.self) {
      try store.commit(NetworkTransaction("o", [.setOrigin(key, "x")]))
    }
    #expect(error?.problems.map(\.code) == [.wrongValue])
    try store.commit(NetworkTransaction("n", [.setAttributes(key, ["number": .integer(8)])]))
  }

  @Test("Every usage and every kind of association can be edited in a file, and undone")
  func sampleNetwork() throws {
    let file = try TemporaryFile()
    let network = try SampleNetwork.make()
    try GeoPackage.write(network, to: file.path)
    let store = try NetworkStore(file.path)
    for table in network.tables {
      for row in 0..<table.count {
        let key: FeatureKey =
          table.globalIDs[row].map { .globalID($0) }
          ?? .row(table: table.name, rowID: table.rowIDs[row])
        guard store.snapshot.feature(key) != nil else { continue }
        try store.commit(NetworkTransaction("d", [.setOrigin(key, "x"), .deleteFeature(key)]))
      }
    }
    #expect(try GeoPackage.open(file.path).network.featureCount == 0)
    #expect(try GeoPackage.open(file.path).network.associations.isEmpty)
    while try store.undo() != nil {}
    let back = try GeoPackage.open(file.path).network
    #expect(NaiveNetwork(network).difference(from: EditedNetwork(back)) == nil)
    while try store.redo() != nil {}
    #expect(store.snapshot.featureCount == 0)
  }

  @Test("A file that is only there to be read says so")
  func readOnly() throws {
    let (file, _, _) = try sample()
    #expect(throws: StoreError.self) { try NetworkStore(file.path + ".none") }
    try file.write(Array("no database at all".utf8))
    let error = #expect(throws: StoreError.self) { try NetworkStore(file.path) }
    #expect(error?.code == .cannotOpen)
  }
}
