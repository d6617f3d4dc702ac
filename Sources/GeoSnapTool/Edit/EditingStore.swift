import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

/// A network that is edited: the store of a file, or a session in a database.
protocol EditingStore: Sendable {
  /// The network after all commits.
  var snapshot: EditedNetwork { get }
  var revision: Int { get }
  var canUndo: Bool { get }
  var canRedo: Bool { get }
  /// The checks of the store itself, such as those of a file's columns.
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

  /// Commits a transaction that was made on a state.
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
  func refuse(
    _ transaction: NetworkTransaction,
    madeOn basis: EditedNetwork,
    now: EditedNetwork
  ) {}

  func commit(_ transaction: NetworkTransaction, on state: NetworkState?) throws -> NetworkCommit {
    try commit(transaction)
  }
}

extension PostgresSession: EditingStore {
  var snapshot: EditedNetwork { state.network }

  var ownChecks: [any NetworkCommitCheck] { [] }

  func states(of check: StateCheck) -> @Sendable () -> NetworkState { { self.state } }

  func commit(_ transaction: NetworkTransaction, on state: NetworkState?) throws -> NetworkCommit {
    try commit(transaction, madeOn: state ?? self.state)
  }
}
