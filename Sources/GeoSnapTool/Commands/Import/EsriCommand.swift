import ArgumentParser
import Foundation
import GeoSnapImport

struct EsriCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "esri",
    abstract: "Imports what a feature service of a utility network answers.",
    discussion: """
      FILE is a folder with dataElement.json, layer-ID.json, query-ID.json (further pages \
      query-ID-2.json and so on), rules.json, associations.json and perhaps subnetworks.json; \
      Documentation/Import-Esri.md says how to fetch them.

      """ + ImportArguments.discussion
  )

  @OptionGroup var arguments: ImportArguments

  func run() throws {
    let folder = FolderArgument(path: arguments.file, ending: ".json")
    let files = try folder.names().filter(folder.isRead).map { folder.place(of: $0).path }
    try arguments.run(EsriServiceImporter(options: arguments.options), files: files)
  }
}
