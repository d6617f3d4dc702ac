internal import Foundation
internal import GRDB
public import GeoSnap
internal import GeoSnapSupport
internal import Synchronization

/// A network in a GeoPackage that is edited with durable commits.
///
/// Each commit is one SQLite transaction. ``commit(_:)`` returns when it is on the disk; a program that is killed
/// leaves the file as before or after the commit. The table `un_history` keeps undo and redo across restarts. One
/// store at a time has a file: a second one waits until its timeout, and then fails with the process that holds it.
/// When a program without this lock, such as QGIS, has changed the file, the store refuses to write until
/// ``reload()``.
///
/// Rows that cannot be read are set aside: ``StoredData/unreadable`` lists them, and they are never written. All others can be
/// edited.
///
/// Readers get the ``snapshot`` on any thread and never wait for the disk.
///
/// ```swift
/// let store = try NetworkStore("network.gpkg")
/// try store.commit(NetworkTransaction("Close valve 17", [
///   .setAttributes(.globalID(valve), ["STATUS": .integer(0)])
/// ]))
/// try store.undo()
/// ```
public final class NetworkStore: StoredData, Sendable {
  /// The path of the file.
  public let path: String
  let file: EditingFile
  private let historyLimit: Int
  private let options: OpeningOptions
  /// The network as opened, with the commits since; nil after ``takeOpening()`` or a commit.
  let opening: Mutex<StoredSnapshot?>
  /// Locked only to copy or replace one reference.
  let published: Mutex<Published>
  let writer: Mutex<Writer>

  /// Opens a network for editing.
  ///
  /// - Parameters:
  ///   - path: The file, as ``GeoPackage/write(_:to:imports:traceConfigurations:replacing:)`` writes it or
  ///     `Documentation/GeoPackage.md` describes it.
  ///   - checks: Checks for transactions, in addition to the built-in checks.
  ///   - timeout: How long to wait for other programs, now and at each commit.
  ///   - historyLimit: How many of the newest steps the file keeps for undo, at least 1.
  ///   - strict: Whether a row that cannot be read is an error, also in ``reload()``.
  ///   - extent: The extent to read and edit; nil for all of the network. See
  ///     ``GeoPackage/open(_:extent:strict:images:)`` and ``StoredData/edge``.
  ///   - images: The cache for images, with which a file that no other program has changed opens at once. An extent
  ///     has no image.
  /// - Throws: ``StoreError`` with code `inUse` when another store has the file, `cannotOpen`, `cannotWrite`, or
  ///   `badData` with one problem for each error.
  /// - Complexity: Linear in the size of the file.
  public convenience init(
    _ path: String,
    checks: [any NetworkCommitCheck] = [],
    timeout: Duration = .seconds(5),
    historyLimit: Int = NetworkHistory.defaultLimit,
    strict: Bool = false,
    extent: Envelope? = nil,
    images: ImageCache = .standard
  ) throws(StoreError) {
    let options = OpeningOptions(strict: strict, extent, images, timeout: timeout)
    try self.init(path, options, checks, historyLimit, monitor: nil)
  }

  /// Opens a network on a separate thread.
  package static func open(
    _ path: String,
    _ options: OpeningOptions,
    checks: [any NetworkCommitCheck] = [],
    historyLimit: Int = NetworkHistory.defaultLimit,
    progress: ProgressHandler?
  ) async throws -> NetworkStore {
    try await reporting(progress) { monitor in
      try NetworkStore(path, options, checks, historyLimit, monitor: monitor)
    }
  }

  private init(
    _ path: String,
    _ options: OpeningOptions,
    _ checks: [any NetworkCommitCheck],
    _ historyLimit: Int,
    monitor: RowMonitor?
  ) throws(StoreError) {
    file = try EditingFile(path, timeout: options.timeout)
    self.path = file.path
    self.options = options
    self.historyLimit = max(historyLimit, 1)
    var (published, writer, opening) = try Self.read(file, options, monitor)
    writer.checks = checks
    self.published = Mutex(published)
    self.writer = Mutex(writer)
    self.opening = Mutex(opening)
  }

