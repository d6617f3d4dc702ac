import ArgumentParser

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Makes a network from a file of another program.",
    discussion: """
      Every element becomes features or is listed as not imported. The ORIGIN of each feature is its element in \
      FILE, such as bus/17 or line/42.
      """,
    subcommands: [
      EpanetCommand.self, SwmmCommand.self, OpenDSSCommand.self, PandapowerCommand.self,
      PandapipesCommand.self, EsriCommand.self, GISCommand.self, DefinitionCommand.self,
    ]
  )
}
