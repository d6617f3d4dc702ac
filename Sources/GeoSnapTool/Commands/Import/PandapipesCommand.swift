import ArgumentParser
import GeoSnapImport

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
