import GeoSnap

/// The domain network and the tiers that a command names, as they are spelt in the definition.
struct TierNames {
  let domainNetwork: String?
  let tier: String?
  let targetTier: String?

  /// - Throws: ``Failure`` that lists the names there are.
  init(
    _ definition: NetworkDefinition,
    domainNetwork: String?,
    tier: String?,
    targetTier: String? = nil
  ) throws {
    self.domainNetwork = try domainNetwork.map { name in
      let names = definition.domainNetworks.filter { !$0.isStructureNetwork }.map(\.name)
      return try Self.spelling(name, names, "--domain-network", "domain network")
    }
    let networks = definition.domainNetworks
    let chosen = self.domainNetwork
    let tiers = networks.filter { chosen == nil || $0.name == chosen }.flatMap(\.tiers)
      .map(\.name)
    self.tier = try tier.map { try Self.spelling($0, tiers, "--tier", "tier") }
    self.targetTier = try targetTier.map {
      try Self.spelling($0, tiers, "--target-tier", "tier")
    }
  }

  /// Whether nothing is named.
  var isEmpty: Bool { domainNetwork == nil && tier == nil && targetTier == nil }

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

  /// The tiers that are meant, with their domain networks.
  func tiers(in definition: NetworkDefinition) -> [(domain: DomainNetwork, tier: Tier)] {
    definition.domainNetworks.filter { domainNetwork == nil || $0.name == domainNetwork }
      .flatMap { domain in domain.tiers.map { (domain, $0) } }
      .filter { tier == nil || $0.1.name == tier }
  }
}
