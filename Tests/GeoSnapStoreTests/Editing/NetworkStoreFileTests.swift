import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// What a file alone has: locks, modes of its journal, a limit of its history, and columns as others made them.
@Suite("Transactions in a file")
struct NetworkStoreFileTests {
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

  @Test("A file that is only there to be read says so")
  func readOnly() throws {
    let (file, _, _) = try sample()
    #expect(throws: StoreError.self) { try NetworkStore(file.path + ".none") }
    try file.write(Array("no database at all".utf8))
    let error = #expect(throws: StoreError.self) { try NetworkStore(file.path) }
    #expect(error?.code == .cannotOpen)
  }
}
