import Foundation
import GeoSnap
import GeoSnapStore
import Testing

@Suite("Rows that cannot be read are set aside")
struct UnreadableRowTests {
  private static let written = Result {
    let file = try TemporaryFile()
    try GeoPackage.write(try SampleNetwork.make(), to: file.path, imports: SampleNetwork.imports)
    return try file.bytes
  }

  private static let texts = [
    ProblemTests.Case(
      "UPDATE ElectricDevice SET name = CAST(x'61FF62' AS TEXT) WHERE OBJECTID = 3",
      "ElectricDevice, row 3: name holds a text that is no UTF-8, or has a NUL character."
    ),
    ProblemTests.Case(
      "UPDATE ElectricDevice SET ORIGIN = 'a' || char(0) || 'b' WHERE OBJECTID = 3",
      "ElectricDevice, row 3: ORIGIN holds a text that is no UTF-8, or has a NUL character."
    ),
    ProblemTests.Case(
      "UPDATE un_associations SET ORIGIN = CAST(x'C3' AS TEXT) WHERE OBJECTID = 2",
      "un_associations, row \(ProblemTests.id100): ORIGIN holds a text that is no UTF-8, or has a NUL "
        + "character."
    ),
  ]

  private static let imports = ProblemTests.rows.filter { $0.problem.hasPrefix("un_import") }

  private func file(_ sql: String) throws -> TemporaryFile {
    let file = try TemporaryFile()
    try file.write(try Self.written.get())
    try file.execute(sql)
    return file
  }

  /// An edit of a row that nothing refers to.
  private static let elsewhere = NetworkTransaction(
    "Elsewhere",
    [
      .setOrigin(.row(table: "survey_points", rowID: 5), "elsewhere"),
      .insertFeature(NewFeature(), table: "survey_points"),
    ]
  )

  @Test(
    "Each kind is told as strict reading tells it; the others answer, and edits leave the row as it is",
    arguments: ProblemTests.cells + ProblemTests.rules + ProblemTests.associations + texts + imports
  )
  func isSetAside(_ change: ProblemTests.Case) throws {
    let file = try file(change.sql)
    #expect(throws: StoreError.self) { try GeoPackage.open(file.path, strict: true) }
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

  @Test("Validation lists each with its row, its column and what to do")
  func validation() throws {
    for change in ProblemTests.cells + ProblemTests.associations {
      let file = try file(change.sql)
      var problems: [NetworkProblem] = []
      let network = try GeoPackage.open(file.path, tolerating: &problems).network
      let errors = try NetworkValidation(network, tolerated: problems).errors
      #expect(errors.contains { $0.message.hasPrefix(change.problem) }, "\(change.sql)")
    }
    let file = try file("UPDATE ElectricLine SET GLOBALID = NULL WHERE OBJECTID = 2")
    var problems: [NetworkProblem] = []
    let network = try GeoPackage.open(file.path, tolerating: &problems).network
    let error = try #require(
      try NetworkValidation(network, tolerated: problems).errors.first {
        $0.code == .missingGlobalID
      }
    )
    #expect(error.fix == .correctRow(table: "ElectricLine", row: "2", column: "GLOBALID"))
  }

  @Test("An association of a row that is set aside goes with it, and what to mend is that row")
  func associationsGoAlong() throws {
    let file = try file("UPDATE ElectricDevice SET SHAPE = x'4750' WHERE OBJECTID = 1")
    let stored = try GeoPackage.open(file.path)
    #expect(stored.unreadableRowCount == 3)
    #expect(stored.unreadable.count { $0.code == .associatedFeatureSetAside } == 2)
    var problems = stored.unreadable
    problems.removeAll { $0.code == nil }
    let errors = try NetworkValidation(stored.network, tolerated: problems).errors
      .filter { $0.code == .associatedFeatureSetAside }
    #expect(errors.count == 2)
    for error in errors {
      #expect(error.fix == .correctRow(table: "ElectricDevice", row: "1", column: "SHAPE"))
    }
  }

