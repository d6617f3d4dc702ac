internal import Foundation
internal import GRDB
public import GeoSnap
internal import GeoSnapSupport
internal import Synchronization

/// A network in a GeoPackage that is edited: what is committed is in the file, whatever happens
/// next.
///
/// Each commit is one transaction of SQLite: a program that is killed at any instant leaves the file
/// as it was before or after, and ``commit(_:)`` returns only when the disk has it. The journal
/// `un_history` in the same file makes undo and redo survive a restart. One store at a time may have
/// a file: a second one waits, then fails and says which process to look for. Programs that know
/// nothing of this, such as QGIS, are noticed when they have changed the file: the store then refuses
/// to write until it has read the file anew with ``reload()``.
///
/// Rows that cannot be read are set aside: ``unreadable`` lists them, all others can be edited, and nothing
/// of them is ever written.
///
/// Readers ask for the ``snapshot`` on any thread and never wait for the disk.
///
/// ```swift
/// let store = try NetworkStore("network.gpkg")
/// try store.commit(NetworkTransaction("Close valve 17", [
///   .setAttributes(.globalID(valve), ["STATUS": .integer(0)])
/// ]))
/// try store.undo()
/// ```
public final class NetworkStore: Sendable {
  /// The file.
  public let path: String
  let file: EditingFile
  private let historyLimit: Int
  private let manner: Manner
  /// The network as it was read, and what had been committed since; nil once somebody has asked, or committed.
  let opening: Mutex<StoredSnapshot?>
  /// Held for as long as it takes to copy or replace one reference.
  let published: Mutex<Published>
  /// Held by whoever commits.
  let writer: Mutex<Writer>

  /// How many steps a file keeps when nothing else is said.
  public static let defaultHistoryLimit = NetworkHistory.defaultLimit

  /// Opens a network for editing.
  ///
  /// - Parameters:
  ///   - path: The file, as ``GeoPackage/write(_:to:imports:traceConfigurations:replacing:)`` makes them, or as
  ///     `Documentation/GeoPackage.md` describes them.
  ///   - checks: What transactions have to pass beside the built-in checks.
  ///   - timeout: How long to wait for other programs, now and at each commit.
  ///   - historyLimit: How many of the newest steps the file keeps for undo, one at least; each commit drops those
  ///     before them, so that the file does not grow with every edit ever made.
  ///   - strict: Whether a row that cannot be read is an error, now and when the file is read anew.
  ///   - extent: What to read and edit, through the file's spatial indexes; nil for all of the network. See
  ///     ``GeoPackage/open(_:extent:strict:images:)`` and ``edge``.
  ///   - images: Where images are kept, with which a file that nobody else has written to since opens at once; of an
  ///     extent none is.
  /// - Throws: ``StoreError`` with code `inUse` when another store has the file, `cannotOpen`,
  ///   `cannotWrite`, or `badData` with one problem for each thing that is wrong.
  /// - Complexity: Linear in the size of the file.
  public convenience init(
    _ path: String,
    checks: [any NetworkCommitCheck] = [],
    timeout: Duration = .seconds(5),
    historyLimit: Int = defaultHistoryLimit,
    strict: Bool = false,
    extent: Envelope? = nil,
    images: ImageCache = .standard
  ) throws(StoreError) {
    let manner = Manner(strict: strict, extent, images)
    self.init(try Opened(path, timeout, manner, monitor: nil), checks, historyLimit)
  }

  /// Opens a network for editing, on a thread of its own.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - checks: What transactions have to pass beside the built-in checks.
  ///   - timeout: How long to wait for other programs, now and at each commit.
  ///   - historyLimit: How many of the newest steps the file keeps for undo.
  ///   - strict: Whether a row that cannot be read is an error, now and when the file is read anew.
  ///   - extent: What to read and edit, through the file's spatial indexes; nil for all of the network. See
  ///     ``GeoPackage/open(_:extent:strict:images:)`` and ``edge``.
  ///   - images: Where images are kept, with which a file that nobody else has written to since opens at once; of an
  ///     extent none is.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Throws: ``StoreError`` as ``init(_:checks:timeout:historyLimit:strict:extent:images:)``; `CancellationError` when
  ///   the task was cancelled, at once.
  /// - Complexity: Linear in the size of the file.
  public convenience init(
    _ path: String,
    checks: [any NetworkCommitCheck] = [],
    timeout: Duration = .seconds(5),
    historyLimit: Int = defaultHistoryLimit,
    strict: Bool = false,
    extent: Envelope? = nil,
    images: ImageCache = .standard,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    let monitor = RowMonitor(progress)
    let opened = try await onThread(stop: monitor.cancel) {
      try Opened(path, timeout, Manner(strict: strict, extent, images), monitor: monitor)
    }
    progress?(1)
    self.init(opened, checks, historyLimit)
  }

