import ArgumentParser
import GeoSnapImport

struct EpanetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "epanet",
    abstract: "Imports an input file of EPANET, and optionally a table of isolation valves.",
    discussion: """
      Reservoirs are subnetwork controllers. The name of each subnetwork is the origin of its reservoir, such as \
      node/Lake. Tanks are sources too: an isolation trace also isolates its start from tanks. Pumps, valves, \
      check valves and closed pipes become devices halfway along their link.

      \(ImportArguments.discussion)
      """
  )

  @OptionGroup var arguments: ImportArguments
  @Option(
    help: ArgumentHelp(
      "A table of isolation valves with the columns link and node.",
      valueName: "csv"
    )
  )
  var valves: String?
  @Flag(help: "Make tanks subnetwork controllers, like reservoirs.")
  var tankControllers = false
  @Flag(help: "Do not count tanks as sources: an isolated part may stay connected to them.")
  var ignoreTanks = false

  func validate() throws {
    if tankControllers, ignoreTanks {
      throw ValidationError("--tank-controllers does not go with --ignore-tanks.")
    }
  }

  func run() async throws {
    let tanks: EpanetImporter.Tanks =
      ignoreTanks ? .ignored : tankControllers ? .controllers : .sources
    try await arguments.run(
      EpanetImporter(options: arguments.options, tanks: tanks),
      files: [arguments.file] + [valves].compactMap(\.self),
      kind: .epanet
    )
  }
}
