/// A utility network at one moment, with its index, scene and topology.
///
/// ``apply(_:)`` takes over a commit in time that depends on the edit; after it identify, snapping and traces use the
/// changed network. It is a value: a copy is a snapshot that any number of threads may read while the original takes
/// over more commits.
///
/// ```swift
/// var state = try await NetworkState(network, progress: nil)
/// let commit = try editor.commit(transaction)
/// try state.apply(commit)
/// let isolated = try state.topology.trace(parameters)
/// ```
public struct NetworkState: Sendable {
  /// Finds features at a position and associations in an extent.
  public private(set) var index: NetworkIndex
  /// The features that can be snapped to.
  public private(set) var scene: SnapScene
  /// The connections of features, for traces.
  public private(set) var topology: Topology
  var labels: StateLabels

  /// The network, with the edits that the state has taken over.
  public var network: EditedNetwork { index.network }

  /// Indexes a network, on all cores when it is large enough.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - map: The layers and overlays to snap to; nil for everything in the network.
  /// - Throws: ``IndexError`` when an ordinate is too large to measure with.
  /// - Complexity: O(n) for n vertices, and O(k log k) for the k lines that are cut.
  public init(_ network: UtilityNetwork, map: SnapMap? = nil) throws(IndexError) {
    try self.init(opened: EditedNetwork(network), map: map)
  }

  /// Indexes a network that a store has opened; the state keeps its identity, so that commits of the store apply to
  /// it.
  ///
  /// - Precondition: The network has no edits.
  package init(opened network: EditedNetwork, map: SnapMap? = nil) throws(IndexError) {
    try self.init(
      opened: network,
      index: NetworkIndex(network.base),
      topology: Topology(network.base),
      map: map
    )
  }

  /// The asynchronous twin of ``init(_:map:)``, with progress; throws `CancellationError` when its task is cancelled.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
  public init(
    _ network: UtilityNetwork,
    map: SnapMap? = nil,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    try await self.init(opened: EditedNetwork(network), map: map, progress: progress)
  }

  package init(
    opened network: EditedNetwork,
    map: SnapMap? = nil,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    // Indexing takes about a third of the time.
    let share = 1.0 / 3
    let index = try await NetworkIndex(network.base, progress: { progress?($0 * share) })
    let topology = try await Topology(
      network.base,
      progress: { progress?(share + $0 * (1 - share)) }
    )
    try self.init(opened: network, index: index, topology: topology, map: map)
  }

  /// Takes over index, topology and labels of a network that a store has opened.
  ///
  /// - Precondition: The network has no edits.
  package init(
    opened network: EditedNetwork,
    index: NetworkIndex,
    topology: Topology,
    labels: SubnetworkLabels? = nil,
    map: SnapMap? = nil
  ) throws(IndexError) {
    precondition(network.box == nil, "A state that is made ready again has no edits")
    var index = index
    index.network = network
    self.index = index
    self.topology = topology
    self.labels = StateLabels(labels)
    scene =
      try map.map { map throws(IndexError) in try SnapScene(index, map: map) }
      ?? SnapScene(index)
  }

  /// Takes over a commit.
  ///
  /// - Parameter commit: A commit on ``network``; commits come in their order.
  /// - Returns: The features that meet without connecting since this commit.
  /// - Throws: ``IndexError`` when an ordinate is too large to measure with, or with code `commitOutOfOrder` when the
  ///   commit is not the next one on ``network``; the state is unchanged then.
  /// - Complexity: Linear in the number of features that meet those touched; independent of the network's size.
  @discardableResult
  public mutating func apply(_ commit: NetworkCommit) throws(IndexError) -> [TopologyProblem] {
    var next = self
    try next.index.apply(commit)
    let problems = try next.topology.apply(commit, index: next.index.features)
    try next.scene.apply(commit, index: next.index)
    next.labels = labels.applying(commit, to: next.topology)
    self = next
    return problems
  }

  /// The state that a transaction would lead to, without committing it; in the time of ``apply(_:)``.
  ///
  /// It can be traced, snapped to and queried as any other; this state does not change. `checks` are in addition to
  /// the built-in ones.
  ///
  /// - Throws: ``TransactionError`` with one problem for each error; ``IndexError`` as ``apply(_:)``.
  public func previewing(
    _ transaction: NetworkTransaction,
    checks: [any NetworkCommitCheck] = []
  ) throws -> NetworkState {
    var state = self
    try state.apply(network.committing(transaction, checks: checks))
    return state
  }
}
