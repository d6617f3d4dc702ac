import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

final class TransactionCommitter {
  typealias Done = (
    commit: NetworkCommit, drawn: [DrawnSummary], partings: [Parting], revision: Int
  )

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
  private var trial: (network: EditedNetwork, revision: Int)?

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
    trial = isTrial ? (store.snapshot, store.revision) : nil
    if let check {
      now = isTrial ? { check.state } : store.states(of: check)
    } else {
      now = nil
    }
  }

  func commit(_ transaction: FileTransaction) throws -> Done {
    let state = now?()
    let written: FileTransaction.Written =
      try state.map {
        try transaction.written(
          on: $0,
          checks: store.ownChecks,
          allowsUnconnected: allowsUnconnected
        )
      } ?? (transaction.plain ?? NetworkTransaction(""), [])
    if let seen { try store.refuse(written.transaction, madeOn: seen.basis, now: seen.opened) }
    guard var trial else {
      let commit = try store.commit(written.transaction, on: state)
      return done(commit, written, from: state, revision: store.revision)
    }
    let commit = try trial.network.committing(
      written.transaction,
      checks: store.ownChecks + (check.map { [$0] } ?? [])
    )
    if !commit.transaction.edits.isEmpty {
      check?.didCommit(commit, isChecked: true)
      trial = (commit.after, trial.revision + 1)
      self.trial = trial
    }
    return done(commit, written, from: state, revision: trial.revision)
  }

  private func done(
    _ commit: NetworkCommit,
    _ written: FileTransaction.Written,
    from state: NetworkState?,
    revision: Int
  ) -> Done {
    var done: Done = (commit, written.drawn, [], revision)
    if let state, let next = now?() {
      done.partings = state.partings(of: commit, to: next)
      for number in done.drawn.indices { done.drawn[number].look(in: next) }
    }
    return done
  }
}

protocol EditingStore: Sendable {
  var snapshot: EditedNetwork { get }
  var revision: Int { get }
  var canUndo: Bool { get }
  var canRedo: Bool { get }
  var ownChecks: [any NetworkCommitCheck] { get }

  /// Runs a check in all further commits, unless the store has an equivalent one. Returns a closure that gives the
  /// state.
  func states(of check: StateCheck) -> @Sendable () -> NetworkState

  /// Refuses a transaction that was made on an earlier network, when it names features that others have changed
  /// since.
  func refuse(
    _ transaction: NetworkTransaction,
    madeOn basis: EditedNetwork,
    now: EditedNetwork
  ) throws

  func commit(_ transaction: NetworkTransaction, on state: NetworkState?) throws -> NetworkCommit
  func undo() throws -> NetworkCommit?
  func redo() throws -> NetworkCommit?
  func history() throws(StoreError) -> [HistoryStep]
}

extension NetworkStore: EditingStore {
  var ownChecks: [any NetworkCommitCheck] { fileChecks }

  func states(of check: StateCheck) -> @Sendable () -> NetworkState {
    add(check)
    return { check.state }
  }

  /// Does nothing: a file has one writer, whose commits are checked against the file as it is now.
  func refuse(_ transaction: NetworkTransaction, madeOn basis: EditedNetwork, now: EditedNetwork) {}

  func commit(_ transaction: NetworkTransaction, on state: NetworkState?) throws -> NetworkCommit {
    try commit(transaction)
  }
}

extension PostgresSession: EditingStore {
  var snapshot: EditedNetwork { state.network }

  var ownChecks: [any NetworkCommitCheck] { [] }

  func states(of check: StateCheck) -> @Sendable () -> NetworkState { { self.state } }

  func commit(_ transaction: NetworkTransaction, on state: NetworkState?) throws -> NetworkCommit {
    try commit(transaction, madeOn: (state ?? self.state).network)
  }
}
