import ArgumentParser
import GeoSnap
import GeoSnapStore

struct TraceConfigShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Prints a trace configuration as the traceConfiguration JSON of Esri's services.",
    discussion: """
      The configuration is a saved one or, with --tier, the definition of a tier. The output is JSON with and \
      without --json.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Argument(help: "The name of a saved configuration.")
  var name: String?
  @Option(help: "The tier whose definition to print.")
  var tier: String?
  @Option(help: "The domain network of the tier, if several have a tier of that name.")
  var domainNetwork: String?
  @Flag(help: "Print JSON, which is the default.")
  var json = false

  func validate() throws {
    guard (name == nil) != (tier == nil) else {
      throw ValidationError("Give either the name of a saved configuration or --tier.")
    }
  }

  func run() async throws {
    let stored = try await input.open()
    var configuration = TraceConfiguration()
    if let name {
      configuration = try stored.traceConfiguration(named: name).configuration
    } else if let tier {
      let definition = stored.network.definition
      let asked = try TierNames(definition, domainNetwork: domainNetwork, tier: tier)
      let tiers = asked.tiers(in: definition)
      guard tiers.count == 1 else {
        throw Failure.usage(
          "--tier \(tier): Several domain networks have such a tier. Name one with "
            + "--domain-network: \(Words.list(tiers.map(\.domain.name), "or", limit: 10))."
        )
      }
      configuration = tiers[0].tier.traceConfiguration ?? configuration
    }
    try Surroundings.current.output.write(try TraceConfigurationFile.text(configuration))
  }
}

extension StoredSnapshot {
  /// The saved configuration of a name; throws ``Failure`` with the names there are.
  func traceConfiguration(named name: String) throws -> SavedTraceConfiguration {
    if let found = traceConfigurations.first(named: name) { return found }
    let names = traceConfigurations.map(\.name)
    throw Failure.usage(
      "No trace configuration is named \(name)"
        + (names.isEmpty
          ? ": none is saved." : ". \(Words.known("saved configuration", names))")
    )
  }
}
