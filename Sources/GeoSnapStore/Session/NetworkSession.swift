public import GeoSnap
internal import GeoSnapSupport
internal import Synchronization

/// A network in a GeoPackage that an editor holds open: all parts of its state are consistent with each other and
/// with the file.
///
/// ```swift
/// let session = try await NetworkSession("network.gpkg") { print("\(Int($0 * 100)) %") }
/// let editor = GeometryEditor(for: session, view: SnapView(scale: 500))
/// for await change in session.changes() { draw(change.state) }
/// ```
///
/// It excludes other editors while it exists: another session, store or `geosnap edit`, in any process, waits until
/// its timeout and then fails with ``StoreError`` of code `inUse`. Readers are not excluded, and neither are programs
/// without this lock, such as QGIS: the session takes over what they write.
///
/// It is thread-safe. Changes are on the disk when a call returns, as with ``NetworkStore``. Rows that cannot be read
/// are set aside: ``StoredData/unreadable`` lists their problems.
public final class NetworkSession: EditingSession, StoredData {
  private let store: NetworkStore
  private let check: StateCheck
  private let map: SnapMap?
  /// Locked while the network is changed, or a change is checked.
  private let writer = Mutex<Void>(())
  private let watcher = Mutex<Task<Void, Never>?>(nil)
  private let listeners = ChangeListeners()

  /// Opens a network on a separate thread.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - map: The layers and overlays to snap to; nil for all of the network.
  ///   - checks: Checks for transactions, in addition to the built-in checks.
  ///   - allowsUnconnected: Whether transactions may leave features that meet without being connected.
  ///   - timeout: How long to wait for other programs, now and at each commit.
  ///   - historyLimit: How many of the newest steps the file keeps for undo.
  ///   - strict: Whether a row that cannot be read is an error, also in ``reload()``.
  ///   - extent: The extent to read and edit, see ``StoredData/edge``; nil for all of the network.
  ///   - images: The cache for images, with which a file that no other program has changed opens at once. An extent
  ///     has no image.
  ///   - interval: How often to look for changes of other programs; nil for only at a commit, undo, redo or reload.
  ///   - progress: Receives the share that is done.
  /// - Throws: ``StoreError`` as ``NetworkStore/init(_:checks:timeout:historyLimit:strict:extent:images:)``;
  ///   `IndexError` when an ordinate is too large to measure with; `CancellationError` when the task was cancelled.
  /// - Complexity: Linear in the size of the file.
  public init(
    _ path: String,
    map: SnapMap? = nil,
    checks: [any NetworkCommitCheck] = [],
    allowsUnconnected: Bool = false,
    timeout: Duration = .seconds(5),
    historyLimit: Int = NetworkHistory.defaultLimit,
    strict: Bool = false,
    extent: Envelope? = nil,
    images: ImageCache = .standard,
    lookingEvery interval: Duration? = .seconds(2),
    progress: ProgressHandler? = nil
  ) async throws {
    // Reading takes about half of the time.
    let store = try await NetworkStore.open(
      path,
      NetworkStore.OpeningOptions(strict: strict, extent, images, timeout: timeout),
      checks: checks,
      historyLimit: historyLimit,
      progress: { progress?($0 / 2) }
    )
    let state = try await store.takeOpening().state(map: map, progress: { progress?(0.5 + $0 / 2) })
    self.store = store
    self.map = map
    check = StateCheck(state, refuses: !allowsUnconnected)
    store.add(check)
    if let interval { watch(every: interval) }
  }

  deinit { watcher.withLock { $0?.cancel() } }

  // MARK: Reading

  /// The path of the file.
  public var path: String { store.path }

  /// The network after all commits, with index, scene and topology.
  public var state: NetworkState { check.state }

  /// The data that the file has in addition.
  public var additional: AdditionalData { store.additional }

  /// Whether there is a step to undo.
  public var canUndo: Bool { store.canUndo }

  /// Whether there is a step to redo.
  public var canRedo: Bool { store.canRedo }

  /// The revision of the file, which grows with every commit, undo and redo.
  public var revision: Int { store.revision }

  /// The kept steps, oldest first.
  ///
  /// - Throws: ``StoreError`` when the file cannot be read, or its history is damaged.
  public func history() throws(StoreError) -> [HistoryStep] { try store.history() }

  /// A new stream of all later changes, in order, including those of other programs.
  public func changes() -> AsyncStream<NetworkChange> { listeners.stream() }

  /// The problems that prevent a commit of a transaction; none when ``commit(_:)`` would succeed now.
  public func problems(of transaction: NetworkTransaction) -> [TransactionProblem] {
    writer.withLock { _ in store.problems(of: transaction) }
  }

  // MARK: Changing

