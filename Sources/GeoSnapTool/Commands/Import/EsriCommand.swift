import ArgumentParser
import Foundation
import GeoSnapImport

struct EsriCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "esri",
    abstract: "Imports the responses of a utility network's feature service.",
    discussion: """
      FILE is a folder with dataElement.json. It may also have layer-ID.json, query-ID.json (further pages \
      query-ID-2.json and so on), rules.json, associations.json and subnetworks.json. Documentation/Import-Esri.md \
      describes how to download them.

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
        "\(arguments.file) holds CSV files of Esri's properties extractor, not responses of a feature service. To make a "
          + "network without features from them: geosnap import definition \(PastedCommand.quoted(arguments.file)) "
          + "\(PastedCommand.quoted(arguments.out))"
      )
    }
    let files = names.filter(folder.isRead).map { folder.place(of: $0).path }
    try await arguments.run(EsriServiceImporter(options: arguments.options), files: files)
  }
}
