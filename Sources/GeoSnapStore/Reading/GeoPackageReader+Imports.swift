internal import GRDB
internal import GeoSnap

extension GeoPackageReader {
  /// The records of importers; a file from another program may lack the table.
  mutating func readImports() throws -> [ImportRecord] {
    guard schema.kind(of: Profile.imports) != nil,
      let table = try profileTable(Profile.imports)
    else { return [] }
    let names = Profile.columns(of: Profile.imports).map(\.name)
    let cursor = try rows(of: table, columns: names)
    var records: [ImportRecord] = []
    var count = 0
    while let row = try cursor.next() {
      count += 1
      if let record = unlessBroken({ $0.record(row, names) }) { records.append(record) }
    }
    rowCounts[Profile.imports] = count
    return records
  }

  private mutating func record(_ row: Row, _ names: [String]) -> ImportRecord? {
    func cell(_ column: Int) -> ProblemList.Cell {
      Self.cell(Profile.imports, row, names[column - 1], .unreadableRow)
    }
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
