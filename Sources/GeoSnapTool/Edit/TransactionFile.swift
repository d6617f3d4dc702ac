import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapStore

/// A file of transactions.
struct TransactionFile {
  let transactions: [FileTransaction]
  /// Whether the file is a list, and not one transaction by itself.
  let isList: Bool

  /// The bytes of a file that is JSON; `-` is stdin.
  ///
  /// - Throws: `Failure` that says where in the JSON something is wrong.
  static func data(_ path: String) throws -> Data {
    let data = Data(path == "-" ? try InputFile.standardInput() : try InputFile.bytes(path))
    if let (line, message) = JSONDocument.syntaxProblem(in: [UInt8](data)) {
      throw failure(path, line, message)
    }
    return data
  }

  /// The bytes of a transaction that draws a point.
  ///
  /// - Parameters:
  ///   - path: The asset type, as the command takes it.
  ///   - place: Where, in coordinates of the network.
  ///   - network: The network.
  /// - Returns: The JSON.
  /// - Throws: `Failure` when there is no such asset type.
  static func drawing(
    _ path: String,
    at place: Coordinate,
    in network: EditedNetwork
  ) throws -> Data {
    let id = try network.definition.assetType(argument: path)
    guard let type = network.assetType(id) else { throw Failure.usage("There is no \(path).") }
    return try JSONEncoder().encode(
      JSONValue.object([
        "name": .string("Create \(type.group.name) / \(type.type.name)"),
        "edits": .array([
          .object([
            "draw": .string(type.source.name), "assetGroup": .integer(id.assetGroup),
            "assetType": .integer(id.assetType),
            "geometry": .string("POINT (\(place.x) \(place.y))"),
          ])
        ]),
      ])
    )
  }

  /// Reads one transaction, or a list of them.
  ///
  /// - Parameters:
  ///   - data: What ``data(_:)`` read.
  ///   - path: Where it came from.
  ///   - network: What ids of features refer to.
  /// - Throws: `Failure` that says where in the JSON something is wrong.
  init(_ data: Data, from path: String, in network: EditedNetwork) throws {
    isList = data.first { !" \t\r\n\u{FEFF}".utf8.contains($0) } == UInt8(ascii: "[")
    do {
      let decoder = JSONDecoder()
      if let key = FeatureNaming.userInfoKey {
        decoder.userInfo[key] = FeatureNaming { name in
          try ElementReference.read(name).key(in: network)
        }
      }
      transactions =
        isList
        ? try decoder.decode([FileTransaction].self, from: data)
        : [try decoder.decode(FileTransaction.self, from: data)]
    } catch {
      let (line, message) = Self.explanation(error, [UInt8](data))
      throw Self.failure(path, line, message)
    }
    guard !transactions.isEmpty else {
      throw Self.failure(path, 1, "The list is empty: it has no transaction.")
    }
    if let index = transactions.firstIndex(where: \.edits.isEmpty) {
      let place = isList ? "[\(index)].edits" : "edits"
      let line = JSONDocument.line(of: isList ? "$\(place)" : "$.\(place)", in: [UInt8](data))
      throw Self.failure(path, line, "at \(place): A transaction has at least one edit.")
    }
  }

  private static func failure(_ path: String, _ line: Int?, _ message: String) -> Failure {
    let path = InputFile.name(path)
    let place = line.map { "\(path):\($0)" } ?? path
    return Failure(
      exitCode: .badData,
      message: "\(place): \(message) See Documentation/Editing.md.",
      file: path,
      line: line
    )
  }

  /// What is wrong with the JSON, and in which line.
  private static func explanation(_ error: any Error, _ bytes: [UInt8]) -> (Int?, String) {
    let line = JSONDocument.line(of: DecodingExplanation.path(of: error), in: bytes)
    return (line, DecodingExplanation.of(error))
  }
}
