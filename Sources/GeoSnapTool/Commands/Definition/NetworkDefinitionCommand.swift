import ArgumentParser
import GeoSnap
import GeoSnapImport
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

  @Argument(help: "The definition, a JSON file.")
  var file: String
  @Flag(help: "Print the problems as JSON.")
  var json = false

  func run() throws {
    let bytes = try InputFile.bytes(file)
    var problems = NetworkDefinitionFile.problems(in: bytes)
    if problems.isEmpty { problems = storeProblems(try DefinitionSource.file(file), bytes) }
    if json {
      try JSONValue.object([
        "file": .string(file),
        "problems": .array(
          problems.map { problem in
            .object([
              "path": .string(problem.path), "line": JSONValue(problem.line),
              "message": .string(problem.message),
            ])
          }
        ),
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
  @Flag(help: "Print JSON in the form of a definition file.")
  var json = false

  func validate() throws {
    if json, !listed.isEmpty {
      throw ValidationError("--json prints all sources: leave out --source.")
    }
  }

  func run() async throws {
    let file = try await DefinitionSource.any(source)
    guard listed.isEmpty else {
      return try printLines(listed.flatMap { try assetTypes(of: $0, in: file.definition) })
    }
    guard json else { return try printLines(lines(file)) }
    let text: String
    do {
      text = try file.text()
    } catch {
      throw Failure.badData("\(source): \(error)")
    }
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
