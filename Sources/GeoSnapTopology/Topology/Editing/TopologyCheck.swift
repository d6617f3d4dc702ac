internal import GeoSnapSupport

/// Keeps the topology of an edited network up to date, and refuses transactions that leave features meeting without
/// connecting.
///
/// Pass it to a ``NetworkEditor`` or a store as one of its checks; both report every commit to it, and ``topology``
/// is then up to date. It may be used from several threads, also for transactions on older snapshots: checks are
/// independent of each other, and a commit takes over only the topology of the committed transaction. A check belongs
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
    /// Nil before the first check.
    var topology: Topology?
    /// The topology after the transaction that was checked last, by any thread.
    var next: Topology?
  }

  private let state: Locked<State>
  private let refuses: Bool

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - topology: The topology of the network that is to be edited; nil to build it at the first check.
  ///   - refuses: Whether to refuse transactions after which more features meet without connecting; otherwise only
  ///     ``topology`` is kept.
  public init(_ topology: Topology? = nil, refuses: Bool = true) {
    state = Locked(State(topology: topology))
    self.refuses = refuses
  }

  /// The topology of the network after all commits, read in O(1); nil before the first check.
  public var topology: Topology? { state.withLock { $0.topology } }

  /// The topology of a network, derived from the kept one or built; the first one built is kept.
  private func topology(of network: EditedNetwork) throws(IndexError) -> Topology {
    if let topology { return try topology.moved(to: network) }
    let built = try Topology(network.base).moved(to: network)
    return state.withLock { state in
      if state.topology == nil { state.topology = built }
      return built
    }
  }

  /// The features that meet without connecting after a transaction but not before it.
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
    } catch { return [TransactionProblem(.wrongGeometry, error.message)] }
  }

  /// Takes over the topology after a committed transaction.
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
    } catch { preconditionFailure("What is undone or done again had been checked: \(error)") }
  }

  /// Discards the topology, since another network will be edited.
  public func didReload() { state.withLock { $0 = State() } }
}

extension Topology {
  /// The reasons to refuse a transaction that led to this topology: lines without a usable geometry, points on top of
  /// another, and `meetings`, which ``apply(_:index:)`` returned.
  package func refusals(
    _ touched: [FeatureID],
    before: EditedNetwork,
    meetings: [TopologyProblem]
  ) -> [TransactionProblem] {
    let shapes = touched.compactMap { shapeProblem(of: $0, before: before, after: network) }
    let stacks = edits?.newStacks(touched, before: before) ?? []
    return (shapes + stacks + meetings).map { TransactionProblem($0, in: network, rules) }
  }

  /// The topology of another snapshot of the same network; linear in the edits by which the two differ.
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

  /// The problem of a changed line that has no geometry for the graph: empty, of several parts, or without length.
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
    // A vertical line has no length in the plane.
    let heights = path.indices.compactMap { path.z(at: $0) }
    let rises = !tolerance.holds(heights.min() ?? .nan, heights.max() ?? .nan, heights: ())
    return geometry.length <= tolerance.xy && !rises
      ? TopologyProblem(.zeroLengthLine, [feature], at: path.first) : nil
  }
}

extension TransactionProblem {
  /// The problem that features meet without connecting, or that a geometry cannot connect.
  init(_ problem: TopologyProblem, in network: EditedNetwork, _ rules: JoinRules) {
    let others = network.describe(problem.features).dropFirst().joined(separator: " and ")
    let place = problem.location.map { "at \(Words.place($0))" }
    let verb =
      problem.association != nil
      ? "It is associated with" : problem.code == .stackedPoints ? "It stands on" : "It meets"
    let meeting = others.isEmpty ? place.map { "It is \($0)" } : "\(verb) \(others)"
    let here = others.isEmpty ? nil : place
    let sentences = [
      [meeting, here].compactMap(\.self).joined(separator: " "), problem.code.sentence,
      TerminalAdvice(problem, network, rules).sentence, Self.joints(problem, network, rules),
      problem.code == .noConnectivityRule && problem.association == nil
        ? "Move it away, or change its asset type." : nil,
    ].compactMap(\.self)
    self.init(
      Code(rawValue: problem.code.rawValue),
      table: problem.features.first.map { network.base.tables[Int($0.table)].name },
      row: problem.features.first.flatMap { network.globalID(of: $0)?.description },
      features: problem.features,
      sentences.filter { !$0.isEmpty }.map { $0.hasSuffix(".") ? $0 : $0 + "." }
        .joined(separator: " ")
    )
  }

  /// The junctions that may be placed between two lines that meet without one.
  private static func joints(
    _ problem: TopologyProblem,
    _ network: EditedNetwork,
    _ rules: JoinRules
  ) -> String? {
    guard problem.code == .noJunctionBetweenLines, problem.features.count > 1,
      let one = network.assetTypeID(of: problem.features[0]),
      let other = network.assetTypeID(of: problem.features[1])
    else { return nil }
    let types = rules.connectivity.joints(between: one, other)
    return types.isEmpty ? nil : "Put \(network.list(types, "or")) between them."
  }
}

/// Advice on naming the terminal at which features meet.
private struct TerminalAdvice {
  /// The attribute to set and the terminals to choose from; nil when terminals do not matter.
  let sentence: String?

  init(_ problem: TopologyProblem, _ network: EditedNetwork, _ rules: JoinRules) {
    guard [.ambiguousTerminal, .invalidTerminal].contains(problem.code), problem.features.count > 1
    else {
      sentence = nil
      return
    }
    let (line, junction) = (problem.features[0], problem.features[1])
    guard problem.association == nil, let place = problem.location,
      let path = network.geometry(of: line)?.onlyLine, let first = path.first, let last = path.last
    else {
      sentence = Self.inAssociation(problem.features, network, rules)
      return
    }
    let isAtStart = first.squaredDistance(to: place) <= last.squaredDistance(to: place)
    let field = isAtStart ? TerminalField.from : TerminalField.to
    let terminals = rules.terminals(
      of: network.assetTypeOrdinal(of: junction),
      for: network.assetTypeOrdinal(of: line)
    )
    let table = network.base.tables[Int(line.table)]
    sentence =
      (terminals.isEmpty
        ? "Clear \(field) of the line." : "\(TerminalField.setting(field)) \(terminals.told).")
      + (table.field(named: field) == nil
        ? " The table \(table.name) has no such column yet: add it first." : "")
  }

  private static func inAssociation(
    _ features: [FeatureID],
    _ network: EditedNetwork,
    _ rules: JoinRules
  ) -> String? {
    let choices = features.compactMap { feature -> String? in
      let type = network.assetTypeOrdinal(of: feature)
      let terminals = type < 0 ? [] : rules.classes[Int(type)].terminals
      guard terminals.count > 1 else { return nil }
      return "\(network.base.tables[Int(feature.table)].name) has \(terminals.told)"
    }
    guard !choices.isEmpty else { return nil }
    return "Name one at that end of the association: \(choices.joined(separator: ", "))."
  }
}
