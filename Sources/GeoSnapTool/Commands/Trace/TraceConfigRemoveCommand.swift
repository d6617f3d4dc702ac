import ArgumentParser
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

struct TraceConfigRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Removes a trace configuration from a network.",
    discussion: "JSON: {removed{name, description, type}}."
  )

  @OptionGroup var input: NetworkArgument
  @Argument(help: "The name of a saved configuration.")
  var name: String
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let saved = try await input.open().traceConfiguration(named: name)
    do {
      try input.place().removeTraceConfiguration(named: saved.name)
    } catch {
      throw Failure(error)
    }
    if json { return try JSONValue.object(["removed": saved.json]).print() }
    try printLines(["Removed \(saved.name)"])
  }
}
