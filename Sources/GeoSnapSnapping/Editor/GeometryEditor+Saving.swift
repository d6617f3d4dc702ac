extension GeometryEditor {
  /// Ends editing and returns the current geometry; nil when there is none, or a part has too few vertices.
  ///
  /// The scene is as before, and the caller decides about the geometry. A drag is cancelled.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`.
  public func stop() throws(GeometryEditorError) -> Geometry? {
    var ended = try current()
    if ended.drag != nil { try ended.cancelDrag() }
    let geometry = ended.geometry
    end(.stopped(geometry), scene: base)
    return geometry
  }

  /// Ends editing and restores the feature in the scene.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`.
  public func cancel() throws(GeometryEditorError) {
    _ = try current()
    end(.cancelled, scene: base)
  }

  /// Whether ``save(ignoringErrors:)`` would succeed: there is a change, no drag and no objection.
  ///
  /// - Complexity: That of ``problems()``.
  public var canSave: Bool { (try? prepared(ignoringErrors: false)) != nil }

  /// All problems of the current geometry, by itself and by the rules for its place; with ``movesSharedVertices``
  /// also those of other features that move along.
  ///
  /// Existing problems that the edit did not move are warnings, all others are errors. The settings of snapping have
  /// no effect. The list is empty without an edit.
  ///
  /// - Complexity: O(n log m) for n vertices in a scene of m segments, plus GEOS's validity test for areas.
  public func problems() -> [EditProblem] {
    guard let session else { return [] }
    let own = ownProblems(of: session)
    let isSound = !own.contains { $0.severity == .error }
    guard isSound, session.drag == nil, session.isChanged, let destination,
      let edit = try? proposal(of: session, own).edit
    else { return own }
    return own + objections(of: destination, to: edit, session)
  }

  /// The objections of a destination to an edit, including concurrent changes.
  private func objections(
    of destination: any EditDestination,
    to edit: SavedEdit,
    _ session: EditorModel
  ) -> [EditProblem] {
    let changes = changes(until: destination.scene.network, of: edit, session)
    return changes.isEmpty ? destination.problems(of: edit) : changes
  }

  /// The concurrent changes of features that the edit concerns.
  private func changes(
    until now: EditedNetwork,
    of edit: SavedEdit,
    _ session: EditorModel
  ) -> [EditProblem] {
    let before = base.network
    if !now.isSame(as: before) {
      let changed = edit.concerned.first { feature in
        guard now.packed === before.packed else { return true }
        guard now.contains(feature) else { return false }
        return session.target == .feature(feature)
          ? now.geometry(of: feature) != session.initialGeometry
          : now.feature(feature) != before.feature(feature)
      }
      if let changed {
        let isReplaced = now.packed !== before.packed
        return [EditProblem(changed: changed, before.describe(changed), isReplaced: isReplaced)]
      }
    }
    return []
  }

  private func ownProblems(of session: EditorModel) -> [EditProblem] {
    session.problems(in: scene) + session.problems(of: neighbours(of: session), in: scene)
  }

  private func neighbours(of session: EditorModel) -> [NeighbourEdit] {
    movesSharedVertices ? session.neighbours(in: scene, view) : []
  }

  /// Ends editing with the result, which can be snapped to from then on.
  ///
  /// A ``destination`` stores it with all its proposals for other features, as one step of undo. Without a
  /// destination, the caller stores the geometry and the proposals. Shared vertices are shown at their new places.
  ///
  /// - Parameter ignoringErrors: Whether to ignore the editor's errors, except for geometries that no feature can
  ///   have, such as empty ones or those with NaN. The destination's objections are not ignored.
  /// - Returns: The geometry, and its proposals for other features.
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, `nothingToSave`, `invalid`, which lists
  ///   the problems, or `notStored`; the edit then continues without a loss.
  @discardableResult
  public func save(ignoringErrors: Bool = false) throws(GeometryEditorError) -> SavedEdit {
    let now = destination?.scene.network
    var (edit, scene) = try prepared(ignoringErrors: ignoringErrors, until: now)
    if let destination, let now {
      do {
        edit.target = try destination.storeWhenAllowed(edit, madeOn: now).map { .feature($0) }
      } catch let error as GeometryEditorError where error.code == .invalid {
        throw GeometryEditorError(.invalid, error.message, problems: edit.problems + error.problems)
      } catch let error as GeometryEditorError {
        throw error
      } catch {
        throw GeometryEditorError(.notStored, "\(error)")
      }
      scene = try current(of: destination)
    }
    end(.saved(edit), scene: scene)
    return edit
  }

  /// The edit to store, and the scene with it; `now` is the network of a destination with separate checks.
  private func prepared(
    ignoringErrors: Bool,
    until now: EditedNetwork? = nil
  ) throws(GeometryEditorError) -> (edit: SavedEdit, scene: SnapScene) {
    let session = try current()
    try session.checkNotDragging()
    guard session.isChanged else {
      throw GeometryEditorError(.nothingToSave, "There are no changes to save.")
    }
    let own = ownProblems(of: session)
    try refuse(own.filter { $0.isFatal || ($0.severity == .error && !ignoringErrors) }, of: own)
    let proposal = try proposal(of: session, own)
    if let destination {
      let others =
        now.map { changes(until: $0, of: proposal.edit, session) }
        ?? objections(of: destination, to: proposal.edit, session)
      try refuse(others, of: own + others)
    }
    return proposal
  }

  private func refuse(
    _ obstacles: [EditProblem],
    of problems: [EditProblem]
  ) throws(GeometryEditorError) {
    guard !obstacles.isEmpty else { return }
    throw GeometryEditorError(obstacles, of: problems)
  }

  /// The geometry with its proposals for other features, and the scene with it.
  private func proposal(
    of session: EditorModel,
    _ problems: [EditProblem]
  ) throws(GeometryEditorError) -> (edit: SavedEdit, scene: SnapScene) {
    var session = session
    guard let drawn = session.geometry else {
      throw GeometryEditorError(.invalid, "Nothing has been drawn.", problems: problems)
    }
    let geometry = try session.withoutOverlaps(drawn, with: avoidsOverlapsWith, in: scene)
    // Parts are counted as in the result from here on.
    session.state.shape = session.state.shape.withoutEmptyParts
    let neighbours = neighbours(of: session)
    let (result, target) = try indexing { () throws(IndexError) in
      try base.showing(geometry, of: session, neighbours)
    }
    let moved = try indexing { () throws(IndexError) in try scene.moving(neighbours) }
    let joints = session.joints(in: moved, neighbours)
    let edit = SavedEdit(
      subject: session.subject,
      target: target,
      table: session.table,
      assetType: session.assetType,
      newID: session.newID,
      geometry: geometry,
      attributes: session.attributes,
      makesAssociations: makesAssociations,
      insertions: joints.insertions,
      splits: joints.splits,
      merges: session.state.merges,
      terminalChoices: joints.terminalChoices.map { chosen($0, session, joints.splits) },
      leftEnds: session.leftEnds(in: moved, neighbours, joints.terminalChoices),
      neighbours: neighbours,
      problems: problems
    )
    return (edit, result)
  }

  /// A choice with the line's existing and chosen terminals.
  private func chosen(
    _ choice: TerminalChoice,
    _ session: EditorModel,
    _ splits: [LineSplit]
  ) -> TerminalChoice {
    var choice = choice
    let place = session.state.shape.vertex(choice.part, choice.vertex)?.place
    let isSplit = splits.contains { $0.line == choice.line && $0.location == place }
    let line = choice.line ?? session.target
    if case .feature(let feature)? = line, let end = choice.lineEnd, !isSplit,
      case .integer(let number)? = base.network.attribute(end.terminalField, of: feature)
    {
      choice.current = choice.terminals.first { $0.id == Int(number) }?.id
    }
    if isSplit, case .feature(let line)? = choice.line {
      choice.former = formerName(line, session, choice.terminals)
    }
    choice.terminal = chooseTerminal(choice)
    return choice
  }

  /// The terminal of the edited junction that an end of a line named at its former place.
  private func formerName(
    _ line: FeatureID,
    _ session: EditorModel,
    _ terminals: [Terminal]
  ) -> TerminalName? {
    guard case .feature = session.subject, let old = session.initialShape.parts.first?.first?.place,
      let shape = base.network.geometry(of: line)
    else { return nil }
    let reach = base.network.base.coincidenceTolerance.xy
    let ends = [(LineEnd.start, shape.coordinates.first), (.end, shape.coordinates.last)]
    for (end, place) in ends where place.map({ $0.distance(to: old) <= reach }) == true {
      if case .integer(let number)? = base.network.attribute(end.terminalField, of: line),
        let terminal = terminals.first(where: { $0.id == Int(number) })
      {
        return TerminalName(end: end, terminal: terminal.id)
      }
    }
    return nil
  }
}