  /// Writes the image of the network with the commits since, or a new image that includes them.
  package func keepImage() {
    guard let image else { return }
    image.mergeIfFull { writer.withLock { _ in image.fullCount.map { (snapshot, $0) } } }
    image.write { facts, isComplete in
      writer.withLock { writer in
        // The file holds exactly this store's commits, and this store commits nothing meanwhile. A network that was
        // reloaded meanwhile has a separate image.
        guard isComplete(), image === self.image,
          let read = try? file.read(nil, { _ in GeoPackageFacts(path) })
        else {
          return false
        }
        return read.version == writer.version && read.value == facts
      }
    }
  }

  package func add(_ check: any NetworkCommitCheck) { writer.withLock { $0.checks.append(check) } }

  // MARK: Writing

  /// Performs a transaction and writes it to the file, all of it or nothing.
  ///
  /// - Returns: The commit, which is on the disk.
  /// - Throws: `TransactionError` when checks refuse it; ``StoreError`` with code `changedByOthers` when the file
  ///   must be reloaded, `inUse` when another program held it until the timeout, `cannotWrite`, such as when the disk
  ///   is full, or `badData` when a constraint of the file refuses it. Nothing has changed then.
  @discardableResult
  public func commit(_ transaction: NetworkTransaction) throws -> NetworkCommit {
    try writer.withLock { writer in
      let checks = fileChecks(writer) + writer.checks
      let commit = try snapshot.committing(transaction, checks: checks)
      guard !commit.transaction.edits.isEmpty else { return commit }
      if options.extent != nil { try refuseTakenIDs(commit, writer) }
      let position = writer.position
      let limit = checkout == nil ? historyLimit : .max
      try write(commit, isChecked: true, &writer) {
        try $0.add(commit, after: position, keeping: limit)
      }
      return commit
    }
  }

  private func refuseTakenIDs(_ commit: NetworkCommit, _ writer: Writer) throws {
    let ids = commit.insertedIDs
    guard !ids.isEmpty else { return }
    if let taken = try file.read(nil, { try writer.taken(ids, in: $0) }).value {
      throw TransactionError(commit, taken)
    }
  }

  /// The problems for which ``commit(_:)`` would refuse a transaction now.
  func problems(of transaction: NetworkTransaction) -> [TransactionProblem] {
    writer.withLock { snapshot.problems(of: transaction, checks: fileChecks($0) + $0.checks) }
  }

  package var fileChecks: [any NetworkCommitCheck] { writer.withLock { fileChecks($0) } }

  private func fileChecks(_ writer: Writer) -> [any NetworkCommitCheck] {
    [ColumnCheck(layouts: writer.layouts)] + ExtentEdgeCheck.checks(edge)
  }

  /// Undoes the last step; nil when there is none.
  ///
  /// - Throws: As ``commit(_:)``; `TransactionError` when another program has since changed the result of the step.
  @discardableResult
  public func undo() throws -> NetworkCommit? {
    try replay(isUndo: true) { history, position in try history.stepToUndo(position) }
  }

  /// Redoes the step that was undone last; nil when there is none.
  ///
  /// - Throws: As ``undo()``.
  @discardableResult
  public func redo() throws -> NetworkCommit? {
    try replay(isUndo: false) { history, position in try history.stepToRedo(position) }
  }

  private func replay(
    isUndo: Bool,
    _ find: (HistoryTable, HistoryTable.Position) throws -> DecodedStep?
  ) throws -> NetworkCommit? {
    try writer.withLock { writer in
      let position = writer.position
      guard
        let step = try file.read(nil, { try find(HistoryTable(database: $0), position) }).value
      else { return nil }
      let commit = try step.replayed(on: snapshot, isUndo: isUndo)
      if options.extent != nil { try refuseTakenIDs(commit, writer) }
      try write(commit, isChecked: false, &writer) {
        try $0.note(step, isUndone: isUndo, at: position)
      }
      return commit
    }
  }

  private func write(
    _ commit: NetworkCommit,
    isChecked: Bool,
    _ writer: inout Writer,
    _ note: (HistoryTable) throws -> HistoryTable.Position
  ) throws {
    let (layouts, associations, known) = (
      writer.layouts, writer.associations, writer.associationKeys
    )
    let needsKeys = commit.transaction.edits.contains {
      if case .deleteAssociation = $0 { true } else { false }
    }
    let image = image
    let (position, changedKeys, keys, isFaithful) = try file.write(writer.version) { database in
      let keys = try known ?? (needsKeys ? associations.rowsByGlobalID(in: database) : [:])
      let commitWriter = CommitWriter(
        database: database,
        layouts: layouts,
        associations: associations,
        associationKeys: keys
      )
      let changed = try commitWriter.write(commit)
      let isFaithful = try image != nil && commitWriter.isStored(commit)
      return (try note(HistoryTable(database: database)), changed, keys, isFaithful)
    }
    writer.position = position
    if known != nil || needsKeys {
      writer.associationKeys = keys
      for (id, key) in changedKeys { writer.associationKeys?[id] = key }
    }
    opening.withLock { $0 = nil }
    if let image {
      if isFaithful { image.add(commit) } else { image.giveUp() }
      image.writeSoon { [weak self] in self?.keepImage() }
    }
    for check in writer.checks { check.didCommit(commit, isChecked: isChecked) }
    publish(Published(commit.after, additional))
  }

