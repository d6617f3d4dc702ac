internal import GRDB
internal import GeoSnap

extension GeoPackageReader {
  /// Reads the rules; those with broken cells are reported, and left out or set aside.
  mutating func readRules() throws -> [NetworkRule] {
    try readRows(of: Profile.rules) { reader, row, _ in reader.rule(row) }.map(\.value)
  }

  private mutating func rule(_ row: Row) -> NetworkRule? {
    let id = problems.integer(row.value(1), Self.cell(Profile.rules, row, "RULEID", .brokenRule))
    let name = "\(id ?? row.integer(0) ?? 0)"
    func cell(_ column: String) -> ProblemList.Cell {
      ProblemList.Cell(table: Profile.rules, row: name, column: column, code: .brokenRule)
    }
    let type = problems.integer(row.value(2), cell("RULETYPE"))
    let kind = type.flatMap { Int(exactly: $0) }.flatMap(NetworkRuleKind.init)
    if let type, kind == nil {
      problems.report(cell("RULETYPE"), "\(type) is not between 1 and 5.")
    }
    let hasVia = (11...14).contains { !row.value($0).isNull }
    let from = side(row, 3, "FROM", name)
    let to = side(row, 7, "TO", name)
    let via = hasVia ? side(row, 11, "VIA", name) : nil
    let origin = problems.optionalText(row.value(15), cell("ORIGIN"))
    guard let id, let kind, let from, let to, !hasVia || via != nil else { return nil }
    return NetworkRule(id: Int(id), kind: kind, from: from, to: to, via: via, origin: origin)
  }

  /// The side of a rule, from four columns that begin at `index`.
  private mutating func side(
    _ row: Row,
    _ index: Int,
    _ side: String,
    _ name: String
  ) -> NetworkRule.Side? {
    func cell(_ column: String) -> ProblemList.Cell {
      ProblemList.Cell(table: Profile.rules, row: name, column: side + column, code: .brokenRule)
    }
    let source = problems.code(row.value(index), cell("NETWORKSOURCEID"))
    let group = problems.code(row.value(index + 1), cell("ASSETGROUP"))
    let type = problems.code(row.value(index + 2), cell("ASSETTYPE"))
    let terminal = problems.optionalInteger(row.value(index + 3), cell("TERMINALID"))
    guard let source, let group, let type else { return nil }
    return NetworkRule.Side(
      AssetTypeID(sourceID: source, assetGroup: group, assetType: type),
      terminalID: terminal.map { Int($0) }
    )
  }
}
