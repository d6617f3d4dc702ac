import ArgumentParser
import GeoSnap
import GeoSnapStore

struct TraceConfigListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the trace configurations in a network.",
    discussion: """
      JSON: {configurations[{name, description, type}]}; type is null for one that fits any type.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let saved = try await input.open().traceConfigurations
    if json {
      try JSONValue.object([
        "configurations": .array(saved.map(\.json))
      ]).print()
      return
    }
    try printLines(
      [count(saved.count, "trace configuration")]
        + saved.map { saved in
          let parts = [saved.name, saved.type?.rawValue ?? "any type", saved.summary]
          return "  " + parts.filter { !$0.isEmpty }.joined(separator: "  ")
        }
    )
  }
}

extension SavedTraceConfiguration {
  /// The metadata of the configuration.
  var json: JSONValue {
    .object([
      "name": .string(name), "description": .string(summary), "type": JSONValue(type?.rawValue),
    ])
  }
}
