/// What a session says of itself without asking the server, also while somebody commits.
struct Standing: Sendable {
  /// Whether the last step of one's own can be undone, or done again.
  var canUndo = false
  var canRedo = false
  /// The greatest revision that is in the session's state.
  var revision: Int64
}
