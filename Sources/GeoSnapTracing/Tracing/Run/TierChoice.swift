internal import GeoSnapSupport

package struct TierChoice: Sendable {
  let domain: Int
  let domainNetwork: DomainNetwork
  let tier: Tier
}

package struct ControllerPlace: Sendable {
  let controller: SubnetworkController
  package let node: Int32
  let domain: Int
}

/// The controllers at which a trace of a tier ends: those of all tiers in a partitioned domain network.
struct TierEnding: Sendable {
  private let domain: Int
  /// The tier, in lower case; nil for all.
  private let tierName: String?
  private let columns: ControllerColumns

  /// The controllers of all tiers of a domain network, or of one.
  init(_ topology: Topology, domain: Int, tierName: String? = nil) {
    self.domain = domain
    self.tierName = tierName?.lowercased()
    columns = topology.controllerColumns
  }

  func holds(at node: Int32, _ topology: Topology) -> Bool {
    topology.isController(node, columns) { place in
      guard place.domain == domain else { return false }
      guard let tierName, let name = place.controller.tierName, !name.isEmpty else { return true }
      return name.lowercased() == tierName
    }
  }
}

extension TierChoice {
  func ending(in topology: Topology) -> TierEnding {
    let isPartitioned = domainNetwork.tierDefinition == .partitioned
    return TierEnding(topology, domain: domain, tierName: isPartitioned ? nil : tier.name)
  }
}

extension Topology {
  /// The controllers that are in the graph, in the order of features.
  package var controllerPlaces: [ControllerPlace] {
    if let known = traceCaches.controllerPlaces.withLock({ $0 }) { return known }
    let places = subnetworkControllers.compactMap { place(of: $0) }
    traceCaches.controllerPlaces.withLock { $0 = places }
    return places
  }

  private func place(of controller: SubnetworkController) -> ControllerPlace? {
    let range = nodes(of: controller.feature)
    let type = network.assetTypeOrdinal(at: network.ordinal(of: controller.feature))
    guard controller.terminal < range.count, type >= 0 else { return nil }
    return ControllerPlace(
      controller: controller,
      node: Int32(range.lowerBound + controller.terminal),
      domain: Int(rules.classes[Int(type)].domain)
    )
  }

  /// The controllers at some nodes, in the order of features; O(n + k log k) for n nodes and k controllers.
  func controllerPlaces(at nodes: [Int32]) -> [ControllerPlace] {
    let columns = controllerColumns
    let named =
      edits == nil
      ? columns.places(ofNamesAt: features(atNodes: nodes)).map { nodes[$0] }
      : nodes.filter { names(atNode: $0, columns) }
    if named.isEmpty { return [] }
    let wanted = Set(named)
    return controllerPlaces(ofFeaturesAt: named).filter { wanted.contains($0.node) }
  }

  /// The ordinals of the features of some nodes; -1 for hubs and system junctions.
  private func features(atNodes nodes: [Int32]) -> [Int32] {
    var features: [Int32] = []
    features.reserveCapacity(nodes.count)
    for node in nodes { features.append(node < 0 ? -1 : featureOrdinal(ofNode: Int(node))) }
    return features
  }

  /// The controllers at some nodes and at other nodes of their features, in the order of features.
  func controllerPlaces(ofFeaturesAt nodes: [Int32]) -> [ControllerPlace] {
    let columns = controllerColumns
    var features: Set<FeatureID> = []
    for node in nodes where names(atNode: node, columns) {
      features.insert(network.feature(ordinal: featureOrdinal(ofNode: Int(node))))
    }
    return Array(features).rising { Int($0.table) << 32 | Int($0.row) }.flatMap { feature in
      controllers(feature, columns).compactMap { place(of: $0) }
    }
  }

  func isController(_ node: Int32) -> Bool { isController(node, controllerColumns) { _ in true } }

  /// Whether a node has a controller that satisfies a condition.
  func isController(
    _ node: Int32,
    _ columns: ControllerColumns,
    where isWanted: (ControllerPlace) -> Bool
  ) -> Bool {
    guard names(atNode: node, columns) else { return false }
    let feature = network.feature(ordinal: featureOrdinal(ofNode: Int(node)))
    return controllers(feature, columns).contains { controller in
      place(of: controller).map { $0.node == node && isWanted($0) } ?? false
    }
  }

  /// Whether the feature of a node names a subnetwork; always true for changed features, false for hubs.
  private func names(atNode node: Int32, _ columns: ControllerColumns) -> Bool {
    if node < 0 { return false }
    let ordinal = featureOrdinal(ofNode: Int(node))
    guard ordinal >= 0 else { return false }
    return columns.hasName(ordinal)
      || edits != nil && network.isChanged(network.feature(ordinal: ordinal))
  }

  private func controllers(
    _ feature: FeatureID,
    _ columns: ControllerColumns
  ) -> [SubnetworkController] {
    edits != nil && network.isChanged(feature)
      ? network.controllers(feature) : network.base.controllers(feature, columns)
  }

