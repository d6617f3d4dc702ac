import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

struct TraceConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace-config",
    abstract: "Manages the named trace configurations in a network.",
    discussion: """
      `geosnap trace --config NAME` uses a configuration. The table un_trace_configurations contains the \
      configurations (Documentation/GeoPackage.md). Edits of the network do not change them.
      """,
    subcommands: [
      TraceConfigListCommand.self, TraceConfigShowCommand.self, TraceConfigSaveCommand.self,
      TraceConfigRemoveCommand.self,
    ]
  )
}

struct TraceConfigListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the trace configurations in a network.",
    discussion: """
      JSON: {configurations[{name, description, type}]}; type is null for a configuration that fits any type.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var form: JSONOption

  func run() async throws {
    let saved = try await input.open().traceConfigurations
    try form.print(
      JSONValue.object(["configurations": .array(saved.map(\.json))]),
      [count(saved.count, "trace configuration")]
        + saved.map { saved in
          let parts = [saved.name, saved.type?.rawValue ?? "any type", saved.summary]
          return "  " + parts.filter { !$0.isEmpty }.joined(separator: "  ")
        }
    )
  }
}

extension SavedTraceConfiguration {
  var json: JSONValue {
    .object([
      "name": .string(name), "description": .string(summary), "type": JSONValue(type?.rawValue),
    ])
  }
}

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
  @Argument(help: "The name of a saved configuration.") var name: String?
  @Option(help: "The tier whose definition to print.") var tier: String?
  @Option(
    help: "The domain network of the tier, if several domain networks have a tier of this name."
  )
  var domainNetwork: String?
  @Flag(help: "Print JSON, which is the default.") var json = false

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
  func traceConfiguration(named name: String) throws -> SavedTraceConfiguration {
    if let found = traceConfigurations.first(named: name) { return found }
    let names = traceConfigurations.map(\.name)
    throw Failure.usage(
      "No trace configuration is named \(name)"
        + (names.isEmpty ? ": none is saved." : ". \(Words.known("saved configuration", names))")
    )
  }
}

struct TraceConfigSaveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract:
      "Saves a trace configuration in a network, and replaces a configuration of the same name.",
    discussion: """
      The saved configuration is a copy of --config, which is a file or a saved configuration; by default it is the \
      definition of --tier, or has no barriers if --tier is not given. The other options change the copy as in \
      `geosnap trace`. Names that the network does not have are refused; unknown keys are kept at the top level, \
      and left out elsewhere.

      JSON: {saved{name, description, type}}.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Argument(help: "The name of the configuration.") var name: String
  @Option(help: "A description.") var description = ""
  @Option(
    name: .customLong("type"),
    help: ArgumentHelp("The type of trace that the configuration is for.", valueName: "TYPE"),
    transform: TraceType.read
  )
  var traceType: TraceType?
  @OptionGroup var configured: TraceConfigurationArguments
  @OptionGroup var form: JSONOption

  func run() async throws {
    let stored = try await input.open()
    // As for a connected trace, the configuration starts empty: it holds the options alone, without the definition of
    // a tier.
    let configuration = try configured.configuration(
      of: .connected,
      from: [],
      in: try await input.topology(of: stored),
      saved: stored.traceConfigurations
    )
    let saved = SavedTraceConfiguration(
      name: name,
      summary: description,
      type: traceType,
      configuration: configuration ?? TraceConfiguration()
    )
    try input.place().save(saved)
    if configuration?.otherKeys.isEmpty == false {
      // All keys are written, also those without a meaning here.
      let written = try JSONDecoder().decode(
        [String: JSONFragment].self,
        from: JSONEncoder().encode(TraceConfiguration())
      )
      let keys = written.keys.filter { TraceConfiguration.otherDefaults[$0] == nil }.sorted()
      note("The keys that a configuration can have are \(Words.names(keys)).")
    } else if configuration == nil, traceType == nil {
      note("\(name) has no settings: give --config, --tier or an option such as --condition.")
    }
    try form.print(JSONValue.object(["saved": saved.json]), ["Saved \(name)"])
  }
}

struct TraceConfigRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Removes a trace configuration from a network.",
    discussion: "JSON: {removed{name, description, type}}."
  )

  @OptionGroup var input: NetworkArgument
  @Argument(help: "The name of a saved configuration.") var name: String
  @OptionGroup var form: JSONOption

  func run() async throws {
    let saved = try await input.open().traceConfiguration(named: name)
    try input.place().removeTraceConfiguration(named: saved.name)
    try form.print(JSONValue.object(["removed": saved.json]), ["Removed \(saved.name)"])
  }
}
