import Foundation
import GeoSnap
import GeoSnapStore

/// A `traceConfiguration` of Esri's services as a file.
enum TraceConfigurationFile {
  /// Reads a file, or one that is saved in the network when there is no such file.
  ///
  /// - Throws: ``Failure`` that says where in the JSON something is wrong.
  static func read(
    _ name: String,
    saved: [SavedTraceConfiguration]
  ) throws -> TraceConfiguration {
    guard FileManager.default.fileExists(atPath: name) else {
      if let found = saved.first(named: name) { return found.configuration }
      let names = saved.map(\.name)
      throw Failure(
        exitCode: .cannotOpen,
        message: "\(name): There is no such file, and the network has "
          + (names.isEmpty
            ? "no saved trace configurations."
            : "these trace configurations: \(names.joined(separator: ", ")).")
      )
    }
    return try file(name)
  }

  /// Reads a file; keys that mean nothing are told on stderr.
  static func file(_ path: String) throws -> TraceConfiguration {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw Failure(
        exitCode: .cannotOpen,
        message: "\(path) cannot be read: \(error.localizedDescription)",
        file: path
      )
    }
    do {
      let configuration = try JSONDecoder().decode(TraceConfiguration.self, from: data)
      let ignored = configuration.otherKeys.keys.sorted() + configuration.ignoredKeys
      if !ignored.isEmpty {
        FileHandle.standardError.write(
          Data(
            "geosnap: note: \(path): \(ignored.joined(separator: ", ")) mean nothing here.\n".utf8
          )
        )
      }
      return configuration
    } catch {
      throw Failure(
        exitCode: .badData,
        message: "\(path): \(DecodingExplanation.of(error))",
        file: path
      )
    }
  }

  /// The JSON of a configuration, as services write it.
  static func text(_ configuration: TraceConfiguration) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do {
      return [UInt8](try encoder.encode(configuration)) + [UInt8(ascii: "\n")]
    } catch {
      throw Failure(
        exitCode: .badData,
        message: "The configuration has no form in JSON: \(error)"
      )
    }
  }
}

extension [SavedTraceConfiguration] {
  /// The configuration of a name, compared without case where none is spelt exactly so.
  func first(named name: String) -> SavedTraceConfiguration? {
    first { $0.name == name } ?? first { $0.name.lowercased() == name.lowercased() }
  }
}
