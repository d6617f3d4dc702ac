import ArgumentParser
import GeoSnapImport

struct EpanetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "epanet",
    abstract: "Imports an input file of EPANET, with isolation valves if there are any.",
    discussion: """
      Reservoirs control subnetworks, each named by its origin, such as node/Lake. Pumps, valves, \
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
  @Flag(help: "Let tanks control subnetworks beside the reservoirs.")
  var tankControllers = false

  func run() async throws {
    try await arguments.run(
      EpanetImporter(options: arguments.options, tanksControl: tankControllers),
      files: [arguments.file] + [valves].compactMap(\.self),
      kind: .epanet
    )
  }
}
