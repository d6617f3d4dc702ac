import GeoSnap
import GeoSnapTestSupport
import Testing

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
    var new = NewAssociation(globalID: GasFixture.id(id), kind: kind, from: from, to: to)
    new.fractionAlongEdge = fraction
    return .insertAssociation(new)
  }
  private static let place = pointAt(1, 1)
  private static let fence = FeatureKey.row(table: "fences", rowID: 1)

  /// Edits that must be refused in one transaction, and the codes of all that is wrong with them.
  struct Refused: Sendable, CustomTestStringConvertible {
    let codes: [String]
    let edits: [NetworkEdit]

    init(_ codes: String, _ edits: NetworkEdit...) {
      (self.codes, self.edits) = (codes.split(separator: " ").map(String.init), edits)
    }

    var testDescription: String { "\(codes): \(edits)" }
  }

  static let refused: [Refused] = [
    Refused("unknownTable", .insertFeature(NewFeature(), table: "x")),
    Refused(
      "unknownFeature unknownFeature",
      .deleteFeature(key(7)),
      .setOrigin(.row(table: "fences", rowID: 9), "x")
    ),
    Refused("unknownField", .setAttributes(key(91), ["STATUS": .integer(1)])),
    Refused(
      "unknownAssetType unknownAssetType",
      .setAssetType(key(91), assetGroup: 9, assetType: 1),
      .insertFeature(NewFeature(AssetTypeID(0, 1, .max), place), table: "PipelineDevice")
    ),
    // A plain table has no asset types.
    Refused("unknownAssetType", .setAssetType(fence, assetGroup: 1, assetType: 1)),
    Refused(
      "wrongGeometry wrongGeometry",
      .setGeometry(key(111), place),
      .setGeometry(fence, place)
    ),
    Refused(
      "wrongGeometry wrongGeometry",
      .setGeometry(key(91), pointAt(.infinity, 0)),
      .setGeometry(key(91), pointAt(1e200, 0))
    ),
    // The network declares no reference system.
    Refused("wrongGeometry", .setGeometry(key(91), pointAt(1, 0, srid: 25832))),
    Refused("wrongValue", .setOrigin(key(91), "a\0b")),
    Refused(
      "globalIDInUse globalIDInUse",
      .insertFeature(
        NewFeature(GasFixture.tap, nil, id: GasFixture.id(91)),
        table: "PipelineJunction"
      ),
      associate(.containment, end(51), end(111), id: 1)
    ),
    Refused(
      "rowInUse",
      .insertFeature(NewFeature(rowID: 1, geometry: place), table: "survey_points")
    ),
    Refused("unknownFeature", associate(.containment, end(51), end(8))),
    Refused("unknownAssociation", .deleteAssociation(GasFixture.id(77))),
    Refused("selfAssociation", associate(.containment, end(51), end(51))),
    // The same as one that is there, sides swapped.
    Refused("duplicateAssociation", associate(.connectivity, end(93), end(92, 2))),
    // An edge, where it must be junctions, and two junctions, where it must be an edge.
    Refused("wrongKind", associate(.connectivity, end(101), end(111))),
    Refused("wrongKind", associate(.junctionEdgeToConnectivity, end(101), end(93))),
    // No such terminal, and none of two.
    Refused("wrongTerminal", associate(.junctionEdgeToConnectivity, end(92, 3), end(111))),
    Refused("wrongTerminal", associate(.junctionEdgeToConnectivity, end(92), end(111))),
    // The rule speaks of the other terminal.
    Refused(
      "noRule",
      .deleteAssociation(GasFixture.id(3)),
      associate(.connectivity, end(92, 1), end(93))
    ),
    Refused(
      "wrongFraction wrongFraction",
      associate(.junctionMidspanConnectivity, end(101), end(111), fraction: 1.5),
      associate(.junctionMidspanConnectivity, end(101), end(111), id: 901)
    ),
    Refused(
      "noRule noRule noRule",
      associate(.containment, end(51), end(101)),
      associate(.attachment, end(41), end(93), id: 901),
      associate(.connectivity, end(91), end(93), id: 902)
    ),
    // The associations of the feature do not allow the asset type.
    Refused(
      "noRule noRule noRule wrongTerminal",
      .setAssetType(key(92), assetGroup: 1, assetType: 1)
    ),
  ]

  @Test("What is wrong is refused, with every problem, and nothing is done", arguments: refused)
  func refuses(_ refused: Refused) throws {
    let editor = NetworkEditor(try GasFixture.network())
    let good = NetworkEdit.setOrigin(Self.key(91), "good")
    let error = try #require(
      #expect(throws: TransactionError.self) {
        try editor.commit(NetworkTransaction("t", [good] + refused.edits))
      }
    )
    #expect(error.problems.map(\.code.rawValue).sorted() == refused.codes, "\(error)")
    #expect(error.problems.allSatisfy { $0.edit.map { $0 > 0 } ?? false })
    #expect(editor.snapshot.changedFeatures.isEmpty && !editor.canUndo)
  }

  @Test("An association at another terminal of the device is no duplicate")
  func terminals() throws {
    let editor = NetworkEditor(try GasFixture.network())
    func connect(_ terminal: Int) throws {
      try editor.commit(
        Self.associate(.junctionEdgeFromConnectivity, Self.end(92, terminal), Self.end(111))
      )
    }
    let error = #expect(throws: TransactionError.self) { try connect(1) }
    #expect(error?.problems.map(\.code) == [.duplicateAssociation])
    try connect(2)
  }

  @Test("A value of another storage is refused, a whole number is taken for a real one")
  func storages() throws {
    var generator = SeededGenerator(seed: 1)
    let editor = NetworkEditor(try EditingNetwork.make(rows: 2, using: &generator))
    let device = FeatureKey.globalID(GlobalID(high: 6, low: 0))
    let values: [AttributeValue] = [.integer(1), .real(1.5), .text("a"), .blob([1])]
    for (index, field) in EditingNetwork.fields.enumerated() {
      for (other, value) in values.enumerated() {
        let isDone = (try? editor.commit(.setAttributes(device, [field.name: value]))) != nil
        let isFine = other == index || (other == 0 && index == 1)
        #expect(isDone == isFine, "\(field.name) \(value)")
      }
    }
    #expect(throws: TransactionError.self) {
      try editor.commit(.setAttributes(device, ["RATING": .real(.nan)]))
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
    let rules = all.enumerated().map { NetworkRule($0, .containment, $1.0, $1.1) }
    let editor = NetworkEditor(try plain.with(rules: rules))
    let (outer, inner, leaf) = (
      GlobalID(high: 4, low: 0), GlobalID(high: 8, low: 0), GlobalID(high: 7, low: 0)
    )
    try editor.commit(
      .setAssetType(.globalID(outer), assetGroup: 1, assetType: type),
      .setAssetType(.globalID(inner), assetGroup: 1, assetType: 1),
      Self.contain(outer, inner),
      Self.contain(inner, leaf)
    )
    return (editor, outer, [inner, leaf])
  }

  private static func contain(_ from: GlobalID, _ to: GlobalID) -> NetworkEdit {
    .insertAssociation(NewAssociation(.containment, from, to))
  }

  @Test("Deleting a container takes all in it with it by cascade, and undo brings all back")
  func cascade() throws {
    let (editor, outer, contents) = try container(1)
    let before = editor.snapshot
    let commit = try editor.commit(.deleteFeature(.globalID(outer)))
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
    try editor.commit(.deleteFeature(.globalID(outer)))
    for id in contents { #expect(editor.snapshot.feature(globalID: id) != nil) }
    #expect(editor.snapshot.associationCount == 1)
  }

  @Test("A restricted container is deleted only with, or after, what is in it")
  func restricted() throws {
    let (editor, outer, contents) = try container(3)
    let delete = NetworkEdit.deleteFeature(.globalID(outer))
    let codes = refusal { () throws(TransactionError) in try editor.commit(delete) }
    #expect(codes == ["restrictedDeletion"])
    try editor.commit(delete, .deleteFeature(.globalID(contents[0])))
    #expect(editor.snapshot.featureCount(table: 0) == 2)
  }

  @Test("A container cannot come to lie in itself")
  func cycle() throws {
    let (editor, _, contents) = try container(2)
    let other = GlobalID(high: 8, low: 1)
    try editor.commit(Self.contain(contents[0], other))
    let codes = refusal { () throws(TransactionError) in
      try editor.commit(Self.contain(other, contents[0]))
    }
    #expect(codes == ["containmentCycle"])
  }

  @Test("A container of very many can be filled and deleted in one transaction each")
  func hub() throws {
    let (editor, outer, _) = try container(1)
    let count = Extent.count(4_000, long: 20_000)
    let inserted = (0..<count).flatMap { number -> [NetworkEdit] in
      let id = GlobalID(high: 70, low: UInt64(number))
      let feature = NewFeature(globalID: id, assetGroup: 1, assetType: 1, origin: "one")
      return [.insertFeature(feature, table: "Junction"), Self.contain(outer, id)]
    }
    let before = editor.snapshot.featureCount
    try editor.commit(NetworkTransaction("fill", inserted))
    #expect(editor.snapshot.features(origin: "one").count == count)
    try editor.commit(.deleteFeature(.globalID(outer)))
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
    #expect(throws: TransactionError.self) { try editor.commit(insert) }
    try editor.commit(.deleteFeature(.row(table: "fences", rowID: 1)), insert)
    #expect(editor.snapshot.featureCount == network.featureCount)
  }
}
