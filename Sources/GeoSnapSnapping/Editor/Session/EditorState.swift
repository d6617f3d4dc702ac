/// The state that a step changes and undo restores.
struct EditorState: Sendable {
  var shape: EditorShape
  /// The lines that are merged with the edited one, in order.
  var merges: [LineMerge] = []
  var selection: EditSelection?
}
