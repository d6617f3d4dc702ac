import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapPostgres
import GeoSnapStore

struct NetworkDefinitionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "definition",
    abstract: "Checks and shows network definitions: asset types, tiers, terminals and rules.",
    discussion: """
      A definition file is JSON. It contains the definition and the rules, which use names instead of numbers. \
      Documentation/network-definition.schema.json is the schema of the file. `geosnap import definition` \
      makes a network from it.
      """,
    subcommands: [DefinitionCheckCommand.self, DefinitionShowCommand.self]
  )
}

struct DefinitionCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks a definition file, and lists each problem with its path and line.",
    discussion: """
      The exit code is 65 if there are problems.

      JSON: {file, problems[{path, line, message}]}.
      """
  )

  @Argument(help: "The definition, a JSON file.") var file: String
  @Flag(help: "Print the problems as JSON.") var json = false

  func run() throws {
    let bytes = try InputFile.bytes(file)
    var problems = NetworkDefinitionFile.problems(in: bytes)
    if problems.isEmpty { problems = storeProblems(try DefinitionSource.file(file), bytes) }
    if json {
      try JSONValue.object([
        "file": .string(file),
        "problems": .objects(problems) { problem in
          [
            "path": .string(problem.path), "line": JSONValue(problem.line),
            "message": .string(problem.message),
          ]
        },
      ]).print()
      if !problems.isEmpty { throw ExitCode.badData }
      return
    }
    guard problems.isEmpty else {
      let lines = problems.map { problem in
        let line = problem.line.map { ":\($0)" } ?? ""
        return "\(file)\(line): \(problem.path): \(problem.message)"
      }
      throw Failure.badData(lines.joined(separator: "\n"))
    }
    let definition = try DefinitionSource.file(file)
    let counts = DefinitionCounts(definition.definition, rules: definition.rules.count).counts
    try printLines([
      "\(file) is in order: " + counts.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
    ])
  }

  /// The problems that keep a definition from being written as a GeoPackage, each with its path in the JSON.
  private func storeProblems(
    _ definition: NetworkDefinitionFile,
    _ bytes: [UInt8]
  ) -> [ImportProblem] {
    guard let network = try? definition.network(srid: nil) else { return [] }
    return GeoPackage.problems(writing: network).map { problem in
      var path = "$"
      for (number, domain) in network.definition.domainNetworks.enumerated() {
        for (position, source) in domain.sources.enumerated() where source.name == problem.table {
          path = "$.domainNetworks[\(number)].sources[\(position)]"
        }
      }
      let line = JSONDocument.line(of: path, in: bytes)
      return ImportProblem(path: path, line: line, message: "\(problem)")
    }
  }
}

struct DefinitionShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Prints the definition of a network or of a definition file.",
    discussion: """
      With --json, the output is a definition file, which `geosnap definition check` and `geosnap import \
      definition` read. The file has all ids and codes, and omits defaults. With --source, the asset types of \
      a source are listed in the form that --asset-type of other verbs accepts, each with its codes and \
      terminals.
      """
  )

  @Argument(
    help: """
      A definition's JSON file, a folder with the CSV files of Esri's properties extractor, or a network: a GeoPackage \
      file, or postgresql://USER@HOST/DATABASE?schema=NAME.
      """
  )
  var source: String
  @Option(
    name: .customLong("source"),
    help: "List the asset types of this source; may be given several times.",
    completion: Completions.networkSources
  )
  var listed: [String] = []
  @Flag(help: "Print JSON in the form of a definition file.") var json = false

  func validate() throws {
    try refuse(json && !listed.isEmpty, "--json prints all sources: leave out --source.")
  }

  func run() async throws {
    let file = try await DefinitionSource.any(source)
    guard listed.isEmpty else {
      return try printLines(listed.flatMap { try assetTypes(of: $0, in: file.definition) })
    }
    guard json else { return try printLines(lines(file)) }
    let text: String
    do { text = try file.text() } catch { throw Failure.badData("\(source): \(error)") }
    try Surroundings.current.output.write([UInt8](text.utf8))
  }

  private func assetTypes(of name: String, in definition: NetworkDefinition) throws -> [String] {
    guard
      let source = definition.sources.first(where: { $0.name.lowercased() == name.lowercased() })
    else {
      throw Failure.usage(
        "No source is named \(name). \(Words.known("source", definition.sources.map(\.name)))"
      )
    }
    return ["\(source.name): \(source.usage.name)"]
      + source.assetTypeEntries.map { entry in
        let terminals =
          entry.type.terminalConfigurationID.flatMap { definition.terminalConfiguration(id: $0) }?
          .terminals.map(\.name) ?? []
        return "  \(entry.path)  \(entry.group.code)/\(entry.type.code)"
          + (terminals.isEmpty ? "" : "  terminals \(terminals.joined(separator: ", "))")
      }
  }

  private func lines(_ file: NetworkDefinitionFile) -> [String] {
    let definition = file.definition
    var lines: [String] = []
    for network in definition.domainNetworks {
      lines.append("\(network.name)\(network.isStructureNetwork ? " (structure network)" : "")")
      for tier in network.tiers.sorted(by: { $0.rank < $1.rank }) {
        let group = tier.tierGroupName.map { ", group \($0)" } ?? ""
        lines.append("  tier \(tier.rank) \(tier.name)\(group)")
        if let barriers = tier.traceConfiguration?.traversability.barriers {
          lines.append("    barriers: \(barriers.expression(in: definition))")
        }
      }
      for source in network.sources {
        let types = count(source.assetTypeEntries.count, "asset type")
        lines.append(
          "  \(source.name): \(source.usage.name), "
            + "\(count(source.assetGroups.count, "asset group")), \(types)"
        )
      }
    }
    if let tolerance = definition.tolerance {
      lines.append("Tolerance: \(tolerance.xy) in the plane, \(tolerance.z) in height")
    }
    for attribute in definition.networkAttributes {
      let domain = attribute.domainName.map { ", domain \($0)" } ?? ""
      lines.append("Attribute \(attribute.name): \(attribute.dataType)\(domain)")
    }
    for kind in NetworkRuleKind.allCases {
      let count = file.rules.count { $0.kind == kind }
      if count > 0 { lines.append("Rules \(kind.name): \(count)") }
    }
    return lines
  }
}

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

  @Argument(help: "The definition: a JSON file, or a folder with CSV files.") var definition: String
  @Argument(
    help: "The network to make: a GeoPackage file, or postgresql://USER@HOST/DATABASE?schema=NAME."
  )
  var out: String
  @Flag(help: "Replace an existing OUT.") var force = false
  @Option(
    parsing: .unconditional,
    help: "The EPSG code of the network's coordinates; by default, none."
  )
  var srid: Int32?
  @Flag(help: "Print the report as JSON.") var json = false

  func validate() throws { try ReferenceOption.check(srid, "--srid") }

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

  private func target(reading paths: [String]) throws -> NetworkPlace {
    let target = try NetworkTarget(out)
    try target.check(isReplaced: force, read: paths.map { ($0, "one of the files to read") })
    return target.place
  }

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
    } catch let error as NetworkError { throw Failure.badData("\(error)") }
  }

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
