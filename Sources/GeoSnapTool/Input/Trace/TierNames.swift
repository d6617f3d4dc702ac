import GeoSnap

/// The domain network and the tiers that a command names, as they are spelt in the definition.
struct TierNames {
  let domainNetwork: String?
  let tier: String?
  let targetTier: String?

  /// - Throws: ``Failure`` that lists the names there are.
  init(_ arguments: TraceConfigurationArguments, _ definition: NetworkDefinition) throws {
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

  /// The trace configuration of a tier's definition.
  static func configuration(
    ofTier name: String,
    in definition: NetworkDefinition
  ) -> TraceConfiguration {
    let tier = definition.domainNetworks.flatMap(\.tiers).first { $0.name == name }
    return tier?.traceConfiguration ?? TraceConfiguration()
  }
}
