internal import Foundation
internal import GRDB
internal import GeoSnap

extension GeoPackageReader {
  /// The stored trace configurations in the order of rows; the table is optional.
  mutating func readTraceConfigurations() throws -> [SavedTraceConfiguration] {
    try readTraceConfigurationRows().map(\.value)
  }

  /// The trace configurations with the keys of their rows.
  mutating func readTraceConfigurationRows() throws -> [(
    key: Int64, value: SavedTraceConfiguration
  )] {
    try readRows(of: Profile.traceConfigurations, isOptional: true) { reader, row, earlier in
      reader.traceConfiguration(row, earlier.map(\.value.name))
    }.compactMap { row in row.key.map { ($0, row.value) } }
  }

  private mutating func traceConfiguration(
    _ row: Row,
    _ earlier: [String]
  ) -> SavedTraceConfiguration? {
    func cell(_ column: Int) -> ProblemList.Cell {
      Self.cell(Profile.traceConfigurations, row, column)
    }
    let name = problems.text(row.value(1), cell(1))
    let summary = problems.optionalText(row.value(2), cell(2))
    let typeName = problems.optionalText(row.value(3), cell(3))
    let text = problems.text(row.value(4), cell(4))
    guard let name, let text else { return nil }
    if earlier.contains(where: { $0.lowercased() == name.lowercased() }) {
      problems.report(cell(1), "\(name) also appears in an earlier row.")
      return nil
    }
    let type = typeName.flatMap(TraceType.init)
    if let typeName, !typeName.isEmpty, type == nil {
      let known = TraceType.allCases.map(\.rawValue).joined(separator: ", ")
      problems.report(cell(3), "\(typeName) is not one of \(known).")
    }
    do {
      let configuration = try JSONDecoder().decode(
        TraceConfiguration.self,
        from: Data(text.utf8)
      )
      return SavedTraceConfiguration(
        name: name,
        summary: summary ?? "",
        type: type,
        configuration: configuration
      )
    } catch {
      problems.report(cell(4), DecodingExplanation.of(error))
      return nil
    }
  }
}
