import ArgumentParser
import Foundation
import GeoSnapImport

struct EsriCommand: AsyncParsableCommand {
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

  func run() async throws {
    let folder = FolderArgument(path: arguments.file, ending: ".json")
    let names = try folder.names()
    if !names.contains(where: folder.isRead),
      names.contains(where: { $0.lowercased().hasSuffix("domainnetworks.csv") })
    {
      throw Failure.usage(
        "\(arguments.file) holds CSV files of Esri's properties extractor, not answers of a feature service. To make a "
          + "network without features of them: geosnap import definition \(PastedCommand.quoted(arguments.file)) "
          + "\(PastedCommand.quoted(arguments.out))"
      )
    }
    let files = names.filter(folder.isRead).map { folder.place(of: $0).path }
    try await arguments.run(EsriServiceImporter(options: arguments.options), files: files)
  }
}
