/// One edit from its start to its end, as a value, so that the editor around it only sends events.
struct OngoingEdit: Sendable {
  let subject: EditSubject
  let table: Int?
  let assetType: AssetTypeID?
  /// The feature to create; nil for other edits.
  let new: PendingFeature?
  let rules: SnapRules?
  /// The geometry before; nil for one to draw.
  let initialGeometry: Geometry?
  let initialShape: EditorShape

  var state: EditorState
  private(set) var past: [EditorStep] = []
  private(set) var future: [EditorStep] = []
  /// The matches of all placed vertices, which refer to them by index.
  var snaps: [SnapMatch] = []

  /// The position of the pointer; nil until it moves after another operation.
  var pointer: Coordinate?
  var match: SnapMatch?
  var isChosen = false
  var drag: EditorDrag?

  init(
    _ subject: EditSubject,
    table: Int?,
    assetType: AssetTypeID?,
    _ new: PendingFeature?,
    _ rules: SnapRules?,
    _ shape: EditorShape,
    _ geometry: Geometry?
  ) {
    self.subject = subject
    self.table = table
    self.assetType = assetType
    self.new = new
    self.rules = rules
    initialGeometry = geometry
    initialShape = shape
    // A point is selected as a whole, and an empty geometry is to be drawn.
    let isDrawn = !shape.isEmpty
    let selection: EditSelection? =
      shape.type == .point && isDrawn
      ? .vertex(part: 0, vertex: 0) : isDrawn || shape.type.isPoints ? nil : .part(0)
    state = EditorState(shape: shape, selection: selection)
  }

  /// The current geometry, identical to the initial one if its vertices are.
  var geometry: Geometry? { isChanged ? state.shape.geometry : initialGeometry }

  var isChanged: Bool { !state.merges.isEmpty || !state.shape.hasSameVertices(as: initialShape) }

  var target: SnapTarget? { subject.feature.map { .feature($0) } }

  /// Whether a transaction can refer to the feature, which is stored or gets a global id.
  var isNamed: Bool { target != nil || new?.newID != nil }

  var isJunction: Bool { rules?.elementKind == .junction }

  // MARK: Steps

  /// Carries out one step of undo, without effect if `change` throws or changes nothing.
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
      throw GeometryEditorError(.nothingToUndo, "There is nothing to undo.")
    }
    future.append(last.undo(in: &state))
    leavePointer()
  }

  mutating func redo() throws(GeometryEditorError) {
    try checkNotDragging()
    guard let next = future.popLast() else {
      throw GeometryEditorError(.nothingToRedo, "There is nothing to redo.")
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
        "A drag is in progress: place the dragged vertices or cancel the drag first."
      )
    }
  }

  mutating func leavePointer() {
    pointer = nil
    match = nil
    isChosen = false
  }
}

/// The state that a step changes and undo restores.
struct EditorState: Sendable {
  var shape: EditorShape
  var merges: [LineMerge] = []
  var selection: EditSelection?
}

/// The run of vertices or parts that one step replaced, so that all steps of a line take as much memory as the line.
struct EditorStep: Sendable {
  private enum Replaced: Sendable {
    /// Vertices of one part; `count` vertices now replace them.
    case vertices([EditorVertex], part: Int, start: Int, count: Int)
    /// Parts; `count` parts now replace them.
    case parts([[EditorVertex]], polygonEnds: [Int], start: Int, count: Int)
    /// The whole shape, for another type or other dimensions.
    case shape(EditorShape)
  }

  private let replaced: Replaced
  private let selection: EditSelection?
  private let merges: [LineMerge]

  private init(_ replaced: Replaced, _ state: EditorState) {
    self.replaced = replaced
    selection = state.selection
    merges = state.merges
  }

  /// The step from `next` back to `before`, in time linear in the vertices.
  init(from before: EditorState, to next: EditorState) {
    selection = before.selection
    merges = before.merges
    let (old, new) = (before.shape, next.shape)
    guard old.isOfSameType(as: new) else {
      replaced = .shape(old)
      return
    }
    let (oldParts, newParts) = differences(old.parts, new.parts) { one, other in
      one.elementsEqual(other) { $0.isIdentical(to: $1) }
    }
    if oldParts.count == 1, newParts.count == 1, old.polygonEnds == new.polygonEnds {
      let part = oldParts.lowerBound
      let (vertices, placed) = differences(old.parts[part], new.parts[part]) {
        $0.isIdentical(to: $1)
      }
      replaced = .vertices(
        Array(old.parts[part][vertices]),
        part: part,
        start: placed.lowerBound,
        count: placed.count
      )
    } else {
      replaced = .parts(
        Array(old.parts[oldParts]),
        polygonEnds: old.polygonEnds,
        start: newParts.lowerBound,
        count: newParts.count
      )
    }
  }

  /// Restores the state before the step; returns the inverse step.
  func undo(in state: inout EditorState) -> EditorStep {
    let inverse: Replaced
    switch replaced {
    case .vertices(let vertices, let part, let start, let count):
      let range = start..<start + count
      inverse = .vertices(
        Array(state.shape.parts[part][range]),
        part: part,
        start: start,
        count: vertices.count
      )
      state.shape.parts[part].replaceSubrange(range, with: vertices)
    case .parts(let parts, let polygonEnds, let start, let count):
      let range = start..<start + count
      inverse = .parts(
        Array(state.shape.parts[range]),
        polygonEnds: state.shape.polygonEnds,
        start: start,
        count: parts.count
      )
      state.shape.parts.replaceSubrange(range, with: parts)
      state.shape.polygonEnds = polygonEnds
    case .shape(let shape):
      inverse = .shape(state.shape)
      state.shape = shape
    }
    let step = EditorStep(inverse, state)
    state.selection = selection
    state.merges = merges
    return step
  }
}

/// The ranges of two arrays between their common beginning and end.
func differences<Element>(
  _ old: [Element],
  _ new: [Element],
  _ isSame: (Element, Element) -> Bool
) -> (old: Range<Int>, new: Range<Int>) {
  let fewest = min(old.count, new.count)
  var start = 0
  while start < fewest, isSame(old[start], new[start]) { start += 1 }
  var ends = 0
  while ends < fewest - start, isSame(old[old.count - 1 - ends], new[new.count - 1 - ends]) {
    ends += 1
  }
  return (start..<old.count - ends, start..<new.count - ends)
}
