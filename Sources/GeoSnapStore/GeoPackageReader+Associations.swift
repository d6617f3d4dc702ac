internal import GRDB
internal import GeoSnap

extension GeoPackageReader {
  /// Reads the associations; those with broken cells are reported and left out.
  mutating func readAssociations() throws -> [GeoSnap.Association] {
    guard let table = try profileTable(Profile.associations) else { return [] }
    let names = Profile.columns(of: Profile.associations).map(\.name)
    let cursor = try rows(of: table, columns: names)
    var associations: [GeoSnap.Association] = []
    var count = 0
    while let row = try cursor.next() {
      count += 1
      if let association = association(row) { associations.append(association) }
    }
    rowCounts[Profile.associations] = count
    return associations
  }

  private mutating func association(_ row: Row) -> GeoSnap.Association? {
    let name = row.text(10) ?? row.integer(0).map { "\($0)" } ?? "?"
    func cell(_ column: String) -> ProblemList.Cell {
      ProblemList.Cell(table: Profile.associations, row: name, column: column)
    }
    let from = end(row, 1, "FROM", name)
    let to = end(row, 4, "TO", name)
    let type = problems.integer(row.value(7), cell("ASSOCIATIONTYPE"))
    let kind = type.flatMap { Int(exactly: $0) }.flatMap(AssociationKind.init)
    if let type, kind == nil {
      problems.report(
        Profile.associations,
        name,
        "ASSOCIATIONTYPE \(type) is not between 1 and 6."
      )
    }
    let isContentVisible = problems.flag(row.value(8), cell("ISCONTENTVISIBLE"))
    let fraction = problems.optionalNumber(row.value(9), cell("PERCENTALONG"))
    let globalID = problems.globalID(row.value(10), cell("GLOBALID"))
    let origin = problems.optionalText(row.value(12), cell("ORIGIN"))
    guard let globalID, let kind, let from, let to else { return nil }
    return GeoSnap.Association(
      globalID: globalID,
      kind: kind,
      from: from,
      to: to,
      isContentVisible: isContentVisible,
      fractionAlongEdge: fraction,
      origin: origin
    )
  }

  /// The end of an association whose three columns begin at an index.
  private mutating func end(
    _ row: Row,
    _ index: Int,
    _ side: String,
    _ name: String
  ) -> GeoSnap.Association.End? {
    func cell(_ column: String) -> ProblemList.Cell {
      ProblemList.Cell(table: Profile.associations, row: name, column: side + column)
    }
    let source = problems.code(row.value(index), cell("NETWORKSOURCEID"))
    let globalID = problems.globalID(row.value(index + 1), cell("GLOBALID"))
    let terminal = problems.optionalInteger(row.value(index + 2), cell("TERMINALID"))
    guard let source, let globalID else { return nil }
    return GeoSnap.Association.End(
      sourceID: source,
      globalID: globalID,
      terminalID: terminal.map { Int($0) }
    )
  }
}