  private init(_ opened: Opened, _ checks: [any NetworkCommitCheck], _ historyLimit: Int) {
    self.historyLimit = max(historyLimit, 1)
    file = opened.file
    path = opened.file.path
    manner = opened.manner
    opening = Mutex(opened.opening)
    var writer = opened.writer
    writer.checks = checks
    self.published = Mutex(opened.published)
    self.writer = Mutex(writer)
  }

  /// The image of the network; nil where none is kept.
  var image: NetworkImage? { published.withLock { $0 }.besides.image }

  /// Writes the image of the network, what was committed since beside it, or a new image of both.
  package func keepImage() {
    guard let image else { return }
    image.mergeIfFull { writer.withLock { _ in image.fullCount.map { (snapshot, $0) } } }
    image.write { facts, isComplete in
      writer.withLock { writer in
        // Nobody else has committed, neither before the look at the file nor after, and this store has not since. What
        // was read anew meanwhile has an image of its own.
        guard isComplete(), image === self.image,
          let read = try? file.read(nil, { _ in GeoPackageFacts(path) })
        else {
          return false
        }
        return read.version == writer.version && read.value == facts
      }
    }
  }

  /// Adds a check that every further transaction has to pass.
  package func add(_ check: any NetworkCommitCheck) { writer.withLock { $0.checks.append(check) } }

  // MARK: Writing

  /// Does a transaction and writes it to the file, all of it or nothing.
  ///
  /// - Returns: What was done; the file has it.
  /// - Throws: `TransactionError` when checks refuse it; ``StoreError`` with code `changedByOthers`
  ///   when the file must be read anew, `inUse` when another program did not let go of it in time,
  ///   `cannotWrite`, such as when the disk is full, or `badData` when a constraint of the file
  ///   refuses it. Nothing has changed then.
  @discardableResult
  public func commit(_ transaction: NetworkTransaction) throws -> NetworkCommit {
    try writer.withLock { writer in
      let commit = try checked(transaction, writer)
      guard !commit.transaction.edits.isEmpty else { return commit }
      if manner.extent != nil { try refuseTakenIDs(commit, writer) }
      let position = writer.position
      let limit = checkout == nil ? historyLimit : .max
      try write(commit, isChecked: true, &writer) {
        try $0.add(commit, after: position, keeping: limit)
      }
      return commit
    }
  }

  /// Refuses global ids that features and associations have which were not read.
  private func refuseTakenIDs(_ commit: NetworkCommit, _ writer: Writer) throws {
    let ids = commit.insertedIDs
    guard !ids.isEmpty else { return }
    if let taken = try file.read(nil, { try writer.taken(ids, in: $0) }).value {
      throw TransactionError(
        commit.transaction.name,
        [TransactionProblem(.globalIDInUse, "Global id \(taken.id) is in use, in \(taken.table).")]
      )
    }
  }

  /// What ``commit(_:)`` would do now, which nothing is written of.
  ///
  /// - Throws: `TransactionError` when checks refuse it.
  func checking(_ transaction: NetworkTransaction) throws(TransactionError) -> NetworkCommit {
    try writer.withLock { writer throws(TransactionError) in try checked(transaction, writer) }
  }

  private func checked(
    _ transaction: NetworkTransaction,
    _ writer: Writer
  ) throws(TransactionError) -> NetworkCommit {
    try snapshot.committing(transaction, checks: fileChecks(writer) + writer.checks)
  }

  /// The checks of the file by itself: of its columns, and of the extent that was read.
  ///
  /// They refuse what ``commit(_:)`` would refuse, of a network after edits that nobody has committed, too.
  package var fileChecks: [any NetworkCommitCheck] { writer.withLock { fileChecks($0) } }

  private func fileChecks(_ writer: Writer) -> [any NetworkCommitCheck] {
    let edgeCheck: [any NetworkCommitCheck] = edge.map { [EdgeCheck(edge: $0)] } ?? []
    return [ColumnCheck(layouts: writer.layouts)] + edgeCheck
  }

