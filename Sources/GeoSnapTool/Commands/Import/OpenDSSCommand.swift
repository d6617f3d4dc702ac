import ArgumentParser
import Foundation
import GeoSnapImport

struct OpenDSSCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "opendss",
    abstract: "Imports the tables that Scripts/export_opendss.py writes of an OpenDSS circuit.",
    discussion: """
      FILE is the folder with buses.csv, elements.csv and, if there are fuses, fuses.csv (fuse, \
      element, terminal).

      \(ImportArguments.discussion)
      """
  )

  @OptionGroup var arguments: ImportArguments
  @Flag(help: "Join the units of a bank to its buses, without an assembly that holds them.")
  var noAssemblies = false

  func run() throws {
    try arguments.run(
      OpenDSSImporter(options: arguments.options, makesAssemblies: !noAssemblies),
      files: try tables()
    )
  }

  /// The tables of the folder, whatever the case of their names.
  private func tables() throws -> [String] {
    let folder = URL(fileURLWithPath: arguments.file)
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    } catch {
      throw Failure(
        exitCode: .cannotOpen,
        message: "\(arguments.file) is no folder that can be read: \(error.localizedDescription)"
      )
    }
    let tables = ["buses.csv", "elements.csv", "fuses.csv"]
    return names.filter { tables.contains($0.lowercased()) }.sorted()
      .map { folder.appendingPathComponent($0).path }
  }
}
