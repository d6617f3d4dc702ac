internal import GeoSnapSupport

/// A stored network that is being edited: the one object that an editor holds.
///
/// Its ``state`` is the network with its index, scene and topology. After a commit, undo, redo or reload the state is
/// up to date, in time that depends on the edit. A state that was read before stays unchanged and may be read on any
/// thread.
///
/// A ``GeometryEditor`` for a session begins from its state and saves into it. ``GeometryEditor/canSave`` is true
/// exactly when saving succeeds.
///
/// ```swift
/// let editor = GeometryEditor(for: session, view: SnapView(scale: 500))
/// try editor.start(creatingIn: table, assetType: valve)
/// try editor.place(at: tapped)
/// try editor.save()
/// let isolated = try session.state.topology.trace(parameters)
/// try session.undo()
/// ```
public protocol EditingSession: EditDestination {
  /// The network after all commits, with index, scene and topology; read in O(1), without waiting for a commit.
  var state: NetworkState { get }

  /// The changes from now on, in order, by any program; each call makes a separate stream, which ends with the
  /// session.
  func changes() -> AsyncStream<NetworkChange>

  /// Whether there is a step to undo.
  var canUndo: Bool { get }

  /// Whether there is a step to redo.
  var canRedo: Bool { get }

  /// The problems that keep a transaction from being committed; empty when ``commit(_:)`` would accept it now.
  func problems(of transaction: NetworkTransaction) -> [TransactionProblem]

  /// Carries out a transaction and stores it, as a whole or without any effect.
  @discardableResult func commit(_ transaction: NetworkTransaction) throws -> NetworkCommit

  /// Carries out a transaction that was made on an earlier snapshot of the network, and stores it; throws as
  /// ``commit(_:)``.
  @discardableResult func commit(
    _ transaction: NetworkTransaction,
    madeOn network: EditedNetwork
  ) throws -> NetworkCommit

  /// Undoes the last step; nil when there is none, and errors as of ``commit(_:)``.
  @discardableResult func undo() throws -> NetworkCommit?

  /// Redoes the step that was undone last; nil when there is none, and errors as of ``commit(_:)``.
  @discardableResult func redo() throws -> NetworkCommit?

  /// Takes over the changes that other programs have made in the store; nil when there are none.
  @discardableResult func reload() throws -> NetworkChange?
}

extension EditingSession {
  /// Commits the transaction on the current network; `network` is ignored.
  @discardableResult public func commit(
    _ transaction: NetworkTransaction,
    madeOn network: EditedNetwork
  ) throws -> NetworkCommit { try commit(transaction) }

  /// The features that can be snapped to now.
  public var scene: SnapScene { state.scene }

  /// The problems that keep an edit of a geometry editor from being stored.
  public func problems(of edit: SavedEdit) -> [EditProblem] {
    let state = state
    if let deleted = edit.deletedFeature(in: state.network) {
      return [EditProblem(deleted: deleted)]
    }
    return problems(of: state.transaction(for: edit)).map { EditProblem($0) }
  }

  /// Stores an edit of a geometry editor, as one step; the commit reports the problems that ``problems(of:)`` would
  /// report.
  ///
  /// - Returns: The feature that was edited or created; nil for a sketch, which is not stored.
  /// - Throws: `GeometryEditorError` with the problems, also when a feature that the edit concerns has been deleted;
  ///   otherwise as ``commit(_:)``.
  @discardableResult public func store(
    _ edit: SavedEdit,
    madeOn network: EditedNetwork
  ) throws -> FeatureID? {
    let state = state
    if let deleted = edit.deletedFeature(in: state.network) {
      throw GeometryEditorError([EditProblem(deleted: deleted)])
    }
    do {
      let commit = try commit(state.transaction(for: edit), madeOn: network)
      if let feature = edit.subject.feature { return feature }
      // The first edit of the transaction inserts the feature.
      return edit.newID.flatMap { commit.after.feature(globalID: $0) } ?? commit.touched.first
    } catch let error as TransactionError {
      throw GeometryEditorError(error.problems.map { EditProblem($0) })
    }
  }

  /// The state that a transaction would lead to, without committing it; in the time of ``commit(_:)`` without the
  /// store.
  ///
  /// - Throws: `TransactionError` when ``commit(_:)`` would refuse it.
  public func preview(_ transaction: NetworkTransaction) throws -> NetworkState {
    let problems = problems(of: transaction)
    guard problems.isEmpty else { throw TransactionError(transaction.name, problems) }
    return try state.previewing(transaction)
  }
}

extension EditedNetwork {
  /// The problems that keep a transaction from being committed on this network; empty when there are none.
  package func problems(
    of transaction: NetworkTransaction,
    checks: [any NetworkCommitCheck] = []
  ) -> [TransactionProblem] {
    do throws(TransactionError) {
      _ = try committing(transaction, checks: checks)
      return []
    } catch {
      return error.problems
    }
  }
}

/// A change of the network of a session.
public struct NetworkChange: Sendable {
  /// The cause of a change.
  public enum Cause: Hashable, Sendable {
    /// A transaction was committed.
    case committed
    /// The last step was undone.
    case undone
    /// A step was redone.
    case redone
    /// Another program has changed the stored network.
    case byOthers
    /// Another network is stored now, with a different definition, rules or tables: earlier feature identifiers are
    /// no longer valid, global ids still are.
    case replaced
  }

  /// The cause.
  public let cause: Cause
  /// The edits, those that undo them, and the features that they touched; nil when the network was replaced.
  public let commit: NetworkCommit?
  /// The state after the change.
  public let state: NetworkState

  package init(_ cause: Cause, _ commit: NetworkCommit?, _ state: NetworkState) {
    self.cause = cause
    self.commit = commit
    self.state = state
  }
}

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
  public func commit(_ transaction: NetworkTransaction) throws(TransactionError) -> NetworkCommit {
    try writer.withLock { _ throws(TransactionError) in
      let commit = try editor.commit(transaction)
      listeners.tell(NetworkChange(.committed, commit, state))
      return commit
    }
  }

  /// Undoes the last step; nil when there is none.
  @discardableResult public func undo() -> NetworkCommit? { replay(.undone) { editor.undo() } }

  /// Redoes the step that was undone last; nil when there is none.
  @discardableResult public func redo() -> NetworkCommit? { replay(.redone) { editor.redo() } }

  /// Does nothing and returns nil: no other program can change a network in memory.
  @discardableResult public func reload() -> NetworkChange? { nil }

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
