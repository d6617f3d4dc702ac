/// The edits of one transaction, tried one after the other on a separate state, and recorded as simple edits.
///
/// Each edit sees the result of the edits before it. Edits that are added together are checked together; if they fail,
/// they are refused and the draft is unchanged. Edits that a ``GeometryEditor`` proposes depend on the features around
/// them; a draft combines them with other edits in one transaction. No one else sees the result until ``transaction``
/// is committed to the network that the draft began with.
package struct NetworkDraft: Sendable {
  /// The network after the edits so far, not committed.
  package private(set) var state: NetworkState
  /// The transaction that leads to ``state``: with global ids filled in, splits and merges written as simple edits,
  /// and edits that change nothing left out.
  package private(set) var transaction: NetworkTransaction
  /// The number of edits that were added, drawn, redrawn and deleted.
  package private(set) var count = 0
  private let checks: [any NetworkCommitCheck]
  private let allowsUnconnected: Bool

  /// Begins with a state; `checks` are in addition to the built-in ones, and `allowsUnconnected` tells whether edits
  /// may leave features that meet without connecting.
  package init(
    _ state: NetworkState,
    name: String = "",
    checks: [any NetworkCommitCheck] = [],
    allowsUnconnected: Bool = false
  ) {
    self.state = state
    transaction = NetworkTransaction(name)
    transaction.numbering = EditNumbering()
    self.checks = checks
    self.allowsUnconnected = allowsUnconnected
  }

  /// Adds edits unchanged; they have to pass the checks together.
  ///
  /// Throws `TransactionError` with one problem for each error; edits are counted from the first of the draft.
  package mutating func add(_ edits: [NetworkEdit]) throws(TransactionError) {
    try carryOut(edits, EditNumbering(Array(count..<count + edits.count)))
    count += edits.count
  }

  /// Deletes a feature and merges the two lines that it joined: see ``NetworkState/deletion(of:healsLines:)``.
  ///
  /// Throws as ``add(_:)``.
  package mutating func delete(_ key: FeatureKey, healsLines: Bool = true) throws(TransactionError)
  {
    let feature = state.network.feature(key)
    let edits = feature.map { state.deletion(of: $0, healsLines: healsLines).edits }
    try carryOutOne(edits ?? [.deleteFeature(key)])
  }

  mutating func carryOutOne(
    _ edits: [NetworkEdit],
    openID: GlobalID? = nil
  ) throws(TransactionError) {
    var numbering = EditNumbering(edits.map { _ in count })
    if let openID { numbering.openIDs[openID] = count }
    do throws(TransactionError) {
      try carryOut(edits, numbering)
    } catch {
      var refusal = error
      // Problems elsewhere are new, so this edit caused them.
      for index in refusal.problems.indices where refusal.problems[index].edit == nil {
        refusal.problems[index].edit = count
      }
      throw refusal
    }
    count += 1
  }

  /// The problems of a single edit, without those of the topology.
  func problems(of edit: NetworkEdit) -> [TransactionProblem] {
    var trial = NetworkTransaction(transaction.name, [edit])
    trial.numbering = EditNumbering([count])
    return state.network.problems(of: trial)
  }

  private mutating func carryOut(
    _ edits: [NetworkEdit],
    _ numbering: EditNumbering
  ) throws(TransactionError) {
    var trial = NetworkTransaction(transaction.name, edits)
    trial.numbering = numbering
    // Problems that earlier edits left open are reported with the numbers of these edits.
    trial.numbering?.openIDs.merge(transaction.numbering?.openIDs ?? [:]) { own, _ in own }
    let check = StateCheck(state, refuses: !allowsUnconnected)
    let commit = try state.network.committing(trial, checks: checks + [check])
    check.didCommit(commit, isChecked: true)
    state = check.state
    transaction.edits += commit.transaction.edits
    transaction.numbering?.append(commit.numbering)
  }

  /// Draws a feature as a ``GeometryEditor`` does, with all edits that connect it.
  ///
  /// The feature gets exactly the given vertices. Lines within the network's coincidence tolerance of a vertex get a
  /// vertex there or are split. Terminals are chosen by ``TerminalChoice/suggestion``, unless attributes of the line
  /// name them. Rules add associations with the container and the structure.
  ///
  /// The name of the table is compared without case; `splitsLines` tells whether a junction may split a line that
  /// connects at its ends only. Throws `TransactionError` with one problem for each error, also of the editor; the
  /// draft is unchanged then.
  @discardableResult package mutating func draw(
    _ feature: NewFeature,
    in table: String,
    splitsLines: Bool = true
  ) throws(TransactionError) -> DrawnFeature {
    var plain = feature
    plain.geometry = nil
    let others = problems(of: .insertFeature(plain, table: table))
    let network = state.network
    let place = Place(table: table, row: feature.globalID.map { "\($0)" })
    guard let geometry = feature.geometry else {
      throw refusal(others + [problem(.emptyGeometry, "Nothing has been drawn.", place)])
    }
    guard let number = network.table(named: table) else { throw refusal(others) }
    guard fits(geometry, number) else {
      throw refusal(problems(of: .insertFeature(feature, table: table)))
    }
    let source = network.base.tables[number].sourceID
    let type = source.map {
      AssetTypeID(sourceID: $0, assetGroup: feature.assetGroup, assetType: feature.assetType)
    }
    if let type, network.assetType(type) == nil { throw refusal(others) }
    let destination = DraftDestination(self, feature)
    let editor = GeometryEditor(for: destination)
    editor.splitsLines = splitsLines
    editor.chooseTerminal = { choice in feature.terminal(for: choice) ?? choice.suggestion }
    return try save(editor, destination, geometry, place, others) {
      () throws(GeometryEditorError) in
      try editor.start(
        creatingIn: number,
        assetType: type,
        attributes: feature.attributes,
        hasZ: geometry.dimensions.hasZ
      )
    }
  }

  /// Changes the geometry of a feature as a ``GeometryEditor`` does, with all edits that connect it.
  ///
  /// Vertices that are equal at the beginning and end of its parts have not moved: see
  /// ``GeometryEditor/reshape(to:joiningWithin:)``. There are no proposals when the geometry is unchanged. Throws as
  /// ``draw(_:in:splitsLines:)``.
  @discardableResult package mutating func redraw(
    _ key: FeatureKey,
    as geometry: Geometry,
    movesSharedVertices: Bool = false,
    splitsLines: Bool = true
  ) throws(TransactionError) -> DrawnFeature {
    let network = state.network
    guard let feature = network.feature(key), fits(geometry, Int(feature.table)) else {
      throw refusal(problems(of: .setGeometry(key, geometry)))
    }
    let place = Place(
      table: network.base.tables[Int(feature.table)].name,
      row: network.rowID(of: feature).map { "\($0)" }
    )
    guard network.geometry(of: feature) != nil else {
      throw refusal([
        problem(.wrongGeometry, "The feature has no shape yet: set its geometry instead.", place)
      ])
    }
    let destination = DraftDestination(self)
    let editor = GeometryEditor(for: destination)
    editor.splitsLines = splitsLines
    editor.movesSharedVertices = movesSharedVertices
    editor.chooseTerminal = \.suggestion
    return try save(editor, destination, geometry, place, []) { () throws(GeometryEditorError) in
      try editor.start(editing: feature)
    }
  }

  private struct Place {
    let table: String
    let row: String?
  }

  private mutating func save(
    _ editor: GeometryEditor,
    _ destination: DraftDestination,
    _ geometry: Geometry,
    _ place: Place,
    _ others: [TransactionProblem],
    start: () throws(GeometryEditorError) -> Void
  ) throws(TransactionError) -> DrawnFeature {
    do throws(GeometryEditorError) {
      try start()
      try editor.reshape(to: geometry, joiningWithin: state.network.base.coincidenceTolerance.xy)
      if let own = editor.subject?.feature, editor.geometry == state.network.geometry(of: own) {
        count += 1
        return DrawnFeature(own, edit: count - 1)
      }
      let saved = try editor.save()
      if let trial = destination.trial, let next = trial.draft, let feature = saved.feature {
        let drawn = DrawnFeature(feature, edit: count, saved, trial.edits)
        self = next
        return drawn
      }
      throw GeometryEditorError(.notStored, "The draft did not store the feature.")
    } catch {
      if let refused = destination.trial, !refused.problems.isEmpty {
        throw refusal(refused.problems)
      }
      // An empty edit is not refused either, since it changes nothing.
      let all = error.problems.isEmpty ? editor.problems() : error.problems
      let own = all.filter { $0.severity == .error }
      guard own.isEmpty else { throw refusal(own.map { problem($0, place) } + others) }
      let code = TransactionProblem.Code(rawValue: error.code.rawValue)
      throw refusal([problem(code, error.message, place)] + others)
    }
  }

  /// Whether the geometry fits the table's geometry type and the network's spatial reference.
  private func fits(_ geometry: Geometry, _ table: Int) -> Bool {
    let network = state.network
    let declared = network.base.tables[table].geometryType
    return declared.map {
      $0 == .geometryCollection || $0.dimension == geometry.type.dimension
    } ?? false && geometry.type != .geometryCollection
      && (geometry.srid == nil || geometry.srid == network.srid)
  }

  private func refusal(_ problems: [TransactionProblem]) -> TransactionError {
    let told = problems.map { problem in
      var told = problem
      told.message = transaction.numbering?.told(problem.message) ?? problem.message
      return told
    }
    return TransactionError(transaction.name, told)
  }

  private func problem(
    _ code: TransactionProblem.Code,
    _ message: String,
    _ place: Place
  ) -> TransactionProblem {
    TransactionProblem(code, edit: count, table: place.table, row: place.row, message)
  }

  private func problem(_ problem: EditProblem, _ place: Place) -> TransactionProblem {
    var told = self.problem(problem.code, problem.message, place)
    told.number = problem.networkErrorCode
    return told
  }
}

