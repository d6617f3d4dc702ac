internal import GeoSnapSupport

extension Topology {
  /// Builds the topology of a network, on all cores when there is enough to do.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - tolerance: How near two vertices must be to be one place; by default what suits the network's reference
  ///     system.
  /// - Complexity: O(n) for n vertices, and O(k log k) for the k lines that are cut.
  public init(_ network: UtilityNetwork, tolerance: CoincidenceTolerance? = nil) {
    let builder = TopologyBuilder(network, tolerance ?? network.coincidenceTolerance)
    builder.run(threads: network.featureCount < 1 << 14 ? 1 : availableCores())
    self.init(builder.topology)
  }

  /// Builds the topology of a network with progress, and so that it can be cancelled.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - tolerance: How near two vertices must be to be one place; by default what suits the network's reference
  ///     system.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Throws: `CancellationError` when the task was cancelled.
  public init(
    _ network: UtilityNetwork,
    tolerance: CoincidenceTolerance? = nil,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    let builder = TopologyBuilder(network, tolerance ?? network.coincidenceTolerance)
    try await builder.run(progress: progress)
    self.init(builder.topology)
  }
}
