/// A utility network at one moment, with everything that answers for it: index, scene and topology.
///
/// It takes over commits with ``apply(_:)``, in time that depends on the edit: identify, snapping and
/// traces answer for the network as it is then. A value: a copy is a snapshot that any number of threads
/// may read on, whatever the original takes over.
///
/// ```swift
/// var state = try await NetworkState(network, progress: nil)
/// let commit = try editor.commit(transaction)
/// try state.apply(commit)
/// let isolated = try state.topology.trace(parameters)
/// ```
public struct NetworkState: Sendable {
  /// What is under a pointer, and which associations lie in an extent.
  public private(set) var index: NetworkIndex
  /// What can be snapped to.
  public private(set) var scene: SnapScene
  /// What is joined to what; it traces.
  public private(set) var topology: Topology
  /// Which subnetworks features belong to, once somebody has asked.
  var labels: StateLabels

  /// The network, with the edits that the state has taken over.
  public var network: EditedNetwork { index.network }

  /// Makes a network ready, on all cores when there is enough to do.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - map: The layers and overlays to snap to; nil for everything that the network has.
  /// - Throws: ``IndexError`` when an ordinate is too large to measure with.
  /// - Complexity: O(n) for n vertices, and O(k log k) for the k lines that are cut.
  public init(_ network: UtilityNetwork, map: SnapMap? = nil) throws(IndexError) {
    try self.init(opened: EditedNetwork(network), map: map)
  }

  /// Makes a network ready that a store has opened, so that the two are one network: what tells its snapshots
  /// from those of another one holds for the state as well.
  ///
  /// - Precondition: The network has no edits.
  package init(opened network: EditedNetwork, map: SnapMap? = nil) throws(IndexError) {
    try self.init(network, NetworkIndex(network.base), Topology(network.base), map)
  }

  /// Makes a network ready with progress, and so that it can be cancelled.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - map: The layers and overlays to snap to; nil for everything that the network has.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Throws: ``IndexError`` when an ordinate is too large to measure with; `CancellationError`
  ///   when the task was cancelled.
  /// - Complexity: O(n) for n vertices, and O(k log k) for the k lines that are cut.
  public init(
    _ network: UtilityNetwork,
    map: SnapMap? = nil,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    try await self.init(opened: EditedNetwork(network), map: map, progress: progress)
  }

  /// As the form without progress.
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
    try self.init(network, index, topology, map)
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
    try self.init(network, index, topology, map)
    self.labels = StateLabels(labels)
  }

  private init(
    _ network: EditedNetwork,
    _ index: NetworkIndex,
    _ topology: Topology,
    _ map: SnapMap?
  ) throws(IndexError) {
    precondition(network.box == nil, "What is made ready anew has no edits")
    var index = index
    index.network = network
    self.index = index
    self.topology = topology
    labels = StateLabels(nil)
    scene =
      try map.map { map throws(IndexError) in try SnapScene(index, map: map) }
      ?? SnapScene(index)
  }

  /// Takes over a commit.
  ///
  /// - Parameter commit: A commit on ``network``; commits come in their order.
  /// - Returns: What meets without connecting and did not so before.
  /// - Throws: ``IndexError`` when a geometry has an ordinate too large to measure with, or with code
  ///   `commitOutOfOrder` when the commit is not the next one on ``network``; the state is as before then.
  /// - Complexity: Linear in the number of features that meet those touched; independent of the network's
  ///   size.
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

  /// The state that a transaction would lead to, which nobody has committed: what if.
  ///
  /// It can be traced, snapped to and asked as any other; this state stays as it is.
  ///
  /// - Parameters:
  ///   - transaction: The edits.
  ///   - checks: Further checks, beside the built-in ones.
  /// - Returns: The state.
  /// - Throws: ``TransactionError`` with one problem for each thing that is wrong; ``IndexError`` as
  ///   ``apply(_:)``.
  /// - Complexity: As ``apply(_:)``.
  public func previewing(
    _ transaction: NetworkTransaction,
    checks: [any NetworkCommitCheck] = []
  ) throws -> NetworkState {
    var state = self
    try state.apply(network.committing(transaction, checks: checks))
    return state
  }
}
