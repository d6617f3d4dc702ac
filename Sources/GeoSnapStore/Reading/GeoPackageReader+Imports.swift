internal import GRDB
internal import GeoSnap

extension GeoPackageReader {
  /// The records of importers; a file from another program may lack the table.
  mutating func readImports() throws -> [ImportRecord] {
    try readRows(of: Profile.imports, isOptional: true) { reader, row, _ in reader.record(row) }
      .map(\.value)
  }

  private mutating func record(_ row: Row) -> ImportRecord? {
    func cell(_ column: Int) -> ProblemList.Cell { Self.cell(Profile.imports, row, column) }
    let network = problems.text(row.value(1), cell(1))
    let name = problems.text(row.value(2), cell(2))
    let rows = problems.code(row.value(3), cell(3))
    let isImported = problems.flag(row.value(4), cell(4))
    let note = problems.optionalText(row.value(5), cell(5))
    guard let network, let name, let rows else { return nil }
    return ImportRecord(
      network: network,
      table: name,
      rows: rows,
      isImported: isImported,
      note: note
    )
  }
}