  /// Performs a transaction and stores it, all of it or nothing.
  ///
  /// Changes of other programs are taken over first; the transaction then proceeds if it concerns other features.
  ///
  /// - Throws: `TransactionError` when checks refuse it; ``StoreError`` as ``NetworkStore/commit(_:)``, with code
  ///   `changedByOthers` when another program has changed the same features; the state shows these changes already.
  @discardableResult
  public func commit(_ transaction: NetworkTransaction) throws -> NetworkCommit {
    try writer.withLock { _ in
      do {
        return tell(.committed, try store.commit(transaction))
      } catch let error as StoreError where error.code == .changedByOthers {
        guard let change = try takeOver() else { throw error }
        try refuse(transaction, after: change)
        return tell(.committed, try store.commit(transaction))
      }
    }
  }

  /// Undoes the last step; nil when there is none.
  ///
  /// - Throws: As ``commit(_:)``; `TransactionError` when another program has changed the result of the step.
  @discardableResult
  public func undo() throws -> NetworkCommit? {
    try writer.withLock { _ in try replay(.undone) { try store.undo() } }
  }

  /// Redoes the step that was undone last; nil when there is none.
  ///
  /// - Throws: As ``undo()``.
  @discardableResult
  public func redo() throws -> NetworkCommit? {
    try writer.withLock { _ in try replay(.redone) { try store.redo() } }
  }

  /// Takes over changes of other programs; nil when there are none.
  ///
  /// The session also does so when it looks for changes and when it commits.
  ///
  /// - Throws: ``StoreError`` as opening does; `IndexError` when an ordinate is too large to measure with. Nothing
  ///   has changed then.
  /// - Complexity: O(1) when the file is unchanged, else linear in its size.
  @discardableResult
  public func reload() throws -> NetworkChange? {
    try writer.withLock { _ in try takeOver() }
  }

  /// Adds a field without values to the tables that lack it; undo does not remove it.
  ///
  /// The network is read again, which is reported as ``NetworkChange/Cause/replaced``.
  ///
  /// - Throws: As ``commit(_:)``.
  public func addField(_ field: AttributeField, to tables: [String]) throws {
    try writer.withLock { _ in
      var state: NetworkState?
      let isDone = try store.addField(field, to: tables) {
        state = try NetworkState(opened: $0, map: map)
      }
      if isDone, let state { begin(with: state) }
    }
  }

  private func replay(
    _ cause: NetworkChange.Cause,
    _ replay: () throws -> NetworkCommit?
  ) throws -> NetworkCommit? {
    do {
      return try replay().map { tell(cause, $0) }
    } catch let error as StoreError where error.code == .changedByOthers {
      guard try takeOver() != nil else { throw error }
      return try replay().map { tell(cause, $0) }
    }
  }

  private func refuse(
    _ transaction: NetworkTransaction,
    after change: NetworkChange
  ) throws(StoreError) {
    guard let commit = change.commit else {
      let message =
        "Another program has put a different network in the file since it was read. The edit was not written: "
        + "check the network, and repeat the edit."
      throw StoreError(.changedByOthers, path: path, message: message)
    }
    let own = Set(transaction.edits.flatMap(\.keys))
    let others = Set(commit.transaction.edits.flatMap(\.keys))
    let words = own.intersection(others).map { key in
      // A deleted feature is described as it was before.
      [commit.after, commit.before].lazy.compactMap { network in
        network.feature(key).map { network.describe($0) }
      }.first ?? "\(key)"
    }
    guard let shared = words.min() else { return }
    let message =
      "Another program has changed \(shared) since it was read. The edit was not written: check the "
      + "current state, and repeat the edit."
    throw StoreError(.changedByOthers, path: path, message: message)
  }

  private func takeOver() throws -> NetworkChange? {
    var state: NetworkState?
    switch try store.takeOver({ state = try NetworkState(opened: $0, map: map) }) {
    case .nothing: return nil
    case .commit(let commit):
      return tell(NetworkChange(.byOthers, commit, self.state))
    case .replaced: return state.map { begin(with: $0) }
    }
  }

  @discardableResult
  private func begin(with state: NetworkState) -> NetworkChange {
    check.hold(state)
    return tell(NetworkChange(.replaced, nil, state))
  }

  private func tell(_ cause: NetworkChange.Cause, _ commit: NetworkCommit) -> NetworkCommit {
    listeners.tell(NetworkChange(cause, commit, state))
    return commit
  }

  private func tell(_ change: NetworkChange) -> NetworkChange {
    listeners.tell(change)
    return change
  }

  // MARK: Other programs

  private func watch(every interval: Duration) {
    let watcher = Task.detached(priority: .utility) { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: interval)
        guard let self, !Task.isCancelled else { return }
        // If the file cannot be read now, for example during a write, the next attempt reads it.
        _ = try? await onThread(stop: { true }, { try self.reload() })
      }
    }
    self.watcher.withLock { $0 = watcher }
  }
}
