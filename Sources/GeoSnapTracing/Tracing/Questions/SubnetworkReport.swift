internal import GeoSnapSupport

/// All subnetworks of a network, each with its controllers and elements.
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
    /// Warnings about asset types that are not valid in the tier and other errors of the subnetwork.
    public let warnings: [TraceWarning]
  }

  /// The subnetworks, by domain network, rank of tier and first controller.
  public let subnetworks: [Subnetwork]
  /// The features of domain networks with tiers that no controller of the traced tiers reaches, in order; containers
  /// are left out.
  public let disconnected: [FeatureID]
}

extension Topology {
  /// Traces all subnetworks from their controllers, on all cores.
  ///
  /// - Parameters:
  ///   - tierName: The tier, of every domain network that has one of this name; nil for all.
  ///   - domainNetworkName: The domain network; nil for all.
  ///   - assumptions: Assumptions that replace values and barriers of the network.
  ///   - threads: The number of threads; nil for one per core.
  /// - Returns: The subnetworks and the disconnected features.
  /// - Throws: ``TraceError`` when there is no such tier, or a tier's definition names something that the network
  ///   does not have.
  /// - Complexity: Linear in the sum of the subnetworks' sizes.
  public func subnetworks(
    ofTier tierName: String? = nil,
    inDomainNetwork domainNetworkName: String? = nil,
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    threads: Int? = nil
  ) throws(TraceError) -> SubnetworkReport {
    let choices = try tierChoices(named: tierName, inDomainNetwork: domainNetworkName)
    let tracing = reporting(choices, assumptions)
    tracing.run(threads: threads ?? availableCores())
    return report(try tracing.results(), of: choices)
  }

  /// The asynchronous twin of ``subnetworks(ofTier:inDomainNetwork:assuming:threads:)``, with progress; throws
  /// `CancellationError` when its task is cancelled.
  ///
  /// `progress` receives the share of the subnetworks that is done, from 0 to 1, from one thread at a time.
  @concurrent
  public func subnetworks(
    ofTier tierName: String? = nil,
    inDomainNetwork domainNetworkName: String? = nil,
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> SubnetworkReport {
    let choices = try tierChoices(named: tierName, inDomainNetwork: domainNetworkName)
    let tracing = reporting(choices, assumptions)
    try await tracing.run(progress: progress)
    return report(try tracing.results(), of: choices)
  }

  package func tierChoices(
    named tierName: String?,
    inDomainNetwork domainNetworkName: String?
  ) throws(TraceError) -> [TierChoice] {
    if let tierName { return try tiers(named: tierName, inDomainNetwork: domainNetworkName) }
    return try tierChoices(inDomainNetwork: domainNetworkName)
  }

  private func reporting(
    _ choices: [TierChoice],
    _ assumptions: TraceAssumptions
  ) -> SubnetworkTracing<SubnetworkReport.Subnetwork> {
    let jobs = SubnetworkJob.all(of: self, in: choices)
    return SubnetworkTracing(self, jobs, assuming: assumptions) { number, result in
      let job = jobs[number]
      return SubnetworkReport.Subnetwork(
        name: job.name,
        tierName: job.choice.tier.name,
        domainNetworkName: job.choice.domainNetwork.name,
        controllers: job.controllers,
        elements: result.elements,
        functions: result.functions,
        warnings: warnings(of: result, in: job.choice.tier)
      )
    }
  }

  private func report(
    _ subnetworks: [SubnetworkReport.Subnetwork],
    of choices: [TierChoice]
  ) -> SubnetworkReport {
    var isReached = [Bool](repeating: false, count: network.ordinalLimit)
    for subnetwork in subnetworks {
      for code in subnetwork.elements.codes { isReached[Int(featureOrdinal(code))] = true }
    }
    return SubnetworkReport(
      subnetworks: subnetworks,
      disconnected: disconnected(in: choices) { isReached[Int($0)] }
    )
  }

  /// The features of domain networks with tiers that are in none of their subnetworks.
  func disconnected(
    in choices: [TierChoice],
    isReached: (_ ordinal: Int32) -> Bool
  ) -> [FeatureID] {
    let domains = choices.map { Int32($0.domain) }
    var disconnected: [FeatureID] = []
    network.forEachFeature { feature in
      let ordinal = network.ordinal(of: feature)
      let type = network.assetTypeOrdinal(at: ordinal)
      guard !isReached(ordinal), type >= 0, domains.contains(rules.classes[Int(type)].domain),
        isInGraph(feature)
      else { return }
      disconnected.append(feature)
    }
    return disconnected
  }
}
