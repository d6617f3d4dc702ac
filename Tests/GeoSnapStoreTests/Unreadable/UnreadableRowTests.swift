import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Rows that cannot be read are set aside")
struct UnreadableRowTests {
  private static let imports = ProblemTests.rows.filter { $0.problem.hasPrefix("un_import") }
  private static let cells = ProblemTests.cells + ProblemTests.associations

  private func file(_ sql: String) throws -> TemporaryFile { try SampleNetwork.file(changed: sql) }

  /// An edit of a row that nothing refers to.
  private static let elsewhere = NetworkTransaction(
    "Elsewhere",
    .setOrigin(.row(table: "survey_points", rowID: 5), "elsewhere"),
    .insertFeature(NewFeature(), table: "survey_points")
  )

  @Test(
    "Each kind is told as strict reading tells it; the others answer, and edits leave the row as it is",
    arguments: cells + ProblemTests.rules + ProblemTests.texts + imports
  )
  func isSetAside(_ change: ProblemTests.Case) throws {
    let file = try file(change.sql)
    let whole = try SampleNetwork.make()
    let stored = try GeoPackage.open(file.path)
    let told = stored.unreadable.map(\.description)
    #expect(told.contains { $0.hasPrefix(change.problem) }, "\(told)")
    #expect(stored.unreadable.allSatisfy { $0.code != nil && $0.row != nil })
    #expect(stored.unreadable.contains { $0.column != nil })
    #expect(stored.unreadableRowCount > 0)
    let network = stored.network
    let isFeature = !change.problem.hasPrefix("un_")
    #expect(network.featureCount < whole.featureCount || !isFeature)
    let left =
      whole.featureCount + whole.associations.count + whole.rules.count - network.featureCount
      - network.associations.count - network.rules.count
    #expect(left == stored.unreadableRowCount || change.problem.hasPrefix("un_import"))

    let before = try RawRows(file)
    let store = try NetworkStore(file.path)
    #expect(store.unreadable == stored.unreadable)
    try store.commit(Self.elsewhere)
    #expect(try store.undo() != nil)
    #expect(try RawRows(file) == before)
    #expect(try store.redo() != nil)
    #expect(try GeoPackage.open(file.path).unreadable == stored.unreadable)
  }

  @Test("Validation lists each")
  func validation() throws {
    for change in Self.cells {
      var problems: [NetworkProblem] = []
      let file = try file(change.sql)
      let network = try GeoPackage.open(file.path, tolerating: &problems).network
      let errors = try NetworkValidation(network, tolerated: problems).errors
      #expect(errors.contains { $0.message.hasPrefix(change.problem) }, "\(change.sql)")
    }
  }

  @Test("Rows that are missing are a note; what they leave behind is set aside")
  func missingRows() throws {
    let file = try file("DELETE FROM ElectricDevice WHERE OBJECTID = 1")
    let stored = try GeoPackage.open(file.path)
    let note =
      "ElectricDevice: The table has 2 rows; un_manifest says that it had 3. If rows were deleted on purpose, "
      + "correct it: UPDATE un_manifest SET ROWCOUNT = 2 WHERE TABLENAME = 'ElectricDevice'"
    #expect(stored.notes.map(\.description) == [note])
    let codes = stored.unreadable.map(\.code)
    #expect(codes == [.missingAssociatedFeature, .missingAssociatedFeature])
    // Edits do not make the loss forgotten.
    let store = try NetworkStore(file.path)
    #expect(store.notes == stored.notes)
    let new = NewFeature(assetGroup: 6, assetType: 161)
    try store.commit(.init("New", .insertFeature(new, table: "ElectricDevice")))
    let after =
      "ElectricDevice: The table has 3 rows; un_manifest says that it had 4. If rows were deleted on purpose, "
      + "correct it: UPDATE un_manifest SET ROWCOUNT = 3 WHERE TABLENAME = 'ElectricDevice'"
    #expect(try GeoPackage.open(file.path).notes.map(\.description) == [after])
  }

  @Test("Nothing new takes the identifiers of a row that is set aside")
  func identifiersAreKept() throws {
    let file = try file(
      """
      UPDATE survey_points SET code = x'00' WHERE OBJECTID = 6;
      UPDATE un_associations SET PERCENTALONG = 'half' WHERE OBJECTID = 2
      """
    )
    let store = try NetworkStore(file.path)
    func codes(_ edit: NetworkEdit) throws -> [TransactionProblem.Code] {
      try refusals { try store.commit(.init("", edit)) }
    }
    let table = "survey_points"
    #expect(try codes(.insertFeature(NewFeature(rowID: 6), table: table)) == [.rowInUse])
    let taken = NewFeature(globalID: SampleNetwork.id(20))
    #expect(try codes(.insertFeature(taken, table: table)) == [.globalIDInUse])
    #expect(try codes(.deleteFeature(.row(table: table, rowID: 6))) == [.unknownFeature])
    #expect(try codes(.deleteAssociation(SampleNetwork.id(100))) == [.unknownAssociation])
    let id = SampleNetwork.id
    let association = NewAssociation(.attachment, id(1), id(10), id: id(100))
    #expect(try codes(.insertAssociation(association)).contains(.globalIDInUse))
    #expect(try codes(.insertFeature(NewFeature(), table: table)) == [])
    let index = try #require(store.snapshot.table(named: table))
    let rows = store.snapshot.features(table: index).compactMap { store.snapshot.rowID(of: $0) }
    #expect(rows == [5, 7])
  }

  @Test("A feature is deleted and comes back though an association of it is set aside")
  func deletion() throws {
    let file = try file("UPDATE un_associations SET ASSOCIATIONTYPE = 0 WHERE OBJECTID = 2")
    let before = try RawRows(file)
    let store = try NetworkStore(file.path)
    let key = FeatureKey.globalID(SampleNetwork.id(8))
    try store.commit(.init("Delete", .deleteFeature(key)))
    let broken = before.only([("un_associations", 2)])
    #expect(try RawRows(file).only([("un_associations", 2)]) == broken)
    #expect(try GeoPackage.open(file.path).unreadableRowCount == 1)
    try store.undo()
    let after = try RawRows(file)
    #expect(after.cells["ElectricDevice"] == before.cells["ElectricDevice"])
    #expect(after.only([("un_associations", 2)]) == broken)
  }

  @Test(
    "What the network does without stops nothing, and a note tells it",
    arguments: ProblemTests.extras
  )
  func extras(_ change: ProblemTests.Case) throws {
    let file = try file(change.sql)
    let stored = try GeoPackage.open(file.path)
    let sources = try SampleNetwork.make().tables.filter { $0.sourceID != nil }
    #expect(stored.network.tables.filter { $0.sourceID != nil } == sources)
    #expect(stored.unreadable.isEmpty)
    #expect(stored.notes.contains { $0.description.hasPrefix(change.problem) }, "\(stored.notes)")
  }

  @Test("A damaged file, a missing source and a broken definition stay errors")
  func damage() throws {
    for change in ProblemTests.tables + ProblemTests.definitions + ProblemTests.references {
      let file = try file(change.sql)
      #expect(throws: StoreError.self, "\(change.sql)") { try GeoPackage.open(file.path) }
    }
  }
}