  /// Undoes the last step; nil when there is none.
  ///
  /// - Throws: As ``commit(_:)``; `TransactionError` when what the step did has been changed by
  ///   another program since.
  @discardableResult
  public func undo() throws -> NetworkCommit? {
    try replay(isUndo: true) { history, position in try history.stepToUndo(position) }
  }

  /// Does again the step that was undone last; nil when there is none.
  ///
  /// - Throws: As ``undo()``.
  @discardableResult
  public func redo() throws -> NetworkCommit? {
    try replay(isUndo: false) { history, position in try history.stepToRedo(position) }
  }

  private func replay(
    isUndo: Bool,
    _ find: (HistoryTable, HistoryTable.Position) throws -> HistoryTable.DecodedStep?
  ) throws -> NetworkCommit? {
    try writer.withLock { writer in
      let position = writer.position
      guard
        let step = try file.read(nil, { try find(HistoryTable(database: $0), position) }).value
      else { return nil }
      let commit =
        isUndo
        ? try snapshot.replaying(step.inverse, undoing: step.transaction)
        : try snapshot.replaying(step.transaction, undoing: step.inverse)
      if manner.extent != nil { try refuseTakenIDs(commit, writer) }
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
    publish(Published(commit.after, published.withLock { $0 }.besides))
  }

  /// Takes over what another program has changed in the file.
  ///
  /// Identifiers of features stay good, unless the definition, the rules, or the tables with their fields are
  /// others: then all begins anew, and only global ids are good for later snapshots.
  ///
  /// A row that the other program has broken is gone from the network, and listed among ``unreadable``; one
  /// that it has mended is new.
  ///
  /// - Throws: ``StoreError`` as opening does; the store is as before then.
  /// - Complexity: O(1) when nobody has written to the file; else linear in its size.
  public func reload() throws(StoreError) {
    do {
      _ = try takeOver { _ in }
    } catch let error as StoreError {
      throw error
    } catch {
      preconditionFailure("Reading a file again fails with errors of the store alone: \(error)")
    }
  }

  /// What a look at the file has found.
  enum Taken {
    /// It is as it was.
    case nothing
    /// Another program has changed something.
    case commit(NetworkCommit)
    /// It holds another network.
    case replaced
  }

  /// Takes over what another program has changed in the file.
  ///
  /// - Parameter prepare: Called with another network before it takes the place of this one; when it throws, the
  ///   store stays as it is.
  /// - Returns: What was found.
  /// - Throws: ``StoreError`` as ``reload()``, and what `prepare` throws.
  func takeOver(_ prepare: (EditedNetwork) throws -> Void) throws -> Taken {
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
  ) throws -> Taken {
    // What is compared with the snapshot is rows, and not an image with commits beside it.
    var (published, read, _) = try Self.read(file, manner, usesImage: false)
    opening.withLock { $0 = nil }
    read.checks = writer.checks
    let network = published.network.base
    // Rows that were mended may come in, and what was broken since keeps its identifiers.
    let before = snapshot.settingAside(network.setAside)
    if let edits = before.edits(to: network),
      let commit = try? before.replaying(NetworkTransaction("Changed by another program", edits))
    {
      writer = read
      guard !edits.isEmpty else {
        publish(Published(before, published.besides.of(before)))
        return .nothing
      }
      for check in writer.checks { check.didCommit(commit, isChecked: false) }
      publish(Published(commit.after, published.besides.of(commit.after)))
      return .commit(commit)
    }
    try prepare(published.network)
    writer = read
    for check in writer.checks { check.didReload() }
    publish(published)
    return .replaced
  }

  /// Adds a field to the tables of some names and reads the file anew; undoing does not take it away.
  ///
  /// - Parameters:
  ///   - field: The field, which has no value in any row then.
  ///   - tables: The tables; those that have a column of the name already stay as they are.
  /// - Throws: As ``commit(_:)``.
  public func addField(_ field: AttributeField, to tables: [String]) throws {
    try addField(field, to: tables) { _ in }
  }

  /// The same; tells whether there was a table without the field.
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
    // The last one is freed, if no one else has it, when the lock is open again.
    let last = published.withLock { published in
      let last = published
      published = next
      return last
    }
    withExtendedLifetime(last) {}
  }
}
