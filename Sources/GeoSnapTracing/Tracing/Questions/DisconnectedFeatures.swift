internal import GeoSnapSupport

extension Topology {
  /// The features without a connection to a source, such as customers behind a shut valve; containers are left out.
  ///
  /// A source is a feature that feeds the network, or drains it where subnetworks drain to sinks: a subnetwork
  /// controller of the tier, and a feature of the category `Source` or `Generation`. Devices with a direction are
  /// passed both ways: the features found have no supply in either direction of pumps and check valves.
  ///
  /// - Parameters:
  ///   - tierName: The tier, of every domain network that has one of this name; nil for all.
  ///   - domainNetworkName: The domain network; nil for all.
  ///   - assumptions: Assumptions that replace values and barriers of the network.
  /// - Returns: The features of the domain networks, in order.
  /// - Throws: ``TraceError`` when there is no such tier, there is no source (`noControllers`), a tier's definition
  ///   names something that the network does not have, or the task was cancelled.
  /// - Complexity: Linear in the size of the network for each tier.
  public func disconnected(
    ofTier tierName: String? = nil,
    inDomainNetwork domainNetworkName: String? = nil,
    assuming assumptions: TraceAssumptions = TraceAssumptions()
  ) throws(TraceError) -> [FeatureID] {
    try disconnected(tierName, domainNetworkName, assumptions, nil)
  }

  /// The asynchronous twin of ``disconnected(ofTier:inDomainNetwork:assuming:)``, with progress; throws
  /// `CancellationError` when its task is cancelled.
  ///
  /// `progress` receives the number of elements visited, from one thread at a time.
  @concurrent
  public func disconnected(
    ofTier tierName: String? = nil,
    inDomainNetwork domainNetworkName: String? = nil,
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    progress: (@Sendable (_ visited: Int) -> Void)?
  ) async throws -> [FeatureID] {
    try cancellable { () throws(TraceError) in
      try disconnected(tierName, domainNetworkName, assumptions, progress)
    }
  }

  private func disconnected(
    _ tierName: String?,
    _ domainNetworkName: String?,
    _ assumptions: TraceAssumptions,
    _ progress: ((Int) -> Void)?
  ) throws(TraceError) -> [FeatureID] {
    let choices = try tierChoices(named: tierName, inDomainNetwork: domainNetworkName)
    var isReached = [Bool](repeating: false, count: network.ordinalLimit)
    var hasSources = false
    for choice in choices {
      let setting = try TraceSetting(
        choice.tier.traceConfiguration ?? TraceConfiguration(),
        of: self,
        assuming: assumptions
      ).joined(in: choice)
      let sources =
        controllerPlaces.filter { controls($0, choice) }.map(\.node)
        + SupplySources(self, inDomain: choice.domain).nodes(of: self)
      if !sources.isEmpty { hasSources = true }
      let open = sources.filter {
        !setting.barriers.bars(node: Int($0), setting.attributes)
          && !setting.barriers.shuts(node: Int($0), setting.attributes)
      }
      guard !open.isEmpty else { continue }
      let region = try region(from: open.map { TraceOrigin(node: Int($0)) }, setting, progress)
      let reach = OutwardReach(region, from: region.startNodes, setting)
      try TraceError.checkCancellation()
      for (node, number) in region.nodes.enumerated() where number >= 0 && reach.reaches(node: node)
      {
        let feature = featureOrdinal(ofNode: Int(number))
        if feature >= 0 { isReached[Int(feature)] = true }
      }
      for (edge, number) in region.edges.enumerated()
      where number >= 0 && !isAssociation(Int(number)) && reach.reaches(edge: edge) {
        let feature = featureOrdinal(ofEdge: Int(number))
        if feature >= 0 { isReached[Int(feature)] = true }
      }
    }
    guard hasSources else {
      guard choices.isEmpty else { throw noSource("without supply", of: choices) }
      throw TraceError(
        .noControllers,
        "The network has no tier, so no feature is a source: give its domain network a tier, and a subnetwork "
          + "controller or an asset type of the category Source."
      )
    }
    return disconnected(in: choices) { isReached[Int($0)] }
  }
}

extension TraceError {
  /// The end of the message that a tier has no controller.
  package static let controllerRemedy =
    ": set SUBNETWORKCONTROLLERNAME, TIERNAME and CONTROLLERTERMINAL of the source."
}

extension Topology {
  /// Some tiers have no source, so `state` cannot be determined.
  func noSource(_ state: String, of choices: [TierChoice]) -> TraceError {
    let remedy =
      tierRemedy(in: choices)
      ?? "set SUBNETWORKCONTROLLERNAME, TIERNAME and CONTROLLERTERMINAL of a device, or give its asset type the "
      + "category Source."
    return TraceError(
      .noControllers,
      "No feature is a source of tier \(TierChoice.names(choices)), so nothing can be said to be \(state): "
        + remedy
    )
  }
}
