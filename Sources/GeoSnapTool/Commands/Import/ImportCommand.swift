import ArgumentParser
import GeoSnapImport

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Makes a network from a file of another program.",
    discussion: """
      Every element of FILE becomes features, or the report lists it as not imported. The attribute ORIGIN of \
      each feature names its element in FILE, such as bus/17 or line/42.
      """,
    subcommands: [
      EpanetCommand.self, SwmmCommand.self, OpenDSSCommand.self, PandapowerCommand.self,
      PandapipesCommand.self, EsriCommand.self, GISCommand.self, DefinitionCommand.self,
    ]
  )
}

struct SwmmCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swmm",
    abstract: "Imports an input file of SWMM.",
    discussion: """
      Outfalls are subnetwork controllers. The name of each subnetwork is the origin of its outfall, such as \
      node/O1. Pumps, orifices, weirs and outlets become devices halfway along their link. Pump status and \
      flap gates are ignored.

      \(ImportArguments.discussion)
      """
  )

  @OptionGroup var arguments: ImportArguments

  func run() async throws {
    try await arguments.run(SwmmImporter(options: arguments.options), kind: .swmm)
  }
}

struct PandapowerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pandapower",
    abstract: "Imports a file that pandapower.to_json has written.",
    discussion: ImportArguments.discussion
  )

  @OptionGroup var arguments: ImportArguments

  func run() async throws {
    try await arguments.run(PandapowerImporter(options: arguments.options), kind: .pandapower)
  }
}

struct PandapipesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pandapipes",
    abstract: "Imports a file that pandapipes.to_json has written.",
    discussion: ImportArguments.discussion
  )

  @OptionGroup var arguments: ImportArguments

  func run() async throws {
    try await arguments.run(PandapipesImporter(options: arguments.options), kind: .pandapipes)
  }
}
