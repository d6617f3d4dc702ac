/// The session's status, which is available without the server, also during a commit.
struct SessionStatus: Sendable {
  /// Whether the user's own last step can be undone or redone.
  var canUndo = false
  var canRedo = false
  /// The greatest revision in the session's state.
  var revision: Int64
}
