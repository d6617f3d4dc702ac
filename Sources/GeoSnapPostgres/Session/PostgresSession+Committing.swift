internal import Foundation
public import GeoSnap
internal import GeoSnapStore
internal import GeoSnapSupport
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
    try commit(transaction, madeOn: state.network)
  }

  /// Performs a transaction that was made on an earlier state, and stores it, all of it or nothing.
  ///
  /// - Parameters:
  ///   - transaction: The edits.
  ///   - network: The network of the state on which it was made: later changes by others to the features that it
  ///     names are conflicts.
  /// - Returns: The commit.
  /// - Throws: As ``commit(_:)``.
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
          let commit = try step.replayed(on: state.network, isUndo: isUndo)
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

  /// Adds a field without values to the tables that lack it; undo does not remove it.
  ///
  /// All sessions read the network again, which is reported as ``NetworkChange/Cause/replaced``. The role has to own
  /// the tables.
  ///
  /// - Throws: ``StoreError`` with code `cannotOpen` or `cannotWrite`.
  public func addField(_ field: AttributeField, to tables: [String]) throws {
    try PostGIS.addField(field, to: tables, of: address)
    try reload()
  }

  var busy: StoreError {
    address.error(
      .inUse,
      "Other users keep changing the same rows, or hold them in an open transaction. The edit was not written: "
        + "try again when those users are done."
    )
  }

  func unexplained(_ row: String) -> StoreError {
    address.error(
      .changedByOthers,
      "A program has changed \(row) and the history does not say so. The edit was not written: try again."
    )
  }

  /// How long to wait for a place that an open transaction of another user has locked.
  static let longestWait = Duration.seconds(60)

  func pause(until deadline: ContinuousClock.Instant) throws {
    guard ContinuousClock.now < deadline else { throw busy }
    Thread.sleep(forTimeInterval: .random(in: 0.001...0.02))
  }

  func publishStatus(_ server: SessionServer) { status.withLock { $0 = server.status } }

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

  @discardableResult
  func takeOver(_ held: inout ConnectedServer) throws -> NetworkChange? {
    let change = try takeOverEntries(&held)
    publishStatus(held.server)
    return change
  }

  private func takeOverEntries(_ held: inout ConnectedServer) throws -> NetworkChange? {
    guard let pieces = try held.server.takeEntries() else { return try readAnew(&held) }
    if pieces.isEmpty { return nil }
    let before = state.network
    var commits: [NetworkCommit] = []
    for (number, entries) in pieces.enumerated() {
      guard let commit = commit(of: entries, held.server.catalogue) else {
        // The entries stay unknown until the network is read.
        held.server.fallBehind()
        return try readAnew(&held, Array(pieces[number...].joined()))
      }
      if commit.transaction.edits.isEmpty { continue }
      if let last = entries.last { note(commit.transaction.edits, last, &held.changers) }
      tellChecks(commit)
      listeners.tell(NetworkChange(.byOthers, commit, state))
      commits.append(commit)
    }
    guard let last = commits.last else { return nil }
    if commits.count == 1 { return NetworkChange(.byOthers, last, state) }
    return NetworkChange(.byOthers, NetworkCommit(commits, from: before), state)
  }

  /// The commit of one transaction of others on the current network; nil when single edits cannot express it.
  func commit(of entries: [HistoryEntry], _ catalogue: Catalogue) -> NetworkCommit? {
    var network = state.network
    var commits: [NetworkCommit] = []
    for entry in entries {
      guard let commit = entry.commit(on: network, catalogue, within: edge) else { return nil }
      network = commit.after
      commits.append(commit)
    }
    guard let first = commits.first else { return nil }
    let whole = commits.count == 1 ? first : NetworkCommit(commits, from: state.network)
    guard entries.allSatisfy({ $0.kind != .foreign }) || isIndexable(whole) else { return nil }
    return whole
  }

  /// Whether a commit can be indexed; sessions have checked this for their commits, but SQL has not.
  func isIndexable(_ commit: NetworkCommit) -> Bool {
    var next = state
    return (try? next.apply(commit)) != nil
  }

  func note(
    _ edits: [NetworkEdit],
    _ entry: HistoryEntry,
    _ changers: inout [FeatureKey: HistoryEntry]
  ) {
    if changers.count > 100_000 { changers = [:] }
    // Only the names of their changes are reported, since edits need memory.
    for edit in edits {
      for key in edit.keys + edit.insertedKeys { changers[key] = entry }
    }
  }

  func readAnew(
    _ held: inout ConnectedServer,
    _ entries: [HistoryEntry] = []
  ) throws -> NetworkChange? {
    let stored = try held.server.readAnew(isStrict: isStrict, extent: extent)
    data.withLock { $0 = stored.additional.withoutImage }
    let before = state.network.settingAside(stored.network.setAside)
    if let edits = before.edits(to: stored.network),
      let commit = try? before.replaying(NetworkTransaction("Changed by others", edits)),
      isIndexable(commit)
    {
      data.withLock { $0 = $0.of(commit.after) }
      if edits.isEmpty { return nil }
      if let last = entries.last { note(edits, last, &held.changers) }
      tellChecks(commit)
      let change = NetworkChange(.byOthers, commit, state)
      listeners.tell(change)
      return change
    }
    let next = try NetworkState(opened: EditedNetwork(stored.network), map: map)
    questions.withLock { _ in
      check.hold(next)
      for other in checks { other.didReload() }
    }
    held.changers = [:]
    let change = NetworkChange(.replaced, nil, next)
    listeners.tell(change)
    return change
  }

  /// Takes over changes of others after notifications, and at intervals.
  func follow(every interval: Duration) {
    watch.begin { [weak self] waits in
      guard let self else { return .gone }
      if waits { return held.withLock { self.look(&$0, every: interval) } }
      return held.withLockIfAvailable { self.look(&$0, every: interval) } ?? .busy
    }
  }

  private func look(_ held: inout ConnectedServer, every interval: Duration) -> Watch.Look {
    guard held.server.isTold() || watch.isDue(interval) else {
      return .quiet(held.server.connection.socket)
    }
    // If it cannot be read now, the next attempt reads it.
    _ = try? takeOver(&held)
    return .taken
  }
}

extension NetworkCommit {
  fileprivate init(_ commits: [NetworkCommit], from before: EditedNetwork) {
    var known: Set<FeatureID> = []
    self.init(
      transaction: NetworkTransaction(
        commits.first?.transaction.name ?? "",
        commits.flatMap(\.transaction.edits)
      ),
      inverse: NetworkTransaction("", commits.reversed().flatMap(\.inverse.edits)),
      before: before,
      after: commits.last?.after ?? before,
      touched: commits.flatMap(\.touched).filter { known.insert($0).inserted }
    )
  }
}
