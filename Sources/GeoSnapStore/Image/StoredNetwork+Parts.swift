public import GeoSnap

extension StoredNetwork {
  /// The index of the network: from its image where that has one, and built otherwise.
  ///
  /// - Throws: `IndexError` when an ordinate is too large to measure with.
  /// - Complexity: O(n) for n vertices; constant with an image.
  public func index() throws(IndexError) -> NetworkIndex {
    if let index = image?.index { return index }
    let index = try NetworkIndex(network)
    image?.add(index)
    return index
  }

  /// The index of the network, as the other form gives it, with progress, and so that it can be cancelled.
  ///
  /// - Parameter progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: The index.
  /// - Throws: `IndexError` when an ordinate is too large to measure with; `CancellationError` when the task was
  ///   cancelled.
  /// - Complexity: O(n) for n vertices; constant with an image.
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
  /// The topology of the network, with the tolerance that suits its reference system: from its image where that has
  /// one, and built otherwise.
  ///
  /// - Complexity: O(n) for n vertices; constant with an image.
  public func topology() -> Topology {
    if let topology = image?.topology { return topology }
    let topology = Topology(network)
    image?.add(topology)
    return topology
  }

  /// The topology of the network, as the other form gives it, with progress, and so that it can be cancelled.
  ///
  /// - Parameter progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: The topology.
  /// - Throws: `CancellationError` when the task was cancelled.
  /// - Complexity: O(n) for n vertices; constant with an image.
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
  /// The subnetworks that each feature belongs to, as far as its image has them: nobody traces for it.
  ///
  /// - Complexity: Constant.
  public var knownSubnetworkLabels: SubnetworkLabels? { image?.labels }

  /// The subnetworks that each feature belongs to: from the image of the network where that has them, and traced
  /// otherwise.
  ///
  /// - Throws: `TraceError` when a tier's definition names what the network has not.
  /// - Complexity: Linear in the sum of the subnetworks' sizes; constant with an image.
  public func subnetworkLabels() throws(TraceError) -> SubnetworkLabels {
    if let labels = image?.labels { return labels }
    let labels = try topology().subnetworkLabels()
    image?.add(labels)
    return labels
  }

  /// The subnetworks that each feature belongs to, as the other form gives them, with progress, and so that it can
  /// be cancelled.
  ///
  /// - Parameter progress: Told now and then what share is done, from 0 to 1; never by two threads at once. Of a
  ///   topology that has to be made first nothing is told.
  /// - Returns: The labels.
  /// - Throws: `TraceError` as the other form; `CancellationError` when the task was cancelled.
  /// - Complexity: Linear in the sum of the subnetworks' sizes; constant with an image.
  public func subnetworkLabels(
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> SubnetworkLabels {
    if let labels = image?.labels { return labels }
    let labels = try await topology(progress: nil).subnetworkLabels(progress: progress)
    image?.add(labels)
    return labels
  }
}
