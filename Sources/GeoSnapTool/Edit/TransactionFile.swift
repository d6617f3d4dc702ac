import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapStore

struct TransactionFile {
  let transactions: [FileTransaction]
  /// Whether the file is a list rather than a single transaction.
  let isList: Bool

  /// The bytes of a JSON file, or of stdin for `-`; throws `Failure` with the place of an error in the JSON.
  static func data(_ path: String) throws -> Data {
    let data = Data(path == "-" ? try InputFile.standardInput() : try InputFile.bytes(path))
    if let (line, message) = JSONDocument.syntaxProblem(in: [UInt8](data)) {
      throw failure(path, line, message)
    }
    return data
  }

  /// The JSON of a transaction that draws a point.
  ///
  /// - `path`: The asset type, as the command takes it.
  /// - `place`: The point, in coordinates of the network.
  /// - Throws: `Failure` when there is no such asset type.
  static func drawing(
    _ path: String,
    at place: Coordinate,
    in network: EditedNetwork
  ) throws -> Data {
    let id = try network.definition.assetType(argument: path)
    guard let type = network.assetType(id) else {
      throw Failure.usage("There is no asset type \(path).")
    }
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
  /// - `data`: The result of ``data(_:)``.
  /// - `network`: The network whose features the ids name.
  /// - Throws: `Failure` with the place of an error in the JSON.
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
      let line = JSONDocument.line(of: DecodingExplanation.path(of: error), in: [UInt8](data))
      throw Self.failure(path, line, DecodingExplanation.of(error))
    }
    guard !transactions.isEmpty else {
      throw Self.failure(path, 1, "The list is empty: it has no transaction.")
    }
    if let index = transactions.firstIndex(where: \.edits.isEmpty) {
      let place = isList ? "[\(index)].edits" : "edits"
      let line = JSONDocument.line(of: isList ? "$\(place)" : "$.\(place)", in: [UInt8](data))
      throw Self.failure(path, line, "at \(place): A transaction needs at least one edit.")
    }
  }

  private static func failure(_ path: String, _ line: Int?, _ message: String) -> Failure {
    let path = InputFile.name(path)
    let place = line.map { "\(path):\($0)" } ?? path
    return Failure.badData(
      "\(place): \(message) See Documentation/Editing-JSON.md.",
      file: path,
      line: line
    )
  }
}
