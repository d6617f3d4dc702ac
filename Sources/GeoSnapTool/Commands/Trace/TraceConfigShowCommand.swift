import ArgumentParser
import GeoSnap
import GeoSnapStore

struct TraceConfigShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Prints a trace configuration as the traceConfiguration JSON of Esri's services.",
    discussion: """
      It is one that the network's file keeps, or with --tier the definition of a tier. The answer is \
      JSON with and without --json.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Argument(help: "The name of a saved configuration.")
  var name: String?
  @Option(help: "The tier whose definition to print.")
  var tier: String?
  @Flag(help: "Print JSON, as without it.")
  var json = false

  func validate() throws {
    guard (name == nil) != (tier == nil) else {
      throw ValidationError("Give the name of a saved configuration, or --tier.")
    }
  }

  func run() throws {
    let stored = try input.open()
    var configuration = TraceConfiguration()
    if let name {
      configuration = try stored.traceConfiguration(named: name).configuration
    } else if let tier {
      let definition = stored.network.definition
      let known = try TierNames.tier(tier, in: definition)
      configuration = TierNames.configuration(ofTier: known, in: definition)
    }
    try ByteSink.standardOutput.write(try TraceConfigurationFile.text(configuration))
  }
}

extension StoredNetwork {
  /// The saved configuration of a name.
  ///
  /// - Throws: ``Failure`` that lists the names there are.
  func traceConfiguration(named name: String) throws -> SavedTraceConfiguration {
    if let found = traceConfigurations.first(named: name) { return found }
    let names = traceConfigurations.map(\.name)
    throw Failure.usage(
      "No trace configuration is named \(name): "
        + (names.isEmpty ? "none is saved." : "there are \(names.joined(separator: ", ")).")
    )
  }
}
