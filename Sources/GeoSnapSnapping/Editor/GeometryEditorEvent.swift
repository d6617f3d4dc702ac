/// A change in an editor, sent once and only if the state differs.
public enum GeometryEditorEvent: Equatable, Sendable {
  /// Editing started, with a geometry, or nil for one to draw.
  case started(EditSubject, Geometry?)
  /// The pointer has another snap, or none.
  ///
  /// A different position on a segment is no change, but its end vertex is.
  case snapChanged(SnapMatch?)
  /// The vertices changed; nil while a part has too few.
  case geometryChanged(Geometry?)
  /// The selection changed.
  case selectionChanged(EditSelection?)
  /// Undo or redo became possible or impossible.
  case undoStateChanged(canUndo: Bool, canRedo: Bool)
  /// Editing ended with a geometry for the caller.
  case stopped(Geometry?)
  /// Editing ended, and the scene shows the result.
  case saved(SavedEdit)
  /// Editing ended without a change.
  case cancelled
}

struct EventSubscribers {
  private var continuations: [AsyncStream<GeometryEditorEvent>.Continuation] = []

  mutating func subscribe(
    _ policy: AsyncStream<GeometryEditorEvent>.Continuation.BufferingPolicy
  ) -> AsyncStream<GeometryEditorEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: GeometryEditorEvent.self,
      bufferingPolicy: policy
    )
    continuations.append(continuation)
    return stream
  }

  /// Sends an event to all listeners and drops those that ended.
  mutating func send(_ event: GeometryEditorEvent) {
    continuations.removeAll { continuation in
      if case .terminated = continuation.yield(event) { true } else { false }
    }
  }

  func finish() { for continuation in continuations { continuation.finish() } }
}

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
    canUndo = ongoing?.past.isEmpty == false
    canRedo = ongoing?.future.isEmpty == false
    match = ongoing?.match
  }

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
