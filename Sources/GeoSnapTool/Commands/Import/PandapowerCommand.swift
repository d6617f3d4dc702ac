import ArgumentParser
import GeoSnapImport

struct PandapowerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pandapower",
    abstract: "Imports what pandapower.to_json writes.",
    discussion: ImportArguments.discussion
  )

  @OptionGroup var arguments: ImportArguments

  func run() async throws {
    try await arguments.run(PandapowerImporter(options: arguments.options), kind: .pandapower)
  }
}
