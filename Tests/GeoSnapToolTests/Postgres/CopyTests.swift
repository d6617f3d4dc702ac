import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Copies between files and databases", Database.isThere)
struct CopyTests {
  private let folder: ScratchFolder
  private let schema: TemporarySchema

  init() throws {
    folder = try ScratchFolder()
    schema = try TemporarySchema("Tom's \"town\", 1.2")
  }

  /// Copies a file into the database and back, and compares the two.
  private func expectSame(_ path: String, isEdited: Bool, _ comment: Comment? = nil) async throws {
    let database = NetworkPlace.database(schema.address)
    try await NetworkPlace.file(path).copy(to: database, replacing: true)
    let back = folder.path("back.gpkg")
    try await database.copy(to: .file(back), replacing: true)
    let difference = try FileContent(path, isEdited: isEdited)
      .difference(from: FileContent(back, isEdited: isEdited))
    #expect(difference == nil, comment)
    // A second time nothing at all is another.
    try await NetworkPlace.file(back).copy(to: database, replacing: true)
    let again = folder.path("again.gpkg")
    try await database.copy(to: .file(again), replacing: true)
    #expect(FileManager.default.contentsEqual(atPath: back, andPath: again), comment)
  }

  private func file(of shared: SharedNetwork) throws -> String {
    let path = folder.path("network.gpkg")
    if shared.format == .geoPackage, let sample = shared.path {
      try FileManager.default.copyItem(atPath: sample, toPath: path)
    } else {
      try GeoPackage.write(
        shared.network(),
        to: path,
        imports: [
          ImportRecord(network: shared.name, table: "all", rows: 1, isImported: false, note: "n")
        ]
      )
    }
    return path
  }

  @Test("A sample network comes back row for row", arguments: SharedNetwork.all)
  func sample(shared: SharedNetwork) async throws {
    try await expectSame(file(of: shared), isEdited: false)
  }

  @Test(
    "So do other samples that are imported",
    arguments: [
      ["pandapower", "Pandapower/case145.json"], ["pandapower", "Pandapower/cigre_mv_all.json"],
      ["pandapower", "Pandapower/european_lv_asymmetric.json"],
      ["pandapipes", "Pandapipes/gas_versatility.json"],
      ["pandapipes", "Pandapipes/heat_transfer_heights.json"],
    ]
  )
  func imported(sample: [String]) async throws {
    let examples = URL(fileURLWithPath: SampleFile.path).deletingLastPathComponent()
      .deletingLastPathComponent()
    let path = folder.path("network.gpkg")
    let run = try CommandLineRun(
      ["import", sample[0], examples.appendingPathComponent(sample[1]).path, path]
    )
    try #require(run.exitCode == 0, "\(run.errors)")
    try await expectSame(path, isEdited: false)
  }

  @Test("So does a network that is imported of layers, into a file or at once into a database")
  func layers() async throws {
    let gis = URL(fileURLWithPath: SampleFile.path).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Gis")
    let mapping = gis.appendingPathComponent("mapping.json").path
    let path = folder.path("network.gpkg")
    let run = try CommandLineRun(["import", "gis", mapping, path])
    try #require(run.exitCode == 0, "\(run.errors)")
    try await expectSame(path, isEdited: false)
    let address = try Database.text(of: schema)
    let refused = try CommandLineRun(["import", "gis", mapping, address])
    #expect(refused.exitCode == 64 && refused.errors.contains("--force replaces it"))
    let there = try CommandLineRun(["import", "gis", mapping, address, "--force"])
    #expect(there.exitCode == 0, "\(there.errors)")
    let back = folder.path("imported.gpkg")
    try await NetworkPlace.database(schema.address).copy(to: .file(back))
    #expect(try FileContent(path).difference(from: FileContent(back)) == nil)
  }

  @Test(
    "After edits, undone steps and saved trace configurations it comes back with its history",
    arguments: SharedNetwork.all.filter { shared in
      Extent.current >= .long
        || ["Schutterwald sample", "IEEE 123", "Net3", "user5", "every kind of pandapipes"]
          .contains(shared.name)
    }
  )
  func edited(shared: SharedNetwork) async throws {
    let path = try file(of: shared)
    for name in ["First", "second, \"quoted\"", "Third"] {
      try GeoPackage.save(
        SavedTraceConfiguration(
          name: name,
          summary: "for \(name)",
          type: name == "Third" ? nil : .upstream,
          configuration: TraceConfiguration()
        ),
        in: path
      )
    }
    try GeoPackage.removeTraceConfiguration(named: "first", from: path)
    let seed = UInt64.random(in: 0...UInt64.max)
    var edits = RandomNetworkEdits(try GeoPackage.open(path).network, seed: seed)
    let store = try NetworkStore(path, historyLimit: 30)
    var accepted = 0
    for _ in 0..<2000 where accepted < 40 {
      if edits.generator.oneIn(8) {
        try store.undo()
        if edits.generator.oneIn(2) { try store.redo() }
      }
      guard let transaction = try? edits.next(store.snapshot), !transaction.edits.isEmpty,
        (try? store.commit(transaction)) != nil
      else { continue }
      accepted += 1
    }
    #expect(accepted == 40, "seed \(seed)")
    try store.undo()
    try store.undo()
    try await expectSame(path, isEdited: true, "seed \(seed)")
    // What was done can be undone there, step by step, and in the file that comes back.
    let session = try await PostgresSession(schema.address, lookingEvery: nil)
    let back = try NetworkStore(folder.path("back.gpkg"))
    #expect(session.revision == store.revision && back.revision == store.revision)
    #expect(try back.history() == store.history())
    try session.redo()
    try store.redo()
    for _ in 0..<12 {
      try session.undo()
      try store.undo()
    }
    let difference = NaiveNetwork(try GeoPackage.open(path).network)
      .difference(from: session.state.network)
    #expect(difference == nil, "seed \(seed)")
  }

