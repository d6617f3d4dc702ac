package import GeoSnap

/// The domain network and the tiers on the command line, as they are spelled in the definition.
package struct TierNames {
  let domainNetwork: String?
  let tier: String?
  let targetTier: String?

  /// Looks the names up; throws ``Failure`` with the names there are.
  package init(
    _ definition: NetworkDefinition,
    domainNetwork: String?,
    tier: String?,
    targetTier: String? = nil
  ) throws {
    self.domainNetwork = try domainNetwork.map { name in
      let names = definition.domainNetworks.filter { !$0.isStructureNetwork }.map(\.name)
      let thing = "domain network"
      return try Self.spelling(name, names, "--domain-network", thing, Words.known(thing, names))
    }
    let chosen = self.domainNetwork
    let networks = definition.domainNetworks.filter { chosen == nil || $0.name == chosen }
    let thing = "tier" + (chosen.map { " in \($0)" } ?? "")
    self.tier = try tier.map { try Self.tier($0, of: networks, "--tier", thing) }
    self.targetTier = try targetTier.map { try Self.tier($0, of: networks, "--target-tier", thing) }
  }

  var isEmpty: Bool { domainNetwork == nil && tier == nil && targetTier == nil }

  private static func tier(
    _ name: String,
    of networks: [DomainNetwork],
    _ option: String,
    _ thing: String
  ) throws -> String {
    let names = networks.flatMap(\.tiers).map(\.name)
    let isShared = Set(names).count < names.count
    // With several domain networks, names that occur in more than one are listed with the network.
    let shown = networks.flatMap { network in
      network.tiers.map { isShared ? "\($0.name) (\(network.name))" : $0.name }
    }
    return try spelling(name, names, option, thing, Words.known("tier", shown))
  }

  private static func spelling(
    _ name: String,
    _ names: [String],
    _ option: String,
    _ thing: String,
    _ known: String
  ) throws -> String {
    let found = names.first { $0 == name } ?? names.first { $0.lowercased() == name.lowercased() }
    if let found { return found }
    throw Failure.usage(
      "\(option) \(name): There is no such \(thing)." + (known.isEmpty ? "" : " \(known)")
    )
  }

  /// The tiers that are meant, with their domain networks.
  func tiers(in definition: NetworkDefinition) -> [(domain: DomainNetwork, tier: Tier)] {
    definition.domainNetworks.filter { domainNetwork == nil || $0.name == domainNetwork }
      .flatMap { domain in domain.tiers.map { (domain, $0) } }
      .filter { tier == nil || $0.1.name == tier }
  }
}
