import GeoSnap

/// The domain network and the tiers that a command names, as they are spelt in the definition.
struct TierNames {
  let domainNetwork: String?
  let tier: String?
  let targetTier: String?
  private let subnetwork: String?
  private let definition: NetworkDefinition

  /// - Throws: ``Failure`` that lists the names there are.
  init(_ arguments: TraceConfigurationArguments, _ definition: NetworkDefinition) throws {
    self.definition = definition
    subnetwork = arguments.subnetwork
    domainNetwork = try arguments.domainNetwork.map { name in
      let names = definition.domainNetworks.filter { !$0.isStructureNetwork }.map(\.name)
      return try Self.spelling(name, names, "--domain-network", "domain network")
    }
    let networks = definition.domainNetworks
    let chosen = domainNetwork
    let tiers = networks.filter { chosen == nil || $0.name == chosen }.flatMap(\.tiers)
      .map(\.name)
    tier = try arguments.tier.map { try Self.spelling($0, tiers, "--tier", "tier") }
    targetTier = try arguments.targetTier.map {
      try Self.spelling($0, tiers, "--target-tier", "tier")
    }
  }

  /// The tier of a name, as it is spelt in a definition.
  static func tier(_ name: String, in definition: NetworkDefinition) throws -> String {
    try spelling(name, definition.domainNetworks.flatMap(\.tiers).map(\.name), "--tier", "tier")
  }

  private static func spelling(
    _ name: String,
    _ names: [String],
    _ option: String,
    _ thing: String
  ) throws -> String {
    let found = names.first { $0 == name } ?? names.first { $0.lowercased() == name.lowercased() }
    if let found { return found }
    throw Failure.usage(
      "\(option) \(name): There is no such \(thing)"
        + (names.isEmpty ? "." : ": there are \(names.joined(separator: ", ")).")
    )
  }

  /// What a configuration starts from: the definition of the tier or, for a connected trace for
  /// which no tier is named, nothing that bars.
  func definition(
    of type: TraceType,
    from starts: [TraceLocation],
    in topology: Topology
  ) throws -> TraceConfiguration {
    if let tier { return Self.configuration(ofTier: tier, in: definition) }
    guard type != .connected else { return TraceConfiguration() }
    let tables = topology.network.tables
    let sources = Set(starts.compactMap { tables[Int($0.feature.table)].sourceID })
    let networks = definition.domainNetworks.filter { network in
      domainNetwork.map { $0 == network.name }
        ?? (sources.isEmpty || network.sources.contains { sources.contains($0.sourceID) })
    }
    let tiers = networks.flatMap(\.tiers)
    guard tiers.count > 1 else { return tiers.first?.traceConfiguration ?? TraceConfiguration() }
    let met = controllers(from: starts, in: topology).compactMap(\.tierName)
    if let tier = met.first, met.allSatisfy({ $0 == tier }) {
      return Self.configuration(ofTier: tier, in: definition)
    }
    throw Failure.usage(
      "Several tiers may be meant, whose conditions differ: give --tier, one of "
        + tiers.map(\.name).joined(separator: ", ") + "."
    )
  }

  /// The controllers of the subnetwork that is named, or of those that the starts are in.
  private func controllers(
    from starts: [TraceLocation],
    in topology: Topology
  ) -> [SubnetworkController] {
    if let subnetwork {
      return topology.network.subnetworkControllers.filter { $0.subnetworkName == subnetwork }
    }
    // Without any there is nothing to tell the tier by.
    let result = try? topology.trace(TraceParameters(.subnetworkControllers, from: starts))
    return result?.controllers ?? []
  }

  /// The trace configuration of a tier's definition.
  static func configuration(
    ofTier name: String,
    in definition: NetworkDefinition
  ) -> TraceConfiguration {
    let tier = definition.domainNetworks.flatMap(\.tiers).first { $0.name == name }
    return tier?.traceConfiguration ?? TraceConfiguration()
  }
}
