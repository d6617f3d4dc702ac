extension GeometryEditor {
  /// Whether an edit is in progress.
  public var isStarted: Bool { ongoing != nil }

  /// The edited object; nil without an edit.
  public var subject: EditSubject? { ongoing?.subject }

  /// The rules for the edited asset type; nil for no rules.
  public var rules: SnapRules? { ongoing?.rules }

  /// The current geometry; nil without an edit, and while a part has too few vertices.
  public var geometry: Geometry? { ongoing?.geometry }

  /// The vertices of each part, complete or not, for drawing; a ring's first is not repeated.
  ///
  /// Parts are counted as in ``GeometryPath/part``, followed by empty ones.
  public var parts: [[Coordinate]] { ongoing?.state.shape.parts.map { $0.map(\.place) } ?? [] }

  /// The selection; nil for none.
  public var selection: EditSelection? { ongoing?.state.selection }

  /// The snap of the pointer; nil for none.
  public var match: SnapMatch? { ongoing?.match }

  /// Whether a drag is in progress.
  public var isDragging: Bool { ongoing?.drag != nil }

  /// Whether snapping is suspended, as while a key is held.
  public var isSnappingSuspended: Bool {
    get { settings.isSuspended }
    set { settings.isSuspended = newValue }
  }

  /// Whether there is a step to undo.
  public var canUndo: Bool { ongoing.map { !$0.past.isEmpty } ?? false }

  /// Whether there is a step to redo.
  public var canRedo: Bool { ongoing.map { !$0.future.isEmpty } ?? false }

  /// Undoes the last step; a drag is one step.
  ///
  /// All steps can be undone, since each stores only the vertices that it changed.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging` or `nothingToUndo`.
  public func undo() throws(GeometryEditorError) {
    try change { ongoing throws(GeometryEditorError) in try ongoing.undo() }
  }

  /// Redoes the last undone step.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging` or `nothingToRedo`.
  public func redo() throws(GeometryEditorError) {
    try change { ongoing throws(GeometryEditorError) in try ongoing.redo() }
  }

  /// Changes the selection, which is not a step of undo.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, `noSuchPart` or `noSuchVertex`.
  public func select(_ selection: EditSelection?) throws(GeometryEditorError) {
    try change { ongoing throws(GeometryEditorError) in try ongoing.select(selection) }
  }
}
