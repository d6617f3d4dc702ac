import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// What a file alone has: locks, modes of its journal, a limit of its history, and columns as others made them.
@Suite("Transactions in a file")
struct NetworkStoreFileTests {
  private let device = FeatureKey.globalID(GlobalID(high: 6, low: 0))
  private let other = FeatureKey.globalID(GlobalID(high: 6, low: 1))

  private func sample() throws -> TemporaryFile {
    var generator = SeededGenerator(seed: 11)
    return try TemporaryFile(holding: EditingNetwork.make(rows: 3, using: &generator))
  }

  private func named(_ key: FeatureKey, _ name: String) -> NetworkTransaction {
    NetworkTransaction(name, .setAttributes(key, ["NAME": .text(name)]))
  }

  @Test("A file keeps the newest steps, as many as asked for, and undoes those")
  func bound() throws {
    let file = try sample()
    func commit(_ names: String..., to store: NetworkStore) throws {
      for name in names { try store.commit(.init(name, .setOrigin(device, name))) }
    }
    do {
      let store = try NetworkStore(file.path, historyLimit: 3)
      try commit("a", "b", "c", "d", "e", to: store)
      #expect(try store.history().map(\.name) == ["c", "d", "e"])
      _ = try store.undo()
      try commit("f", to: store)
      #expect(try store.history().map(\.name) == ["c", "d", "f"] && store.revision == 7)
    }
    let store = try NetworkStore(file.path)
    #expect(store.revision == 7)
    while try store.undo() != nil {}
    #expect(store.snapshot.features(origin: "b").count == 1 && !store.canUndo && store.canRedo)
    while try store.redo() != nil {}
    #expect(store.snapshot.features(origin: "f").count == 1)
    // A greater limit applies from then on.
    try commit("g", "h", to: store)
    #expect(try store.history().map(\.name) == ["c", "d", "f", "g", "h"])
  }

  @Test("A second store waits, and then says which process has the file")
  func twoStores() throws {
    let file = try sample()
    var store: NetworkStore? = try NetworkStore(file.path)
    let error = try storeError { try NetworkStore(file.path, timeout: .milliseconds(50)) }
    #expect(error?.code == .inUse)
    #expect(error?.message.contains("\(ProcessInfo.processInfo.processIdentifier)") == true)
    try store?.commit(named(device, "a"))
    store = nil
    #expect(try NetworkStore(file.path, timeout: .zero).canUndo)
    #expect(!FileManager.default.fileExists(atPath: file.path + ".lock"))
  }

  @Test("A link to the file leads to the same lock")
  func link() throws {
    let file = try sample()
    let link = file.path + ".link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
    let store = try NetworkStore(file.path)
    #expect(throws: StoreError.self) { try NetworkStore(link, timeout: .zero) }
    withExtendedLifetime(store) {}
  }

  @Test("What another program changed is noticed, and read anew")
  func changedByOthers() throws {
    let file = try sample()
    let store = try NetworkStore(file.path)
    try store.commit(named(device, "mine"))
    try file.execute("UPDATE Device SET NAME = 'theirs' WHERE OBJECTID = 3")
    #expect(try storeError { try store.commit(named(device, "more")) }?.code == .changedByOthers)
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
    let file = try sample()
    let store = try NetworkStore(file.path, timeout: .milliseconds(60))
    try file.opened().writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN IMMEDIATE")
      #expect(try storeError { try store.commit(named(device, "mine")) }?.code == .inUse)
      try database.execute(sql: "ROLLBACK")
    }
    try store.commit(named(device, "mine"))
    #expect(try store.history().count == 1)
  }

  @Test("A file in write-ahead mode is taken out of it, unless another program has it open")
  func writeAhead() throws {
    let file = try sample()
    let other = try file.opened(inLogMode: true)
    func text(_ sql: String) throws -> String? {
      try other.read { try String.fetchOne($0, sql: sql) }
    }
    var store: NetworkStore? = try NetworkStore(file.path, timeout: .milliseconds(30))
    try store?.commit(named(device, "a"))
    #expect(try text("PRAGMA journal_mode") == "wal")
    #expect(try text("SELECT NAME FROM Device WHERE OBJECTID = 1") == "a")
    store = nil
    try other.close()
    store = try NetworkStore(file.path)
    try store?.commit(named(device, "b"))
    #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
    #expect(store?.revision == 2)
  }

  @Test("A file that was replaced is not written to")
  func replaced() throws {
    let file = try sample()
    let store = try NetworkStore(file.path)
    var generator = SeededGenerator(seed: 12)
    let network = try EditingNetwork.make(rows: 2, using: &generator)
    try GeoPackage.write(network, to: file.path, replacing: true)
    let bytes = try file.bytes
    #expect(try storeError { try store.commit(named(device, "mine")) }?.code == .changedByOthers)
    #expect(try file.bytes == bytes)
  }

  @Test("What a file made otherwise has no column for is refused")
  func missingColumns() throws {
    let file = try sample()
    try file.execute("ALTER TABLE houses DROP COLUMN ORIGIN; UPDATE un_manifest SET COLUMNS = NULL")
    let store = try NetworkStore(file.path)
    let key = FeatureKey.row(table: "houses", rowID: 1)
    #expect(try refusals { try store.commit(.init("o", .setOrigin(key, "x"))) } == [.wrongValue])
    try store.commit(.init("n", .setAttributes(key, ["number": .integer(8)])))
  }

  @Test("A file that is only there to be read says so")
  func readOnly() throws {
    let file = try sample()
    #expect(throws: StoreError.self) { try NetworkStore(file.path + ".none") }
    try file.write(Array("no database at all".utf8))
    #expect(try storeError { try NetworkStore(file.path) }?.code == .cannotOpen)
  }
}
