internal import GeoSnapSupport

/// A session of a network that is only in memory: for trials, tests, and services that store networks elsewhere.
///
/// It may be used from several threads.
public final class MemorySession: EditingSession {
  private let editor: NetworkEditor
  private let check: StateCheck
  private let checks: [any NetworkCommitCheck]
  /// Locked while the network changes or a transaction is checked.
  private let writer = Locked<Void>(())
  private let listeners = ChangeListeners()

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

  /// The network after all commits, with index, scene and topology.
  public var state: NetworkState { check.state }

  /// Whether there is a step to undo.
  public var canUndo: Bool { editor.canUndo }

  /// Whether there is a step to redo.
  public var canRedo: Bool { editor.canRedo }

  /// The changes from now on, in order; each call makes a separate stream.
  public func changes() -> AsyncStream<NetworkChange> {
    writer.withLock { _ in listeners.stream() }
  }

  /// The problems that keep a transaction from being committed; empty when ``commit(_:)`` would accept it now.
  public func problems(of transaction: NetworkTransaction) -> [TransactionProblem] {
    writer.withLock { _ in editor.snapshot.problems(of: transaction, checks: checks) }
  }

  /// Carries out a transaction, as a whole or without any effect.
  ///
  /// - Throws: `TransactionError` when checks refuse it.
  @discardableResult
  public func commit(
    _ transaction: NetworkTransaction
  ) throws(TransactionError) -> NetworkCommit {
    try writer.withLock { _ throws(TransactionError) in
      let commit = try editor.commit(transaction)
      listeners.tell(NetworkChange(.committed, commit, state))
      return commit
    }
  }

  /// Undoes the last step; nil when there is none.
  @discardableResult
  public func undo() -> NetworkCommit? { replay(.undone) { editor.undo() } }

  /// Redoes the step that was undone last; nil when there is none.
  @discardableResult
  public func redo() -> NetworkCommit? { replay(.redone) { editor.redo() } }

  /// Does nothing and returns nil: no other program can change a network in memory.
  @discardableResult
  public func reload() -> NetworkChange? { nil }

  private func replay(
    _ cause: NetworkChange.Cause,
    _ replay: () -> NetworkCommit?
  ) -> NetworkCommit? {
    writer.withLock { _ in
      let commit = replay()
      if let commit { listeners.tell(NetworkChange(cause, commit, state)) }
      return commit
    }
  }
}
