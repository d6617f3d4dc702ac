internal import GRDB
package import GeoSnap
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
    let opening: Opening

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

  /// What a store begins with.
  struct Opening: Sendable {
    let stored: StoredNetwork
    /// The network as it was read.
    let network: EditedNetwork
    /// What has been committed since, one after the other.
    let commits: [NetworkCommit]
  }

  static func read(
    _ file: EditingFile,
    _ isStrict: Bool,
    _ images: ImageCache,
    usesImage: Bool = true,
    _ monitor: RowMonitor? = nil
  ) throws(StoreError) -> (Published, Writer, Opening) {
    // Before the transaction: a program that writes to the log may commit while this one reads.
    let before = NetworkImage.facts(before: file.path, images)
    let (content, version) = try file.read(monitor) { database in
      var reader: GeoPackageReader
      let opening: Opening
      // The schema is read first: from then on the transaction sees one state. It is that of the facts when these are
      // the same still.
      let checked = try GeoPackageReader(database, isChecked: true)
      if usesImage, let before, GeoPackageFacts(file.path) == before,
        let kept = Self.openImage(file.path, isStrict, images, at: before)
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
        let network = EditedNetwork(stored.network)
        opening = Opening(stored: stored, network: network, commits: [])
      }
      let layouts = try reader.layouts(of: opening.stored.network)
      let associations = try reader.associationTable()
      let hasHistory = try reader.hasHistory()
      let position = try HistoryTable(database: database).position(exists: hasHistory)
      return (opening, layouts, associations, position)
    }
    let (opening, layouts, associations, position) = content
    return (
      Published(opening.commits.last?.after ?? opening.network, Besides(opening.stored)),
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

  /// What the image of a network has, with what was committed since; nil when there is none that fits.
  private static func openImage(
    _ path: String,
    _ isStrict: Bool,
    _ images: ImageCache,
    at facts: GeoPackageFacts
  ) -> Opening? {
    guard let (stored, transactions) = NetworkImage.openForEditing(path, images, at: facts),
      !isStrict || stored.isWhole
    else { return nil }
    let network = EditedNetwork(stored.network)
    var commits: [NetworkCommit] = []
    for transaction in transactions {
      guard let commit = try? (commits.last?.after ?? network).replaying(transaction) else {
        return nil
      }
      commits.append(commit)
    }
    return Opening(stored: stored, network: network, commits: commits)
  }

  /// The state of the network as it was opened, with index, scene and topology: from its image as far as that has
  /// them, and made otherwise.
  ///
  /// - Precondition: Nothing was committed since, and nobody has asked before.
  package func openedState(map: SnapMap? = nil) throws(IndexError) -> NetworkState {
    let opening = takeOpening()
    var state = try NetworkState(
      opened: opening.network,
      index: opening.stored.index(),
      topology: opening.stored.topology(),
      labels: opening.stored.knownSubnetworkLabels,
      map: map
    )
    for commit in opening.commits { try state.apply(commit) }
    return state
  }

  /// The state of the network as the other form gives it, with progress, and so that it can be cancelled.
  func openedState(
    map: SnapMap?,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> NetworkState {
    let opening = takeOpening()
    // Indexing takes about a third of the time.
    let share = 1.0 / 3
    let index = try await opening.stored.index(progress: { progress?($0 * share) })
    let topology = try await opening.stored.topology(
      progress: { progress?(share + $0 * (1 - share)) }
    )
    var state = try NetworkState(
      opened: opening.network,
      index: index,
      topology: topology,
      labels: opening.stored.knownSubnetworkLabels,
      map: map
    )
    for commit in opening.commits { try state.apply(commit) }
    return state
  }

  private func takeOpening() -> Opening {
    let taken = opening.withLock { opening in
      defer { opening = nil }
      return opening
    }
    guard let taken else {
      preconditionFailure("A store is asked once for the state it opened with, before it commits")
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
