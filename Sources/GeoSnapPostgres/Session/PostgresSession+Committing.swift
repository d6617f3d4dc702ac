internal import Foundation
public import GeoSnap
internal import GeoSnapStore
internal import Synchronization

extension PostgresSession {
  /// Performs a transaction and stores it, all of it or nothing.
  ///
  /// - Parameter transaction: The edits.
  /// - Returns: The commit, which is on the server's disk.
  /// - Throws: `TransactionError` when checks refuse it; ``StoreError`` with code `changedByOthers` when others have
  ///   changed the same features meanwhile, which ``state`` shows already; `inUse`, `cannotWrite` or `cannotOpen`
  ///   when the server fails.
  @discardableResult
  public func commit(_ transaction: NetworkTransaction) throws -> NetworkCommit {
    try commit(transaction, madeOn: state)
  }

  /// Performs a transaction that was made on an earlier state, and stores it, all of it or nothing.
  ///
  /// - Parameters:
  ///   - transaction: The edits.
  ///   - basis: The state on which it was made: later changes by others to the features that it names are conflicts.
  /// - Returns: The commit.
  /// - Throws: As ``commit(_:)``.
  @discardableResult
  public func commit(
    _ transaction: NetworkTransaction,
    madeOn basis: NetworkState
  ) throws -> NetworkCommit {
    try commit(transaction, madeOn: basis.network, id: .random())
  }

  /// Commits as ``commit(_:madeOn:)-(_,NetworkState)`` does, given only the network of the state.
  @discardableResult
  public func commit(
    _ transaction: NetworkTransaction,
    madeOn network: EditedNetwork
  ) throws -> NetworkCommit {
    try commit(transaction, madeOn: network, id: .random())
  }

  /// Commits under an identifier, by which the commit is found in the history.
  func commit(
    _ transaction: NetworkTransaction,
    madeOn basis: EditedNetwork,
    id: GlobalID
  ) throws -> NetworkCommit {
    try telling {
      try held.withLock { held in
        let deadline = ContinuousClock.now + Self.longestWait
        var given: Set<FeatureKey> = []
        for case .insertFeature(let feature, let table) in transaction.edits {
          if let row = feature.rowID { given.insert(.row(table: table.lowercased(), rowID: row)) }
        }
        var isCurrent = false
        if held.server.isBehind || held.server.isCrowded { try takeOver(&held) }
        for _ in 0..<Self.mostTries {
          try refuse(transaction, madeOn: basis, held.changers)
          try held.server.reserve(for: transaction, of: state.network)
          var isHeld = false
          var failure: (any Error)?
          let commit: NetworkCommit
          let question: Int
          do throws(TransactionError) {
            // The server writes while the checks run.
            (commit, question) = try questions.withLock { number throws(TransactionError) in
              number += 1
              let commit = try held.server.reserving(state.network)
                .committing(transaction, checks: allChecks) { commit in
                  guard !commit.transaction.edits.isEmpty else { return }
                  do {
                    isHeld = try held.server.holds(commit, given: given)
                    guard isHeld else { return }
                    try held.server.begin(
                      commit,
                      id: id,
                      kind: .commit,
                      step: nil,
                      newIDs: newIDs(of: commit)
                    )
                  } catch {
                    failure = error
                  }
                }
              return (commit, number)
            }
          } catch {
            held.server.abandon()
            // The changes of others may make the transaction valid.
            if try !isCurrent && takeOver(&held) != nil { continue }
            throw error
          }
          if let failure { throw failure }
          if commit.transaction.edits.isEmpty { return commit }
          guard isHeld else { continue }
          switch try held.server.end() {
          case .written:
            tellChecks(commit, after: question)
            publishStatus(held.server)
            listeners.tell(NetworkChange(.committed, commit, state))
            return commit
          case .outdated:
            try takeOver(&held)
            isCurrent = true
          case .tryAgain: try pause(until: deadline)
          case .unexplained(let row):
            if isCurrent { throw unexplained(row) }
            try takeOver(&held)
            isCurrent = true
          case .idInUse(let taken): throw TransactionError(commit, taken)
          case .taken(let error):
            try refuseTakenIDs(commit, held.server)
            held.server.dropRowIDs()
            if try takeOver(&held) == nil, isCurrent {
              throw StoreError(error, address, otherwise: .cannotWrite)
            }
            isCurrent = true
          }
        }
        throw busy
      }
    }
  }

