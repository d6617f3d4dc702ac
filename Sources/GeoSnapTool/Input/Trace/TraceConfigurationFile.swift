import Foundation
import GeoSnap
import GeoSnapImport
package import GeoSnapStore

/// A file with a `traceConfiguration` of Esri's services.
enum TraceConfigurationFile {
  /// Reads a file, stdin for `-`, or a configuration that is saved in the network when there is no such file.
  ///
  /// Unknown keys are reported on stderr. Throws ``Failure`` with the place of an error in the JSON.
  static func read(
    _ name: String,
    saved: [SavedTraceConfiguration]
  ) throws -> TraceConfiguration {
    if name == "-" { return try decoded(InputFile.standardInput(), from: "stdin") }
    if FileManager.default.fileExists(atPath: name) {
      return try decoded(InputFile.bytes(name), from: name)
    }
    guard let found = saved.first(named: name) else {
      let names = saved.map(\.name)
      throw Failure.cannotOpen(
        "\(name): There is no such file, and the network has "
          + (names.isEmpty
            ? "no saved trace configurations."
            : "these trace configurations: \(Words.list(names, "and", limit: 10)).")
      )
    }
    note(found.configuration, named: found.name)
    return found.configuration
  }

  private static func decoded(
    _ bytes: [UInt8],
    from path: String
  ) throws -> TraceConfiguration {
    do {
      let configuration = try JSONDecoder().decode(TraceConfiguration.self, from: Data(bytes))
      note(configuration, named: path)
      return configuration
    } catch {
      if let (line, message) = JSONDocument.syntaxProblem(in: bytes) {
        throw Failure.badData("\(path): \(message)", file: path, line: line)
      }
      throw Failure.badData("\(path): \(DecodingExplanation.of(error))", file: path)
    }
  }

  /// Reports keys without meaning, which do not change a trace.
  private static func note(_ configuration: TraceConfiguration, named name: String) {
    let keys = configuration.otherKeys.keys.sorted() + configuration.ignoredKeys
    guard !keys.isEmpty else { return }
    let verb = keys.count == 1 ? "has" : "have"
    GeoSnapTool.note("\(name): \(Words.list(keys, "and", limit: 10)) \(verb) no effect here.")
  }

  /// Refuses a configuration with names that the network does not have; throws ``Failure`` with each place in the
  /// JSON and the valid names.
  static func check(
    _ configuration: TraceConfiguration,
    named name: String,
    _ definition: NetworkDefinition
  ) throws {
    let problems = configuration.problems(in: definition)
    guard !problems.isEmpty else { return }
    throw Failure(
      exitCode: .badData,
      message: problems.map { "\(name): \($0)" }.joined(separator: "\n"),
      places: problems.map { Failure.Place(file: name, path: $0.path, message: $0.message) }
    )
  }

  /// The JSON of a configuration, as services write it.
  static func text(_ configuration: TraceConfiguration) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do {
      return [UInt8](try encoder.encode(configuration)) + [UInt8(ascii: "\n")]
    } catch {
      throw Failure.badData("The configuration cannot be written as JSON: \(error)")
    }
  }
}

extension [SavedTraceConfiguration] {
  /// The configuration of a name; compared without case where no spelling matches exactly.
  package func first(named name: String) -> SavedTraceConfiguration? {
    first { $0.name == name } ?? first { $0.name.lowercased() == name.lowercased() }
  }
}
