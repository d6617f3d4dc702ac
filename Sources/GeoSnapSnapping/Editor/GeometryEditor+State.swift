extension GeometryEditor {
  /// Whether something is being edited.
  public var isStarted: Bool { session != nil }

  /// What is being edited; nil when nothing is.
  public var subject: EditSubject? { session?.subject }

  /// The rules for the asset type being edited; nil when none are in force.
  public var rules: SnapRules? { session?.rules }

  /// The geometry as it is now; nil when nothing is being edited, and while a part has too few
  /// vertices.
  public var geometry: Geometry? { session?.geometry }

  /// The vertices of each part, complete or not, for drawing; a ring's first is not repeated.
  ///
  /// Parts are counted as ``GeometryPath/part``, with those behind in which nothing is drawn yet.
  public var parts: [[Coordinate]] { session?.state.shape.parts.map { $0.map(\.place) } ?? [] }

  /// What is selected; nil when nothing is.
  public var selection: EditSelection? { session?.state.selection }

  /// What the pointer snaps to; nil when it does not.
  public var match: SnapMatch? { session?.match }

  /// Whether something is being dragged.
  public var isDragging: Bool { session?.drag != nil }

  /// Whether snapping rests for the moment, as while a key is held.
  public var isSnappingSuspended: Bool {
    get { settings.isSuspended }
    set { settings.isSuspended = newValue }
  }

  /// Whether there is a step to undo.
  public var canUndo: Bool { session.map { !$0.past.isEmpty } ?? false }

  /// Whether there is a step to do again.
  public var canRedo: Bool { session.map { !$0.future.isEmpty } ?? false }

  /// Takes back the last step; one drag is one step.
  ///
  /// All steps can be undone, to the first: each keeps the vertices that it changed.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging` or `nothingToUndo`.
  public func undo() throws(GeometryEditorError) {
    try change { session throws(GeometryEditorError) in try session.undo() }
  }

  /// Does the last step again that was undone.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging` or `nothingToRedo`.
  public func redo() throws(GeometryEditorError) {
    try change { session throws(GeometryEditorError) in try session.redo() }
  }

  /// Selects something, or nothing; no step that could be undone.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, `noSuchPart` or
  ///   `noSuchVertex`.
  public func select(_ selection: EditSelection?) throws(GeometryEditorError) {
    try change { session throws(GeometryEditorError) in try session.select(selection) }
  }
}