  @Test("Names of every kind, heights, measures, several parts, bytes and nulls come back")
  func hostile() async throws {
    let path = folder.path("network.gpkg")
    try GeoPackage.write(
      try HostileNetwork.network(),
      to: path,
      imports: [ImportRecord(network: "It's", table: "a\"b", rows: 3, isImported: true)]
    )
    try await expectSame(path, isEdited: false)
  }

  @Test(
    "Whatever tables and columns are called, SQL edits of them are noted, and sessions edit them"
  )
  func hostileEdits() async throws {
    try await PostGIS.write(try HostileNetwork.network(), to: schema.address)
    let session = try await PostgresSession(schema.address, lookingEvery: nil)
    let statements = try schema.execute(
      """
      SELECT string_agg(format('UPDATE %1$I.%2$I SET origin = ''sql'' WHERE objectid = (SELECT max(objectid) FROM %1$I.%2$I)',
        current_schema, relation), '; ') FROM un_tables
      """
    )
    try schema.execute(statements)
    let change = try #require(try session.reload())
    let count = session.state.network.base.tables.count
    #expect(change.commit?.transaction.edits.count == count)
    for table in session.state.network.base.tables where table.sourceID == nil {
      let row = FeatureKey.row(table: table.name, rowID: try #require(table.rowIDs.last))
      let values = table.fields.map { field -> (String, AttributeValue) in
        switch field.storage {
        case .integer: (field.name, .integer(-5))
        case .real: (field.name, .real(0.1))
        case .text: (field.name, .text("it's \\ new"))
        case .blob: (field.name, .blob([0, 39, 92]))
        }
      }
      let edit = NetworkEdit.setAttributes(row, Dictionary(uniqueKeysWithValues: values))
      try session.commit(NetworkTransaction("All values", [edit]))
    }
    let anew = try PostGIS.open(schema.address)
    let difference = NaiveNetwork(anew.network).difference(from: session.state.network)
    #expect(difference == nil)
  }

  @Test("From one database to another the history stays that of its people")
  func betweenDatabases() async throws {
    let network = try GasFixture.network()
    try await PostGIS.write(network, to: schema.address)
    let session = try await PostgresSession(schema.address, lookingEvery: nil)
    for number in 1...3 {
      try session.commit(
        NetworkTransaction(
          "Step \(number)",
          [.setOrigin(.globalID(GasFixture.id(91)), "\(number)")]
        )
      )
    }
    try session.undo()
    try schema.execute("UPDATE pipelinedevice SET origin = 'theirs' WHERE origin = 'valve/0'")
    try schema.execute("UPDATE un_history SET author = 'anna' WHERE revision = 1")
    let other = try TemporarySchema("other")
    try await NetworkPlace.database(schema.address).copy(to: .database(other.address))
    let columns =
      "revision, number, kind, name, time, author, place, edits, inverse, step, undone, \"commit\""
    let asked = "SELECT \(columns) FROM un_history ORDER BY revision"
    #expect(try schema.execute(asked) == other.execute(asked))
    let second = try await PostgresSession(other.address, lookingEvery: nil)
    #expect(second.revision == 5 && second.canUndo && second.canRedo)
    #expect(try second.history().first?.author?.hasPrefix("anna") == true)
    let all = try await PostgresSession(schema.address, lookingEvery: nil).history()
    #expect(try second.history() == all)
    try second.commit(
      NetworkTransaction("Further", [.setOrigin(.globalID(GasFixture.id(91)), "9")])
    )
    #expect(second.revision == 6)
  }

  @Test("A row that cannot be read makes it refuse, and nothing is written")
  func refused() async throws {
    try await PostGIS.write(try GasFixture.network(), to: schema.address)
    try schema.execute("ALTER TABLE pipelineline DROP CONSTRAINT enforce_geotype_shape")
    try schema.execute(
      "UPDATE pipelineline SET shape = ST_GeomFromText('CIRCULARSTRING (0 0, 1 1, 2 0)', st_srid(shape)) "
        + "WHERE objectid = 1"
    )
    let back = folder.path("back.gpkg")
    let error = await #expect(throws: StoreError.self) {
      try await NetworkPlace.database(schema.address).copy(to: .file(back))
    }
    #expect(error?.problems.isEmpty == false)
    #expect(!FileManager.default.fileExists(atPath: back))
    let run = try CommandLineRun(["copy", Database.text(of: schema), back])
    #expect(run.exitCode == 65 && run.errors.contains("SHAPE"))
  }
}

extension Database {
  /// The address of a schema, as a person writes it.
  static func text(of schema: TemporarySchema) throws -> String { "\(schema.address)" }
}
