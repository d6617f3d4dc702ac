import ArgumentParser
import GeoSnapImport

struct PandapipesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pandapipes",
    abstract: "Imports what pandapipes.to_json writes.",
    discussion: ImportArguments.discussion
  )

  @OptionGroup var arguments: ImportArguments

  func run() async throws {
    try await arguments.run(PandapipesImporter(options: arguments.options), kind: .pandapipes)
  }
}
