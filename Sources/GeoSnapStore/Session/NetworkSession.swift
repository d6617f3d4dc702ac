public import GeoSnap
internal import GeoSnapSupport
internal import Synchronization

/// A network in a GeoPackage that an editor holds: it is opened once, and everything that the editor shows is of
/// one state, which is always that of the file.
///
/// ```swift
/// let session = try await NetworkSession("network.gpkg") { print("\(Int($0 * 100)) %") }
/// let editor = GeometryEditor(for: session, view: SnapView(scale: 500))
/// for await change in session.changes() { draw(change.state) }
/// ```
///
/// It keeps other editors out as long as it lives: a second session or store, in this program or another, and
/// `geosnap edit` wait for their timeout, and then fail with ``StoreError`` of code `inUse`. Readers are let in. So are
/// programs that know nothing of this, such as QGIS: what they write is taken over.
///
/// Any number of threads may use it. What it stores is on the disk when the call returns, as with
/// ``NetworkStore``, which it holds. Rows that cannot be read are set aside, as there: ``unreadable`` lists
/// them.
public final class NetworkSession: EditingSession {
  private let store: NetworkStore
  private let check: StateCheck
  /// The layers and overlays of the states' scenes; nil for everything.
  private let map: SnapMap?
  /// Held by whoever changes the network, or asks whether it may be changed.
  private let writer = Mutex<Void>(())
  private let watcher = Mutex<Task<Void, Never>?>(nil)
  private let listeners = Mutex<[AsyncStream<NetworkChange>.Continuation]>([])

  /// Opens a network, on a thread of its own.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - map: The layers and overlays to snap to; nil for everything that the network has.
  ///   - checks: What transactions have to pass beside the built-in checks.
  ///   - allowsUnconnected: Whether transactions may leave what meets without connecting.
  ///   - timeout: How long to wait for other programs, now and at each commit.
  ///   - historyLimit: How many of the newest steps the file keeps for undo.
  ///   - strict: Whether a row that cannot be read is an error, now and when the file is read anew.
  ///   - extent: What to read and edit, through the file's spatial indexes: see ``edge``; nil for all of the network.
  ///   - images: Where images are kept, with which a file that nobody else has written to since opens at once; of an
  ///     extent none is.
  ///   - interval: How often to look whether another program has changed the file; nil for only when something
  ///     is committed, undone or reloaded.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Throws: ``StoreError`` as ``NetworkStore/init(_:checks:timeout:historyLimit:strict:extent:images:)``; `IndexError`
  ///   when an ordinate is too large to measure with; `CancellationError` when the task was cancelled, at once.
  /// - Complexity: Linear in the size of the file.
  public init(
    _ path: String,
    map: SnapMap? = nil,
    checks: [any NetworkCommitCheck] = [],
    allowsUnconnected: Bool = false,
    timeout: Duration = .seconds(5),
    historyLimit: Int = NetworkStore.defaultHistoryLimit,
    strict: Bool = false,
    extent: Envelope? = nil,
    images: ImageCache = .standard,
    lookingEvery interval: Duration? = .seconds(2),
    progress: (@Sendable (_ done: Double) -> Void)? = nil
  ) async throws {
    // Reading takes about half of the time.
    let store = try await NetworkStore(
      path,
      checks: checks,
      timeout: timeout,
      historyLimit: historyLimit,
      strict: strict,
      extent: extent,
      images: images,
      progress: { progress?($0 / 2) }
    )
    let state = try await store.takeOpening().state(map: map, progress: { progress?(0.5 + $0 / 2) })
    self.store = store
    self.map = map
    check = StateCheck(state, refuses: !allowsUnconnected)
    store.add(check)
    if let interval { watch(every: interval) }
  }

  deinit {
    watcher.withLock { $0?.cancel() }
    for listener in listeners.withLock({ $0 }) { listener.finish() }
  }

  // MARK: Reading

  /// The file.
  public var path: String { store.path }

  /// The network as it is after all that was committed, with index, scene and topology.
  public var state: NetworkState { check.state }

  /// What importers read from other files, and what they left out.
  public var imports: [ImportRecord] { store.imports }

  /// The trace configurations that were kept in the file when it was read.
  public var traceConfigurations: [SavedTraceConfiguration] { store.traceConfigurations }

  /// What is wrong with rows that could not be read when the file was read last: see
  /// ``NetworkStore/unreadable``.
  public var unreadable: [NetworkProblem] { store.unreadable }

  /// The number of rows that are set aside; one may have several things wrong.
  public var unreadableRowCount: Int { store.unreadableRowCount }

  /// Where the network ends, when only an extent of it is edited: see ``NetworkStore/edge``.
  public var edge: NetworkEdge? { store.edge }

  /// What is worth knowing besides, such as that a table has fewer rows than it had.
  public var notes: [NetworkProblem] { store.notes }

  /// Whether there is a step to undo.
  public var canUndo: Bool { store.canUndo }

  /// Whether there is a step to redo.
  public var canRedo: Bool { store.canRedo }

