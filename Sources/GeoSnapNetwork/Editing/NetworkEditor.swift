internal import GeoSnapSupport

/// A network in memory that is edited, with undo and redo, while others read it.
///
/// A reader gets the ``snapshot`` once and works on it, unaffected by later commits. Commits run one after the other,
/// and each is visible in the next snapshot. Snapshots never wait for commits, nor commits for readers. The type is a
/// class with a lock, not an actor, so that readers on any thread need not wait or be asynchronous.
///
/// ```swift
/// let editor = NetworkEditor(network)
/// try editor.commit(NetworkTransaction("Close valve 17", [
///   .setAttributes(.globalID(valve), ["STATUS": .integer(0)])
/// ]))
/// editor.undo()
/// ```
public final class NetworkEditor: Sendable {
  /// Held only to copy or replace one reference.
  private let published: Locked<Published>
  /// Held during a commit.
  private let history: Locked<NetworkHistory>
  private let checks: [any NetworkCommitCheck]

  private final class Published: Sendable {
    let network: EditedNetwork

    init(_ network: EditedNetwork) { self.network = network }
  }

  /// Starts to edit a network, in linear time; transactions have to pass `checks` in addition to the built-in ones.
  public convenience init(
    _ network: UtilityNetwork,
    checks: [any NetworkCommitCheck] = [],
    historyLimit: Int = NetworkHistory.defaultLimit
  ) {
    self.init(opened: EditedNetwork(network), checks: checks, historyLimit: historyLimit)
  }

  /// Starts to edit a network that others already use.
  package init(opened network: EditedNetwork, checks: [any NetworkCommitCheck], historyLimit: Int) {
    published = Locked(Published(network))
    history = Locked(NetworkHistory())
    self.checks = checks
    self.historyLimit = historyLimit
  }

  /// The number of newest steps to keep for undo, at least 1; each commit drops older ones.
  ///
  /// A smaller number drops steps at once. Waits for a running commit.
  public var historyLimit: Int {
    get { history.withLock { $0.limit } }
    set { history.withLock { $0.limit = max(newValue, 1) } }
  }

  /// The network after all completed commits, in O(1).
  public var snapshot: EditedNetwork { published.withLock { $0 }.network }

  /// The steps for undo and redo; waits for a running commit.
  package var steps: NetworkHistory { history.withLock { $0 } }

  /// Whether there is a step to undo.
  public var canUndo: Bool { !steps.done.isEmpty }

  /// Whether there is a step to redo.
  public var canRedo: Bool { !steps.undone.isEmpty }

  /// Carries out all edits of a transaction, or none.
  ///
  /// - Throws: ``TransactionError`` as ``EditedNetwork/committing(_:checks:)``, without any change.
  @discardableResult
  public func commit(
    _ transaction: NetworkTransaction
  ) throws(TransactionError) -> NetworkCommit {
    try history.withLock { (history) throws(TransactionError) in
      let commit = try snapshot.committing(transaction, checks: checks)
      history.add(commit)
      publish(commit, isChecked: true)
      return commit
    }
  }

  /// Undoes the last step; nil when there is none.
  @discardableResult
  public func undo() -> NetworkCommit? {
    history.withLock { history in history.undo().map { replay($0.inverse) } }
  }

  /// Redoes the last undone step; nil when there is none.
  @discardableResult
  public func redo() -> NetworkCommit? {
    history.withLock { history in history.redo().map { replay($0.transaction) } }
  }

  private func replay(_ transaction: NetworkTransaction) -> NetworkCommit {
    do {
      let commit = try snapshot.replaying(transaction)
      publish(commit, isChecked: false)
      return commit
    } catch { preconditionFailure("What was done on this network can be undone on it: \(error)") }
  }

  private func publish(_ commit: NetworkCommit, isChecked: Bool) {
    for check in checks { check.didCommit(commit, isChecked: isChecked) }
    let next = Published(commit.after)
    // The last owner frees the old network, outside the lock.
    let last = published.withLock { published in
      let last = published
      published = next
      return last
    }
    withExtendedLifetime(last) {}
  }
}

/// The committed steps for undo and redo.
@usableFromInline
package struct NetworkHistory: Sendable {
  /// The default number of steps to keep.
  @usableFromInline package static let defaultLimit = 1_000

  /// One step: a transaction and its inverse.
  package struct Step: Sendable {
    /// The completed edits.
    package let transaction: NetworkTransaction
    /// The transaction that undoes them.
    package let inverse: NetworkTransaction
  }

  /// The completed steps, oldest first.
  package private(set) var done: [Step] = []
  /// The undone steps, the last undone one at the end.
  package private(set) var undone: [Step] = []
  /// The number of newest steps to keep, completed and undone together.
  var limit = defaultLimit { didSet { forget() } }

  /// Records a new step, which clears the undone ones; a commit without changes is no step.
  mutating func add(_ commit: NetworkCommit) {
    guard !commit.transaction.edits.isEmpty else { return }
    done.append(Step(transaction: commit.transaction, inverse: commit.inverse))
    undone = []
    forget()
  }

  /// Drops the oldest surplus steps; of the undone ones, those that would be redone last.
  private mutating func forget() {
    done.removeFirst(max(0, min(done.count, done.count + undone.count - limit)))
    undone.removeFirst(max(0, undone.count - limit))
  }

  /// Moves the last step to the undone ones; nil when there is none.
  mutating func undo() -> Step? {
    let step = done.popLast()
    if let step { undone.append(step) }
    return step
  }

  mutating func redo() -> Step? {
    let step = undone.popLast()
    if let step { done.append(step) }
    return step
  }
}