extension NewFeature {
  /// The terminal that the line's attributes name for one of its ends; nil when they name none.
  fileprivate func terminal(for choice: TerminalChoice) -> Int? {
    guard choice.line == nil, let field = choice.lineEnd?.terminalField else { return nil }
    let given = attributes.first { $0.key.lowercased() == field.lowercased() }?.value
    if case .integer(let terminal)? = given { return Int(exactly: terminal) }
    return nil
  }
}

/// A feature that was drawn in a draft, with the editor's proposals to connect it.
package struct DrawnFeature: Equatable, Sendable {
  /// The feature's identifier in the state of the draft.
  package let feature: FeatureID
  /// The position of the edit among those of the draft.
  package let edit: Int
  /// The number of vertices that were inserted into other lines.
  package let insertedVertexCount: Int
  /// The number of places where lines were split.
  package let splitCount: Int
  /// The number of associations that were created.
  package let associationCount: Int
  /// The places where there was a choice of terminals, and the choices.
  package let terminalChoices: [TerminalChoice]

  /// Creates it without proposals for an unchanged feature, or else with those of the saved edit.
  init(_ feature: FeatureID, edit: Int, _ saved: SavedEdit? = nil, _ edits: [NetworkEdit] = []) {
    self.feature = feature
    self.edit = edit
    insertedVertexCount = edits.count { if case .insertVertex = $0 { true } else { false } }
    splitCount = edits.reduce(0) { count, edit in
      if case .splitLine(_, let places, _) = edit { count + places.count } else { count }
    }
    associationCount = edits.count { if case .insertAssociation = $0 { true } else { false } }
    terminalChoices = saved?.terminalChoices ?? []
  }
}
