import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapPostgresTestSupport
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Copies between files and databases", TestDatabase.isThere)
struct CopyTests {
  private let folder: ScratchFolder
  private let schema: TemporarySchema
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    schema = try TemporarySchema("Tom's \"town\", 1.2")
    path = folder.path("network.gpkg")
  }

  private func expectSame(isEdited: Bool = false, _ comment: Comment? = nil) async throws {
    let database = NetworkPlace.database(schema.address)
    try await NetworkPlace.file(path).copy(to: database, replacing: true)
    let back = folder.path("back.gpkg")
    try await database.copy(to: .file(back), replacing: true)
    let copied = try rows(ofFile: back, isEdited: isEdited)
    let different = try rows(ofFile: path, isEdited: isEdited).symmetricDifference(copied)
    #expect(different.sorted().prefix(4) == [], comment)
    // A second time nothing at all is another.
    try await NetworkPlace.file(back).copy(to: database, replacing: true)
    let again = folder.path("again.gpkg")
    try await database.copy(to: .file(again), replacing: true)
    #expect(FileManager.default.contentsEqual(atPath: back, andPath: again), comment)
  }

  private static let networks = SharedNetwork.all.filter { shared in
    Extent.current >= .long
      || ["Schutterwald sample", "IEEE 123", "Net3", "user5", "every kind of pandapipes"]
        .contains(shared.name)
  }

  @Test(
    "A network comes back row for row, also after edits, with its history and configurations",
    arguments: networks
  )
  func edited(shared: SharedNetwork) async throws {
    let record = ImportRecord(network: "It's", table: "a\"b", rows: 1, isImported: false)
    try GeoPackage.write(shared.network(), to: path, imports: [record])
    try await expectSame()
    for name in ["First", "second, \"quoted\"", "Third"] {
      let saved = SavedTraceConfiguration(
        name: name,
        summary: "for \(name)",
        type: name == "Third" ? nil : .upstream,
        configuration: TraceConfiguration()
      )
      try GeoPackage.save(saved, in: path)
    }
    try GeoPackage.removeTraceConfiguration(named: "first", from: path)
    let seed = UInt64.random(in: 0...UInt64.max)
    var edits = RandomNetworkEdits(try GeoPackage.open(path).network, seed: seed)
    let store = try NetworkStore(path, historyLimit: 30)
    _ = try edits.commit(40, to: store)
    try store.undo()
    try store.undo()
    try await expectSame(isEdited: true, "seed \(seed)")
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
    let file = NaiveNetwork(try GeoPackage.open(path).network)
    #expect(file.difference(from: session.state.network) == nil, "seed \(seed)")
  }

  @Test("Whatever tables, columns and values are, they come back, and SQL and sessions edit them")
  func hostile() async throws {
    try GeoPackage.write(try HostileNetwork.network(), to: path)
    try await expectSame()
    let session = try await PostgresSession(schema.address, lookingEvery: nil)
    let statements = try schema.execute(
      """
      SELECT string_agg(format('UPDATE %1$I.%2$I SET origin = ''sql'' WHERE objectid = (SELECT max(objectid) FROM %1$I.%2$I)',
        current_schema, relation), '; ') FROM un_tables
      """
    )
    try schema.execute(statements)
    let change = try #require(try session.reload())
    let tables = session.state.network.base.tables
    #expect(change.commit?.transaction.edits.count == tables.count)
    let all: [AttributeField.Storage: AttributeValue] = [
      .integer: .integer(-5), .real: .real(0.1), .text: .text("it's \\ new"),
      .blob: .blob([0, 39, 92]),
    ]
    for table in tables where table.sourceID == nil {
      let row = FeatureKey.row(table: table.name, rowID: try #require(table.rowIDs.last))
      let values = table.fields.compactMap { field in all[field.storage].map { (field.name, $0) } }
      let edit = NetworkEdit.setAttributes(row, Dictionary(uniqueKeysWithValues: values))
      try session.commit(NetworkTransaction("All values", [edit]))
    }
    let anew = NaiveNetwork(try PostGIS.open(schema.address).network)
    #expect(anew.difference(from: session.state.network) == nil)
  }

  @Test("Names that a shell offers are those of a file")
  func names() async throws {
    try GeoPackage.write(try GasFixture.network(), to: path)
    let (file, database) = (NetworkPlace.file(path), NetworkPlace.database(schema.address))
    try await file.copy(to: database)
    #expect(try file.tableNames() == database.tableNames())
    #expect(try file.readDefinition() == database.readDefinition())
    for prefix in ["origin:", "origin:v", "row:Pipe", "row:PipelineLine/", "0000", "%"] {
      let names = try Set(file.featureNames(beginningWith: prefix))
      #expect(try names == Set(database.featureNames(beginningWith: prefix)))
    }
    #expect(try file.readOutline().envelope == database.readOutline().envelope)
  }
}
