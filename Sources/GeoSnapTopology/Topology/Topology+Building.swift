internal import GeoSnapSupport

extension Topology {
  /// Builds the topology of a network, on all cores when it is large enough.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - tolerance: The distance within which two vertices coincide; by default that of the network's reference
  ///     system.
  /// - Complexity: O(n) for n vertices, and O(k log k) for the k lines that are cut.
  public init(_ network: UtilityNetwork, tolerance: CoincidenceTolerance? = nil) {
    let builder = TopologyBuilder(network, tolerance ?? network.coincidenceTolerance)
    builder.run(threads: network.featureCount < 1 << 14 ? 1 : availableCores())
    self.init(builder.topology)
  }

  /// The asynchronous twin of ``init(_:tolerance:)``, with progress; throws `CancellationError` when its task is
  /// cancelled.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
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
