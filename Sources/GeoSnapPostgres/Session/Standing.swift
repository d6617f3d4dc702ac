internal import Synchronization

/// What a session says of itself without asking the server, also while somebody commits.
final class Standing: Sendable {
  struct Facts {
    /// Whether the last step of one's own can be undone, or done again.
    var canUndo = false
    var canRedo = false
    /// The greatest revision that was taken over.
    var revision: Int64
  }

  private let state: Mutex<Facts>

  init(revision: Int64) { state = Mutex(Facts(revision: revision)) }

  var facts: Facts {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
