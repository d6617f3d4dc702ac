internal import Foundation
public import GeoSnap
public import GeoSnapStore
internal import GeoSnapSupport
internal import Synchronization

/// A network in a database that an editor holds open while other users edit it.
///
/// It is the counterpart of ``NetworkSession``: all parts of its state are consistent. Commits of other sessions and
/// changes with SQL arrive automatically within a moment. A commit is checked by the rules on the network at the time
/// of writing: nearby changes of others are taken over first.
///
/// ```swift
/// let address = try PostgresAddress("postgresql://anna@server/utility?schema=town")
/// let session = try await PostgresSession(address)
/// let editor = GeometryEditor(for: session, view: SnapView(scale: 500))
/// for await change in session.changes() { draw(change.state) }
/// ```
///
/// It is thread-safe. A commit is on the server's disk when the call returns.
public final class PostgresSession: EditingSession, StoredData {
  /// The part of the session that only the thread with the connection uses.
  struct ConnectedServer: ~Copyable {
    let server: SessionServer
    var changers: [FeatureKey: HistoryEntry] = [:]
  }

  /// The network.
  public let address: PostgresAddress
  let check: StateCheck
  let checks: [any NetworkCommitCheck]
  let map: SnapMap?
  let isStrict: Bool
  let extent: Envelope?
  let data: Mutex<AdditionalData>
  let held: Mutex<ConnectedServer>
  let listeners = ChangeListeners()
  let watch = Watch()
  let status: Mutex<SessionStatus>
  /// The number of the last run of the checks, which run one at a time.
  let questions = Mutex(0)

  /// How many times a commit is tried before it is reported as blocked by others.
  static let mostTries = 1000

  /// Opens a network on a separate thread.
  ///
  /// The parameters are those of ``NetworkSession``; `timeout` says how long to try to reach the server, now and when
  /// the connection is lost. An `interval` adds looks for changes of others to the notifications of the server.
  ///
  /// - Throws: ``StoreError`` as ``NetworkPlace/openSnapshot(strict:images:)``; `IndexError` when an ordinate is too
  ///   large to measure with; `CancellationError` when the task was cancelled.
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
    progress: ProgressHandler? = nil
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
      return Transfer(opening)
    }.take()
    let state = try await opening.snapshot.state(map: map, progress: { progress?(0.5 + $0 / 2) })
    self.address = opening.server.address
    self.map = map
    isStrict = strict
    self.extent = extent
    check = StateCheck(state, refuses: !allowsUnconnected)
    self.checks = checks
    // A session makes no image.
    data = Mutex(opening.snapshot.stored.additional.withoutImage)
    status = Mutex(opening.server.status)
    held = Mutex(ConnectedServer(server: opening.server))
    if let interval { follow(every: interval) }
  }

  deinit { watch.end() }

  // MARK: Reading

  /// The network after all commits that were made or taken over, with index, scene and topology.
  public var state: NetworkState { check.state }

  /// The data that the database has in addition.
  public var additional: AdditionalData { data.withLock { $0 } }

  /// Whether the user has a step to undo; a user's own steps are those of the same role on the same machine.
  public var canUndo: Bool { status.withLock { $0.canUndo } }

  /// Whether the user has a step to redo.
  public var canRedo: Bool { status.withLock { $0.canRedo } }

  /// The revision of the network, which grows with every commit, undo and redo of any user.
  public var revision: Int { Int(status.withLock { $0.revision }) }

  /// The steps of all users, and changes with SQL, oldest first.
  ///
  /// - Throws: ``StoreError`` when the server cannot be reached.
  /// - Complexity: Linear in the history.
  public func history() throws(StoreError) -> [HistoryStep] {
    try StoreError.telling(address, otherwise: .cannotOpen) {
      try held.withLock { try $0.server.history() }
    }
  }

  /// A new stream of all later changes, in order, including those of others.
  public func changes() -> AsyncStream<NetworkChange> { listeners.stream() }

  var networkID: String { held.withLock { $0.server.catalogue.network } }

  /// The last deleted revision of the history when the network was last read.
  var forgottenRevision: Int64 { held.withLock { $0.server.catalogue.forgotten } }

  func entry(of id: GlobalID) throws -> HistoryEntry? {
    try telling { try held.withLock { try $0.server.entry(of: id) } }
  }

  func entries(of ids: [GlobalID]) throws -> [GlobalID: HistoryEntry] {
    try telling { try held.withLock { try $0.server.entries(of: ids) } }
  }

  func lastChange(of key: FeatureKey, except commits: [GlobalID]) throws -> HistoryEntry? {
    try telling { try held.withLock { try $0.server.lastChange(of: key, except: commits) } }
  }

  /// The problems that prevent a commit of a transaction; none when ``commit(_:)`` would succeed on the known state.
  public func problems(of transaction: NetworkTransaction) -> [TransactionProblem] {
    questions.withLock { question in
      question += 1
      return state.network.problems(of: transaction, checks: allChecks)
    }
  }

  var allChecks: [any NetworkCommitCheck] { checks + ExtentEdgeCheck.checks(edge) + [check] }

  /// The inserted global ids that rows outside the extent may already have.
  func newIDs(of commit: NetworkCommit) -> Set<GlobalID> { extent == nil ? [] : commit.insertedIDs }

  func refuseTakenIDs(_ commit: NetworkCommit, _ server: SessionServer) throws {
    if let taken = try server.taken(newIDs(of: commit)) { throw TransactionError(commit, taken) }
  }
}
