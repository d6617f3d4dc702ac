/// Something that changed in an editor, told once and only when it is different from before.
public enum GeometryEditorEvent: Equatable, Sendable {
  /// Editing began, with a geometry or, for one still to be drawn, with nil.
  case started(EditSubject, Geometry?)
  /// The pointer came to another place to snap to, or to none.
  ///
  /// Sliding along one segment is no change, coming from it to its end vertex is one.
  case snapChanged(SnapMatch?)
  /// The vertices changed; nil while a part has too few of them.
  case geometryChanged(Geometry?)
  /// Something else is selected, or nothing.
  case selectionChanged(EditSelection?)
  /// Undoing or redoing became possible or impossible.
  case undoStateChanged(canUndo: Bool, canRedo: Bool)
  /// Editing ended with a geometry that the caller takes.
  case stopped(Geometry?)
  /// Editing ended, and the scene shows the result.
  case saved(SavedEdit)
  /// Editing ended, and all is as before.
  case cancelled
}

/// Those who listen to an editor.
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

  /// Tells all, and forgets those who no longer listen.
  mutating func send(_ event: GeometryEditorEvent) {
    continuations.removeAll { continuation in
      if case .terminated = continuation.yield(event) { true } else { false }
    }
  }

  func finish() {
    for continuation in continuations { continuation.finish() }
  }
}
