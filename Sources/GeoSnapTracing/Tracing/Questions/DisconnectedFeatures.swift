internal import GeoSnapSupport

extension Topology {
  /// The asynchronous twin of `disconnected(ofTier:inDomainNetwork:assuming:progress:)`, with progress; throws
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
      try disconnected(
        ofTier: tierName,
        inDomainNetwork: domainNetworkName,
        assuming: assumptions,
        progress: progress
      )
    }
  }

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
  ///   - progress: Receives the number of elements visited.
  /// - Returns: The features of the domain networks, in order.
  /// - Throws: ``TraceError`` when there is no such tier, there is no source (`noControllers`), a tier's definition
  ///   names something that the network does not have, or the task was cancelled.
  /// - Complexity: Linear in the size of the network for each tier.
  public func disconnected(
    ofTier tierName: String? = nil,
    inDomainNetwork domainNetworkName: String? = nil,
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    progress: ((_ visited: Int) -> Void)? = nil
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

  /// The reason why some tiers have no subnetwork: there is no tier, no controller, or none that counts.
  package func reasonForNoSubnetwork(
    ofTier tierName: String?,
    inDomainNetwork domainNetworkName: String?
  ) throws(TraceError) -> String {
    let choices = try tierChoices(named: tierName, inDomainNetwork: domainNetworkName)
    if choices.isEmpty {
      return "The definition has no tiers, and so the network has no subnetworks."
    }
    guard let controller = subnetworkControllers.first else {
      return "No feature is a controller\(TraceError.controllerRemedy)"
    }
    if let remedy = tierRemedy(in: choices) { return "No controller counts: \(remedy)" }
    let place = name(of: controller.feature)
    let tier = controller.tierName.map { " of tier '\($0)'" } ?? ""
    return "No controller in the graph belongs to tier \(TierChoice.names(choices)); "
      + "\(place) is a controller\(tier)."
  }

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

extension TraceError {
  /// The end of the message that a tier has no controller.
  package static let controllerRemedy =
    ": set SUBNETWORKCONTROLLERNAME, TIERNAME and CONTROLLERTERMINAL of the source."
}

/// The asset types that feed a network in addition to its subnetwork controllers.
struct SupplySources {
  /// Whether the features of each class are sources.
  private let areSources: [Bool]
  /// Whether the features of each class feed, but are ignored.
  private let areIgnored: [Bool]

  /// Finds the sources of a domain network; one that drains to sinks has only its controllers.
  init(_ topology: Topology, inDomain domain: Int) {
    let isFed = topology.network.definition.domainNetworks[domain].subnetworkControllerType != .sink
    func classes(_ categories: String...) -> [Bool] {
      zip(topology.network.catalog.entries, topology.rules.classes).map { entry, rule in
        isFed && rule.domain == domain && entry.type.hasCategory(categories)
      }
    }
    areIgnored = classes("Ignored Source")
    areSources = zip(classes("Source", "Generation"), areIgnored).map { $0 && !$1 }
  }

  /// The nodes of a region with sources, and those with ignored ones; without barriers.
  func nodes(
    of region: TraceRegion,
    _ setting: TraceSetting
  ) -> (sources: [Int32], ignored: [Int32]) {
    var found: (sources: [Int32], ignored: [Int32]) = ([], [])
    guard areSources.contains(true) || areIgnored.contains(true) else { return found }
    for (node, number) in region.nodes.enumerated() where number >= 0 {
      let type = Int(setting.topology.element(node: Int(number)).type)
      guard type >= 0, areSources[type] || areIgnored[type],
        region.nodeMarks[node].isDisjoint(with: [.outside, .bars]),
        !setting.barriers.shuts(node: Int(number), setting.attributes)
      else { continue }
      if areSources[type] {
        found.sources.append(Int32(node))
      } else {
        found.ignored.append(Int32(node))
      }
    }
    return found
  }

  /// Whether a node of the topology has a source that is not shut.
  func isSource(node: Int, _ setting: TraceSetting) -> Bool {
    let type = Int(setting.topology.element(node: node).type)
    return type >= 0 && areSources[type] && !setting.barriers.shuts(node: node, setting.attributes)
  }

  /// The nodes of sources of the domain network, in the order of features; linear in the number of features.
  func nodes(of topology: Topology) -> [Int32] {
    guard areSources.contains(true) else { return [] }
    var nodes: [Int32] = []
    topology.network.forEachFeature { feature in
      let type = topology.network.assetTypeOrdinal(of: feature)
      guard type >= 0, areSources[Int(type)] else { return }
      nodes += topology.nodes(of: feature).map { Int32($0) }
    }
    return nodes
  }
}
