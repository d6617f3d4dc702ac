import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

/// What holds a network that is edited: the store of a file, or a session in a database.
protocol EditingStore: Sendable {
  /// The network after all that was committed.
  var snapshot: EditedNetwork { get }
  var revision: Int { get }
  var canUndo: Bool { get }
  var canRedo: Bool { get }
  /// What it checks by itself, such as the columns of a file.
  var ownChecks: [any NetworkCommitCheck] { get }

  /// Lets a check take part in all further commits, or one of its own that does the same; gives what tells the state.
  func states(of check: StateCheck) -> @Sendable () -> NetworkState

  /// Refuses a transaction that was made on a network as it was, where it names what others have changed until now.
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

  /// A file has one writer, who is asked about what stands there now.
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
