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
/// let address = try PostgresAddress("postgresql://anna@server/utility?schema=town")
/// let session = try await PostgresSession(address)
/// let editor = GeometryEditor(for: session, view: SnapView(scale: 500))
/// for await change in session.changes() { draw(change.state) }
/// ```
///
/// Any number of threads may use it. A commit is on the server's disk when the call returns.
public final class PostgresSession: EditingSession {
  /// What only the one has who speaks with the server.
  struct Held: ~Copyable {
    let server: SessionServer
    /// Who has changed a feature last, of what others did since the session began.
    var changers: [FeatureKey: HistoryEntry] = [:]
  }

  /// Where the network is.
  public let address: PostgresAddress
  let check: StateCheck
  let checks: [any NetworkCommitCheck]
  /// The layers and overlays of the states' scenes; nil for everything.
  let map: SnapMap?
  let isStrict: Bool
  /// What is read and edited; nil for all.
  let extent: Envelope?
  let besides: Mutex<Besides>
  let held: Mutex<Held>
  let listeners = Mutex<[AsyncStream<NetworkChange>.Continuation]>([])
  let watch = Watch()
  let standing: Mutex<Standing>
  /// The number of the question that was asked of the checks last: they are asked one at a time.
  let questions = Mutex(0)

  /// What the database says beside the network.
  struct Besides {
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
  static let mostTries = 1000

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
    self.checks = checks
    besides = Mutex(Besides(opening.snapshot.stored))
    standing = Mutex(opening.server.standing)
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
  public var canUndo: Bool { standing.withLock { $0.canUndo } }

  /// Whether there is a step of one's own to redo.
  public var canRedo: Bool { standing.withLock { $0.canRedo } }

  /// A number that grows with every commit, undo and redo of anybody.
  public var revision: Int { Int(standing.withLock { $0.revision }) }

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
    questions.withLock { question in
      question += 1
      do throws(TransactionError) {
        _ = try state.network.committing(transaction, checks: allChecks)
        return []
      } catch {
        return error.problems
      }
    }
  }

  var allChecks: [any NetworkCommitCheck] {
    let edgeCheck: [any NetworkCommitCheck] = edge.map { [EdgeCheck(edge: $0)] } ?? []
    return checks + edgeCheck + [check]
  }

  /// The global ids that a commit gives and that something may have which was not read.
  func newIDs(of commit: NetworkCommit) -> Set<GlobalID> { extent == nil ? [] : commit.insertedIDs }

  /// Refuses global ids that features and associations have which were not read.
  func refuseTakenIDs(_ commit: NetworkCommit, _ server: SessionServer) throws {
    if let taken = try server.taken(newIDs(of: commit)) { throw refusal(of: commit, taken) }
  }

  func refusal(of commit: NetworkCommit, _ taken: TakenID) -> TransactionError {
    TransactionError(
      commit.transaction.name,
      [TransactionProblem(.globalIDInUse, "Global id \(taken.id) is in use, in \(taken.table).")]
    )
  }
}
