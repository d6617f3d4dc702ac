import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapStore

/// A file of transactions.
enum TransactionFile {
  /// Reads one transaction, or a list of them; `-` is stdin.
  ///
  /// - Throws: `Failure` that says where in the JSON something is wrong.
  static func read(_ path: String) throws -> [NetworkTransaction] {
    let data = path == "-" ? try standardInput() : Data(try InputFile.bytes(path))
    do {
      let decoder = JSONDecoder()
      let isList = data.first { !" \t\r\n\u{FEFF}".utf8.contains($0) } == UInt8(ascii: "[")
      return isList
        ? try decoder.decode([NetworkTransaction].self, from: data)
        : [try decoder.decode(NetworkTransaction.self, from: data)]
    } catch {
      let (line, message) = explanation(error, [UInt8](data))
      let place = line.map { "\(path):\($0)" } ?? path
      throw Failure(
        exitCode: .badData,
        message: "\(place): \(message) See Documentation/Editing.md.",
        file: path,
        line: line
      )
    }
  }

  private static func standardInput() throws -> Data {
    do {
      return try FileHandle.standardInput.readToEnd() ?? Data()
    } catch {
      throw Failure(
        exitCode: .cannotOpen,
        message: "stdin cannot be read: \(error.localizedDescription)"
      )
    }
  }

  /// What is wrong with the JSON, and in which line.
  private static func explanation(_ error: any Error, _ bytes: [UInt8]) -> (Int?, String) {
    if let (line, message) = JSONDocument.syntaxProblem(in: bytes) { return (line, message) }
    let line = JSONDocument.line(of: DecodingExplanation.path(of: error), in: bytes)
    return (line, DecodingExplanation.of(error))
  }
}
