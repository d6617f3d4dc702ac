public import GeoSnap

/// The current network in a file: as it was read, with the commits since, and with further data of the file.
///
/// Without later commits, it is the network that ``GeoPackage/open(_:strict:images:)`` returns. Feature identifiers
/// are valid for this value only: a store that is open at the same time may have others.
public struct StoredSnapshot: StoredData, Sendable {
  package let stored: StoredNetwork
  let packed: EditedNetwork
  package let commits: [NetworkCommit]
  /// Identifies one opening of a network.
  private let opening = Opening()

  private final class Opening: Sendable {}

  package init(_ stored: StoredNetwork) {
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

  /// The data that the file or database has in addition.
  public var additional: AdditionalData { stored.additional }

  /// The index of the network, from its image or built.
  ///
  /// - Throws: `IndexError` when an ordinate is too large to measure with.
  /// - Complexity: O(n) for n vertices; with an image, it depends on the commits since.
  public func index() throws(IndexError) -> NetworkIndex {
    try edited(stored.index())
  }

  /// The asynchronous twin of ``index()``, with progress; throws `CancellationError` when its task is cancelled.
  public func index(progress: ProgressHandler?) async throws -> NetworkIndex {
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
  public func topology(progress: ProgressHandler?) async throws -> Topology {
    try edited(await stored.topology(progress: progress))
  }

  /// The network with index, scene and topology, from its image as far as possible.
  ///
  /// `map` has the layers and overlays to snap to; nil means all of the network.
  ///
  /// - Throws: `IndexError` when an ordinate is too large to measure with.
  /// - Complexity: O(n) for n vertices; with an image O(m log m) for the m features that can be snapped to.
  public func state(map: SnapMap? = nil) throws(IndexError) -> NetworkState {
    try state(stored.index(), stored.topology(), map)
  }

  /// The asynchronous twin of ``state(map:)``, with progress; throws `CancellationError` when its task is cancelled.
  public func state(map: SnapMap? = nil, progress: ProgressHandler?) async throws -> NetworkState {
    // Indexing takes about a third of the time.
    let share = 1.0 / 3
    let index = try await stored.index(progress: { progress?($0 * share) })
    let topology = try await stored.topology(progress: { progress?(share + $0 * (1 - share)) })
    return try state(index, topology, map)
  }

  private func state(
    _ index: NetworkIndex,
    _ topology: Topology,
    _ map: SnapMap?
  ) throws(IndexError) -> NetworkState {
    let labels = stored.knownSubnetworkLabels
    var state = try NetworkState(
      opened: packed,
      index: index,
      topology: topology,
      labels: labels,
      map: map
    )
    for commit in commits { try state.apply(commit) }
    return state
  }

  /// Whether the image has the subnetworks of each feature, so that only those that commits may have changed are
  /// traced.
  package var hasSubnetworkLabels: Bool { stored.knownSubnetworkLabels != nil }

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
  public func subnetworkLabels(progress: ProgressHandler?) async throws -> SubnetworkLabels {
    try edited(await stored.subnetworkLabels(progress: progress))
  }

  private func edited(_ labels: SubnetworkLabels) throws -> SubnetworkLabels {
    if commits.isEmpty { return labels }
    var mending = LabelMending(labels)
    _ = try edited(labels.topology) { mending.apply($0, to: $1) }
    return try mending.mended()
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
