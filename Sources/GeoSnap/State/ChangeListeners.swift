internal import GeoSnapSupport

/// The listeners of a session, whose streams end with it.
package final class ChangeListeners: Sendable {
  private let listeners = Locked<[AsyncStream<NetworkChange>.Continuation]>([])

  package init() {}

  deinit {
    for listener in listeners.withLock({ $0 }) { listener.finish() }
  }

  /// A new stream of all later changes.
  package func stream() -> AsyncStream<NetworkChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: NetworkChange.self)
    listeners.withLock { $0.append(continuation) }
    return stream
  }

  /// Tells all listeners of a change, unless it is a commit without edits.
  package func tell(_ change: NetworkChange) {
    if let commit = change.commit, commit.transaction.edits.isEmpty { return }
    listeners.withLock { listeners in
      listeners.removeAll { listener in
        if case .terminated = listener.yield(change) { true } else { false }
      }
    }
  }
}
