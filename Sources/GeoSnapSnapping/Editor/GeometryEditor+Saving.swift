extension GeometryEditor {
  /// Ends editing and answers the geometry as it is; nil when there is none, as while a part has too
  /// few vertices.
  ///
  /// The scene shows all as before: the caller does what it likes with the geometry. What is being
  /// dragged is let go where it was.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`.
  public func stop() throws(GeometryEditorError) -> Geometry? {
    var ended = try current()
    if ended.drag != nil { try ended.cancelDrag() }
    let geometry = ended.geometry
    end(.stopped(geometry), scene: base)
    return geometry
  }

  /// Ends editing; the feature is shown where it was.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`.
  public func cancel() throws(GeometryEditorError) {
    _ = try current()
    end(.cancelled, scene: base)
  }

  /// Whether there is something to save: a vertex is not as before, and nothing is being dragged.
  public var canSave: Bool { session.map { $0.isChanged && $0.drag == nil } ?? false }

  /// Everything that is wrong with the geometry as it is now, by itself and by the rules for its place;
  /// with ``movesSharedVertices`` what moving along does to other features as well.
  ///
  /// Empty when nothing is being edited.
  ///
  /// What was wrong before the edit and has not moved since is a warning; all else is an error.
  /// Switches of snapping make no difference.
  ///
  /// - Complexity: O(n log m) for n vertices in a scene of m segments, plus GEOS's validity test for
  ///   areas.
  public func problems() -> [EditProblem] {
    guard let session else { return [] }
    return session.problems(in: scene)
      + session.problems(of: neighbours(of: session), in: scene)
  }

  private func neighbours(of session: EditorSession) -> [NeighbourEdit] {
    movesSharedVertices ? session.neighbours(in: scene, view) : []
  }

  /// Ends editing; the scene shows the result, so that it is a candidate from now on.
  ///
  /// Nothing is stored: the caller stores the geometry and decides about what the result proposes
  /// for other features. Those that share vertices are shown at their new places as well.
  ///
  /// - Parameter ignoringErrors: Whether errors are let pass. Geometries that no feature can have,
  ///   empty ones or such with NaN, are refused all the same.
  /// - Returns: The geometry, and what it proposes for other features.
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, `nothingToSave`, or
  ///   `invalid`, which lists the problems.
  public func save(ignoringErrors: Bool = false) throws(GeometryEditorError) -> SavedEdit {
    var session = try current()
    try session.checkNotDragging()
    guard session.isChanged else {
      throw GeometryEditorError(.nothingToSave, "Nothing has changed that could be saved.")
    }
    let problems = problems()
    let obstacles = problems.filter {
      $0.isFatal || ($0.severity == .error && !ignoringErrors)
    }
    guard obstacles.isEmpty, let drawn = session.geometry else {
      throw GeometryEditorError(
        .invalid,
        obstacles.map(\.message).joined(separator: " "),
        problems: problems
      )
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
      geometry: geometry,
      insertions: joints.insertions,
      splits: joints.splits,
      terminalChoices: joints.terminalChoices,
      neighbours: neighbours,
      problems: problems
    )
    end(.saved(edit), scene: result)
    return edit
  }
}
