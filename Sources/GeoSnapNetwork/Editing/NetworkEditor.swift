internal import GeoSnapSupport

/// A network that is edited while others read it, with undo and redo, in memory.
///
/// A reader asks for the ``snapshot`` once and then works on it, undisturbed by later commits.
/// Commits come one after the other; each is visible to the next snapshot. Getting a snapshot never
/// waits for a commit, a commit never waits for a reader. It is a class with a lock, not an actor:
/// so readers on any thread, such as those that draw, need not wait or be asynchronous.
///
/// ```swift
/// let editor = NetworkEditor(network)
/// try editor.commit(NetworkTransaction("Close valve 17", [
///   .setAttributes(.globalID(valve), ["STATUS": .integer(0)])
/// ]))
/// editor.undo()
/// ```
public final class NetworkEditor: Sendable {
  /// Held for as long as it takes to copy or replace one reference.
  private let published: Locked<Published>
  /// Held by whoever commits.
  private let history: Locked<NetworkHistory>
  private let checks: [any NetworkCommitCheck]

  private final class Published: Sendable {
    let network: EditedNetwork

    init(_ network: EditedNetwork) { self.network = network }
  }

  /// Begins editing a network.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - checks: What transactions have to pass beside the built-in checks.
  ///   - historyLimit: How many of the newest steps are kept for undo: see ``historyLimit``.
  /// - Complexity: Linear in the number of features and associations.
  public convenience init(
    _ network: UtilityNetwork,
    checks: [any NetworkCommitCheck] = [],
    historyLimit: Int = NetworkHistory.defaultLimit
  ) {
    self.init(opened: EditedNetwork(network), checks: checks, historyLimit: historyLimit)
  }

  /// Begins editing a network that others know already.
  package init(
    opened network: EditedNetwork,
    checks: [any NetworkCommitCheck],
    historyLimit: Int
  ) {
    published = Locked(Published(network))
    history = Locked(NetworkHistory())
    self.checks = checks
    self.historyLimit = historyLimit
  }

  /// How many of the newest steps are kept for undo; each commit drops those before them, so that
  /// memory does not grow with every edit ever made.
  ///
  /// A smaller number drops steps at once; one step is the least. Waits for a commit that is under way.
  public var historyLimit: Int {
    get { history.withLock { $0.limit } }
    set {
      history.withLock { $0.limit = max(newValue, 1) }
    }
  }

  /// The network as it is after all commits that are complete.
  ///
  /// - Complexity: O(1).
  public var snapshot: EditedNetwork { published.withLock { $0 }.network }

  /// What can be undone and redone.
  ///
  /// Waits for a commit that is under way.
  public var steps: NetworkHistory { history.withLock { $0 } }

  /// Whether there is a step to undo.
  public var canUndo: Bool { !steps.done.isEmpty }

  /// Whether there is a step to redo.
  public var canRedo: Bool { !steps.undone.isEmpty }

  /// Does a transaction, all of it or nothing.
  ///
  /// - Throws: ``TransactionError`` as ``EditedNetwork/committing(_:checks:)``; nothing has changed
  ///   then.
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
    history.withLock { history in
      guard let step = history.done.last else { return nil }
      let commit = replay(step.inverse)
      history.noteUndo()
      return commit
    }
  }

  /// Does again the step that was undone last; nil when there is none.
  @discardableResult
  public func redo() -> NetworkCommit? {
    history.withLock { history in
      guard let step = history.undone.last else { return nil }
      let commit = replay(step.transaction)
      history.noteRedo()
      return commit
    }
  }

  private func replay(_ transaction: NetworkTransaction) -> NetworkCommit {
    do {
      let commit = try snapshot.replaying(transaction)
      publish(commit, isChecked: false)
      return commit
    } catch {
      preconditionFailure("What was done on this network can be undone on it: \(error)")
    }
  }

  private func publish(_ commit: NetworkCommit, isChecked: Bool) {
    for check in checks { check.didCommit(commit, isChecked: isChecked) }
    let next = Published(commit.after)
    // The last one is freed, if no one else has it, when the lock is open again.
    let last = published.withLock { published in
      let last = published
      published = next
      return last
    }
    withExtendedLifetime(last) {}
  }
}
