import ArgumentParser
import GeoSnap
import GeoSnapStore

struct TraceConfigRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Removes a trace configuration from a network's file."
  )

  @OptionGroup var input: NetworkArgument
  @Argument(help: "The name of a saved configuration.")
  var name: String

  func run() throws {
    let saved = try input.open().traceConfiguration(named: name)
    do {
      try GeoPackage.removeTraceConfiguration(named: saved.name, from: input.network)
    } catch {
      throw Failure(error)
    }
    try printLines(["Removed \(saved.name)"])
  }
}
