public import GeoSnap

/// A network with further data of its file or database.
public struct StoredNetwork: StoredData, Sendable {
  /// The network.
  public let network: UtilityNetwork
  /// The data that it has in addition.
  public package(set) var additional: AdditionalData

  /// Whether ``GeoPackage/open(_:tolerating:images:)`` has read it without problems; false after other functions,
  /// which check less.
  package var isSound = false
  /// Whether all rows could be read, and none is missing.
  package var isWhole: Bool { unreadable.isEmpty && notes.isEmpty && network.setAside.isEmpty }

  /// Records that only an extent was read, and the associations that were left out because one of their ends is
  /// outside.
  package mutating func cut(_ extent: Envelope, _ associations: [GeoSnap.Association]) {
    additional.edge = ExtentEdge(extent, of: network, cut: associations)
  }

  /// The same data with another network, which may not be sound.
  func replacing(_ network: UtilityNetwork) -> StoredNetwork {
    StoredNetwork(
      network: network,
      imports: imports,
      traceConfigurations: traceConfigurations,
      unreadable: unreadable,
      notes: notes
    )
  }

  package init(
    network: UtilityNetwork,
    imports: [ImportRecord] = [],
    traceConfigurations: [SavedTraceConfiguration] = [],
    unreadable: [NetworkProblem] = [],
    notes: [NetworkProblem] = []
  ) {
    self.network = network
    additional = AdditionalData(
      imports: imports,
      traceConfigurations: traceConfigurations,
      unreadable: unreadable,
      unreadableRowCount: network.setAside.count,
      notes: notes
    )
  }

  /// The index of the network, from its image or built.
  ///
  /// - Throws: `IndexError` when an ordinate is too large to measure with.
  /// - Complexity: O(n) for n vertices; constant with an image.
  public func index() throws(IndexError) -> NetworkIndex {
    if let index = image?.index { return index }
    let index = try NetworkIndex(network)
    image?.add(index)
    return index
  }

  /// The asynchronous twin of ``index()``, with progress; throws `CancellationError` when its task is cancelled.
  public func index(progress: ProgressHandler?) async throws -> NetworkIndex {
    if let index = image?.index { return index }
    let index = try await NetworkIndex(network, progress: progress)
    image?.add(index)
    return index
  }

  /// The topology of the network, from its image, or built with the tolerance that suits its reference system.
  ///
  /// - Complexity: O(n) for n vertices; constant with an image.
  public func topology() -> Topology {
    if let topology = image?.topology { return topology }
    let topology = Topology(network)
    image?.add(topology)
    return topology
  }

  /// The asynchronous twin of ``topology()``, with progress; throws `CancellationError` when its task is cancelled.
  public func topology(progress: ProgressHandler?) async throws -> Topology {
    if let topology = image?.topology { return topology }
    let topology = try await Topology(network, progress: progress)
    image?.add(topology)
    return topology
  }

  /// The subnetworks of each feature, if the image has them; nothing is traced.
  package var knownSubnetworkLabels: SubnetworkLabels? { image?.labels }

  /// The subnetworks of each feature, from the image of the network or traced.
  ///
  /// - Throws: `TraceError` when a tier's definition has a name that the network does not have.
  /// - Complexity: Linear in the sum of the subnetworks' sizes; constant with an image.
  public func subnetworkLabels() throws(TraceError) -> SubnetworkLabels {
    if let labels = image?.labels { return labels }
    let labels = try topology().subnetworkLabels()
    image?.add(labels)
    return labels
  }

  /// The asynchronous twin of ``subnetworkLabels()``, with progress; throws `CancellationError` when its task is
  /// cancelled.
  ///
  /// Building a topology first is not reported.
  public func subnetworkLabels(progress: ProgressHandler?) async throws -> SubnetworkLabels {
    if let labels = image?.labels { return labels }
    let labels = try await topology(progress: nil).subnetworkLabels(progress: progress)
    image?.add(labels)
    return labels
  }
}

/// Data of a file or database in addition to its network: see ``StoredData``.
public struct AdditionalData: Sendable {
  package var imports: [ImportRecord]
  package var traceConfigurations: [SavedTraceConfiguration]
  let unreadable: [NetworkProblem]
  let unreadableRowCount: Int
  let notes: [NetworkProblem]
  var edge: ExtentEdge?
  package var checkout: NetworkCheckout?
  package var image: NetworkImage?

  package var withoutImage: AdditionalData {
    var additional = self
    additional.image = nil
    return additional
  }

  /// The same data with the feature identifiers of another network.
  package func of(_ network: EditedNetwork) -> AdditionalData {
    var additional = self
    additional.edge = edge?.of(network)
    return additional
  }
}

/// A network with further data of its file or database, as it was last read.
public protocol StoredData {
  /// The data that it has in addition to its network.
  var additional: AdditionalData { get }
}

extension StoredData {
  /// The records of importers: which tables they read, and which they left out.
  public var imports: [ImportRecord] { additional.imports }

  /// The stored trace configurations, with unique names.
  public var traceConfigurations: [SavedTraceConfiguration] { additional.traceConfigurations }

  /// The problems of rows that could not be read, each with its code.
  ///
  /// These rows are set aside: they are not part of the network, and stay in the file unchanged. No new row takes
  /// their row ids or global ids. If another program repairs them, a session or a store that is reloaded adds them.
  public var unreadable: [NetworkProblem] { additional.unreadable }

  /// The number of rows that are set aside; a row may have several problems.
  public var unreadableRowCount: Int { additional.unreadableRowCount }

  /// Remarks, such as that a table has fewer rows than recorded.
  public var notes: [NetworkProblem] { additional.notes }

  /// The edge of the network, when only an extent was read or is in the file; nil for all of it.
  ///
  /// Of a feature that may be connected to features that were not read, only attributes can be edited: not its
  /// geometry, its asset type or its associations. New features must lie in the extent.
  public var edge: ExtentEdge? { additional.edge }

  /// The database that the file was checked out of; nil when it was not checked out.
  ///
  /// Such a file keeps all steps, regardless of the limit, since the check-in needs them.
  public var checkout: NetworkCheckout? { additional.checkout }

  package var image: NetworkImage? { additional.image }
}
