internal import GRDB
internal import GeoSnap
internal import Synchronization

extension NetworkStore {
  final class Published: Sendable {
    let network: EditedNetwork
    let besides: Besides

    init(_ network: EditedNetwork, _ besides: Besides) {
      self.network = network
      self.besides = besides
    }
  }

  /// What the file says beside the network.
  struct Besides: Sendable {
    let imports: [ImportRecord]
    let traceConfigurations: [SavedTraceConfiguration]
    let unreadable: [NetworkProblem]
    let notes: [NetworkProblem]
    let image: NetworkImage?

    init(_ stored: StoredNetwork) {
      image = stored.image
      imports = stored.imports
      traceConfigurations = stored.traceConfigurations
      unreadable = stored.unreadable
      notes = stored.notes
    }
  }

  /// What only the one who commits knows.
  struct Writer {
    var checks: [any NetworkCommitCheck] = []
    /// Whether rows that cannot be read are errors.
    let isStrict: Bool
    /// What was said of the file when it was last found to be as it was read; nil before.
    var stamp: EditingFile.Stamp?
    var version: Int64
    var layouts: [TableLayout]
    var associations: TableSchema
    /// The rows of associations; nil until a commit has to do with one.
    var associationKeys: [GlobalID: Int64]?
    var position: HistoryTable.Position
  }

  /// A file that was opened and read.
  struct Opened: Sendable {
    let file: EditingFile
    let images: ImageCache
    let published: Published
    let writer: Writer
    let opening: StoredSnapshot

    init(
      _ path: String,
      _ timeout: Duration,
      _ isStrict: Bool,
      _ images: ImageCache,
      monitor: RowMonitor?
    ) throws(StoreError) {
      file = try EditingFile(path, timeout: timeout)
      self.images = images
      (published, writer, opening) = try NetworkStore.read(file, isStrict, images, monitor)
    }
  }

  static func read(
    _ file: EditingFile,
    _ isStrict: Bool,
    _ images: ImageCache,
    usesImage: Bool = true,
    _ monitor: RowMonitor? = nil
  ) throws(StoreError) -> (Published, Writer, StoredSnapshot) {
    // Before the transaction: a program that writes to the log may commit while this one reads.
    let before = NetworkImage.facts(before: file.path, images)
    let (content, version) = try file.read(monitor) { database in
      var reader: GeoPackageReader
      let opening: StoredSnapshot
      // The schema is read first: from then on the transaction sees one state. It is that of the facts when these are
      // the same still.
      let checked = try GeoPackageReader(database, isChecked: true)
      if usesImage, let before, GeoPackageFacts(file.path) == before,
        let kept = NetworkImage.openSnapshot(file.path, images, at: before),
        !isStrict || kept.stored.isWhole
      {
        reader = checked
        opening = kept
      } else {
        reader = try GeoPackageReader(
          database,
          brokenRows: isStrict ? .refused : .setAside,
          monitor: monitor
        )
        let stored = try NetworkImage.reading(file.path, images, before: before) {
          try reader.read()
        }
        opening = StoredSnapshot(stored)
      }
      let layouts = try reader.layouts(of: opening.stored.network)
      let associations = try reader.associationTable()
      let hasHistory = try reader.hasHistory()
      let position = try HistoryTable(database: database).position(exists: hasHistory)
      return (opening, layouts, associations, position)
    }
    let (opening, layouts, associations, position) = content
    return (
      Published(opening.network, Besides(opening.stored)),
      Writer(
        isStrict: isStrict,
        version: version,
        layouts: layouts,
        associations: associations,
        position: position
      ),
      opening
    )
  }

  /// The network as it was opened, which the store forgets then.
  ///
  /// - Precondition: Nothing was committed since, and nobody has asked before.
  package func takeOpening() -> StoredSnapshot {
    let taken = opening.withLock { opening in
      defer { opening = nil }
      return opening
    }
    guard let taken else {
      preconditionFailure("A store is asked once for what it opened with, before it commits")
    }
    return taken
  }
}

extension GeoPackageReader {
  /// Whether the file has a history, which must have all its columns then.
  fileprivate mutating func hasHistory() throws -> Bool {
    guard schema.kind(of: Profile.history) != nil else { return false }
    guard try profileTable(Profile.history) != nil else { throw NetworkError(problems.problems) }
    return true
  }
}
