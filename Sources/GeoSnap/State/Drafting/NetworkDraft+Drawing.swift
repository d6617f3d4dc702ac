extension NetworkDraft {
  /// Draws a feature as a ``GeometryEditor`` does, with all edits that connect it.
  ///
  /// The feature gets exactly the given vertices. Lines within the network's coincidence tolerance of a vertex get a
  /// vertex there or are split. Terminals are chosen by ``TerminalChoice/suggestion``, unless attributes of the line
  /// name them. Rules add associations with the container and the structure.
  ///
  /// - Parameters:
  ///   - feature: The feature; it needs a geometry.
  ///   - table: The name of its table, compared without case.
  ///   - splitsLines: Whether a junction may split a line that connects at its ends only.
  /// - Returns: The feature and the proposals for it.
  /// - Throws: `TransactionError` with one problem for each error; problems of the editor have the codes of
  ///   ``EditProblem``. The draft is unchanged then.
  /// - Complexity: As ``GeometryEditor/reshape(to:joiningWithin:)`` and ``NetworkState/previewing(_:checks:)``.
  @discardableResult
  public mutating func draw(
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
    editor.chooseTerminal = { choice in
      feature.terminal(for: choice) ?? choice.suggestion
    }
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
  /// ``GeometryEditor/reshape(to:joiningWithin:)``.
  ///
  /// - Parameters:
  ///   - key: The feature.
  ///   - geometry: The new geometry.
  ///   - movesSharedVertices: Whether features that share vertices with it move along.
  ///   - splitsLines: Whether a junction may split a line that connects at its ends only.
  /// - Returns: The feature and the proposals for it; none when the geometry is unchanged.
  /// - Throws: As ``draw(_:in:splitsLines:)``.
  /// - Complexity: As ``draw(_:in:splitsLines:)``.
  @discardableResult
  public mutating func redraw(
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
        problem(.noGeometry, "The feature has no shape yet: set its geometry instead.", place)
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
      try editor.reshape(
        to: geometry,
        joiningWithin: state.network.base.coincidenceTolerance.xy
      )
      let own = editor.subject.flatMap { if case .feature(let id) = $0 { id } else { nil } }
      if let own, editor.geometry == state.network.geometry(of: own) {
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
      guard own.isEmpty else {
        throw refusal(own.map { problem($0, place) } + others)
      }
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
    var told = TransactionProblem(
      TransactionProblem.Code(rawValue: problem.code.rawValue),
      edit: count,
      table: place.table,
      row: place.row,
      problem.message
    )
    told.number = problem.networkErrorCode
    return told
  }
}

extension TransactionProblem.Code {
  fileprivate static let emptyGeometry = Self(rawValue: EditProblem.Code.emptyGeometry.rawValue)
  fileprivate static let noGeometry = wrongGeometry
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
