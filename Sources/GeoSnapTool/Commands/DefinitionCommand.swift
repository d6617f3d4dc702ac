import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapPostgres
import GeoSnapStore

struct DefinitionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "definition",
    abstract: "Makes a network without features from a definition.",
    discussion: """
      A definition is a JSON file as `geosnap definition show` prints it, or a folder with the CSV files of Esri's \
      properties extractor, as github.com/Esri/utility-network-properties-extractor writes them: \
      *DomainNetworks.csv and *NetworkRules.csv, and optionally *NetworkCategories.csv and *Fields.csv. The \
      network gets an empty table for each source, and all rules.

      JSON: for a file {out, written{}}, for a folder {out, properties{}, files[{file, rows, carried{label: count}, \
      checked{label: count}, notCarried{label: count}, columnsNotCarried[], unknownColumns[]}], otherFiles[], \
      written{domainNetworks, tiers, sources, assetGroups, assetTypes, terminalConfigurations, categories, rules}, \
      notes[]}. The counts of a file add up to its rows.
      """
  )

  @Argument(help: "The definition: a JSON file, or a folder with CSV files.")
  var definition: String
  @Argument(
    help: "The network to make: a GeoPackage file, or postgresql://USER@HOST/DATABASE?schema=NAME."
  )
  var out: String
  @Flag(help: "Replace an existing OUT.")
  var force = false
  @Option(
    parsing: .unconditional,
    help: "The EPSG code of the network's coordinates; by default, none."
  )
  var srid: Int32?
  @Flag(help: "Print the report as JSON.")
  var json = false

  func validate() throws {
    try ReferenceOption.check(srid, "--srid")
  }

  func run() async throws {
    if FileManager.default.fileExists(atPath: definition), !FolderArgument.isFolder(definition) {
      return try await runFile()
    }
    let folder = FolderArgument(path: definition, ending: ".csv")
    let names = try folder.names()
    let target = try target(reading: names.filter(folder.isRead).map { folder.place(of: $0).path })
    let result = try EsriPropertiesImporter(srid: srid).read(folder.files(), named: definition)
    try await target.write(result.network, imports: records(result.report), replacing: force)
    let output = DefinitionOutput(result: result, out: "\(target)")
    if json { try output.document.print() } else { try printLines(output.lines) }
  }

  /// The target of the network, unless it is a file that is read, or exists and may not be replaced.
  private func target(reading paths: [String]) throws -> NetworkPlace {
    let target = try NetworkTarget(out)
    try target.check(
      isReplaced: force,
      read: paths.map { ($0, "one of the files to read") }
    )
    return target.place
  }

  /// Makes the network of a JSON file.
  private func runFile() async throws {
    let target = try target(reading: [definition])
    do {
      let network = try DefinitionSource.file(definition).network(srid: srid)
      let row = ImportRecord(network: definition, table: "definition", rows: 1, isImported: true)
      try await target.write(network, imports: [row], replacing: force)
      let written = DefinitionCounts(network.definition, rules: network.rules.count)
      if json {
        try JSONValue.object(["out": .string("\(target)"), "written": written.document]).print()
      } else {
        try printLines(["Made \(target)", written.line])
      }
    } catch let error as NetworkError {
      throw Failure.badData("\(error)")
    }
  }

  /// The records of the report that the network's file keeps.
  private func records(_ report: EsriPropertiesReport) -> [ImportRecord] {
    let network = report.properties["Utility Network Name"] ?? definition
    return report.files.flatMap { file in
      let labels =
        file.carried.merging(file.checked, uniquingKeysWith: +).map { ($0.key, $0.value, true) }
        + file.notCarried.map { ($0.key, $0.value, false) }
      let kind = file.name.dropLast(".csv".count).split(separator: "_").last ?? ""
      return labels.sorted { $0.0 < $1.0 }.map { label, rows, isImported in
        ImportRecord(
          network: network,
          table: "\(kind): \(label)",
          rows: rows,
          isImported: isImported
        )
      }
    }
  }
}
