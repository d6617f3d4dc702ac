public import GeoSnap

extension StoredNetwork {
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
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
  public func index(
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> NetworkIndex {
    if let index = image?.index { return index }
    let index = try await NetworkIndex(network, progress: progress)
    image?.add(index)
    return index
  }
}

extension StoredNetwork {
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
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
  public func topology(
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> Topology {
    if let topology = image?.topology { return topology }
    let topology = try await Topology(network, progress: progress)
    image?.add(topology)
    return topology
  }
}

extension StoredNetwork {
  /// The subnetworks of each feature, if the image has them; nothing is traced.
  ///
  /// - Complexity: Constant.
  public var knownSubnetworkLabels: SubnetworkLabels? { image?.labels }

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
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time. Building a topology
  /// first is not reported.
  public func subnetworkLabels(
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> SubnetworkLabels {
    if let labels = image?.labels { return labels }
    let labels = try await topology(progress: nil).subnetworkLabels(progress: progress)
    image?.add(labels)
    return labels
  }
}
