internal import Foundation
public import GeoSnap
internal import GeoSnapStore
internal import Synchronization

extension PostgresSession {
  /// Does a transaction and stores it, all of it or nothing.
  ///
  /// - Parameter transaction: The edits.
  /// - Returns: What was done; the server has it on its disk.
  /// - Throws: `TransactionError` when checks refuse it; ``StoreError`` with code `changedByOthers` when others have
  ///   changed the same features meanwhile, which ``state`` shows already; `inUse`, `cannotWrite` or `cannotOpen` when
  ///   the server cannot do it.
  @discardableResult
  public func commit(_ transaction: NetworkTransaction) throws -> NetworkCommit {
    try commit(transaction, madeOn: state)
  }

  /// Does a transaction that was made on a state from before, and stores it, all of it or nothing.
  ///
  /// - Parameters:
  ///   - transaction: The edits.
  ///   - basis: The state that was looked at when it was made: what others have changed of the features that it names
  ///     since is a conflict.
  /// - Returns: What was done.
  /// - Throws: As ``commit(_:)``.
  @discardableResult
  public func commit(
    _ transaction: NetworkTransaction,
    madeOn basis: NetworkState
  ) throws -> NetworkCommit {
    try commit(transaction, madeOn: basis.network, id: .random())
  }

  /// As the other form: all that counts of a state is its network.
  @discardableResult
  public func commit(
    _ transaction: NetworkTransaction,
    madeOn network: EditedNetwork
  ) throws -> NetworkCommit {
    try commit(transaction, madeOn: network, id: .random())
  }

  /// The same under an identifier by which the commit is found in the history.
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
            // The server writes while the checks are asked.
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
            // It may be allowed by what others did just now.
            if try !isCurrent && takeOver(&held) != nil { continue }
            throw error
          }
          if let failure { throw failure }
          if commit.transaction.edits.isEmpty { return commit }
          guard isHeld else { continue }
          switch try held.server.end() {
          case .written:
            tellChecks(commit, after: question)
            stand(held.server)
            announce(NetworkChange(.committed, commit, state))
            return commit
          case .outdated:
            try takeOver(&held)
            isCurrent = true
          case .tryAgain: try pause(until: deadline)
          case .unexplained(let row):
            if isCurrent { throw unexplained(row) }
            try takeOver(&held)
            isCurrent = true
          case .idInUse(let taken): throw refusal(of: commit, taken)
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

  /// Undoes the last step of one's own; nil when there is none.
  ///
  /// - Throws: As ``commit(_:)``; `TransactionError` when others have changed what the step did, or built on it.
  @discardableResult
  public func undo() throws -> NetworkCommit? { try replay(isUndo: true) }

  /// Does again the step of one's own that was undone last; nil when there is none.
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
            stand(held.server)
            announce(NetworkChange(isUndo ? .undone : .redone, commit, state))
            return commit
          case .outdated: try takeOver(&held)
          case .tryAgain: try pause(until: deadline)
          case .unexplained(let row): throw unexplained(row)
          case .idInUse(let taken): throw refusal(of: commit, taken)
          case .taken(let error): throw StoreError(error, address, otherwise: .cannotWrite)
          }
        }
        throw busy
      }
    }
  }

  /// Takes over what others have changed.
  ///
  /// The session does so itself, when it is told and when it commits.
  ///
  /// - Returns: What they have changed, in one; nil when they have not.
  /// - Throws: ``StoreError`` as opening does; all is as before then.
  /// - Complexity: Linear in what was changed.
  @discardableResult
  public func reload() throws -> NetworkChange? {
    try telling { try held.withLock { try takeOver(&$0) } }
  }

  /// Adds a field to the tables of some names; undoing does not take it away.
  ///
  /// All is read anew then, by all sessions, and told as ``NetworkChange/Cause/replaced``. It takes the owner of the
  /// tables.
  ///
  /// - Parameters:
  ///   - field: The field, which has no value in any row then.
  ///   - tables: The tables; those that have a field of the name already stay as they are.
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
        "Others are at the same place all the time, or have it in a transaction that is open. Nothing was written: try "
        + "again when they are done."
    )
  }

  func unexplained(_ row: String) -> StoreError {
    StoreError(
      .changedByOthers,
      path: "\(address)",
      message:
        "Somebody has changed \(row) and the history does not say so. Nothing was written: try again."
    )
  }

  /// For how long a place that somebody has in an open transaction is waited for.
  static let longestWait = Duration.seconds(60)

  func pause(until deadline: ContinuousClock.Instant) throws {
    guard ContinuousClock.now < deadline else { throw busy }
    Thread.sleep(forTimeInterval: .random(in: 0.001...0.02))
  }

  /// Says of the session what is so, now that its state shows it.
  func stand(_ server: SessionServer) { standing.withLock { $0 = server.standing } }

  /// Tells the checks of a commit; the number of the question that was asked about it, when one was.
  func tellChecks(_ commit: NetworkCommit, after question: Int? = nil) {
    questions.withLock { last in
      let isChecked = last == question
      check.didCommit(commit, isChecked: isChecked)
      for other in checks { other.didCommit(commit, isChecked: isChecked) }
    }
  }

  /// Does something, and tells what the server says of it as what a store says.
  func telling<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as ServerError {
      throw StoreError(error, address, otherwise: .cannotWrite)
    }
  }
}
