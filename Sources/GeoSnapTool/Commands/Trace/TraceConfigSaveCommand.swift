import ArgumentParser
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

struct TraceConfigSaveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: "Saves a trace configuration in a network, and replaces one of the same name.",
    discussion: """
      The saved configuration is a copy of --config, which is a file or a saved configuration; by default it is the \
      definition of --tier, or has no barriers if --tier is not given. The other options change the copy as in \
      `geosnap trace`. Names that the network does not have are refused; unknown keys are kept at the top level, \
      and left out elsewhere.

      JSON: {saved{name, description, type}}.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Argument(help: "The name of the configuration.")
  var name: String
  @Option(help: "A description.")
  var description = ""
  @Option(
    name: .customLong("type"),
    help: ArgumentHelp("The type of trace that the configuration is for.", valueName: "TYPE"),
    transform: TraceTypeArgument.init
  )
  var traceType: TraceTypeArgument?
  @OptionGroup var configured: TraceConfigurationArguments
  @Flag(help: "Print JSON.")
  var json = false

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
      type: traceType?.type,
      configuration: configuration ?? TraceConfiguration()
    )
    do {
      try input.place().save(saved)
    } catch {
      throw Failure(error)
    }
    if json { return try JSONValue.object(["saved": saved.json]).print() }
    try printLines(["Saved \(name)"])
  }
}
