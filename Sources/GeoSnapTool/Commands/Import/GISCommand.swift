import ArgumentParser
import Foundation
import GeoSnapImport
import GeoSnapStore

struct GISCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gis",
    abstract: "Imports layers of a GIS, as a mapping file says what they are.",
    discussion: """
      FILE is the mapping: JSON that names for each layer its data (GeoJSON, or a table of a \
      GeoPackage), the fields that are asset type, global id, origin and network attributes, and \
      the rules. Documentation/Import-GIS.md describes it. Paths in it start from its folder.

      \(ImportArguments.discussion)
      """
  )

  @OptionGroup var arguments: ImportArguments

  func run() async throws {
    let mapping = try ImportArguments.open(arguments.file)
    let folder = URL(fileURLWithPath: arguments.file).deletingLastPathComponent()
    func path(_ file: String) -> String {
      URL(fileURLWithPath: file, relativeTo: folder).path
    }
    var files = [mapping]
    var tables: [GISTable] = []
    do {
      for data in try GISImporter.data(of: mapping) {
        try arguments.refuseOut(as: path(data.file))
        guard let table = data.table else {
          files.append(
            ImportFile(name: data.file, bytes: try ImportArguments.open(path(data.file)).bytes)
          )
          continue
        }
        let rows = try GeoPackage.readTable(table, of: path(data.file))
        tables.append(GISTable(file: data.file, table: table, srid: rows.srid, rows: rows.table))
      }
    } catch let error as StoreError {
      throw Failure(error)
    } catch let error as ImportError {
      throw Failure(error)
    }
    try await arguments.run(GISImporter(options: arguments.options, tables: tables), reading: files)
  }
}