  fileprivate var controllerColumns: ControllerColumns {
    if let known = traceCaches.controllerColumns.withLock({ $0 }) { return known }
    let columns = ControllerColumns(network.base)
    traceCaches.controllerColumns.withLock { $0 = columns }
    return columns
  }

  /// The controllers of a subnetwork that are in the graph, in the order of features; O(1) after the first call.
  package func controllerPlaces(ofSubnetwork name: String) -> [ControllerPlace] {
    if let known = traceCaches.placesByName.withLock({ $0.map { $0[name] ?? [] } }) { return known }
    let places = Dictionary(grouping: controllerPlaces, by: \.controller.subnetworkName)
    traceCaches.placesByName.withLock { $0 = places }
    return places[name] ?? []
  }

  package var tierChoices: [TierChoice] {
    network.definition.domainNetworks.enumerated().flatMap { number, domain in
      domain.tiers.map { TierChoice(domain: number, domainNetwork: domain, tier: $0) }
    }
  }

  /// The tiers with a name, more than one only when several domain networks use it.
  func tiers(named name: String, inDomainNetwork domain: String?) throws(TraceError) -> [TierChoice]
  {
    let choices = try tierChoices(inDomainNetwork: domain)
    let found = choices.filter { $0.tier.name.lowercased() == name.lowercased() }
    guard found.isEmpty else { return found }
    let place = domain.map { " in domain network '\($0)'" } ?? ""
    throw TraceError(
      .unknownTier,
      "There is no tier '\(name)'\(place). \(TierChoice.sentence(tierChoices))"
    )
  }

  /// The tiers of a domain network, or of all.
  package func tierChoices(inDomainNetwork domain: String?) throws(TraceError) -> [TierChoice] {
    guard let domain else { return tierChoices }
    let choices = tierChoices.filter { $0.domainNetwork.name.lowercased() == domain.lowercased() }
    guard choices.isEmpty else { return choices }
    throw TraceError(
      .unknownTier,
      "There is no domain network '\(domain)' with tiers. \(TierChoice.sentence(tierChoices))"
    )
  }

  /// Whether a controller belongs to a tier; one that names no tier belongs to all.
  @inline(never)
  package func controls(_ place: ControllerPlace, _ choice: TierChoice) -> Bool {
    guard place.domain == choice.domain else { return false }
    guard let name = place.controller.tierName, !name.isEmpty else { return true }
    return name == choice.tier.name || name.lowercased() == choice.tier.name.lowercased()
  }

  func hasController(in choice: TierChoice) -> Bool {
    controllerPlaces.contains { controls($0, choice) }
  }

  /// The tier of a trace.
  ///
  /// It is the one that the configuration names or, with a subnetwork's name, that of its controllers; else the only
  /// one of the starts' domain network; else that of the controllers connected with the starts, if they have the same
  /// one.
  func tierChoice(
    of configuration: TraceConfiguration?,
    for origins: [TraceOrigin]
  ) throws(TraceError) -> TierChoice {
    let domainName = configuration?.domainNetworkName.flatMap { $0.isEmpty ? nil : $0 }
    if let name = configuration?.tierName, !name.isEmpty {
      return try tierChoice(
        of: name,
        among: try tiers(named: name, inDomainNetwork: domainName),
        for: origins
      )
    }
    var choices = try tierChoices(inDomainNetwork: domainName)
    if let name = configuration?.subnetworkName, !name.isEmpty {
      let places = controllerPlaces(ofSubnetwork: name)
      let found = self.choices(choices, ofDomainsOf: origins).first { choice in
        places.contains { controls($0, choice) }
      }
      if let found { return found }
      throw unknownSubnetwork(name, in: choices)
    }
    choices = self.choices(choices, ofDomainsOf: origins)
    if choices.count == 1 { return choices[0] }
    let joined = try joinedTiers(origins, choices)
    if joined.count == 1 { return joined[0] }
    if joined.count > 1 { choices = joined }
    throw TraceError(
      choices.isEmpty ? .unknownTier : .tierMissing,
      choices.isEmpty
        ? "The starts are in no domain network that has tiers."
        : "Name the tier: \(TierChoice.names(choices))."
    )
  }

  /// The tier with a name in the domain network of the starts.
  private func tierChoice(
    of name: String,
    among named: [TierChoice],
    for origins: [TraceOrigin]
  ) throws(TraceError) -> TierChoice {
    let withTiers = tierChoices.map(\.domain)
    let domains = origins.compactMap { domain(of: element(at: $0)) }.filter {
      withTiers.contains($0)
    }
    let found = named.filter { domains.isEmpty || domains.contains($0.domain) }
    if found.count == 1 { return found[0] }
    let list = TierChoice.sentence(tierChoices)
    throw found.isEmpty
      ? TraceError(
        .unknownTier,
        "Tier '\(name)' and the starts are in different domain networks. \(list)"
      )
      : TraceError(
        .tierMissing,
        "Several domain networks have a tier '\(name)': name the domain network too. " + list
      )
  }

