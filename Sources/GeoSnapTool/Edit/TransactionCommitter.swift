import GeoSnap

/// Commits the transactions of a file one after the other, or reports what the commits would do.
struct TransactionCommitter {
  struct Done {
    let commit: NetworkCommit
    var drawn: [DrawnFeature.DrawnSummary]
    var partings: [Parting]
    let revision: Int
  }

  private let store: any EditingStore
  /// Keeps the state after all commits of a trial; nil where no state is needed.
  private let check: StateCheck?
  /// The state after all commits; nil where no state is needed.
  private let now: (@Sendable () -> NetworkState)?
  private let allowsUnconnected: Bool
  /// The network on which the transactions were made, and the one that the store had opened; nil where both are the
  /// same.
  private let seen: (basis: EditedNetwork, opened: EditedNetwork)?
  /// The network after the commits of a trial; nil when commits are written.
  private let trial: Trial?

  private final class Trial {
    var network: EditedNetwork
    var revision: Int

    init(_ network: EditedNetwork, _ revision: Int) {
      self.network = network
      self.revision = revision
    }
  }

  /// - `state`: The state of the store; nil where no transaction draws and `allowsUnconnected` is true.
  /// - `allowsUnconnected`: Whether transactions may leave coincident features without connectivity.
  /// - `isTrial`: Whether nothing is written.
  /// - `basis`: The network on which the transactions were made; nil for the one that the store has opened.
  init(
    _ store: any EditingStore,
    _ state: NetworkState?,
    allowsUnconnected: Bool,
    isTrial: Bool,
    madeOn basis: EditedNetwork? = nil
  ) {
    let opened = store.snapshot
    seen = basis.map { ($0, opened) }
    self.store = store
    self.allowsUnconnected = allowsUnconnected
    let check = state.map { StateCheck($0, refuses: !allowsUnconnected) }
    self.check = check
    trial = isTrial ? Trial(store.snapshot, store.revision) : nil
    if let check {
      now = isTrial ? { check.state } : store.states(of: check)
    } else {
      now = nil
    }
  }

  /// Commits a transaction; throws `TransactionError` when it is refused, and errors of the store.
  func commit(_ transaction: FileTransaction) throws -> Done {
    let state = now?()
    let written: WrittenTransaction
    if let state {
      written = try transaction.written(
        on: state,
        checks: store.ownChecks,
        allowsUnconnected: allowsUnconnected
      )
    } else {
      written = WrittenTransaction(
        transaction: transaction.plain ?? NetworkTransaction(""),
        drawn: []
      )
    }
    if let seen {
      try store.refuse(written.transaction, madeOn: seen.basis, now: seen.opened)
    }
    guard let trial else {
      let commit = try store.commit(written.transaction, on: state)
      return done(commit, written, from: state, revision: store.revision)
    }
    let commit = try trial.network.committing(
      written.transaction,
      checks: store.ownChecks + (check.map { [$0] } ?? [])
    )
    if !commit.transaction.edits.isEmpty {
      check?.didCommit(commit, isChecked: true)
      trial.network = commit.after
      trial.revision += 1
    }
    return done(commit, written, from: state, revision: trial.revision)
  }

  private func done(
    _ commit: NetworkCommit,
    _ written: WrittenTransaction,
    from state: NetworkState?,
    revision: Int
  ) -> Done {
    var done = Done(commit: commit, drawn: written.drawn, partings: [], revision: revision)
    if let state, let next = now?() {
      done.partings = state.partings(of: commit, to: next)
      for number in done.drawn.indices { done.drawn[number].look(in: next) }
    }
    return done
  }
}
