/// All that a step changes, and that undoing brings back.
struct EditorState: Sendable {
  var shape: EditorShape
  /// The lines that have become part of the edited one, in the order in which they did.
  var merges: [LineMerge] = []
  var selection: EditSelection?
}

/// One edit from its start to its end: a value, so that the editor around it only has to tell others
/// what changed.
struct EditorSession: Sendable {
  let subject: EditSubject
  /// The table of the feature; nil for a sketch.
  let table: Int?
  let assetType: AssetTypeID?
  /// The rules for its asset type; nil when none are in force.
  let rules: SnapRules?
  /// The geometry before; nil for one still to be drawn.
  let initialGeometry: Geometry?
  /// Its vertices.
  let initialShape: EditorShape

  /// What is known of a feature about to be created, besides its geometry.
  var attributes: [String: AttributeValue] = [:]
  /// The global id of a feature about to be created; nil where there is none to create, and in plain tables.
  let newID: GlobalID?
  var state: EditorState
  /// What leads back, the last step at the end.
  private(set) var past: [EditorStep] = []
  /// What leads to where undoing came from.
  private(set) var future: [EditorStep] = []
  /// Every match that a vertex was placed with; vertices know theirs by number.
  var snaps: [SnapMatch] = []

  /// Where the pointer is; nil until it moves after something else was done.
  var pointer: Coordinate?
  /// What it snaps to.
  var match: SnapMatch?
  /// Whether the user has chosen the match from among several.
  var isChosen = false
  /// What is being dragged.
  var drag: EditorDrag?

  init(
    _ subject: EditSubject,
    table: Int?,
    assetType: AssetTypeID?,
    _ rules: SnapRules?,
    _ shape: EditorShape,
    _ geometry: Geometry?
  ) {
    self.subject = subject
    self.table = table
    self.assetType = assetType
    self.rules = rules
    initialGeometry = geometry
    switch subject {
    case .creation, .pending: newID = assetType == nil ? nil : .random()
    case .feature, .sketch: newID = nil
    }
    initialShape = shape
    // A point is all there is to move, and what is empty is about to be drawn.
    let isDrawn = !shape.isEmpty
    let selection: EditSelection? =
      shape.type == .point && isDrawn
      ? .vertex(part: 0, vertex: 0) : isDrawn || shape.type.isPoints ? nil : .part(0)
    state = EditorState(shape: shape, selection: selection)
  }

  /// The geometry as it is now, to the last bit that of before when its vertices are.
  var geometry: Geometry? { isChanged ? state.shape.geometry : initialGeometry }

  /// Whether a vertex is not as before the edit.
  var isChanged: Bool {
    !state.merges.isEmpty || !state.shape.hasSameVertices(as: initialShape)
  }

  /// The edited feature, if it is stored.
  var target: SnapTarget? {
    if case .feature(let feature) = subject { return .feature(feature) }
    return nil
  }

  /// Whether edits of a transaction can name the feature: it is stored, or gets a global id.
  var isNamed: Bool { target != nil || newID != nil }

  /// Whether the edited feature is a junction of the network.
  var isJunction: Bool { rules?.elementKind == .junction }

  // MARK: Steps

  /// Does one step that can be undone; nothing when `change` throws or changes nothing.
  mutating func step(
    _ change: (inout EditorState) throws(GeometryEditorError) -> Void
  ) throws(GeometryEditorError) {
    try checkNotDragging()
    var next = state
    try change(&next)
    finishStep(from: state, to: next)
  }

  @inline(never)
  mutating func finishStep(from before: EditorState, to next: EditorState) {
    let isSame =
      before.shape.parts == next.shape.parts && before.shape.polygonEnds == next.shape.polygonEnds
      && before.merges == next.merges && before.shape.isOfSameType(as: next.shape)
    if !isSame {
      past.append(EditorStep(from: before, to: next))
      future = []
    }
    state = next
    leavePointer()
  }

  mutating func undo() throws(GeometryEditorError) {
    try checkNotDragging()
    guard let last = past.popLast() else {
      throw GeometryEditorError(.nothingToUndo, "Nothing was done that could be undone.")
    }
    future.append(last.undo(in: &state))
    leavePointer()
  }

  mutating func redo() throws(GeometryEditorError) {
    try checkNotDragging()
    guard let next = future.popLast() else {
      throw GeometryEditorError(.nothingToRedo, "Nothing was undone that could be done again.")
    }
    past.append(next.undo(in: &state))
    leavePointer()
  }

  mutating func select(_ selection: EditSelection?) throws(GeometryEditorError) {
    try checkNotDragging()
    switch selection {
    case .vertex(let part, let vertex): try state.shape.checkVertex(part, vertex)
    case .part(let part): try state.shape.checkPart(part)
    case .midvertex(let part, let segment):
      try state.shape.checkPart(part)
      let count = state.shape.segmentCount(part)
      guard (0..<count).contains(segment) else {
        throw GeometryEditorError(
          .noSuchVertex,
          "Part \(part) has no segment \(segment): it has \(count), counted from 0."
        )
      }
    case .geometry, nil: break
    }
    state.selection = selection
    leavePointer()
  }

  func checkNotDragging() throws(GeometryEditorError) {
    guard drag == nil else {
      throw GeometryEditorError(
        .dragging,
        "Something is being dragged: place it or cancel the drag first."
      )
    }
  }

  /// Forgets the pointer: what follows it has changed.
  mutating func leavePointer() {
    pointer = nil
    match = nil
    isChosen = false
  }
}
