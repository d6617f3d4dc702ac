import GeoSnap
import GeoSnapTestSupport
import Testing

/// A transaction that must be refused, and why.
struct RefusedTransaction: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let codes: [TransactionProblem.Code]
  let edits: [NetworkEdit]

  init(_ name: String, _ codes: [TransactionProblem.Code], _ edits: [NetworkEdit]) {
    testDescription = name
    self.codes = codes
    self.edits = edits
  }
}

@Suite("Checks of transactions")
struct TransactionCheckTests {
  private static func key(_ number: UInt64) -> FeatureKey { .globalID(GasFixture.id(number)) }
  private static func end(_ number: UInt64, _ terminal: Int? = nil) -> NewAssociation.End {
    NewAssociation.End(GasFixture.id(number), terminalID: terminal)
  }
  private static func associate(
    _ kind: AssociationKind,
    _ from: NewAssociation.End,
    _ to: NewAssociation.End,
    fraction: Double? = nil,
    id: UInt64 = 900
  ) -> NetworkEdit {
    .insertAssociation(
      NewAssociation(
        globalID: GasFixture.id(id),
        kind: kind,
        from: from,
        to: to,
        fractionAlongEdge: fraction
      )
    )
  }
  private static let place = Geometry.point(Point(x: 1, y: 1))

  static let refused: [RefusedTransaction] = [
    .init("a table that is not there", [.unknownTable], [.insertFeature(NewFeature(), table: "x")]),
    .init(
      "a feature that is not there",
      [.unknownFeature, .unknownFeature],
      [.deleteFeature(key(7)), .setOrigin(.row(table: "fences", rowID: 9), "x")]
    ),
    .init(
      "a field that is not there",
      [.unknownField],
      [.setAttributes(key(91), ["STATUS": .integer(1)])]
    ),
    .init(
      "an asset type that is not there",
      [.unknownAssetType, .unknownAssetType],
      [
        .setAssetType(key(91), assetGroup: 9, assetType: 1),
        .insertFeature(
          NewFeature(assetGroup: 1, assetType: Int.max, geometry: place),
          table: "PipelineDevice"
        ),
      ]
    ),
    .init(
      "an asset type in a plain table",
      [.unknownAssetType],
      [.setAssetType(.row(table: "fences", rowID: 1), assetGroup: 1, assetType: 1)]
    ),
    .init(
      "a geometry of the wrong type",
      [.wrongGeometry, .wrongGeometry],
      [.setGeometry(key(111), place), .setGeometry(.row(table: "fences", rowID: 1), place)]
    ),
    .init(
      "a geometry that is not finite, or too far",
      [.wrongGeometry, .wrongGeometry],
      [
        .setGeometry(key(91), .point(Point(x: .infinity, y: 0))),
        .setGeometry(key(91), .point(Point(x: 1e200, y: 0))),
      ]
    ),
    .init(
      "a geometry in a reference system where none is declared",
      [.wrongGeometry],
      [.setGeometry(key(91), .point(Point(x: 1, y: 0, srid: 25832)))]
    ),
    .init(
      "a text with NUL",
      [.wrongValue],
      [.setOrigin(key(91), "a\0b")]
    ),
    .init(
      "a global id that is used",
      [.globalIDInUse, .globalIDInUse],
      [
        .insertFeature(
          NewFeature(globalID: GasFixture.id(91), assetGroup: 1, assetType: 1),
          table: "PipelineJunction"
        ),
        associate(.containment, end(51), end(111), id: 1),
      ]
    ),
    .init(
      "a row id that is used",
      [.rowInUse],
      [.insertFeature(NewFeature(rowID: 1, geometry: place), table: "survey_points")]
    ),
    .init(
      "an association with nothing",
      [.unknownFeature],
      [associate(.containment, end(51), end(8))]
    ),
    .init(
      "an association that is not there",
      [.unknownAssociation],
      [.deleteAssociation(GasFixture.id(77))]
    ),
    .init(
      "an association with itself",
      [.selfAssociation],
      [associate(.containment, end(51), end(51))]
    ),
    .init(
      "the same association twice, sides swapped",
      [.duplicateAssociation],
      [associate(.connectivity, end(93), end(92, 2))]
    ),
    .init(
      "a connectivity association with an edge",
      [.wrongKind],
      [associate(.connectivity, end(101), end(111))]
    ),
    .init(
      "an edge association of two junctions",
      [.wrongKind],
      [associate(.junctionEdgeToConnectivity, end(101), end(93))]
    ),
    .init(
      "a terminal that is not there",
      [.wrongTerminal],
      [associate(.junctionEdgeToConnectivity, end(92, 3), end(111))]
    ),
    .init(
      "no terminal where there are two",
      [.wrongTerminal],
      [associate(.junctionEdgeToConnectivity, end(92), end(111))]
    ),
    .init(
      "a terminal that no rule speaks of",
      [.noRule],
      [.deleteAssociation(GasFixture.id(3)), associate(.connectivity, end(92, 1), end(93))]
    ),
    .init(
      "a place that is no fraction, or none",
      [.wrongFraction, .wrongFraction],
      [
        associate(.junctionMidspanConnectivity, end(101), end(111), fraction: 1.5),
        associate(.junctionMidspanConnectivity, end(101), end(111), id: 901),
      ]
    ),
    .init(
      "what no rule allows",
      [.noRule, .noRule, .noRule],
      [
        associate(.containment, end(51), end(101)),
        associate(.attachment, end(41), end(93), id: 901),
        associate(.connectivity, end(91), end(93), id: 902),
      ]
    ),
    .init(
      "an asset type that the associations of the feature do not allow",
      [.wrongTerminal, .noRule, .noRule, .noRule],
      [.setAssetType(key(92), assetGroup: 1, assetType: 1)]
    ),
  ]

