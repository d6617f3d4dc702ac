import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

/// A file of transactions.
enum TransactionFile {
  /// Reads one transaction, or a list of them; `-` is stdin.
  ///
  /// - Throws: `Failure` that says where in the JSON something is wrong.
  static func read(_ path: String) throws -> [NetworkTransaction] {
    let data: Data
    do {
      data =
        path == "-"
        ? try FileHandle.standardInput.readToEnd() ?? Data()
        : try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw Failure(
        exitCode: .cannotOpen,
        message: "\(path) cannot be read: \(error.localizedDescription)"
      )
    }
    do {
      let decoder = JSONDecoder()
      let isList = data.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "[")
      return isList
        ? try decoder.decode([NetworkTransaction].self, from: data)
        : [try decoder.decode(NetworkTransaction.self, from: data)]
    } catch {
      throw Failure(
        exitCode: .badData,
        message: "\(path): \(DecodingExplanation.of(error)) See Documentation/Editing.md."
      )
    }
  }
}
