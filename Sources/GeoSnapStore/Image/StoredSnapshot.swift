public import GeoSnap

/// The current network in a file: as it was read, with the commits since, and with further data of the file.
///
/// Without later commits, it is the network that ``GeoPackage/open(_:strict:images:)`` returns. Feature identifiers
/// are valid for this value only: a store that is open at the same time may have others.
public struct StoredSnapshot: Sendable {
  package let stored: StoredNetwork
  let packed: EditedNetwork
  package let commits: [NetworkCommit]
  /// Identifies one opening of a network.
  private let opening = Opening()

  private final class Opening: Sendable {}

  /// Creates a snapshot of a network as it was read.
  public init(_ stored: StoredNetwork) {
    self.stored = stored
    packed = EditedNetwork(stored.network)
    commits = []
  }

  /// Replays transactions on a network; nil when they cannot be replayed.
  init?(_ stored: StoredNetwork, _ transactions: [NetworkTransaction]) {
    self.stored = stored
    packed = EditedNetwork(stored.network)
    var commits: [NetworkCommit] = []
    for transaction in transactions {
      guard let commit = try? (commits.last?.after ?? packed).replaying(transaction) else {
        return nil
      }
      commits.append(commit)
    }
    self.commits = commits
  }

  package init(_ stored: StoredNetwork, _ packed: EditedNetwork, _ commits: [NetworkCommit]) {
    self.stored = stored
    self.packed = packed
    self.commits = commits
  }

  /// The network.
  public var network: EditedNetwork { commits.last?.after ?? packed }

  package var commitCount: Int { commits.count }

  /// Whether this is a copy of another snapshot, rather than another opening of the same network.
  package func isCopy(of other: StoredSnapshot) -> Bool { opening === other.opening }

  /// The records of importers: which tables they read, and which they left out.
  public var imports: [ImportRecord] { stored.imports }

  /// The edge of the network, when only an extent was read; nil for all of it.
  public var edge: NetworkEdge? { stored.edge }

  /// The stored trace configurations, with unique names.
  public var traceConfigurations: [SavedTraceConfiguration] { stored.traceConfigurations }

  /// The problems of rows that could not be read: see ``StoredNetwork/unreadable``.
  public var unreadable: [NetworkProblem] { stored.unreadable }

  /// The number of rows that are set aside; a row may have several problems.
  public var unreadableRowCount: Int { stored.unreadableRowCount }

  /// Remarks, such as that a table has fewer rows than recorded.
  public var notes: [NetworkProblem] { stored.notes }
}

extension StoredSnapshot {
  /// The index of the network, from its image or built.
  ///
  /// - Throws: `IndexError` when an ordinate is too large to measure with.
  /// - Complexity: O(n) for n vertices; with an image, it depends on the commits since.
  public func index() throws(IndexError) -> NetworkIndex {
    try edited(stored.index())
  }

  /// The asynchronous twin of ``index()``, with progress; throws `CancellationError` when its task is cancelled.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
  public func index(
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> NetworkIndex {
    try edited(await stored.index(progress: progress))
  }

  /// The topology of the network, from its image, or built with the tolerance that suits its reference system.
  ///
  /// - Throws: `IndexError` when there are commits and an ordinate is too large to measure with.
  /// - Complexity: O(n) for n vertices; with an image, it depends on the commits since.
  public func topology() throws(IndexError) -> Topology {
    try edited(stored.topology())
  }

  /// The asynchronous twin of ``topology()``, with progress; throws `CancellationError` when its task is cancelled.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
  public func topology(
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> Topology {
    try edited(await stored.topology(progress: progress))
  }

  /// The network with index, scene and topology, from its image as far as possible.
  ///
  /// `map` has the layers and overlays to snap to; nil means all of the network.
  ///
  /// - Throws: `IndexError` when an ordinate is too large to measure with.
  /// - Complexity: O(n) for n vertices; with an image O(m log m) for the m features that can be snapped to.
  public func state(map: SnapMap? = nil) throws(IndexError) -> NetworkState {
    try edited(
      NetworkState(
        opened: packed,
        index: stored.index(),
        topology: stored.topology(),
        labels: stored.knownSubnetworkLabels,
        map: map
      )
    )
  }

  /// The asynchronous twin of ``state(map:)``, with progress; throws `CancellationError` when its task is cancelled.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
  public func state(
    map: SnapMap? = nil,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> NetworkState {
    // Indexing takes about a third of the time.
    let share = 1.0 / 3
    let index = try await stored.index(progress: { progress?($0 * share) })
    let topology = try await stored.topology(
      progress: { progress?(share + $0 * (1 - share)) }
    )
    return try edited(
      NetworkState(
        opened: packed,
        index: index,
        topology: topology,
        labels: stored.knownSubnetworkLabels,
        map: map
      )
    )
  }

  /// Whether the image has the subnetworks of each feature, so that only those that commits may have changed are
  /// traced.
  public var hasSubnetworkLabels: Bool { stored.knownSubnetworkLabels != nil }

  /// The subnetworks of each feature, from the image of the network or traced.
  ///
  /// - Throws: `TraceError` when a tier's definition has a name that the network does not have; `IndexError` when
  ///   there are commits and an ordinate is too large to measure with.
  /// - Complexity: Linear in the sum of the sizes of the subnetworks; with an image, of those that may have changed
  ///   since.
  public func subnetworkLabels() throws -> SubnetworkLabels {
    try edited(stored.subnetworkLabels())
  }

  /// The asynchronous twin of ``subnetworkLabels()``, with progress; throws `CancellationError` when its task is
  /// cancelled.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
  public func subnetworkLabels(
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> SubnetworkLabels {
    try edited(await stored.subnetworkLabels(progress: progress))
  }

  private func edited(_ labels: SubnetworkLabels) throws -> SubnetworkLabels {
    if commits.isEmpty { return labels }
    var mending = LabelMending(labels)
    _ = try edited(labels.topology) { mending.apply($0, to: $1) }
    return try mending.mended()
  }

  private func edited(_ state: NetworkState) throws(IndexError) -> NetworkState {
    var state = state
    for commit in commits { try state.apply(commit) }
    return state
  }

  private func edited(_ index: NetworkIndex) throws(IndexError) -> NetworkIndex {
    var index = index
    index.network = packed
    for commit in commits { try index.apply(commit) }
    return index
  }

  private func edited(
    _ topology: Topology,
    _ note: (NetworkCommit, Topology) -> Void = { _, _ in }
  ) throws(IndexError) -> Topology {
    if commits.isEmpty { return topology }
    var topology = topology
    var index = try stored.index()
    index.network = packed
    for commit in commits {
      try index.apply(commit)
      try topology.apply(commit, index: index.features)
      note(commit, topology)
    }
    return topology
  }
}
