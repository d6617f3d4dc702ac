import GeoSnap
import GeoSnapStore

/// Commits the transactions of a file one after the other, or says what that would do.
struct TransactionCommitter {
  /// A transaction that was committed, or would be.
  struct Done {
    let commit: NetworkCommit
    let drawn: [DrawnFeature.Told]
    let revision: Int
  }

  private let store: NetworkStore
  /// Keeps the state after all commits; nil where nothing needs it.
  private let check: StateCheck?
  private let allowsUnconnected: Bool
  /// The network after what would have been committed; nil when all is committed indeed.
  private let trial: Trial?

  private final class Trial {
    var network: EditedNetwork
    var revision: Int

    init(_ network: EditedNetwork, _ revision: Int) {
      self.network = network
      self.revision = revision
    }
  }

  /// - Parameters:
  ///   - store: The file.
  ///   - state: What the file holds; nil where no transaction draws and what does not connect is allowed.
  ///   - allowsUnconnected: Whether transactions may leave what meets without connecting.
  ///   - isTrial: Whether nothing is written.
  init(
    _ store: NetworkStore,
    _ state: NetworkState?,
    allowsUnconnected: Bool,
    isTrial: Bool
  ) {
    self.store = store
    self.allowsUnconnected = allowsUnconnected
    check = state.map { StateCheck($0, refuses: !allowsUnconnected) }
    trial = isTrial ? Trial(store.snapshot, store.revision) : nil
    if let check, !isTrial { store.add(check) }
  }

  /// Commits a transaction.
  ///
  /// - Throws: `TransactionError` when it is refused; what the store throws.
  func commit(_ transaction: FileTransaction) throws -> Done {
    let written: WrittenTransaction
    if let check {
      written = try transaction.written(
        on: check.state,
        checks: store.fileChecks,
        allowsUnconnected: allowsUnconnected
      )
    } else {
      written = WrittenTransaction(
        transaction: transaction.plain ?? NetworkTransaction(""),
        drawn: []
      )
    }
    guard let trial else {
      let commit = try store.commit(written.transaction)
      return Done(commit: commit, drawn: written.drawn, revision: store.revision)
    }
    let commit = try trial.network.committing(
      written.transaction,
      checks: store.fileChecks + (check.map { [$0] } ?? [])
    )
    if !commit.transaction.edits.isEmpty {
      check?.didCommit(commit, isChecked: true)
      trial.network = commit.after
      trial.revision += 1
    }
    return Done(commit: commit, drawn: written.drawn, revision: trial.revision)
  }
}
