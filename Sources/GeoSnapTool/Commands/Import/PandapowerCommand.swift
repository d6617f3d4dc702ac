import ArgumentParser
import GeoSnapImport

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
