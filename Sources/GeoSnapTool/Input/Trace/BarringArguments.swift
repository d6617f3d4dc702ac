import ArgumentParser
import GeoSnap

/// The barriers of questions that have no other configuration.
struct BarringArguments: ParsableArguments {
  @Option(
    help: "The tier; by default, that of the places.",
    completion: Completions.tiers
  )
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
