internal import Foundation
public import GeoSnap
public import GeoSnapStore
internal import GeoSnapSupport
internal import Synchronization

/// A network in a database that an editor holds, beside others who edit it at the same time.
///
/// It is what ``NetworkSession`` is for a file: everything that the editor shows is of one state. What others commit
/// arrives by itself within a moment, from sessions and from SQL. A commit is checked by the rules on the network as it is
/// when it is written: where others have changed something near by since, that is taken over first.
///
/// ```swift
/// let session = try await PostgresSession("postgresql://anna@server/utility?schema=town")
/// let editor = GeometryEditor(for: session, view: SnapView(scale: 500))
/// for await change in session.changes() { draw(change.state) }
/// ```
///
/// Any number of threads may use it. A commit is on the server's disk when the call returns.
public final class PostgresSession: EditingSession {
  /// What only the one has who speaks with the server.
  private struct Held: ~Copyable {
    let server: SessionServer
    /// Who has changed a feature last, of what others did since the session began.
    var changers: [FeatureKey: HistoryEntry] = [:]
  }

  /// Where the network is.
  public let address: PostgresAddress
  private let check: StateCheck
  private let checks: Mutex<[any NetworkCommitCheck]>
  /// The layers and overlays of the states' scenes; nil for everything.
  private let map: SnapMap?
  private let isStrict: Bool
  /// What is read and edited; nil for all.
  private let extent: Envelope?
  private let besides: Mutex<Besides>
  private let held: Mutex<Held>
  private let listeners = Mutex<[AsyncStream<NetworkChange>.Continuation]>([])
  private let watch = Watch()

  /// What the database says beside the network.
  private struct Besides {
    var imports: [ImportRecord]
    var traceConfigurations: [SavedTraceConfiguration]
    var unreadable: [NetworkProblem]
    var notes: [NetworkProblem]
    var edge: NetworkEdge?

    init(_ stored: StoredNetwork) {
      imports = stored.imports
      traceConfigurations = stored.traceConfigurations
      unreadable = stored.unreadable
      notes = stored.notes
      edge = stored.edge
    }
  }

  /// How many times a commit is tried again before others are told to be in the way.
  private static let mostTries = 1000

  /// Opens a network, on a thread of its own.
  ///
  /// - Parameters:
  ///   - address: Where the network is.
  ///   - map: The layers and overlays to snap to; nil for everything that the network has.
  ///   - checks: What transactions have to pass beside the built-in checks.
  ///   - allowsUnconnected: Whether transactions may leave what meets without connecting.
  ///   - timeout: How long to try to reach the server, now and whenever the connection is lost.
  ///   - strict: Whether a row that cannot be read is an error, now and when it is read anew.
  ///   - extent: What to read and edit, through the database's spatial indexes: see ``edge``; nil for all of the network.
  ///   - images: Where images are kept, with which a network that was opened before opens at once, with what was
  ///     committed since.
  ///   - interval: How often to look for what others did, beside being told by the server; nil for only when something
  ///     is committed, undone or reloaded.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Throws: ``StoreError`` as ``PostGIS/open(_:strict:)``; `IndexError` when an ordinate is too large to measure
  ///   with; `CancellationError` when the task was cancelled.
  /// - Complexity: Linear in the size of the network.
  public init(
    _ address: PostgresAddress,
    map: SnapMap? = nil,
    checks: [any NetworkCommitCheck] = [],
    allowsUnconnected: Bool = false,
    timeout: Duration = .seconds(10),
    strict: Bool = false,
    extent: Envelope? = nil,
    images: ImageCache = .standard,
    lookingEvery interval: Duration? = .seconds(2),
    progress: (@Sendable (_ done: Double) -> Void)? = nil
  ) async throws {
    // Reading takes about half of the time.
    let monitor = RowMonitor { progress?($0 / 2) }
    let opening = try await onThread(stop: monitor.cancel) {
      let opening = try StoreError.telling(address, otherwise: .cannotOpen) {
        try SessionServer.open(
          address,
          isStrict: strict,
          images: images,
          extent: extent,
          timeout: timeout,
          monitor: monitor
        )
      }
      return Handover(opening)
    }.take()
    let state = try await opening.snapshot.state(map: map, progress: { progress?(0.5 + $0 / 2) })
    self.address = opening.server.address
    self.map = map
    isStrict = strict
    self.extent = extent
    check = StateCheck(state, refuses: !allowsUnconnected)
    self.checks = Mutex(checks)
    besides = Mutex(Besides(opening.snapshot.stored))
    held = Mutex(Held(server: opening.server))
    if let interval { follow(every: interval) }
  }

  deinit {
    watch.end()
    for listener in listeners.withLock({ $0 }) { listener.finish() }
  }

