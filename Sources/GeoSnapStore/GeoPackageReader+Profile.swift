internal import Foundation
internal import GRDB
internal import GeoSnap

extension GeoPackageReader {
  // MARK: Definition

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

  private static func cell(_ table: String, _ row: Row, _ column: String) -> ProblemList.Cell {
    ProblemList.Cell(table: table, row: row.integer(0).map { "\($0)" } ?? "?", column: column)
  }

  // MARK: Rules

  mutating func readRules() throws -> [NetworkRule] {
    guard let table = try profileTable(Profile.rules) else { return [] }
    let names = Profile.columns(of: Profile.rules).map(\.name)
    let cursor = try rows(of: table, columns: names)
    var rules: [NetworkRule] = []
    var count = 0
    while let row = try cursor.next() {
      count += 1
      if let rule = rule(row) { rules.append(rule) }
    }
    rowCounts[Profile.rules] = count
    return rules
  }

  private mutating func rule(_ row: Row) -> NetworkRule? {
    let id = problems.integer(row.value(1), Self.cell(Profile.rules, row, "RULEID"))
    let name = "\(id ?? row.integer(0) ?? 0)"
    func cell(_ column: String) -> ProblemList.Cell {
      ProblemList.Cell(table: Profile.rules, row: name, column: column)
    }
    let type = problems.integer(row.value(2), cell("RULETYPE"))
    let kind = type.flatMap { Int(exactly: $0) }.flatMap(NetworkRuleKind.init)
    if let type, kind == nil {
      problems.report(Profile.rules, name, "RULETYPE \(type) is not between 1 and 5.")
    }
    let hasVia = (11...14).contains { !row.value($0).isNull }
    let from = side(row, 3, "FROM", name)
    let to = side(row, 7, "TO", name)
    let via = hasVia ? side(row, 11, "VIA", name) : nil
    let origin = problems.optionalText(row.value(15), cell("ORIGIN"))
    guard let id, let kind, let from, let to, !hasVia || via != nil else { return nil }
    return NetworkRule(id: Int(id), kind: kind, from: from, to: to, via: via, origin: origin)
  }

  /// The side of a rule whose four columns begin at an index.
  private mutating func side(
    _ row: Row,
    _ index: Int,
    _ side: String,
    _ name: String
  ) -> NetworkRule.Side? {
    func cell(_ column: String) -> ProblemList.Cell {
      ProblemList.Cell(table: Profile.rules, row: name, column: side + column)
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

  // MARK: Associations

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

  // MARK: Imports

  /// What importers wrote; the table may be absent in a file made otherwise.
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
      func cell(_ column: Int) -> ProblemList.Cell {
        Self.cell(Profile.imports, row, names[column - 1])
      }
      let network = problems.optionalText(row.value(1), cell(1))
      let name = problems.optionalText(row.value(2), cell(2))
      let rows = problems.integer(row.value(3), cell(3))
      let isImported = problems.flag(row.value(4), cell(4))
      let note = problems.optionalText(row.value(5), cell(5))
      guard let rows else { continue }
      records.append(
        ImportRecord(
          network: network ?? "",
          table: name ?? "",
          rows: Int(rows),
          isImported: isImported,
          note: note
        )
      )
    }
    rowCounts[Profile.imports] = count
    return records
  }
}
