internal import Foundation
internal import GRDB
internal import GeoSnap

extension GeoPackageReader {
  /// Reads the definition; nil, and reported, when it is missing or cannot be read.
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
      problems.reportMissing(Profile.definition, "DEFINITION: \(DecodingExplanation.of(error))")
      return nil
    }
  }
}
