internal import Foundation
internal import GRDB
internal import GeoSnap

extension GeoPackageReader {
  /// The definition; nil, and reported, when there is none that can be read.
  mutating func readDefinition() throws -> NetworkDefinition? {
    guard let table = try profileTable(Profile.definition) else { return nil }
    let cursor = try rows(of: table, columns: ["DEFINITION"])
    var texts: [String] = []
    while let row = try cursor.next() {
      if let text = problems.optionalText(
        row.value(1),
        Self.cell(Profile.definition, row, "DEFINITION")
      ) {
        texts.append(text)
      }
    }
    guard texts.count == 1 else {
      problems.reportMissing(
        Profile.definition,
        "The table holds \(texts.count) definitions instead of one."
      )
      return nil
    }
    do {
      let definition = try JSONDecoder().decode(
        NetworkDefinition.self,
        from: Data(texts[0].utf8)
      )
      rowCounts[Profile.definition] = 1
      return definition
    } catch {
      problems.reportMissing(Profile.definition, "DEFINITION: \(Self.explanation(of: error))")
      return nil
    }
  }

  /// What a decoder complains about, with the path of the value in the JSON.
  private static func explanation(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .dataCorrupted(let context): return at(context.codingPath) + context.debugDescription
    case .keyNotFound(let key, let context):
      return at(context.codingPath) + "Key \(key.stringValue) is missing."
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      return at(context.codingPath) + "Expected \(type). \(context.debugDescription)"
    @unknown default: return "\(error)"
    }
  }

  private static func at(_ path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return "" }
    let steps = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
    return "at \(steps.joined().drop { $0 == "." }): "
  }
}
