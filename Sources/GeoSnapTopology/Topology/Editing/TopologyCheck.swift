internal import GeoSnapSupport

/// Keeps the topology of a network that is edited, and refuses transactions after which something meets that may not
/// connect.
///
/// Give it to ``NetworkEditor`` or to a store as one of its checks; both tell it of every commit, and ``topology`` is
/// always that of the network as it is. Any number of threads may ask it, also about transactions on older snapshots:
/// each question stands for itself, and a commit takes over the topology of its own question alone. A check belongs
/// to one editor or one store.
///
/// ```swift
/// let check = TopologyCheck()
/// let editor = NetworkEditor(network, checks: [check])
/// try editor.commit(transaction)
/// let edges = check.topology?.edges(of: line)
/// ```
public final class TopologyCheck: NetworkCommitCheck {
  private struct State: Sendable {
    /// Nil before the first question.
    var topology: Topology?
    /// The index that it was given with, until the first question.
    var index: FeatureIndex?
    /// The topology after the transaction that was asked about last, by whichever thread.
    var next: Topology?
  }

  private let state: Locked<State>
  /// Whether transactions are refused, or only their topology is kept.
  private let refuses: Bool

  /// Begins without a topology: it is built at the first question.
  ///
  /// - Parameter refuses: Whether a transaction after which something new meets without connecting is refused;
  ///   otherwise only ``topology`` is kept.
  public init(refuses: Bool = true) {
    state = Locked(State())
    self.refuses = refuses
  }

  /// Begins with the topology of the network that is to be edited.
  ///
  /// - Parameters:
  ///   - topology: The topology.
  ///   - index: An index of all features of its network under their ordinals; built when nil.
  ///   - refuses: Whether a transaction after which something new meets without connecting is refused; otherwise only
  ///     ``topology`` is kept.
  public init(
    _ topology: Topology,
    index: FeatureIndex? = nil,
    refuses: Bool = true
  ) {
    state = Locked(State(topology: topology, index: index))
    self.refuses = refuses
  }

  /// The topology of the network after all commits; nil when it has not been asked for yet.
  ///
  /// - Complexity: O(1).
  public var topology: Topology? { state.withLock { $0.topology } }

  /// The topology of a network, from what is kept; built when nothing is.
  ///
  /// It is kept itself when it is the first, and not when it is that of a snapshot that others have gone on from.
  private func topology(of network: EditedNetwork) throws(IndexError) -> Topology {
    if let topology { return try topology.moved(to: network) }
    let built = try Topology(network.base).moved(to: network)
    return state.withLock { state in
      if state.topology == nil { state.topology = built }
      return built
    }
  }

  /// What meets after a transaction and does not connect, and did not so before.
  public func problems(
    before: EditedNetwork,
    after: EditedNetwork,
    touched: [FeatureID]
  ) -> [TransactionProblem] {
    let commit = NetworkCommit(before: before, after: after, touched: touched)
    do {
      var next = try topology(of: before)
      let problems = try next.apply(commit)
      state.withLock { $0.next = next }
      guard refuses else { return [] }
      return next.refusals(touched, before: before, meetings: problems)
    } catch {
      return [TransactionProblem(.wrongGeometry, error.message)]
    }
  }

  /// Takes over a transaction that was carried out.
  public func didCommit(_ commit: NetworkCommit, isChecked: Bool) {
    do {
      var next: Topology
      if let known = state.withLock({ $0.next }), commit.leads(to: known.network) {
        next = known
      } else {
        next = try topology(of: commit.before)
        try next.apply(commit)
      }
      state.withLock { $0 = State(topology: next) }
    } catch {
      preconditionFailure("What is undone or done again had been checked: \(error)")
    }
  }

  /// Forgets the topology of the network that was edited before.
  public func didReload() { state.withLock { $0 = State() } }
}

extension Topology {
  /// Why a transaction that led here is to be refused: what it left unconnected, without a shape, or on the spot of
  /// another.
  ///
  /// - Parameters:
  ///   - touched: What the transaction touched.
  ///   - before: The network before it.
  ///   - meetings: What meets without connecting since, as ``apply(_:index:)`` said.
  /// - Returns: The problems.
  package func refusals(
    _ touched: [FeatureID],
    before: EditedNetwork,
    meetings: [TopologyProblem]
  ) -> [TransactionProblem] {
    let shapes = touched.compactMap { shapeProblem(of: $0, before: before, after: network) }
    let stacks = edits?.newStacks(touched, before: before) ?? []
    return (shapes + stacks + meetings).map { TransactionProblem($0, in: network, rules) }
  }

  /// The topology of another snapshot of the same network.
  ///
  /// - Complexity: O(1) for the snapshot it is of; otherwise linear in what edits have changed in one or the other.
  fileprivate func moved(to other: EditedNetwork) throws(IndexError) -> Topology {
    if network.isSameState(as: other) { return self }
    var touched: [FeatureID] = []
    for network in [network, other] {
      touched += network.changedFeatures
      for association in network.insertedAssociations + network.deletedAssociations {
        touched += network.ends(of: association)
      }
    }
    var moved = self
    try moved.apply(NetworkCommit(before: network, after: other, touched: Array(Set(touched))))
    return moved
  }

  /// What keeps a changed line out of the graph, or makes it nothing there.
  fileprivate func shapeProblem(
    of feature: FeatureID,
    before: EditedNetwork,
    after: EditedNetwork
  ) -> TopologyProblem? {
    let type = after.assetTypeOrdinal(of: feature)
    guard !after.isDeleted(feature), type >= 0, rules.classes[Int(type)].part == .line else {
      return nil
    }
    let isOld = feature.row < before.rowCount(table: Int(feature.table))
    let geometry = after.geometry(of: feature)
    if isOld, before.geometry(of: feature) == geometry { return nil }
    guard let geometry, !geometry.isEmpty else {
      return TopologyProblem(.emptyGeometry, [feature], at: nil)
    }
    guard let path = geometry.onlyLine else {
      return TopologyProblem(.multipartLine, [feature], at: geometry.coordinates.first)
    }
    // A riser has no length in the plane.
    let heights = path.indices.compactMap { path.z(at: $0) }
    let rises = !tolerance.holds(heights.min() ?? .nan, heights.max() ?? .nan, heights: ())
    return geometry.length <= tolerance.xy && !rises
      ? TopologyProblem(.zeroLengthLine, [feature], at: path.first) : nil
  }
}
