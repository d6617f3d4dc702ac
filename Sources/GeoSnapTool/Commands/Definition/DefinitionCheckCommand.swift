import ArgumentParser
import GeoSnap
import GeoSnapImport
import GeoSnapStore

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
      throw Failure(exitCode: .badData, message: lines.joined(separator: "\n"))
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
  ) -> [DefinitionProblem] {
    guard let network = try? definition.network(srid: nil) else { return [] }
    return GeoPackage.problems(writing: network).map { problem in
      var path = "$"
      for (number, domain) in network.definition.domainNetworks.enumerated() {
        for (position, source) in domain.sources.enumerated() where source.name == problem.table {
          path = "$.domainNetworks[\(number)].sources[\(position)]"
        }
      }
      let line = JSONDocument.line(of: path, in: bytes)
      return DefinitionProblem(path: path, line: line, message: "\(problem)")
    }
  }
}
