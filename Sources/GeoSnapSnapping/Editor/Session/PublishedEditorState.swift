/// The last state that listeners received.
struct PublishedEditorState {
  private var shape: EditorShape?
  private var selection: EditSelection?
  private var canUndo = false
  private var canRedo = false
  private var match: SnapMatch?

  /// The state before any event, or with only the shape.
  init(shape: EditorShape? = nil) { self.shape = shape }

  /// The state of a session; without one, the last shape stays.
  init(_ ongoing: OngoingEdit?, _ last: PublishedEditorState) {
    shape = ongoing?.state.shape ?? last.shape
    selection = ongoing?.state.selection
    canUndo = ongoing.map { !$0.past.isEmpty } ?? false
    canRedo = ongoing.map { !$0.future.isEmpty } ?? false
    match = ongoing?.match
  }

  /// The events that lead to `next`.
  func events(
    to next: PublishedEditorState,
    geometry: @autoclosure () -> Geometry?
  ) -> [GeometryEditorEvent] {
    var events: [GeometryEditorEvent] = []
    let isSameMatch =
      match.map { old in next.match.map { $0.isSamePlace(as: old) } ?? false }
      ?? (next.match == nil)
    if !isSameMatch { events.append(.snapChanged(next.match)) }
    if let shape, let nextShape = next.shape, !shape.hasSameVertices(as: nextShape) {
      events.append(.geometryChanged(geometry()))
    }
    if selection != next.selection { events.append(.selectionChanged(next.selection)) }
    if canUndo != next.canUndo || canRedo != next.canRedo {
      events.append(.undoStateChanged(canUndo: next.canUndo, canRedo: next.canRedo))
    }
    return events
  }
}
