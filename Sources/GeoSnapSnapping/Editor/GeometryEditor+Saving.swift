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
    guard let ongoing else { return [] }
    let own = ownProblems(of: ongoing)
    let isSound = !own.contains { $0.severity == .error }
    guard isSound, ongoing.drag == nil, ongoing.isChanged else { return own }
    do throws(GeometryEditorError) {
      guard let destination else {
        _ = try withoutOverlaps(ongoing, own)
        return own
      }
      return own + objections(of: destination, to: try proposal(of: ongoing, own).edit, ongoing)
    } catch {
      // Only for overlaps: an index refuses only ordinates that are problems already.
      return own + error.problems
    }
  }

  /// The objections of a destination to an edit, including concurrent changes.
  private func objections(
    of destination: any EditDestination,
    to edit: SavedEdit,
    _ ongoing: OngoingEdit
  ) -> [EditProblem] {
    let changes = changes(until: destination.scene.network, of: edit, ongoing)
    return changes.isEmpty ? destination.problems(of: edit) : changes
  }

  private func changes(
    until now: EditedNetwork,
    of edit: SavedEdit,
    _ ongoing: OngoingEdit
  ) -> [EditProblem] {
    let before = base.network
    guard !now.isSame(as: before) else { return [] }
    let isReplaced = now.packed !== before.packed
    let changed = edit.concerned.first { feature in
      if isReplaced { return true }
      guard now.contains(feature) else { return false }
      return ongoing.target == .feature(feature)
        ? now.geometry(of: feature) != ongoing.initialGeometry
        : now.feature(feature) != before.feature(feature)
    }
    return changed.map {
      [EditProblem(changed: $0, before.describe($0), isReplaced: isReplaced)]
    } ?? []
  }

  private func ownProblems(of ongoing: OngoingEdit) -> [EditProblem] {
    ongoing.problems(in: scene) + ongoing.problems(of: neighbours(of: ongoing), in: scene)
  }

  private func neighbours(of ongoing: OngoingEdit) -> [NeighbourEdit] {
    movesSharedVertices ? ongoing.neighbours(in: scene, view) : []
  }

  /// Ends editing with the result, which can be snapped to from then on.
  ///
  /// A destination stores it with all its proposals for other features, as one step of undo. Without a
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
        edit.target = try destination.store(edit, madeOn: now).map { .feature($0) }
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
    let ongoing = try current()
    try ongoing.checkNotDragging()
    guard ongoing.isChanged else {
      throw GeometryEditorError(.nothingToSave, "There are no changes to save.")
    }
    let own = ownProblems(of: ongoing)
    try refuse(own.filter { $0.isFatal || ($0.severity == .error && !ignoringErrors) }, of: own)
    let proposal = try proposal(of: ongoing, own)
    if let destination {
      let others =
        now.map { changes(until: $0, of: proposal.edit, ongoing) }
        ?? objections(of: destination, to: proposal.edit, ongoing)
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
    of ongoing: OngoingEdit,
    _ problems: [EditProblem]
  ) throws(GeometryEditorError) -> (edit: SavedEdit, scene: SnapScene) {
    var ongoing = ongoing
    let geometry = try withoutOverlaps(ongoing, problems)
    // Parts are counted as in the result from here on.
    ongoing.state.shape = ongoing.state.shape.withoutEmptyParts
    let neighbours = neighbours(of: ongoing)
    let (result, target) = try indexing(base.showing(geometry, of: ongoing, neighbours))
    let moved = try indexing(scene.moving(neighbours))
    let joints = ongoing.joints(in: moved, neighbours)
    let edit = SavedEdit(
      subject: ongoing.subject,
      target: target,
      table: ongoing.table,
      assetType: ongoing.assetType,
      newID: ongoing.new?.newID,
      geometry: geometry,
      attributes: ongoing.new?.attributes ?? [:],
      makesAssociations: makesAssociations,
      insertions: joints.insertions,
      splits: joints.splits,
      merges: ongoing.state.merges,
      terminalChoices: joints.terminalChoices.map { chosen($0, ongoing, joints.splits) },
      leftEnds: ongoing.leftEnds(in: moved, neighbours, joints.terminalChoices),
      neighbours: neighbours,
      problems: problems,
      pendingIDs: scene.pending.map(\.newID)
    )
    return (edit, result)
  }

  private func withoutOverlaps(
    _ ongoing: OngoingEdit,
    _ problems: [EditProblem]
  ) throws(GeometryEditorError) -> Geometry {
    guard let drawn = ongoing.geometry else {
      throw GeometryEditorError(.invalid, "Nothing has been drawn.", problems: problems)
    }
    return try ongoing.withoutOverlaps(drawn, with: avoidsOverlapsWith, in: scene)
  }

  private func chosen(
    _ choice: TerminalChoice,
    _ ongoing: OngoingEdit,
    _ splits: [LineSplit]
  ) -> TerminalChoice {
    var choice = choice
    let place = ongoing.state.shape.vertex(choice.part, choice.vertex)?.place
    let isSplit = splits.contains { $0.line == choice.line && $0.location == place }
    let line = choice.line ?? ongoing.target
    if let feature = line?.feature, let end = choice.lineEnd, !isSplit,
      case .integer(let number)? = base.network.attribute(end.terminalField, of: feature)
    {
      choice.current = choice.terminals.first { $0.id == Int(number) }?.id
    }
    if isSplit, let line = choice.line?.feature {
      choice.former = formerName(line, ongoing, choice.terminals)
    }
    choice.terminal = chooseTerminal(choice)
    return choice
  }

  /// The terminal of the edited junction that an end of a line named at its former place.
  private func formerName(
    _ line: FeatureID,
    _ ongoing: OngoingEdit,
    _ terminals: [Terminal]
  ) -> TerminalName? {
    guard case .feature = ongoing.subject, let old = ongoing.initialShape.parts.first?.first?.place,
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