  /// The error for a subnetwork name that no controller of some tiers has, with the nearest existing names.
  func unknownSubnetwork(_ name: String, in choices: [TierChoice]) -> TraceError {
    let names = controllerPlaces.filter { place in choices.contains { controls(place, $0) } }
      .map(\.controller.subnetworkName)
    let near = NearNames.nearest(to: name, in: names)
    let tiers = Words.list(choices.map(\.tier.name), "or", limit: 10)
    return TraceError(
      .noControllers,
      near.isEmpty
        ? "There is no subnetwork '\(name)': no controller belongs to \(tiers.isEmpty ? "a tier" : "tier \(tiers)")."
        : "No controller of tier \(tiers) belongs to a subnetwork '\(name)'. Did you mean "
          + "\(Words.list(near, "or"))?"
    )
  }

  private func choices(_ choices: [TierChoice], ofDomainsOf origins: [TraceOrigin]) -> [TierChoice]
  {
    let domains = origins.compactMap { domain(of: element(at: $0)) }
    return choices.filter { domains.isEmpty || domains.contains($0.domain) }
  }

  /// The tiers that some starts may be in.
  fileprivate func candidateTiers(for origins: [TraceOrigin]) throws(TraceError) -> [TierChoice] {
    let choices = choices(tierChoices, ofDomainsOf: origins)
    let joined = try joinedTiers(origins, choices)
    return joined.isEmpty ? choices : joined
  }

  /// The tiers of the controllers connected with the starts within partitioned tiers.
  private func joinedTiers(
    _ origins: [TraceOrigin],
    _ choices: [TierChoice]
  ) throws(TraceError) -> [TierChoice] {
    guard let first = choices.first,
      choices.allSatisfy({
        $0.domain == first.domain && $0.domainNetwork.tierDefinition == .partitioned
      })
    else { return [] }
    var setting = try TraceSetting(TraceConfiguration(), of: self)
    setting.ending = TierEnding(self, domain: first.domain)
    let region = try region(from: origins, setting)
    var nodes: [Int32] = []
    for node in region.nodes.indices where !region.nodeMarks[node].contains(.outside) {
      nodes.append(region.nodes[node])
    }
    let places = controllerPlaces(at: nodes)
    return choices.filter { choice in places.contains { controls($0, choice) } }
  }
}

extension TierChoice {
  static func sentence(_ choices: [TierChoice]) -> String {
    choices.isEmpty ? "The network has no tiers." : Words.known("tier", choices.map(\.words))
  }

  /// Some tiers, joined by "or".
  static func names(_ choices: [TierChoice]) -> String {
    Words.list(choices.map(\.words), "or", limit: 10)
  }

  private var words: String { "\(tier.name) (\(domainNetwork.name))" }
}

extension Topology {
  /// The configuration that a trace uses by default.
  ///
  /// It is that of the tier's definition. Connected traces have no conditions unless a tier is named. Loops and
  /// shortest paths need no tier: without tiers they have no conditions, and in several tiers they use the
  /// traversability if it is the same in all of them.
  ///
  /// - Parameters:
  ///   - type: The type of trace.
  ///   - starts: The starting points, which determine the tier when none is named.
  ///   - domainNetworkName: The domain network; nil for that of the starts.
  ///   - tierName: The tier; nil for the only one, or that of the controllers connected with the starts. A connected
  ///     trace uses the tier's conditions when it is named.
  ///   - subnetworkName: The subnetwork to trace; nil for that of the starts.
  /// - Returns: The configuration, which names its tier.
  /// - Throws: ``TraceError`` of code `unknownTier`, `tierMissing` or `badLocation`.
  public func defaultConfiguration(
    of type: TraceType,
    from starts: [TraceLocation] = [],
    domainNetworkName: String? = nil,
    tierName: String? = nil,
    subnetworkName: String? = nil
  ) throws(TraceError) -> TraceConfiguration {
    var asked = TraceConfiguration()
    asked.domainNetworkName = domainNetworkName
    asked.tierName = tierName
    asked.subnetworkName = subnetworkName
    if type == .connected && tierName == nil { return asked }
    var origins: [TraceOrigin] = []
    for start in starts { origins += try self.origins(of: start, takingAllTerminals: true) }
    let choice: TierChoice
    do { choice = try tierChoice(of: asked, for: origins) } catch {
      // Loops and shortest paths need no tier: without tiers there are no barriers, and with several possible tiers
      // their traversability is used if it is the same in all of them.
      guard !type.isSubnetworkBased && tierName == nil && domainNetworkName == nil else {
        throw error
      }
      if error.code == .unknownTier { return asked }
      guard error.code == .tierMissing else { throw error }
      let bars = try candidateTiers(for: origins)
        .map { $0.tier.traceConfiguration?.traversability ?? Traversability() }
      guard let shared = bars.first, bars.allSatisfy({ $0 == shared }) else { throw error }
      asked.traversability = shared
      return asked
    }
    var configuration = choice.tier.traceConfiguration ?? TraceConfiguration()
    configuration.domainNetworkName = choice.domainNetwork.name
    configuration.tierName = choice.tier.name
    configuration.subnetworkName = subnetworkName
    return configuration
  }
}
