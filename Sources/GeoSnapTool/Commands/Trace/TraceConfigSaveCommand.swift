import ArgumentParser
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

struct TraceConfigSaveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: "Keeps a trace configuration in a network's file, in place of one of the same name.",
    discussion: """
      What is kept is --config FILE or a copy of another saved one, else the definition of --tier, \
      else nothing that bars; the other options change it as those of `geosnap trace` do. What names \
      something that the network has not is refused; keys that mean nothing are kept at the top, and \
      left out elsewhere.

      JSON: {saved{name, description, type}}.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Argument(help: "The name to keep it under.")
  var name: String
  @Option(help: "What it is for.")
  var description = ""
  @Option(
    name: .customLong("type"),
    help: ArgumentHelp("The type of trace that it is meant for.", valueName: "TYPE"),
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