  @Test("Of rows that share a global id none is guessed to be the right one")
  func sharedGlobalIDs() throws {
    let id = SampleNetwork.id(1)
    let both = try file("UPDATE StructureJunction SET GLOBALID = '\(id)' WHERE OBJECTID = 2")
    let stored = try GeoPackage.open(both.path)
    #expect(stored.network.feature(globalID: id) == nil)
    // Both rows, and the association that names the id.
    #expect(stored.unreadableRowCount == 3)
    #expect(Set(stored.unreadable.map { "\($0.table) \($0.row ?? "")" }).count == 3)
    // Neither when something else is wrong with one of them.
    try both.execute("UPDATE StructureJunction SET SHAPE = 'x' WHERE OBJECTID = 2")
    #expect(try GeoPackage.open(both.path).network.feature(globalID: id) == nil)
  }

  @Test("Rows that are missing are a note; what they leave behind is set aside")
  func missingRows() throws {
    let file = try file("DELETE FROM ElectricDevice WHERE OBJECTID = 1")
    let stored = try GeoPackage.open(file.path)
    let note = "ElectricDevice: The table has 2 rows; un_manifest says that it had 3."
    #expect(stored.notes.map(\.description) == [note])
    #expect(
      stored.unreadable.map(\.code) == [.missingAssociatedFeature, .missingAssociatedFeature]
    )
    // Edits do not make the loss forgotten.
    let store = try NetworkStore(file.path)
    #expect(store.notes == stored.notes)
    try store.commit(
      NetworkTransaction(
        "New",
        [.insertFeature(NewFeature(assetGroup: 6, assetType: 161), table: "ElectricDevice")]
      )
    )
    let after = "ElectricDevice: The table has 3 rows; un_manifest says that it had 4."
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
    func codes(_ edit: NetworkEdit) -> [TransactionProblem.Code] {
      do {
        try store.commit(NetworkTransaction("", [edit]))
        return []
      } catch let error as TransactionError {
        return error.problems.map(\.code)
      } catch {
        Issue.record(error)
        return []
      }
    }
    let table = "survey_points"
    #expect(codes(.insertFeature(NewFeature(rowID: 6), table: table)) == [.rowInUse])
    let taken = NewFeature(globalID: SampleNetwork.id(20))
    #expect(codes(.insertFeature(taken, table: table)) == [.globalIDInUse])
    #expect(codes(.deleteFeature(.row(table: table, rowID: 6))) == [.unknownFeature])
    #expect(codes(.deleteAssociation(SampleNetwork.id(100))) == [.unknownAssociation])
    let association = NewAssociation(
      globalID: SampleNetwork.id(100),
      kind: .attachment,
      from: .init(SampleNetwork.id(1)),
      to: .init(SampleNetwork.id(10))
    )
    #expect(codes(.insertAssociation(association)).contains(.globalIDInUse))
    #expect(codes(.insertFeature(NewFeature(), table: table)) == [])
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
    try store.commit(NetworkTransaction("Delete", [.deleteFeature(key)]))
    #expect(try RawRows(file).cells["un_associations"]?[2] == before.cells["un_associations"]?[2])
    #expect(try GeoPackage.open(file.path).unreadableRowCount == 1)
    try store.undo()
    #expect(try RawRows(file).cells["ElectricDevice"] == before.cells["ElectricDevice"])
    #expect(try RawRows(file).cells["un_associations"]?[2] == before.cells["un_associations"]?[2])
  }

  @Test("A damaged file, a missing table and a broken definition stay errors")
  func damage() throws {
    for change in ProblemTests.tables + ProblemTests.definitions + ProblemTests.references {
      let file = try file(change.sql)
      #expect(throws: StoreError.self, "\(change.sql)") { try GeoPackage.open(file.path) }
    }
  }
}
