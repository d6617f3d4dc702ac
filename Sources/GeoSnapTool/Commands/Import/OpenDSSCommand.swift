import ArgumentParser
import Foundation
import GeoSnapImport

struct OpenDSSCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "opendss",
    abstract: "Imports an OpenDSS circuit from the tables that Scripts/export_opendss.py writes.",
    discussion: """
      FILE is the folder with buses.csv, elements.csv and, if there are fuses, fuses.csv (fuse, \
      element, terminal, open).

      \(ImportArguments.discussion)
      """
  )

  @OptionGroup var arguments: ImportArguments
  @Flag(help: "Omit assemblies, poles and substations.")
  var noAssemblies = false

  func run() async throws {
    try await arguments.run(
      OpenDSSImporter(options: arguments.options, makesAssemblies: !noAssemblies),
      files: try tables()
    )
  }

  /// The tables of the folder; names are compared without case.
  private func tables() throws -> [String] {
    let folder = FolderArgument(path: arguments.file, ending: ".csv")
    let tables = ["buses.csv", "elements.csv", "fuses.csv"]
    return try folder.names().filter { tables.contains($0.lowercased()) }
      .map { folder.place(of: $0).path }
  }
}