  /// Undoes the user's own last step; nil when there is none.
  ///
  /// - Throws: As ``commit(_:)``; `TransactionError` when others have changed the result of the step, or built on it.
  @discardableResult
  public func undo() throws -> NetworkCommit? { try replay(isUndo: true) }

  /// Redoes the user's own step that was undone last; nil when there is none.
  ///
  /// - Throws: As ``undo()``.
  @discardableResult
  public func redo() throws -> NetworkCommit? { try replay(isUndo: false) }

  func replay(isUndo: Bool) throws -> NetworkCommit? {
    try telling {
      try held.withLock { held in
        let id = GlobalID.random()
        let deadline = ContinuousClock.now + Self.longestWait
        try takeOver(&held)
        for _ in 0..<Self.mostTries {
          guard let step = try held.server.step(toUndo: isUndo) else { return nil }
          let commit =
            isUndo
            ? try state.network.replaying(step.inverse, undoing: step.transaction)
            : try state.network.replaying(step.transaction, undoing: step.inverse)
          try refuse(commit, of: step, held.server)
          try refuseTakenIDs(commit, held.server)
          switch try held.server.write(
            commit,
            id: id,
            kind: isUndo ? .undo : .redo,
            step: step.number
          ) {
          case .written:
            tellChecks(commit)
            publishStatus(held.server)
            listeners.tell(NetworkChange(isUndo ? .undone : .redone, commit, state))
            return commit
          case .outdated: try takeOver(&held)
          case .tryAgain: try pause(until: deadline)
          case .unexplained(let row): throw unexplained(row)
          case .idInUse(let taken): throw TransactionError(commit, taken)
          case .taken(let error): throw StoreError(error, address, otherwise: .cannotWrite)
          }
        }
        throw busy
      }
    }
  }

  /// Takes over the changes of others as one change; nil when there are none.
  ///
  /// The session also does so after notifications and when it commits.
  ///
  /// - Throws: ``StoreError`` as opening does; nothing has changed then.
  /// - Complexity: Linear in the changes.
  @discardableResult
  public func reload() throws -> NetworkChange? {
    try telling { try held.withLock { try takeOver(&$0) } }
  }

  /// Adds a field to tables; undo does not remove it.
  ///
  /// All sessions read the network again, which is reported as ``NetworkChange/Cause/replaced``. The role has to own
  /// the tables.
  ///
  /// - Parameters:
  ///   - field: The field, which has no value in any row then.
  ///   - tables: The names of the tables; tables that already have such a field stay unchanged.
  /// - Throws: ``StoreError`` with code `cannotOpen` or `cannotWrite`.
  public func addField(_ field: AttributeField, to tables: [String]) throws {
    try PostGIS.addField(field, to: tables, of: address)
    try reload()
  }

  var busy: StoreError {
    StoreError(
      .inUse,
      path: "\(address)",
      message:
        "Other users keep changing the same rows, or hold them in an open transaction. The edit was not written: "
        + "try again when those users are done."
    )
  }

  func unexplained(_ row: String) -> StoreError {
    StoreError(
      .changedByOthers,
      path: "\(address)",
      message:
        "A program has changed \(row) and the history does not say so. The edit was not written: try again."
    )
  }

  /// How long to wait for a place that an open transaction of another user has locked.
  static let longestWait = Duration.seconds(60)

  func pause(until deadline: ContinuousClock.Instant) throws {
    guard ContinuousClock.now < deadline else { throw busy }
    Thread.sleep(forTimeInterval: .random(in: 0.001...0.02))
  }

  /// Publishes the server's standing, after the state has changed.
  func publishStatus(_ server: SessionServer) { status.withLock { $0 = server.status } }

  /// Reports a commit to the checks; `question` is the number of the check of this commit, if there was one.
  func tellChecks(_ commit: NetworkCommit, after question: Int? = nil) {
    questions.withLock { last in
      let isChecked = last == question
      check.didCommit(commit, isChecked: isChecked)
      for other in checks { other.didCommit(commit, isChecked: isChecked) }
    }
  }

  func telling<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as ServerError {
      throw StoreError(error, address, otherwise: .cannotWrite)
    }
  }
}