  /// Reads changes of other programs from the file.
  ///
  /// Feature identifiers stay valid, unless the definition, the rules, or the tables with their fields have changed.
  /// Then only global ids are valid in later snapshots. Rows that another program has broken leave the network and
  /// are listed in ``StoredData/unreadable``; repaired rows come back as new features.
  ///
  /// - Throws: ``StoreError`` as opening does; the store is unchanged then.
  /// - Complexity: O(1) when the file is unchanged, else linear in its size.
  public func reload() throws(StoreError) {
    do {
      _ = try takeOver { _ in }
    } catch let error as StoreError {
      throw error
    } catch {
      preconditionFailure("Reading a file again fails with errors of the store alone: \(error)")
    }
  }

  enum FileChange {
    /// The file is unchanged.
    case nothing
    /// Another program has changed features or associations.
    case commit(NetworkCommit)
    /// The file holds another network.
    case replaced
  }

  func takeOver(_ prepare: (EditedNetwork) throws -> Void) throws -> FileChange {
    try writer.withLock { writer in
      let stamp = EditingFile.Stamp(path)
      if stamp.isSettled, stamp == writer.stamp { return .nothing }
      let isReplaced = try file.reopen()
      if !isReplaced, try file.read(nil, { _ in }).version == writer.version {
        writer.stamp = stamp.isSettled ? stamp : nil
        return .nothing
      }
      return try readAnew(&writer, prepare)
    }
  }

  private func readAnew(
    _ writer: inout Writer,
    _ prepare: (EditedNetwork) throws -> Void
  ) throws -> FileChange {
    // The snapshot is compared with rows, not with an image and its commits.
    var (published, read, _) = try Self.read(file, options, usesImage: false)
    opening.withLock { $0 = nil }
    read.checks = writer.checks
    let network = published.network.base
    // Repaired rows may come in, and rows that were broken since keep their identifiers.
    let before = snapshot.settingAside(network.setAside)
    if let edits = before.edits(to: network),
      let commit = try? before.replaying(NetworkTransaction("Changed by another program", edits))
    {
      writer = read
      guard !edits.isEmpty else {
        publish(Published(before, published.additional.of(before)))
        return .nothing
      }
      for check in writer.checks { check.didCommit(commit, isChecked: false) }
      publish(Published(commit.after, published.additional.of(commit.after)))
      return .commit(commit)
    }
    try prepare(published.network)
    writer = read
    for check in writer.checks { check.didReload() }
    publish(published)
    return .replaced
  }

  /// Adds a field without values to the tables that lack it, and reloads the file; undo does not remove the field.
  ///
  /// - Throws: As ``commit(_:)``.
  public func addField(_ field: AttributeField, to tables: [String]) throws {
    try addField(field, to: tables) { _ in }
  }

  @discardableResult
  func addField(
    _ field: AttributeField,
    to tables: [String],
    _ prepare: (EditedNetwork) throws -> Void
  ) throws -> Bool {
    try writer.withLock { writer in
      let wanted = Set(tables.map { $0.lowercased() })
      let layouts = writer.layouts.filter { layout in
        wanted.contains(layout.name.lowercased())
          && !layout.fields.contains { $0.lowercased() == field.name.lowercased() }
      }
      guard !layouts.isEmpty else { return false }
      try file.write(writer.version) { database in
        for layout in layouts { try layout.add(field, to: database) }
      }
      _ = try readAnew(&writer, prepare)
      return true
    }
  }

  private func publish(_ next: Published) {
    // The old value may be deallocated only after the lock is released.
    let last = published.withLock { published in
      let last = published
      published = next
      return last
    }
    withExtendedLifetime(last) {}
  }
}
