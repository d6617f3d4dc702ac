internal import GeoSnap
internal import GeoSnapStore
internal import GeoSnapSupport
internal import Synchronization

extension PostgresSession {
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

  /// Reads the network again, and takes over the differences.
  func readAnew(
    _ held: inout ConnectedServer,
    _ entries: [HistoryEntry] = []
  ) throws -> NetworkChange? {
    let stored = try held.server.readAnew(isStrict: isStrict, extent: extent)
    additional.withLock { $0 = AdditionalData(stored) }
    let before = state.network.settingAside(stored.network.setAside)
    if let edits = before.edits(to: stored.network),
      let commit = try? before.replaying(NetworkTransaction("Changed by others", edits)),
      isIndexable(commit)
    {
      additional.withLock { $0 = $0.of(commit.after) }
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