  // MARK: Reading

  /// The network as it is after all that was committed and taken over, with index, scene and topology.
  public var state: NetworkState { check.state }

  /// What importers read from other files, and what they left out.
  public var imports: [ImportRecord] { besides.withLock { $0.imports } }

  /// The trace configurations that were kept with the network when it was read.
  public var traceConfigurations: [SavedTraceConfiguration] {
    besides.withLock { $0.traceConfigurations }
  }

  /// What is wrong with rows that could not be read when the network was read last: see ``NetworkStore/unreadable``.
  public var unreadable: [NetworkProblem] { besides.withLock { $0.unreadable } }

  /// The number of rows that are set aside; one may have several things wrong.
  public var unreadableRowCount: Int { state.network.setAside.count }

  /// Where the network ends, when only an extent of it is edited; nil for all of it: see ``NetworkStore/edge``.
  public var edge: NetworkEdge? { besides.withLock { $0.edge } }

  /// What is worth knowing besides.
  public var notes: [NetworkProblem] { besides.withLock { $0.notes } }

  /// Whether there is a step of one's own to undo.
  ///
  /// One's own are the steps that the same role has committed from the same machine.
  public var canUndo: Bool { held.withLock { $0.server.canUndo } }

  /// Whether there is a step of one's own to redo.
  public var canRedo: Bool { held.withLock { $0.server.canRedo } }

  /// A number that grows with every commit, undo and redo of anybody.
  public var revision: Int { held.withLock { Int($0.server.revision) } }

  /// The steps of all, and what was changed with SQL, oldest first.
  ///
  /// - Throws: ``StoreError`` when the server cannot be asked.
  /// - Complexity: Linear in the history.
  public func history() throws(StoreError) -> [HistoryStep] {
    try StoreError.telling(address, otherwise: .cannotOpen) {
      try held.withLock { try $0.server.history() }
    }
  }

