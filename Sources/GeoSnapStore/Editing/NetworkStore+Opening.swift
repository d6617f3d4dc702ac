internal import GRDB
public import GeoSnap
internal import Synchronization

extension NetworkStore {
  final class Published: Sendable {
    let network: EditedNetwork
    let additional: AdditionalData

    init(_ network: EditedNetwork, _ additional: AdditionalData) {
      self.network = network
      self.additional = additional
    }
  }

  struct Writer {
    var checks: [any NetworkCommitCheck] = []
    /// The stamp of the file when it was last found unchanged; nil before.
    var stamp: EditingFile.Stamp?
    var version: Int64
    var layouts: [TableLayout]
    var associations: TableSchema
    /// The row ids of associations; nil until a commit changes one.
    var associationKeys: [GlobalID: Int64]?
    var position: HistoryTable.Position
  }

  package struct OpeningOptions: Sendable {
    let isStrict: Bool
    let extent: Envelope?
    let timeout: Duration
    let images: ImageCache
    /// The cache that records for which state of the file the spatial indexes are complete.
    let indexes: ImageCache

    package init(
      strict isStrict: Bool,
      _ extent: Envelope?,
      _ images: ImageCache,
      timeout: Duration = .seconds(5)
    ) {
      self.isStrict = isStrict
      self.extent = extent
      self.timeout = timeout
      self.images = extent == nil ? images : .none
      indexes = extent == nil ? .none : images
    }
  }

  static func read(
    _ file: EditingFile,
    _ options: OpeningOptions,
    usesImage: Bool = true,
    _ monitor: RowMonitor? = nil
  ) throws(StoreError) -> (Published, Writer, StoredSnapshot) {
    // Before the transaction: a program that writes to the log may commit while this one reads.
    let before = NetworkImage.facts(before: file.path, options.images)
    let indexes = IndexKnowledge(file.path, options.indexes)
    let (content, version) = try file.read(monitor) { database in
      var reader: GeoPackageReader
      let opening: StoredSnapshot
      // Reading the schema fixes the state that the transaction sees. If the facts are unchanged, they describe this
      // state.
      let checked = try GeoPackageReader(database, isChecked: true)
      if usesImage, let before, GeoPackageFacts(file.path) == before,
        let kept = NetworkImage.openSnapshot(file.path, options.images, at: before),
        !options.isStrict || kept.stored.isWhole
      {
        reader = checked
        opening = kept
      } else {
        reader = try GeoPackageReader(
          database,
          brokenRows: options.isStrict ? .refused : .setAside,
          extent: options.extent,
          monitor: monitor
        )
        indexes.tell(&reader)
        let stored = try NetworkImage.reading(file.path, options.images, before: before) {
          try reader.read()
        }
        indexes.learn(from: reader)
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
      Published(opening.network, opening.stored.additional),
      Writer(version: version, layouts: layouts, associations: associations, position: position),
      opening
    )
  }

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

  /// The network after all completed commits.
  ///
  /// - Complexity: O(1).
  public var snapshot: EditedNetwork { published.withLock { $0 }.network }

  /// The data that the file has in addition.
  public var additional: AdditionalData { published.withLock { $0 }.additional }

  /// Whether there is a step to undo.
  public var canUndo: Bool { writer.withLock { $0.position.last > 0 } }

  /// Whether there is a step to redo.
  public var canRedo: Bool { writer.withLock { $0.position.canRedo } }

  /// The revision of the file, which grows with every commit, undo and redo.
  public var revision: Int { Int(writer.withLock { $0.position.revision }) }

  /// The kept steps, oldest first.
  ///
  /// - Throws: ``StoreError`` when the file cannot be read, or its history is damaged.
  /// - Complexity: Linear in the history.
  public func history() throws(StoreError) -> [HistoryStep] {
    guard writer.withLock({ $0.position.exists }) else { return [] }
    return try file.read { try HistoryTable(database: $0).all() }.value
  }
}

extension GeoPackageReader {
  /// Whether the file has a history; reports missing columns of it.
  fileprivate mutating func hasHistory() throws -> Bool {
    guard schema.kind(of: Profile.history) != nil else { return false }
    guard try profileTable(Profile.history) != nil else { throw NetworkError(problems.problems) }
    return true
  }
}
