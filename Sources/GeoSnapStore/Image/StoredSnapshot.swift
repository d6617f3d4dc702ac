public import GeoSnap

/// The network in a file as it is now: packed as it was read, with what has been committed since laid over it, and
/// with what the file says about it besides.
///
/// Where nothing was committed since, it is the network that ``GeoPackage/open(_:strict:images:)`` gives. Identifiers of
/// features are good for this value alone: a store that is open meanwhile may have others.
public struct StoredSnapshot: Sendable {
  /// The network as it was read.
  package let stored: StoredNetwork
  /// The same before any commit.
  let packed: EditedNetwork
  /// What has been committed since, one after the other.
  package let commits: [NetworkCommit]
  /// Tells one opening of a network from another.
  private let opening = Opening()

  private final class Opening: Sendable {}

  /// A network as it was read.
  public init(_ stored: StoredNetwork) {
    self.stored = stored
    packed = EditedNetwork(stored.network)
    commits = []
  }

  /// A network with what has been committed since it was read; nil when it is no network in which that can be done.
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

  /// A network with what has been committed since it was read, one after the other.
  package init(_ stored: StoredNetwork, _ packed: EditedNetwork, _ commits: [NetworkCommit]) {
    self.stored = stored
    self.packed = packed
    self.commits = commits
  }

  /// The network.
  public var network: EditedNetwork { commits.last?.after ?? packed }

  /// How many commits have been done since it was read.
  package var commitCount: Int { commits.count }

  /// Whether this is a copy of another one, and no other opening of the same network.
  package func isCopy(of other: StoredSnapshot) -> Bool { opening === other.opening }

  /// What importers read from other files, and what they left out.
  public var imports: [ImportRecord] { stored.imports }

  /// Where the network ends, when only an extent of it was read; nil for all of it.
  public var edge: NetworkEdge? { stored.edge }

  /// The trace configurations that are kept with it, each under a name of its own.
  public var traceConfigurations: [SavedTraceConfiguration] { stored.traceConfigurations }

  /// What is wrong with rows that could not be read, each with its code: they are set aside, which means that
  /// they are no part of the network and stay in the file as they are.
  public var unreadable: [NetworkProblem] { stored.unreadable }

  /// The number of rows that are set aside; one may have several things wrong.
  public var unreadableRowCount: Int { stored.unreadableRowCount }

  /// What is worth knowing besides, such as that a table has fewer rows than it had.
  public var notes: [NetworkProblem] { stored.notes }
}

extension StoredSnapshot {
  /// The index of the network: from its image where that has one, and built otherwise.
  ///
  /// - Throws: `IndexError` when an ordinate is too large to measure with.
  /// - Complexity: O(n) for n vertices; with an image it depends on what was committed since.
  public func index() throws(IndexError) -> NetworkIndex {
    try edited(stored.index())
  }

  /// The index of the network, as the other form gives it, with progress, and so that it can be cancelled.
  ///
  /// - Parameter progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: The index.
  /// - Throws: `IndexError` when an ordinate is too large to measure with; `CancellationError` when the task was
  ///   cancelled.
  /// - Complexity: As the other form.
  public func index(
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> NetworkIndex {
    try edited(await stored.index(progress: progress))
  }

  /// The topology of the network, with the tolerance that suits its reference system: from its image where that has
  /// one, and built otherwise.
  ///
  /// - Throws: `IndexError` when something was committed and an ordinate is too large to measure with.
  /// - Complexity: O(n) for n vertices; with an image it depends on what was committed since.
  public func topology() throws(IndexError) -> Topology {
    try edited(stored.topology()) { () throws(IndexError) in try stored.index() }
  }

  /// The topology of the network, as the other form gives it, with progress, and so that it can be cancelled.
  ///
  /// - Parameter progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: The topology.
  /// - Throws: As the other form; `CancellationError` when the task was cancelled.
  /// - Complexity: As the other form.
  public func topology(
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> Topology {
    try edited(await stored.topology(progress: progress)) { () throws(IndexError) in
      try stored.index()
    }
  }

  /// The network with index, scene and topology: from its image as far as that has them, and made otherwise.
  ///
  /// - Parameter map: The layers and overlays to snap to; nil for everything that the network has.
  /// - Returns: The state.
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

  /// The network with index, scene and topology, as the other form gives it, with progress, and so that it can be
  /// cancelled.
  ///
  /// - Parameters:
  ///   - map: The layers and overlays to snap to; nil for everything that the network has.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: The state.
  /// - Throws: As the other form; `CancellationError` when the task was cancelled.
  /// - Complexity: As the other form.
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

  /// Whether the image has the subnetworks that each feature belongs to, so that no more is traced for them than what
  /// has been committed since can have changed.
  public var hasSubnetworkLabels: Bool { stored.knownSubnetworkLabels != nil }

  /// The subnetworks that each feature belongs to: from the image of the network where that has them, and traced
  /// otherwise.
  ///
  /// - Throws: `TraceError` when a tier's definition names what the network has not; `IndexError` when something was
  ///   committed and an ordinate is too large to measure with.
  /// - Complexity: Linear in the sum of the sizes of the subnetworks; with an image, of those that may have changed
  ///   since.
  public func subnetworkLabels() throws -> SubnetworkLabels {
    try edited(stored.subnetworkLabels())
  }

  /// The subnetworks that each feature belongs to, as the other form gives them, with progress, and so that it can be
  /// cancelled.
  ///
  /// - Parameter progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: The labels.
  /// - Throws: As the other form; `CancellationError` when the task was cancelled.
  /// - Complexity: As the other form.
  public func subnetworkLabels(
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> SubnetworkLabels {
    try edited(await stored.subnetworkLabels(progress: progress))
  }

  private func edited(_ labels: SubnetworkLabels) throws -> SubnetworkLabels {
    if commits.isEmpty { return labels }
    var mending = LabelMending(labels)
    var topology = labels.topology
    var index = try stored.index()
    index.network = packed
    for commit in commits {
      try index.apply(commit)
      try topology.apply(commit, index: index.features)
      mending.apply(commit, to: topology)
    }
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
    _ index: () throws(IndexError) -> NetworkIndex
  ) throws(IndexError) -> Topology {
    if commits.isEmpty { return topology }
    var topology = topology
    var index = try index()
    index.network = packed
    for commit in commits {
      try index.apply(commit)
      try topology.apply(commit, index: index.features)
    }
    return topology
  }
}
