internal import GRDB
internal import GeoSnap

extension GeoPackageReader {
  /// Reads the associations; those with broken cells are reported, and left out or set aside.
  mutating func readAssociations() throws -> [GeoSnap.Association] {
    guard let table = try profileTable(Profile.associations) else { return [] }
    let names = Profile.columns(of: Profile.associations).map(\.name)
    let cursor = try rows(of: table, columns: names + AssetTypeClaim.columns)
    var associations: [GeoSnap.Association] = []
    let cells = RowCells(cursor._statement)
    var count = 0
    while let row = try cursor.next() {
      count += 1
      if let association = association(row, cells) {
        associations.append(association)
      } else if brokenRows != .refused {
        problems.setAside.addAssociation(row.text(10).flatMap { GlobalID($0) })
      }
    }
    rowCounts[Profile.associations] = count
    return associations
  }

  mutating func association(_ row: Row, _ cells: RowCells) -> GeoSnap.Association? {
    let known = problems.problems.count
    let name = row.text(10) ?? row.integer(0).map { "\($0)" } ?? "?"
    let feature = [2, 5].lazy.compactMap { row.text($0).flatMap { GlobalID($0) } }.first
    func cell(_ column: String) -> ProblemList.Cell {
      ProblemList.Cell(
        table: Profile.associations,
        row: name,
        column: column,
        code: .wrongDataType,
        globalID: feature
      )
    }
    let from = end(row, 1, "FROM", name)
    let to = end(row, 4, "TO", name)
    let type = problems.integer(row.value(7), cell("ASSOCIATIONTYPE"))
    let kind = type.flatMap { Int(exactly: $0) }.flatMap(AssociationKind.init)
    if let type, kind == nil {
      problems.report(
        Profile.associations,
        name,
        "ASSOCIATIONTYPE \(type) is not between 1 and 6.",
        .wrongDataType,
        feature,
        column: "ASSOCIATIONTYPE"
      )
    }
    let isContentVisible = problems.flag(row.value(8), cell("ISCONTENTVISIBLE"))
    let fraction = problems.optionalNumber(row.value(9), cell("PERCENTALONG"))
    var idCell = cell("GLOBALID")
    idCell.code = .missingGlobalID
    let globalID = problems.globalID(row.value(10), idCell)
    let origin = problems.optionalText(row.value(12), cell("ORIGIN"))
    if origin != nil, !cells.isWholeText(12) {
      problems.report(cell("ORIGIN"), ProblemList.brokenText)
    }
    guard let globalID, let kind, let from, let to, problems.problems.count == known else {
      return nil
    }
    if brokenRows == .tolerated {
      claim(row, 13, "FROM", name, from.globalID)
      claim(row, 15, "TO", name, to.globalID)
    }
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

  /// The end of an association, from three columns that begin at `index`.
  private mutating func end(
    _ row: Row,
    _ index: Int,
    _ side: String,
    _ name: String
  ) -> GeoSnap.Association.End? {
    let feature = [2, 5].lazy.compactMap { row.text($0).flatMap { GlobalID($0) } }.first
    func cell(_ column: String, _ code: NetworkErrorCode = .wrongDataType) -> ProblemList.Cell {
      ProblemList.Cell(
        table: Profile.associations,
        row: name,
        column: side + column,
        code: code,
        globalID: feature
      )
    }
    let source = problems.code(row.value(index), cell("NETWORKSOURCEID"))
    // A text that is no UUID, or no text, identifies no feature.
    let isText = row.value(index + 1).isNull || row.text(index + 1) != nil
    let globalID = problems.globalID(
      row.value(index + 1),
      cell("GLOBALID", isText ? .missingAssociatedFeature : .wrongDataType)
    )
    let terminal = problems.optionalInteger(row.value(index + 2), cell("TERMINALID"))
    guard let source, let globalID else { return nil }
    return GeoSnap.Association.End(
      sourceID: source,
      globalID: globalID,
      terminalID: terminal.map { Int($0) }
    )
  }
}
