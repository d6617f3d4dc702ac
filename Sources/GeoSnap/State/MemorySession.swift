internal import GeoSnapSupport

/// A session of a network that is only in memory: for trials, tests, and services that store networks elsewhere.
///
/// It may be used from several threads.
public final class MemorySession: EditingSession {
  private let editor: NetworkEditor
  private let check: StateCheck
  private let checks: [any NetworkCommitCheck]
  /// Locked while the network changes or a transaction is checked.
  private let writer = Locked<[AsyncStream<NetworkChange>.Continuation]>([])

  /// Begins with a network.
  ///
  /// - Parameters:
  ///   - state: The network with its index, scene and topology.
  ///   - checks: Checks for transactions in addition to the built-in ones.
  ///   - allowsUnconnected: Whether transactions may leave features that meet without connecting.
  ///   - historyLimit: How many of the newest steps are kept for undo; at least one.
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

  /// The network after all commits, with index, scene and topology.
  public var state: NetworkState { check.state }

  /// Whether there is a step to undo.
  public var canUndo: Bool { editor.canUndo }

  /// Whether there is a step to redo.
  public var canRedo: Bool { editor.canRedo }

  /// The changes from now on, in order; each call makes a separate stream.
  public func changes() -> AsyncStream<NetworkChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: NetworkChange.self)
    writer.withLock { $0.append(continuation) }
    return stream
  }

  /// The problems that keep a transaction from being committed; empty when ``commit(_:)`` would accept it now.
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

  /// Carries out a transaction, as a whole or without any effect.
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

  /// Redoes the step that was undone last; nil when there is none.
  @discardableResult
  public func redo() -> NetworkCommit? {
    writer.withLock { listeners in
      let commit = editor.redo()
      if let commit { tell(.redone, commit, &listeners) }
      return commit
    }
  }

  /// Does nothing and returns nil: no other program can change a network in memory.
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