  @Test("What is wrong is refused, with every problem, and nothing is done", arguments: refused)
  func refuses(_ transaction: RefusedTransaction) throws {
    let editor = NetworkEditor(try GasFixture.network())
    let good = NetworkEdit.setOrigin(Self.key(91), "good")
    do {
      try editor.commit(NetworkTransaction("t", [good] + transaction.edits))
      Issue.record("It was done.")
    } catch {
      #expect(
        error.problems.map(\.code.rawValue).sorted() == transaction.codes.map(\.rawValue).sorted(),
        "\(error)"
      )
      #expect(error.problems.allSatisfy { $0.edit.map { $0 > 0 } ?? false })
    }
    #expect(editor.snapshot.changedFeatures.isEmpty && !editor.canUndo)
  }

  @Test("A value of another storage is refused, a whole number is taken for a real one")
  func storages() throws {
    var generator = SeededGenerator(seed: 1)
    let editor = NetworkEditor(try EditingNetwork.make(rows: 2, using: &generator))
    let device = FeatureKey.globalID(GlobalID(high: 6, low: 0))
    let values: [AttributeValue] = [.integer(1), .real(1.5), .text("a"), .blob([1])]
    for (index, field) in EditingNetwork.fields.enumerated() {
      for (other, value) in values.enumerated() {
        let transaction = NetworkTransaction("t", [.setAttributes(device, [field.name: value])])
        let isFine = other == index || (other == 0 && index == 1)
        let isDone = (try? editor.commit(transaction)) != nil
        #expect(isDone == isFine, "\(field.name) \(value)")
      }
    }
    #expect(throws: TransactionError.self) {
      try editor.commit(NetworkTransaction("t", [.setAttributes(device, ["RATING": .real(.nan)])]))
    }
  }

  private func container(
    _ type: Int
  ) throws -> (editor: NetworkEditor, container: GlobalID, contents: [GlobalID]) {
    var generator = SeededGenerator(seed: 9)
    let plain = try EditingNetwork.make(rows: 3, using: &generator)
    let all = EditingNetwork.types([4, 8]).flatMap { from in
      EditingNetwork.types([8, 7]).map { (from, $0) }
    }
    let network = try UtilityNetwork(
      definition: plain.definition,
      srid: nil,
      tables: plain.tables,
      rules: all.enumerated().map { index, pair in
        NetworkRule(id: index, kind: .containment, from: .init(pair.0), to: .init(pair.1))
      }
    )
    let editor = NetworkEditor(network)
    let (outer, inner, leaf) = (
      GlobalID(high: 4, low: 0), GlobalID(high: 8, low: 0), GlobalID(high: 7, low: 0)
    )
    func contain(_ from: GlobalID, _ to: GlobalID) -> NetworkEdit {
      .insertAssociation(NewAssociation(kind: .containment, from: .init(from), to: .init(to)))
    }
    try editor.commit(
      NetworkTransaction(
        "nest",
        [
          .setAssetType(.globalID(outer), assetGroup: 1, assetType: type),
          .setAssetType(.globalID(inner), assetGroup: 1, assetType: 1),
          contain(outer, inner), contain(inner, leaf),
        ]
      )
    )
    return (editor, outer, [inner, leaf])
  }

  @Test("Deleting a container takes all in it with it by cascade, and undo brings all back")
  func cascade() throws {
    let (editor, outer, contents) = try container(1)
    let before = editor.snapshot
    let commit = try editor.commit(NetworkTransaction("d", [.deleteFeature(.globalID(outer))]))
    for id in [outer] + contents { #expect(commit.after.feature(globalID: id) == nil) }
    #expect(commit.after.associationCount == 0)
    #expect(commit.touched.count == 3)
    editor.undo()
    #expect(Set(editor.snapshot.associations) == Set(before.associations))
    for id in [outer] + contents {
      #expect(editor.snapshot.feature(globalID: id) == before.feature(globalID: id))
    }
  }

  @Test("Deleting a container frees what is in it where semantics set it to none")
  func setToNone() throws {
    let (editor, outer, contents) = try container(2)
    try editor.commit(NetworkTransaction("d", [.deleteFeature(.globalID(outer))]))
    for id in contents { #expect(editor.snapshot.feature(globalID: id) != nil) }
    #expect(editor.snapshot.associationCount == 1)
  }

  @Test("A restricted container is deleted only with, or after, what is in it")
  func restricted() throws {
    let (editor, outer, contents) = try container(3)
    let delete = NetworkEdit.deleteFeature(.globalID(outer))
    do {
      try editor.commit(NetworkTransaction("d", [delete]))
      Issue.record("It was deleted.")
    } catch {
      #expect(error.problems.map(\.code) == [.restrictedDeletion])
    }
    try editor.commit(NetworkTransaction("d", [delete, .deleteFeature(.globalID(contents[0]))]))
    #expect(editor.snapshot.featureCount(table: 0) == 2)
  }

  @Test("A container cannot come to lie in itself")
  func cycle() throws {
    let (editor, outer, contents) = try container(2)
    _ = outer
    let other = GlobalID(high: 8, low: 1)
    func contain(_ from: GlobalID, _ to: GlobalID) -> NetworkEdit {
      .insertAssociation(NewAssociation(kind: .containment, from: .init(from), to: .init(to)))
    }
    try editor.commit(NetworkTransaction("in", [contain(contents[0], other)]))
    do {
      try editor.commit(NetworkTransaction("round", [contain(other, contents[0])]))
      Issue.record("It was done.")
    } catch {
      #expect(error.problems.map(\.code) == [.containmentCycle])
    }
  }

  @Test("A container of very many can be filled and deleted in one transaction each")
  func hub() throws {
    let (editor, outer, _) = try container(1)
    let (junctions, count) = (GlobalID(high: 70, low: 0).high, Extent.count(4_000, long: 20_000))
    let inserted = (0..<count).flatMap { number -> [NetworkEdit] in
      let id = GlobalID(high: junctions, low: UInt64(number))
      return [
        .insertFeature(
          NewFeature(globalID: id, assetGroup: 1, assetType: 1, origin: "one"),
          table: "Junction"
        ),
        .insertAssociation(NewAssociation(kind: .containment, from: .init(outer), to: .init(id))),
      ]
    }
    let before = editor.snapshot.featureCount
    try editor.commit(NetworkTransaction("fill", inserted))
    #expect(editor.snapshot.features(origin: "one").count == count)
    try editor.commit(NetworkTransaction("empty", [.deleteFeature(.globalID(outer))]))
    #expect(editor.snapshot.featureCount == before - 3)
    editor.undo()
    let feature = try #require(editor.snapshot.feature(globalID: outer))
    #expect(editor.snapshot.associations(of: feature).count == count + 1)
  }

  private struct NoMoreThan: NetworkCommitCheck {
    let limit: Int

    func problems(
      before: EditedNetwork,
      after: EditedNetwork,
      touched: [FeatureID]
    ) -> [TransactionProblem] {
      after.featureCount <= limit
        ? [] : [TransactionProblem(.init(rawValue: "tooMany"), "\(touched.count) too many")]
    }
  }

  @Test("A check of one's own refuses as the built-in ones do")
  func ownCheck() throws {
    let network = try GasFixture.network()
    let editor = NetworkEditor(network, checks: [NoMoreThan(limit: network.featureCount)])
    let insert = NetworkEdit.insertFeature(NewFeature(geometry: Self.place), table: "survey_points")
    #expect(throws: TransactionError.self) { try editor.commit(NetworkTransaction("t", [insert])) }
    try editor.commit(
      NetworkTransaction("t", [.deleteFeature(.row(table: "fences", rowID: 1)), insert])
    )
    #expect(editor.snapshot.featureCount == network.featureCount)
  }
}
