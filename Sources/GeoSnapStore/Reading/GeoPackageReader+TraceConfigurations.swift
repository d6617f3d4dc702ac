internal import Foundation
internal import GRDB
internal import GeoSnap

extension GeoPackageReader {
  /// The stored trace configurations in the order of rows; the table is optional.
  mutating func readTraceConfigurations() throws -> [SavedTraceConfiguration] {
    try readTraceConfigurationRows().map(\.saved)
  }

  /// The trace configurations with the keys of their rows.
  mutating func readTraceConfigurationRows() throws -> [(
    key: Int64, saved: SavedTraceConfiguration
  )] {
    guard schema.kind(of: Profile.traceConfigurations) != nil,
      let table = try profileTable(Profile.traceConfigurations)
    else { return [] }
    let names = Profile.columns(of: Profile.traceConfigurations).map(\.name)
    let cursor = try rows(of: table, columns: names)
    var found: [(key: Int64, saved: SavedTraceConfiguration)] = []
    var count = 0
    while let row = try cursor.next() {
      count += 1
      let earlier = found.map(\.saved.name)
      let saved = unlessBroken { $0.traceConfiguration(row, names, earlier) }
      if let key = row.integer(0), let saved { found.append((key, saved)) }
    }
    rowCounts[Profile.traceConfigurations] = count
    return found
  }

  private mutating func traceConfiguration(
    _ row: Row,
    _ names: [String],
    _ earlier: [String]
  ) -> SavedTraceConfiguration? {
    func cell(_ column: Int) -> ProblemList.Cell {
      Self.cell(Profile.traceConfigurations, row, names[column - 1], .unreadableRow)
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