  /// A number that grows with every commit, undo and redo in the life of the file.
  public var revision: Int { store.revision }

  /// The steps that were committed and are kept, oldest first.
  ///
  /// - Throws: ``StoreError`` when the file cannot be read, or its history is damaged.
  public func history() throws(StoreError) -> [HistoryStep] { try store.history() }

  /// What changes from now on, in order, whoever changes it; each call makes a stream of its own.
  public func changes() -> AsyncStream<NetworkChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: NetworkChange.self)
    listeners.withLock { $0.append(continuation) }
    return stream
  }

  /// What keeps a transaction from being committed; none when ``commit(_:)`` would do it now.
  public func problems(of transaction: NetworkTransaction) -> [TransactionProblem] {
    writer.withLock { _ in
      do throws(TransactionError) {
        _ = try store.checking(transaction)
        return []
      } catch {
        return error.problems
      }
    }
  }

  // MARK: Changing

  /// Does a transaction and stores it, all of it or nothing.
  ///
  /// When another program has changed the file meanwhile, that is taken over first, and the transaction done
  /// if it concerns other features.
  ///
  /// - Throws: `TransactionError` when checks refuse it; ``StoreError`` as ``NetworkStore/commit(_:)``, with
  ///   code `changedByOthers` when another program has changed the same features: the state shows it
  ///   already.
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
  /// - Throws: As ``commit(_:)``; `TransactionError` when another program has changed what the step did.
  @discardableResult
  public func undo() throws -> NetworkCommit? {
    try writer.withLock { _ in try replay(.undone) { try store.undo() } }
  }

  /// Does again the step that was undone last; nil when there is none.
  ///
  /// - Throws: As ``undo()``.
  @discardableResult
  public func redo() throws -> NetworkCommit? {
    try writer.withLock { _ in try replay(.redone) { try store.redo() } }
  }

  /// Takes over what other programs have changed in the file.
  ///
  /// The session does so itself, when it looks and when it commits.
  ///
  /// - Throws: ``StoreError`` as opening does; `IndexError` when an ordinate is too large to measure with. All is
  ///   as before then.
  /// - Complexity: O(1) when nobody has written to the file; else linear in its size.
  @discardableResult
  public func reload() throws -> NetworkChange? {
    try writer.withLock { _ in try takeOver() }
  }

  /// Adds a field to the tables of some names; undoing does not take it away.
  ///
  /// All is read anew then, and told as ``NetworkChange/Cause/replaced``.
  ///
  /// - Parameters:
  ///   - field: The field, which has no value in any row then.
  ///   - tables: The tables; those that have a column of the name already stay as they are.
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

  /// Refuses a transaction that concerns what others have changed since it was made.
  private func refuse(
    _ transaction: NetworkTransaction,
    after change: NetworkChange
  ) throws(StoreError) {
    guard let commit = change.commit else {
      throw StoreError(
        .changedByOthers,
        path: path,
        message:
          "Another program has put another network in the file meanwhile. Nothing was written: look at "
          + "what is there now, and do the edit again."
      )
    }
    let own = Set(transaction.edits.flatMap(\.keys))
    let others = Set(commit.transaction.edits.flatMap(\.keys))
    let words = own.intersection(others).map { key in
      // One that was deleted is called as it was before.
      [commit.after, commit.before].lazy.compactMap { network in
        network.feature(key).map { network.describe($0) }
      }.first ?? "\(key)"
    }
    guard let shared = words.min() else { return }
    throw StoreError(
      .changedByOthers,
      path: path,
      message:
        "Another program has changed \(shared) meanwhile. Nothing was written: look at what is there now, "
        + "and do the edit again."
    )
  }

  private func takeOver() throws -> NetworkChange? {
    var state: NetworkState?
    switch try store.takeOver({ state = try NetworkState(opened: $0, map: map) }) {
    case .nothing: return nil
    case .commit(let commit):
      let change = NetworkChange(.byOthers, commit, self.state)
      announce(change)
      return change
    case .replaced:
      return state.map { begin(with: $0) }
    }
  }

  @discardableResult
  private func begin(with state: NetworkState) -> NetworkChange {
    check.hold(state)
    let change = NetworkChange(.replaced, nil, state)
    announce(change)
    return change
  }

  private func tell(_ cause: NetworkChange.Cause, _ commit: NetworkCommit) -> NetworkCommit {
    if !commit.transaction.edits.isEmpty { announce(NetworkChange(cause, commit, state)) }
    return commit
  }

  private func announce(_ change: NetworkChange) {
    listeners.withLock { listeners in
      listeners.removeAll { listener in
        if case .terminated = listener.yield(change) { true } else { false }
      }
    }
  }

  // MARK: Other programs

  /// Looks at intervals whether another program has changed the file.
  private func watch(every interval: Duration) {
    let watcher = Task.detached(priority: .utility) { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: interval)
        guard let self, !Task.isCancelled else { return }
        // What cannot be read now, such as a file that is being written, is read next time.
        _ = try? await onThread(stop: { true }, { try self.reload() })
      }
    }
    self.watcher.withLock { $0 = watcher }
  }
}
