import ArgumentParser
import GeoSnapImport

struct PandapipesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pandapipes",
    abstract: "Imports what pandapipes.to_json writes.",
    discussion: ImportArguments.discussion
  )

  @OptionGroup var arguments: ImportArguments

  func run() throws {
    try arguments.run(PandapipesImporter(options: arguments.options), kind: .pandapipes)
  }
}
