import ArgumentParser

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Makes a network of a file from another program.",
    discussion: """
      Every element becomes features or is named as not imported. Every feature keeps where it \
      came from in ORIGIN, such as bus/17 or line/42.
      """,
    subcommands: [
      EpanetCommand.self, SwmmCommand.self, OpenDSSCommand.self, PandapowerCommand.self,
      PandapipesCommand.self, EsriCommand.self, GISCommand.self, DefinitionCommand.self,
    ]
  )
}
