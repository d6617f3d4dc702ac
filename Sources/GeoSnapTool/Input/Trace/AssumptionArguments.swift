import ArgumentParser
package import GeoSnap

/// States that a command assumes though the network says otherwise; they are not written.
package struct AssumptionArguments: ParsableArguments {
  @Option(
    name: .customLong("set"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Assume another value of a network attribute; may be given several times.",
      discussion:
        "The last dot before the first = separates the id from the attribute. The value is a number, the "
        + "name of a coded value, true, false or null.",
      valueName: "ID.ATTRIBUTE=VALUE"
    ),
    completion: Completions.features
  )
  var values: [String] = []
  @Option(
    name: .customLong("block"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Assume that a feature is shut; may be given several times.",
      valueName: "ID"
    ),
    completion: Completions.features
  )
  var blocked: [String] = []
  @Option(
    name: .customLong("unblock"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Assume that a feature is no barrier, despite all conditions; may be given several times.",
      valueName: "ID"
    ),
    completion: Completions.features
  )
  var unblocked: [String] = []

  package func assumptions(_ topology: Topology) throws -> TraceAssumptions {
    let reader = LocationReader(topology: topology)
    let assumptions = TraceAssumptions(
      values: try values.flatMap { try AssumedValue($0, topology.network).values(reader) },
      blocked: try blocked.flatMap(reader.features),
      unblocked: try unblocked.flatMap(reader.features)
    )
    if let both = assumptions.blocked.first(where: assumptions.unblocked.contains) {
      let name = topology.network.identifier(of: both)
      throw Failure.usage("\(name): Give either --block or --unblock for this feature, not both.")
    }
    return assumptions
  }
}

private struct AssumedValue {
  private let text: String
  private let id: String
  private let attribute: NetworkAttribute
  private let value: TraceValue?

  init(_ text: String, _ network: EditedNetwork) throws {
    self.text = text
    guard let sign = text.firstIndex(of: "="),
      let point = text[..<sign].lastIndex(of: "."), point > text.startIndex
    else { throw Failure.usage("\(text): --set takes ID.ATTRIBUTE=VALUE.") }
    id = String(text[..<point])
    let name = String(text[text.index(after: point)..<sign])
    let attributes = network.definition.networkAttributes
    guard let known = network.definition.networkAttribute(named: name) else {
      throw Failure.usage(
        "\(text): There is no network attribute \(name). "
          + Words.known("attribute", attributes.map(\.name))
      )
    }
    attribute = known
    value = try Self.value(
      String(text[text.index(after: sign)...]),
      known,
      network.definition,
      in: text
    )
  }

  private static func value(
    _ word: String,
    _ attribute: NetworkAttribute,
    _ definition: NetworkDefinition,
    in text: String
  ) throws -> TraceValue? {
    switch word.lowercased() {
    case "null": return nil
    // For a number, true is 1.
    case "true" where attribute.dataType != .boolean: return .integer(1)
    case "false" where attribute.dataType != .boolean: return .integer(0)
    default: break
    }
    do throws(TraceError) {
      return try TraceValue(parsing: word, of: attribute, in: definition)
    } catch { throw Failure.usage("\(text): \(error.message) null removes the value.") }
  }

  /// The values of those features whose source has the attribute.
  func values(_ reader: LocationReader) throws -> [TraceAssumptions.Value] {
    let tables = reader.topology.network.base.tables
    let features = try reader.features(id).filter { feature in
      attribute.assignments.contains { $0.sourceID == tables[Int(feature.table)].sourceID }
    }
    guard !features.isEmpty else {
      throw Failure.usage("\(text): No feature of \(id) has the attribute \(attribute.name).")
    }
    return features.map { TraceAssumptions.Value($0, attribute.name, value) }
  }
}

/// The barriers of questions that have no other configuration.
struct BarringArguments: ParsableArguments {
  @Option(help: "The tier; by default, that of the places.", completion: Completions.tiers)
  var tier: String?
  @Option(
    help: "The domain network of the tier, if several domain networks have a tier of this name.",
    completion: Completions.domainNetworks
  )
  var domainNetwork: String?
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A barrier condition, in addition to those of the tier; several conditions are combined with OR.",
      valueName: "EXPR"
    )
  )
  var condition: [String] = []
  @Flag(help: "Ignore the conditions and function barriers of the tier.")
  var noTierConditions = false

  /// The requested configuration; nil for the definition of the tier.
  func configuration(
    from starts: [TraceLocation],
    in topology: Topology
  ) throws -> TraceConfiguration? {
    // Parsing no arguments gives each option its default.
    var arguments = try TraceConfigurationArguments.parse([])
    arguments.tier = tier
    arguments.domainNetwork = domainNetwork
    arguments.condition = condition
    arguments.noTierConditions = noTierConditions
    return try arguments.configuration(of: .shortestPath, from: starts, in: topology, saved: [])
  }
}

package struct TierNames {
  let domainNetwork: String?
  let tier: String?
  let targetTier: String?

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

  func tiers(in definition: NetworkDefinition) -> [(domain: DomainNetwork, tier: Tier)] {
    definition.domainNetworks.filter { domainNetwork == nil || $0.name == domainNetwork }
      .flatMap { domain in domain.tiers.map { (domain, $0) } }
      .filter { tier == nil || $0.1.name == tier }
  }
}
