internal import GeoSnapSupport

/// A session of a network that is nowhere stored: for trials, for tests, and for services that keep networks
/// elsewhere.
///
/// Any number of threads may use it.
public final class MemorySession: EditingSession {
  private let editor: NetworkEditor
  private let check: StateCheck
  private let checks: [any NetworkCommitCheck]
  /// Held by whoever changes the network, or asks whether it may be changed.
  private let writer = Locked<[AsyncStream<NetworkChange>.Continuation]>([])

  /// Begins with a network.
  ///
  /// - Parameters:
  ///   - state: The network with what answers for it.
  ///   - checks: What transactions have to pass beside the built-in checks.
  ///   - allowsUnconnected: Whether transactions may leave what meets without connecting.
  ///   - historyLimit: How many of the newest steps are kept for undo; one is the least.
  public init(
    _ state: NetworkState,
    checks: [any NetworkCommitCheck] = [],
    allowsUnconnected: Bool = false,
    historyLimit: Int = NetworkHistory.defaultLimit
  ) {
    check = StateCheck(state, refuses: !allowsUnconnected)
    self.checks = checks + [check]
    editor = NetworkEditor(opened: state.network, checks: self.checks, historyLimit: historyLimit)
  }

  deinit {
    for listener in writer.withLock({ $0 }) { listener.finish() }
  }

  /// The network as it is after all that was committed, with index, scene and topology.
  public var state: NetworkState { check.state }

  /// Whether there is a step to undo.
  public var canUndo: Bool { editor.canUndo }

  /// Whether there is a step to redo.
  public var canRedo: Bool { editor.canRedo }

  /// What changes from now on, in order, whoever changes it; each call makes a stream of its own.
  public func changes() -> AsyncStream<NetworkChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: NetworkChange.self)
    writer.withLock { $0.append(continuation) }
    return stream
  }

  /// What keeps a transaction from being committed; none when ``commit(_:)`` would do it now.
  public func problems(of transaction: NetworkTransaction) -> [TransactionProblem] {
    writer.withLock { _ in
      do throws(TransactionError) {
        _ = try editor.snapshot.committing(transaction, checks: checks)
        return []
      } catch {
        return error.problems
      }
    }
  }

  /// Does a transaction, all of it or nothing.
  ///
  /// - Throws: `TransactionError` when checks refuse it.
  @discardableResult
  public func commit(
    _ transaction: NetworkTransaction
  ) throws(TransactionError) -> NetworkCommit {
    try writer.withLock { listeners throws(TransactionError) in
      let commit = try editor.commit(transaction)
      tell(.committed, commit, &listeners)
      return commit
    }
  }

  /// Undoes the last step; nil when there is none.
  @discardableResult
  public func undo() -> NetworkCommit? {
    writer.withLock { listeners in
      let commit = editor.undo()
      if let commit { tell(.undone, commit, &listeners) }
      return commit
    }
  }

  /// Does again the step that was undone last; nil when there is none.
  @discardableResult
  public func redo() -> NetworkCommit? {
    writer.withLock { listeners in
      let commit = editor.redo()
      if let commit { tell(.redone, commit, &listeners) }
      return commit
    }
  }

  /// Nothing: nobody else changes what is nowhere stored.
  @discardableResult
  public func reload() -> NetworkChange? { nil }

  private func tell(
    _ cause: NetworkChange.Cause,
    _ commit: NetworkCommit,
    _ listeners: inout [AsyncStream<NetworkChange>.Continuation]
  ) {
    guard !commit.transaction.edits.isEmpty else { return }
    let change = NetworkChange(cause, commit, state)
    listeners.removeAll { listener in
      if case .terminated = listener.yield(change) { true } else { false }
    }
  }
}
