/// All subnetworks of a network, each with its controllers and what belongs to it.
public struct SubnetworkReport: Sendable {
  /// One subnetwork.
  public struct Subnetwork: Sendable {
    /// The name, which its controllers share.
    public let name: String
    /// The tier.
    public let tierName: String
    /// The domain network.
    public let domainNetworkName: String
    /// The controllers, in the order of features.
    public let controllers: [SubnetworkController]
    /// The elements, in the order in which they are reached from the controllers.
    public let elements: TraceElements
    /// The values of the tier's functions.
    public let functions: [TraceFunctionOutput]
    /// What is not valid in the tier, and what else is wrong with the subnetwork.
    public let warnings: [TraceWarning]
  }

  /// The subnetworks, by domain network, rank of tier and first controller.
  public let subnetworks: [Subnetwork]
  /// The features of domain networks with tiers that no controller reaches, in order; containers
  /// aside.
  public let disconnected: [FeatureID]
}

extension Topology {
  /// Traces all subnetworks from their controllers, on all cores.
  ///
  /// - Parameters:
  ///   - tierName: The tier; nil for all.
  ///   - assumptions: What is taken for granted though the network says otherwise.
  ///   - threads: How many threads to use; nil for one a core.
  /// - Returns: The subnetworks and what belongs to none.
  /// - Throws: ``TraceError`` when there is no such tier, or a tier's definition names what the
  ///   network has not.
  /// - Complexity: Linear in the sum of the subnetworks' sizes.
  public func subnetworks(
    ofTier tierName: String? = nil,
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    threads: Int? = nil
  ) throws(TraceError) -> SubnetworkReport {
    preconditionFailure("in work")
  }
}
