internal import Foundation
internal import GRDB
internal import GeoSnap

extension GeoPackageReader {
  mutating func readDefinition() throws -> NetworkDefinition? {
    guard let table = try profileTable(Profile.definition) else { return nil }
    let cursor = try rows(of: table, columns: ["DEFINITION"])
    var texts: [String] = []
    while let row = try cursor.next() {
      let cell = Self.cell(Profile.definition, row, "DEFINITION")
      if let text = problems.optionalText(row.value(1), cell) { texts.append(text) }
    }
    guard texts.count == 1 else {
      let message = "The table holds \(texts.count) definitions instead of one."
      problems.reportMissing(Profile.definition, message)
      return nil
    }
    do {
      let definition = try JSONDecoder().decode(NetworkDefinition.self, from: Data(texts[0].utf8))
      rowCounts[Profile.definition] = 1
      return definition
    } catch {
      problems.reportMissing(Profile.definition, "DEFINITION: \(DecodingExplanation.of(error))")
      return nil
    }
  }

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
    func side(_ index: Int, _ side: String) -> NetworkRule.Side? {
      let source = problems.code(row.value(index), cell(side + "NETWORKSOURCEID"))
      let group = problems.code(row.value(index + 1), cell(side + "ASSETGROUP"))
      let type = problems.code(row.value(index + 2), cell(side + "ASSETTYPE"))
      let terminal = problems.optionalInteger(row.value(index + 3), cell(side + "TERMINALID"))
      guard let source, let group, let type else { return nil }
      return NetworkRule.Side(
        AssetTypeID(sourceID: source, assetGroup: group, assetType: type),
        terminalID: terminal.map { Int($0) }
      )
    }
    let hasVia = (11...14).contains { !row.value($0).isNull }
    let from = side(3, "FROM")
    let to = side(7, "TO")
    let via = hasVia ? side(11, "VIA") : nil
    let origin = problems.optionalText(row.value(15), cell("ORIGIN"))
    guard let id, let kind, let from, let to, !hasVia || via != nil else { return nil }
    return NetworkRule(id: Int(id), kind: kind, from: from, to: to, via: via, origin: origin)
  }

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
      if let association = association(row, cells) { associations.append(association) }
    }
    rowCounts[Profile.associations] = count
    return associations
  }

  mutating func association(_ row: Row, _ cells: RowCells) -> GeoSnap.Association? {
    let known = problems.problems.count
    let name = row.text(10) ?? row.integer(0).map { "\($0)" } ?? "?"
    let feature = [2, 5].lazy.compactMap { row.text($0).flatMap { GlobalID($0) } }.first
    let table = Profile.associations
    func cell(_ column: String, _ code: NetworkErrorCode = .wrongDataType) -> ProblemList.Cell {
      ProblemList.Cell(table: table, row: name, column: column, code: code, globalID: feature)
    }
    func end(_ index: Int, _ side: String) -> GeoSnap.Association.End? {
      let source = problems.code(row.value(index), cell(side + "NETWORKSOURCEID"))
      // A text that is no UUID, or no text, identifies no feature.
      let isText = row.value(index + 1).isNull || row.text(index + 1) != nil
      let code: NetworkErrorCode = isText ? .missingAssociatedFeature : .wrongDataType
      let globalID = problems.globalID(row.value(index + 1), cell(side + "GLOBALID", code))
      let terminal = problems.optionalInteger(row.value(index + 2), cell(side + "TERMINALID"))
        .map { Int($0) }
      guard let source, let globalID else { return nil }
      return GeoSnap.Association.End(sourceID: source, globalID: globalID, terminalID: terminal)
    }
    let from = end(1, "FROM")
    let to = end(4, "TO")
    let type = problems.integer(row.value(7), cell("ASSOCIATIONTYPE"))
    let kind = type.flatMap { Int(exactly: $0) }.flatMap(AssociationKind.init)
    if let type, kind == nil {
      problems.report(cell("ASSOCIATIONTYPE"), "\(type) is not between 1 and 6.")
    }
    let isContentVisible = problems.flag(row.value(8), cell("ISCONTENTVISIBLE"))
    let fraction = problems.optionalNumber(row.value(9), cell("PERCENTALONG"))
    let globalID = problems.globalID(row.value(10), cell("GLOBALID", .missingGlobalID))
    let origin = problems.optionalText(row.value(12), cell("ORIGIN"))
    if origin != nil, !cells.isWholeText(12) {
      problems.report(cell("ORIGIN"), ProblemList.brokenText)
    }
    guard let globalID, let kind, let from, let to, problems.problems.count == known else {
      if brokenRows != .refused {
        problems.setAside.addAssociation(row.text(10).flatMap { GlobalID($0) })
      }
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

  /// Records the claim in the two columns that begin at `index`.
  private mutating func claim(
    _ row: Row,
    _ index: Int,
    _ side: String,
    _ name: String,
    _ id: GlobalID
  ) {
    guard !row.value(index).isNull || !row.value(index + 1).isNull else { return }
    func code(_ index: Int, _ column: String) -> Int? {
      guard !row.value(index).isNull else { return nil }
      var cell = ProblemList.Cell(table: Profile.associations, row: name, column: side + column)
      (cell.code, cell.globalID) = (.wrongDataType, id)
      return problems.code(row.value(index), cell)
    }
    let group = code(index, "ASSETGROUP")
    let type = code(index + 1, "ASSETTYPE")
    claims.append(AssetTypeClaim(row: name, side: side, globalID: id, group: group, type: type))
  }

  /// Compares the claims with the asset types of the features.
  mutating func checkClaims(_ tables: [FeatureTable], _ sources: [NetworkSource]) {
    guard !claims.isEmpty else { return }
    var places: [GlobalID: (table: Int, row: Int)] = [:]
    for (index, table) in tables.enumerated() where table.sourceID != nil {
      for row in 0..<table.count {
        if let id = table.globalIDs[row] { places[id] = (index, row) }
      }
    }
    for claim in claims {
      guard let place = places[claim.globalID] else { continue }
      let table = tables[place.table]
      let (group, type) = (Int(table.assetGroups[place.row]), Int(table.assetTypes[place.row]))
      let isKnown =
        sources.first { $0.sourceID == table.sourceID }?.assetGroup(code: group)?.assetTypes
        .contains { $0.code == type } ?? false
      guard isKnown, claim.group ?? group != group || claim.type ?? type != type else { continue }
      problems.report(
        Profile.associations,
        claim.row,
        "\(claim.side)ASSETGROUP and \(claim.side)ASSETTYPE say "
          + "\(claim.group ?? group)/\(claim.type ?? type); the feature \(claim.globalID) of "
          + "\(table.name) has \(group)/\(type).",
        .inconsistentAssetType,
        claim.globalID
      )
    }
  }

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

  /// The stored trace configurations in the order of rows; the table is optional.
  mutating func readTraceConfigurations() throws -> [(key: Int64, value: SavedTraceConfiguration)] {
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
      let configuration = try JSONDecoder().decode(TraceConfiguration.self, from: Data(text.utf8))
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

/// The asset group and type of a feature as a row of another table repeats them.
struct AssetTypeClaim {
  /// The columns of associations that hold claims, from-side first; a file need not have them.
  static let columns = ["FROMASSETGROUP", "FROMASSETTYPE", "TOASSETGROUP", "TOASSETTYPE"]

  let row: String
  /// The prefix of its two columns.
  let side: String
  let globalID: GlobalID
  let group: Int?
  let type: Int?
}
