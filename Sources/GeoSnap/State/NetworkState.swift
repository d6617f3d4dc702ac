internal import GeoSnapSupport

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
    // Indexing takes about a third of the time.
    let share = 1.0 / 3
    let index = try await NetworkIndex(network, progress: { progress?($0 * share) })
    let topology = try await Topology(network, progress: { progress?(share + $0 * (1 - share)) })
    try self.init(opened: EditedNetwork(network), index: index, topology: topology, map: map)
  }

  /// Takes over index, topology and labels of a network that a store has opened.
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

  /// The transaction that stores an edit of a geometry editor: ``SavedEdit/transaction(in:)`` and the associations
  /// that rules add.
  ///
  /// A new junction or device is associated with the smallest area around it (containment) and with a structure at
  /// its place (attachment), if rules and roles allow it.
  ///
  /// - Complexity: Linear in the size of the edit and the number of features at its place.
  public func transaction(for edit: SavedEdit) -> NetworkTransaction {
    var transaction = edit.transaction(in: network)
    if edit.makesAssociations, case .insertFeature? = transaction.edits.first {
      transaction.edits += associations(of: edit)
    }
    return transaction
  }

  private func associations(of edit: SavedEdit) -> [NetworkEdit] {
    guard let newID = edit.newID, let type = edit.assetType,
      case .point(let point) = edit.geometry, let place = point.coordinate
    else { return [] }
    var carrier: GlobalID?
    var holder: (id: GlobalID, size: Double)?
    for hit in index.identify(IdentifyRequest(at: place, tolerance: 0)) {
      guard let id = network.globalID(of: hit.feature), id != newID,
        let other = network.assetTypeID(of: hit.feature),
        let geometry = network.geometry(of: hit.feature), geometry.type.dimension != 1
      else { continue }
      if network.allows(.containment, from: other, to: type) {
        let size = geometry.area
        if holder.map({ size < $0.size }) ?? true { holder = (id, size) }
      } else if geometry.type.dimension == 0, network.allows(.attachment, from: other, to: type) {
        carrier = carrier ?? id
      }
    }
    let ends: [(AssociationKind, GlobalID?)] = [(.containment, holder?.id), (.attachment, carrier)]
    return ends.compactMap { kind, from in
      from.map {
        .insertAssociation(NewAssociation(kind: kind, from: .init($0), to: .init(newID)))
      }
    }
  }

  /// Validates the network of this state, edits included, on all cores, with progress.
  ///
  /// A state with edits is packed again for it. Errors still name features by the identifiers of the state.
  ///
  /// ```swift
  /// let validation = try await state.validation()
  /// for error in validation.errors { print(state.network.describe(error)) }
  /// ```
  ///
  /// - Parameters:
  ///   - extent: Lists only errors, doubts and missing rules of features that intersect it; nil for all.
  ///   - doubts: How to look for doubts; nil to leave them out.
  ///   - progress: Receives the share that is done, from 0 to 1, from one thread at a time.
  /// - Returns: Errors, doubts and missing rules.
  /// - Throws: `CancellationError` when the task was cancelled.
  /// - Complexity: O(n log n) for n vertices, as long as features overlap little.
  @concurrent public func validation(
    extent: Envelope? = nil,
    doubts: DoubtSettings? = nil,
    progress: (@Sendable (_ done: Double) -> Void)? = nil
  ) async throws -> NetworkValidation {
    try await NetworkValidation(
      topology,
      index.features,
      extent: extent,
      doubts: doubts,
      progress: progress
    )
  }

  /// The transaction that deletes a feature.
  ///
  /// When a junction that joins just two lines of one asset type is deleted, the lines are merged: the longer one
  /// takes over the other. Terminals of the junction that line ends name are cleared, unless another junction is at
  /// the same place.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - healsLines: Whether the two lines are merged.
  /// - Returns: The transaction; without edits when the feature no longer exists.
  /// - Complexity: Linear in the number of features at the same place.
  public func deletion(of feature: FeatureID, healsLines: Bool = true) -> NetworkTransaction {
    guard let key = network.key(of: feature) else { return NetworkTransaction("Delete") }
    let type = network.assetType(of: feature).map { $0.group.words(for: $0.type) }
    let edits = terminalsNamed(of: feature) + [.deleteFeature(key)]
    var deletion = NetworkTransaction("Delete \(type ?? "\(key)")", edits)
    if healsLines, let (kept, other) = linesHealed(without: feature),
      let keptKey = network.key(of: kept), let otherKey = network.key(of: other)
    {
      var healing = deletion
      healing.edits.append(.mergeLines(keptKey, with: otherKey))
      // Lines that cannot be merged, such as at different heights, do not prevent the deletion.
      if (try? network.committing(healing)) != nil { deletion = healing }
    }
    return deletion
  }

  /// The two lines that a junction joins, the longer first; nil when it joins anything else.
  private func linesHealed(without junction: FeatureID) -> (FeatureID, FeatureID)? {
    guard let type = network.assetType(of: junction), type.type.connectivityPolicy == nil,
      case .point(let point)? = network.geometry(of: junction), let place = point.coordinate
    else { return nil }
    var lines: [FeatureID] = []
    var isFree = true
    index.features.forEachVertex(within: topology.tolerance.xy, of: place) { hit in
      let feature = network.feature(ordinal: hit.feature)
      guard feature != junction, let usage = usage(of: feature), usage.connectsByGeometry else {
        return
      }
      let isEnd = !hit.flags.isDisjoint(with: [.startsPart, .endsPart])
      if usage.elementKind == .edge, isEnd { lines.append(feature) } else { isFree = false }
    }
    guard isFree, lines.count == 2, lines[0] != lines[1],
      network.assetTypeID(of: lines[0]) == network.assetTypeID(of: lines[1])
    else { return nil }
    let lengths = lines.map { network.geometry(of: $0)?.length ?? 0 }
    return lengths[0] >= lengths[1] ? (lines[0], lines[1]) : (lines[1], lines[0])
  }

  /// The edits that clear the terminals which line ends name at a device.
  private func terminalsNamed(of junction: FeatureID) -> [NetworkEdit] {
    guard topology.nodes(of: junction).count > 1,
      case .point(let point)? = network.geometry(of: junction), let place = point.coordinate
    else { return [] }
    var named: [FeatureID: [String: AttributeValue]] = [:]
    var isAlone = true
    index.features.forEachVertex(within: topology.tolerance.xy, of: place) { hit in
      let feature = network.feature(ordinal: hit.feature)
      guard feature != junction, let usage = usage(of: feature), usage.connectsByGeometry else {
        return
      }
      if usage.elementKind != .edge { isAlone = false }
      for (flag, end) in [(PathFlags.startsPart, LineEnd.start), (.endsPart, .end)]
      where hit.flags.contains(flag) {
        let value = network.attribute(end.terminalField, of: feature)
        if let value, value != .null { named[feature, default: [:]][end.terminalField] = .null }
      }
    }
    guard isAlone else { return [] }
    return named.sorted { ($0.key.table, $0.key.row) < ($1.key.table, $1.key.row) }
      .compactMap { line, fields in network.key(of: line).map { .setAttributes($0, fields) } }
  }

  private func usage(of feature: FeatureID) -> NetworkSourceUsage? {
    network.assetTypeID(of: feature).flatMap { network.assetType($0)?.source.usage }
  }

  /// Whether subnetwork labels exist, of this state, of an earlier one or from an image: then
  /// ``subnetworkLabels(threads:)`` traces only what commits can have changed.
  package var hasSubnetworkLabels: Bool { labels.mending.withLock { $0 != nil } }

  /// The subnetworks that each feature belongs to, computed on first use and updated on the first use after commits.
  ///
  /// Copies of this state and later states share them. `threads` is nil for one per core.
  ///
  /// - Throws: ``TraceError`` when a tier's definition names something that the network does not have.
  /// - Complexity: Linear in the sizes of the subnetworks that commits can have changed since, at first of all;
  ///   constant when nothing has changed.
  public func subnetworkLabels(threads: Int? = nil) throws(TraceError) -> SubnetworkLabels {
    try labels.mending.withLock { mending throws(TraceError) in
      let known: SubnetworkLabels
      if let mending {
        known = try mending.mended(threads: threads)
      } else {
        known = try topology.subnetworkLabels(threads: threads)
      }
      mending = LabelMending(known)
      return known
    }
  }
}

/// The subnetwork labels that a state and its copies share.
final class StateLabels: Sendable {
  /// The labels with the commits since; nil before first use.
  let mending: Locked<LabelMending?>

  init(_ labels: SubnetworkLabels?) { mending = Locked(labels.map { LabelMending($0) }) }

  private init(_ mending: LabelMending?) { self.mending = Locked(mending) }

  func applying(_ commit: NetworkCommit, to topology: Topology) -> StateLabels {
    var mending = mending.withLock { $0 }
    mending?.apply(commit, to: topology)
    return StateLabels(mending)
  }
}
