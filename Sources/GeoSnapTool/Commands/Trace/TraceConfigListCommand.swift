import ArgumentParser
import GeoSnap
import GeoSnapStore

struct TraceConfigListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the trace configurations that a network's file keeps.",
    discussion: """
      JSON: {configurations[{name, description, type}]}; type is null for one that goes with any.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let saved = try input.open().traceConfigurations
    if json {
      try JSONValue.object([
        "configurations": .array(
          saved.map {
            .object([
              "name": .string($0.name), "description": .string($0.summary),
              "type": JSONValue($0.type?.rawValue),
            ])
          }
        )
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
