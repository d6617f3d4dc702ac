import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapStore

struct DefinitionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "definition",
    abstract: "Makes a network without features of the CSV files of Esri's properties extractor.",
    discussion: """
      DIR holds *DomainNetworks.csv and *NetworkRules.csv, and perhaps *NetworkCategories.csv and \
      *Fields.csv, as github.com/Esri/utility-network-properties-extractor writes them. The network \
      has an empty table for each source, and all rules.

      JSON: {out, properties{}, files[{file, rows, carried{label: count}, checked{label: count}, \
      notCarried{label: count}, columnsNotCarried[], unknownColumns[]}], otherFiles[], \
      written{domainNetworks, tiers, sources, assetGroups, assetTypes, terminalConfigurations, \
      categories, rules}, notes[]}. The counts of a file add up to its rows.
      """
  )

  @Argument(help: "The folder with the files.")
  var dir: String
  @Argument(help: "The network to make, a GeoPackage file.")
  var out: String
  @Flag(help: "Replace OUT when it is there already.")
  var force = false
  @Option(help: "The EPSG code of the network's coordinates; none by default.")
  var srid: Int32?
  @Flag(help: "Print the report as JSON.")
  var json = false

  func validate() throws {
    if let srid, srid <= 0 { throw ValidationError("--srid is an EPSG code, such as 25832.") }
  }

  func run() throws {
    let names = try names()
    try FileIdentity.refuse(
      out,
      asOneOf: names.filter(Self.isRead).map { (place(of: $0).path, "one of the files to read") },
      "OUT"
    )
    if FileManager.default.fileExists(atPath: out), !force {
      throw Failure.usage("\(out) exists: --force replaces it.")
    }
    do {
      let result = try EsriPropertiesImporter(srid: srid).read(try files(names), named: dir)
      try GeoPackage.write(
        result.network,
        to: out,
        imports: records(result.report),
        replacing: force
      )
      let output = DefinitionOutput(result: result, out: out)
      if json { try output.document.print() } else { try printLines(output.lines) }
    } catch let error as StoreError {
      throw Failure(error)
    } catch let error as ImportError {
      throw Failure(exitCode: .badData, message: "\(error)")
    }
  }

  private static func isRead(_ name: String) -> Bool { name.lowercased().hasSuffix(".csv") }

  private func place(of name: String) -> URL {
    URL(fileURLWithPath: dir).appendingPathComponent(name)
  }

  /// The names of the files in the folder.
  private func names() throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: dir)
    } catch {
      throw unreadable(error)
    }
  }

  /// The files of the folder; those that are no CSV files without their bytes.
  private func files(_ names: [String]) throws -> [(name: String, bytes: [UInt8])] {
    do {
      return try names.map { name in
        (name, Self.isRead(name) ? [UInt8](try Data(contentsOf: place(of: name))) : [])
      }
    } catch {
      throw unreadable(error)
    }
  }

  private func unreadable(_ error: any Error) -> Failure {
    Failure(
      exitCode: .cannotOpen,
      message: "\(dir) cannot be read: \(error.localizedDescription)"
    )
  }

  /// What the network's file keeps of the report.
  private func records(_ report: EsriPropertiesReport) -> [ImportRecord] {
    let network = report.properties["Utility Network Name"] ?? dir
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