  /// What changes from now on, in order, whoever changes it; each call makes a stream of its own.
  public func changes() -> AsyncStream<NetworkChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: NetworkChange.self)
    listeners.withLock { $0.append(continuation) }
    return stream
  }

  /// The network's own identifier.
  var networkID: String { held.withLock { $0.server.catalogue.network } }

  /// Up to which revision the history was forgotten when the network was read last.
  var forgottenRevision: Int64 { held.withLock { $0.server.catalogue.forgotten } }

  /// The commit of an identifier in the history; nil when it is not there, and will not be.
  func entry(of id: GlobalID) throws -> HistoryEntry? {
    try telling { try held.withLock { try $0.server.entry(of: id) } }
  }

  /// The commits of some identifiers in the history, as far as they are there now.
  func entries(of ids: [GlobalID]) throws -> [GlobalID: HistoryEntry] {
    try telling { try held.withLock { try $0.server.entries(of: ids) } }
  }

  /// Who has changed last what a key names, whoever it was but for some commits; nil when the history does not say.
  func lastChange(of key: FeatureKey, besides commits: [GlobalID]) throws -> HistoryEntry? {
    try telling { try held.withLock { try $0.server.lastChange(of: key, besides: commits) } }
  }

  /// What keeps a transaction from being committed; none when ``commit(_:)`` would do it now, as far as is known.
  public func problems(of transaction: NetworkTransaction) -> [TransactionProblem] {
    held.withLock { _ in
      do throws(TransactionError) {
        _ = try state.network.committing(transaction, checks: allChecks)
        return []
      } catch {
        return error.problems
      }
    }
  }

  private var allChecks: [any NetworkCommitCheck] {
    let edgeCheck: [any NetworkCommitCheck] = edge.map { [EdgeCheck(edge: $0)] } ?? []
    return checks.withLock { $0 } + edgeCheck + [check]
  }

  /// Refuses global ids that features and associations have which were not read.
  private func refuseTakenIDs(_ commit: NetworkCommit, _ server: SessionServer) throws {
    guard extent != nil, let taken = try server.taken(commit.insertedIDs) else { return }
    throw TransactionError(
      commit.transaction.name,
      [TransactionProblem(.globalIDInUse, "Global id \(taken.id) is in use, in \(taken.table).")]
    )
  }

  // MARK: Changing

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
    try commit(transaction, madeOn: basis, id: .random())
  }

  /// The same under an identifier by which the commit is found in the history.
  func commit(
    _ transaction: NetworkTransaction,
    madeOn basis: NetworkState,
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
        if held.server.isBehind { try takeOver(&held) }
        for _ in 0..<Self.mostTries {
          try refuse(transaction, madeOn: basis.network, held.changers)
          try held.server.reserve(for: transaction, of: state.network)
          var isHeld = false
          var failure: (any Error)?
          let commit: NetworkCommit
          do throws(TransactionError) {
            // The server writes while the checks are asked.
            commit = try held.server.reserving(state.network)
              .committing(transaction, checks: allChecks) { commit in
                guard !commit.transaction.edits.isEmpty else { return }
                do {
                  try refuseTakenIDs(commit, held.server)
                  isHeld = try held.server.holds(commit, given: given)
                  if isHeld { try held.server.begin(commit, id: id, kind: .commit, step: nil) }
                } catch {
                  failure = error
                }
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
            check.didCommit(commit, isChecked: true)
            for other in checks.withLock({ $0 }) { other.didCommit(commit, isChecked: true) }
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
          case .taken(let error):
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

  private func replay(isUndo: Bool) throws -> NetworkCommit? {
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
            announce(NetworkChange(isUndo ? .undone : .redone, commit, state))
            return commit
          case .outdated: try takeOver(&held)
          case .tryAgain: try pause(until: deadline)
          case .unexplained(let row): throw unexplained(row)
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

  private var busy: StoreError {
    StoreError(
      .inUse,
      path: "\(address)",
      message: "Others change the same place all the time. Nothing was written: try again."
    )
  }

  private func unexplained(_ row: String) -> StoreError {
    StoreError(
      .changedByOthers,
      path: "\(address)",
      message:
        "Somebody has changed \(row) and the history does not say so. Nothing was written: try again."
    )
  }

  /// For how long a place that somebody has in an open transaction is waited for.
  private static let longestWait = Duration.seconds(60)

  private func pause(until deadline: ContinuousClock.Instant) throws {
    guard ContinuousClock.now < deadline else { throw busy }
    Thread.sleep(forTimeInterval: .random(in: 0.001...0.02))
  }

  private func tellChecks(_ commit: NetworkCommit) {
    check.didCommit(commit, isChecked: false)
    for other in checks.withLock({ $0 }) { other.didCommit(commit, isChecked: false) }
  }

  /// Does something, and tells what the server says of it as what a store says.
  private func telling<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as ServerError {
      throw StoreError(error, address, otherwise: .cannotWrite)
    }
  }

  // MARK: Conflicts

  /// Refuses a transaction that names what others have changed since it was made.
  private func refuse(
    _ transaction: NetworkTransaction,
    madeOn basis: EditedNetwork,
    _ changers: [FeatureKey: HistoryEntry]
  ) throws {
    let now = state.network
    if now.isSame(as: basis) { return }
    let conflict = transaction.edits.lazy.compactMap { edit in
      edit.keys.first { basis.value($0) != now.value($0) }.map { (edit: edit, key: $0) }
    }.first
    guard let conflict else { return }
    throw StoreError(
      .changedByOthers,
      path: "\(address)",
      message: ConflictSentence(conflict.key, conflict.edit, basis, now, changers[conflict.key])
        .description
    )
  }

  /// Refuses to undo what others have built on, and to go back to where others have made it break a rule.
  ///
  /// What was against the rules before any edit is left to be undone: so it was when the step was done.
  private func refuse(
    _ commit: NetworkCommit,
    of step: SessionServer.Step,
    _ server: SessionServer
  ) throws {
    let neighbours = state.neighbours(ofWhatGoesIn: commit)
    let network = state.network
    let places = neighbours.compactMap { network.geometry(of: $0.feature) }
    if let other = try server.changer(of: neighbours.map(\.key), at: places, since: step.number) {
      let words = neighbours.first.map { network.describe($0.feature) } ?? ""
      throw TransactionError(
        step.name,
        [
          TransactionProblem(
            .changedOtherwise,
            features: neighbours.map(\.feature),
            "Others have built on what the step did: \(other.author) (\(other.name)), such as at \(words). "
              + "Undoing it would leave that alone."
          )
        ]
      )
    }
    let problems: [TransactionProblem]
    do throws(TransactionError) {
      _ = try network.committing(commit.transaction, checks: allChecks)
      return
    } catch {
      problems = error.problems
    }
    let ends = commit.touched.flatMap { id -> [FeatureKey] in
      guard commit.after.present(id) != nil else { return [] }
      return commit.after.associations(of: id)
        .flatMap { [.globalID($0.from.globalID), .globalID($0.to.globalID)] }
    }
    let met = (problems.flatMap(\.features) + commit.touched).compactMap { id in
      (commit.after.present(id) ?? network.present(id))?.globalID.map { FeatureKey.globalID($0) }
    }
    if try server.changer(of: met + ends, since: step.number) != nil {
      throw TransactionError(step.name, problems)
    }
  }

  // MARK: What others do

  @discardableResult
  private func takeOver(_ held: inout Held) throws -> NetworkChange? {
    guard let pieces = try held.server.takeEntries() else { return try readAnew(&held) }
    if pieces.isEmpty { return nil }
    let before = state.network
    var commits: [NetworkCommit] = []
    for (number, entries) in pieces.enumerated() {
      guard let commit = commit(of: entries, held.server.catalogue) else {
        // Until it has been read, it is not known.
        held.server.fallBehind()
        return try readAnew(&held, Array(pieces[number...].joined()))
      }
      if commit.transaction.edits.isEmpty { continue }
      if let last = entries.last { note(commit.transaction.edits, last, &held.changers) }
      tellChecks(commit)
      announce(NetworkChange(.byOthers, commit, state))
      commits.append(commit)
    }
    guard let last = commits.last else { return nil }
    if commits.count == 1 { return NetworkChange(.byOthers, last, state) }
    return NetworkChange(.byOthers, NetworkCommit(commits, from: before), state)
  }

  /// What one transaction of others does to the network as it is; nil when that cannot be said edit by edit.
  private func commit(of entries: [HistoryEntry], _ catalogue: Catalogue) -> NetworkCommit? {
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

  /// Whether what a session of others has written can be indexed; it was asked there, but not what came with SQL.
  private func isIndexable(_ commit: NetworkCommit) -> Bool {
    var next = state
    return (try? next.apply(commit)) != nil
  }

  private func note(
    _ edits: [NetworkEdit],
    _ entry: HistoryEntry,
    _ changers: inout [FeatureKey: HistoryEntry]
  ) {
    if changers.count > 100_000 { changers = [:] }
    // What they did is told by its name: the edits take memory.
    for edit in edits {
      for key in edit.keys + edit.insertedKeys { changers[key] = entry }
    }
  }

  /// Reads all anew, and takes over what is another.
  private func readAnew(
    _ held: inout Held,
    _ entries: [HistoryEntry] = []
  ) throws -> NetworkChange? {
    let stored = try held.server.readAnew(isStrict: isStrict, extent: extent)
    besides.withLock { $0 = Besides(stored) }
    let before = state.network.settingAside(stored.network.setAside)
    if let edits = before.edits(to: stored.network),
      let commit = try? before.replaying(NetworkTransaction("Changed by others", edits)),
      isIndexable(commit)
    {
      besides.withLock { $0.edge = $0.edge?.of(commit.after) }
      if edits.isEmpty { return nil }
      if let last = entries.last { note(edits, last, &held.changers) }
      tellChecks(commit)
      let change = NetworkChange(.byOthers, commit, state)
      announce(change)
      return change
    }
    let next = try NetworkState(opened: EditedNetwork(stored.network), map: map)
    check.hold(next)
    for other in checks.withLock({ $0 }) { other.didReload() }
    held.changers = [:]
    let change = NetworkChange(.replaced, nil, next)
    announce(change)
    return change
  }

  private func announce(_ change: NetworkChange) {
    if let commit = change.commit, commit.transaction.edits.isEmpty { return }
    listeners.withLock { listeners in
      listeners.removeAll { listener in
        if case .terminated = listener.yield(change) { true } else { false }
      }
    }
  }

  /// Takes over what others do as soon as the server tells it, and looks at intervals besides.
  private func follow(every interval: Duration) {
    let watch = watch
    watch.begin { [weak self] in
      guard let self else { return nil }
      let socket = held.withLock { $0.server.connection.socket }
      return socket
    } onChange: { [weak self] in
      guard let self else { return }
      held.withLock { held in
        // What cannot be read now is read next time.
        if held.server.isTold() || watch.isDue(interval) { _ = try? self.takeOver(&held) }
      }
    }
  }
}

extension NetworkCommit {
  /// Several commits, each made on what the one before left, as one.
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

extension EditedNetwork {
  /// What a key names as it is in this network: a feature, or an association.
  fileprivate func value(_ key: FeatureKey) -> KeyedValue {
    if let id = feature(key), let feature = feature(id) { return .feature(feature) }
    if case .globalID(let id) = key, let association = association(globalID: id) {
      return .association(association)
    }
    return .nothing
  }
}

private enum KeyedValue: Equatable {
  case nothing
  case feature(Feature)
  case association(GeoSnap.Association)
}

extension NetworkEdit {
  /// What the edit brings in.
  var insertedKeys: [FeatureKey] {
    switch self {
    case .insertFeature(let feature, let table):
      if let id = feature.globalID { return [.globalID(id)] }
      return feature.rowID.map { [.row(table: table, rowID: $0)] } ?? []
    case .insertAssociation(let association):
      return association.globalID.map { [.globalID($0)] } ?? []
    default: return []
    }
  }
}
