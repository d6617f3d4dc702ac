internal import GeoSnap

struct ServiceReferences {
  let definition: NetworkDefinition
  private let sources: [Int: NetworkSource]
  private let terminals: [AssetTypeID: [Terminal]]

  init(_ definition: NetworkDefinition) {
    self.definition = definition
    sources = definition.sourcesByID
    let configurations = TerminalCatalog(definition)
    terminals = definition.assetTypeEntries.reduce(into: [:]) { terminals, entry in
      terminals[entry.id] = configurations.terminals(of: entry.type)
    }
  }

  private func forEach<Value>(
    _ rows: [ServiceRow],
    _ problems: inout [ImportProblem],
    _ body: (ServiceRow) throws(ReadingError) -> Value?
  ) -> [Value] {
    var values: [Value] = []
    for row in rows {
      do {
        if let value = try body(row) { values.append(value) }
      } catch {
        problems.append(ImportProblem(error))
      }
    }
    return values
  }

  /// A terminal; nil for 0 and -1, which services write when there is none.
  private func terminal(_ field: String, _ row: ServiceRow, of id: AssetTypeID?)
    throws(ReadingError) -> Int?
  {
    guard let id, sources[id.sourceID]?.elementKind == .junction,
      let terminal = try row.integer(field), terminal > 0
    else { return nil }
    guard let known = terminals[id], !known.contains(where: { $0.id == terminal }) else {
      return terminal
    }
    throw failure(field, row, "\(terminal) is not a terminal", of: id)
  }

  /// The terminal of a controller, by number or name; one of several must be given.
  private func controllerTerminal(_ row: ServiceRow, of id: AssetTypeID) throws(ReadingError) -> Int
  {
    let field = ["FEATURETERMINALID", "TERMINALID"].first(where: row.has) ?? "TERMINALNAME"
    let known = terminals[id] ?? []
    if case .string(let name)? = row.values[field],
      let named = known.first(where: { $0.name.lowercased() == name.lowercased() })
    {
      return named.id
    }
    if let number = try terminal(field, row, of: id) { return number }
    guard known.count < 2 else { throw failure(field, row, "This is not a terminal", of: id) }
    return known.first?.id ?? 1
  }

  private func failure(_ field: String, _ row: ServiceRow, _ problem: String, of id: AssetTypeID)
    -> ReadingError
  {
    let names = (terminals[id] ?? []).sorted { $0.id < $1.id }.map { "\($0.id) (\($0.name))" }
    return row.failure(
      field,
      "\(problem) of asset type \(id.assetGroup)/\(id.assetType) of \(sources[id.sourceID]?.name ?? ""), "
        + "whose terminals are \(Words.names(names)). Give one of these."
    )
  }

  // MARK: Rules

  func rules(_ rows: [ServiceRow], _ problems: inout [ImportProblem]) -> [NetworkRule] {
    var ids: [Int: String] = [:]
    return forEach(rows, &problems) { row throws(ReadingError) in
      let id = try row.has("RULEID") ? row.code("RULEID") : row.code("OBJECTID")
      if let other = ids.updateValue(row.path, forKey: id) {
        throw ReadingError(row.path, "\(other) already has the rule id \(id).")
      }
      let type = try row.code("RULETYPE")
      guard let kind = NetworkRuleKind(rawValue: type) else {
        throw row.failure("RULETYPE", "\(type) is not a rule type: it must be from 1 to 5.")
      }
      let speaksOfTerminals = kind != .containment && kind != .attachment
      let from = try side("FROM", row, speaksOfTerminals)
      let to = try side("TO", row, speaksOfTerminals)
      return NetworkRule(
        id: id,
        kind: kind,
        from: from,
        to: to,
        via: kind == .edgeJunctionEdge ? try side("VIA", row, true) : nil,
        origin: "rules"
      )
    }
  }

  private func side(_ side: String, _ row: ServiceRow, _ speaksOfTerminals: Bool)
    throws(ReadingError) -> NetworkRule.Side
  {
    let id = AssetTypeID(
      sourceID: try row.code(side + "NETWORKSOURCEID"),
      assetGroup: try row.code(side + "ASSETGROUP"),
      assetType: try row.code(side + "ASSETTYPE")
    )
    guard let source = sources[id.sourceID] else {
      throw row.failure(side + "NETWORKSOURCEID", "The data element has no source \(id.sourceID).")
    }
    guard terminals[id] != nil else {
      throw row.failure(
        side + "ASSETTYPE",
        "\(source.name) has no asset type \(id.assetGroup)/\(id.assetType)."
      )
    }
    let terminal = speaksOfTerminals ? try terminal(side + "TERMINALID", row, of: id) : nil
    return NetworkRule.Side(id, terminalID: terminal)
  }

  // MARK: Associations

  func associations(
    _ rows: [ServiceRow],
    _ features: ServiceFeatures,
    _ problems: inout [ImportProblem]
  ) -> [Association] {
    var ids: [GlobalID: String] = [:]
    return forEach(rows, &problems) { row throws(ReadingError) in
      let id = try row.globalID("GLOBALID")
      if let other = ids.updateValue(row.path, forKey: id) {
        throw ReadingError(row.path, "\(other) already has GLOBALID \(id).")
      }
      let type = try row.code("ASSOCIATIONTYPE")
      guard let kind = AssociationKind(rawValue: type) else {
        throw row.failure(
          "ASSOCIATIONTYPE",
          "\(type) is not a kind of association: it must be from 1 to 6."
        )
      }
      let from = try end("FROM", row, kind, features)
      let to = try end("TO", row, kind, features)
      guard from.globalID != to.globalID else {
        throw ReadingError(row.path, "A feature is associated with itself: delete the association.")
      }
      try check(kind, from, to, row)
      return Association(
        globalID: id,
        kind: kind,
        from: from,
        to: to,
        isContentVisible: try row.integer("ISCONTENTVISIBLE") == 1,
        fractionAlongEdge: try fraction(kind, row)
      )
    }
  }

  private func end(
    _ side: String,
    _ row: ServiceRow,
    _ kind: AssociationKind,
    _ features: ServiceFeatures
  ) throws(ReadingError) -> Association.End {
    let sourceID = try row.code(side + "NETWORKSOURCEID")
    let id = try row.globalID(side + "GLOBALID")
    guard let place = features.places[id] else {
      throw row.failure(
        side + "GLOBALID",
        "\(id) is not a feature: was the layer of source \(sourceID) (\(sources[sourceID]?.name ?? "unknown")) fetched "
          + "completely?"
      )
    }
    guard place.sourceID == sourceID else {
      throw row.failure(
        side + "NETWORKSOURCEID",
        "\(id) is in \(sources[place.sourceID]?.name ?? "") (source \(place.sourceID)), not in source \(sourceID)."
      )
    }
    let type = features.assetType(at: place)
    return Association.End(
      sourceID: sourceID,
      globalID: id,
      terminalID: kind.isConnectivity ? try terminal(side + "TERMINALID", row, of: type) : nil
    )
  }

  private func check(
    _ kind: AssociationKind,
    _ from: Association.End,
    _ to: Association.End,
    _ row: ServiceRow
  ) throws(ReadingError) {
    guard kind.isConnectivity else { return }
    let edges = [from, to].count { sources[$0.sourceID]?.elementKind == .edge }
    guard edges != (kind == .connectivity ? 0 : 1) else { return }
    throw row.failure(
      "ASSOCIATIONTYPE",
      "Type \(kind.rawValue) joins \(kind == .connectivity ? "two junctions" : "a junction and an edge"), but "
        + "the ends of this row are in \(sources[from.sourceID]?.name ?? "") and \(sources[to.sourceID]?.name ?? "")."
    )
  }

  private func fraction(_ kind: AssociationKind, _ row: ServiceRow) throws(ReadingError) -> Double?
  {
    guard kind == .junctionMidspanConnectivity else { return nil }
    guard let fraction = try row.number("PERCENTALONG"), fraction >= 0, fraction <= 1 else {
      throw row.failure("PERCENTALONG", "A number from 0 to 1 was expected.")
    }
    return fraction
  }

  /// Reads one controller for each row of the subnetworks table, and returns their number and a note on repeated ones.
  func readControllers(
    _ rows: [ServiceRow],
    into features: inout ServiceFeatures,
    _ problems: inout [ImportProblem]
  ) -> (count: Int, note: String?) {
    let tiers = Set(definition.domainNetworks.flatMap { $0.tiers.map(\.name) })
    let found: [(ServiceFeatures.Place, name: String, tier: String, terminal: Int)] = forEach(
      rows,
      &problems
    ) { [features] row throws(ReadingError) in
      // A deleted controller stays in the table until its deletion is exported.
      if try row.integer("ISDELETED") == 1 { return nil }
      let id = try row.globalID("FEATUREGLOBALID")
      guard let place = features.places[id] else {
        throw row.failure(
          "FEATUREGLOBALID",
          "\(id) is not a feature: fetch the features and this table at the same time."
        )
      }
      let tier = try row.text("TIERNAME") ?? ""
      guard tiers.contains(tier) else {
        throw row.failure(
          "TIERNAME",
          "The data element has no tier '\(tier)': fetch it and this table at the same time."
        )
      }
      let subnetwork = try row.text("SUBNETWORKNAME") ?? ""
      let name = try row.text("SUBNETWORKCONTROLLERNAME") ?? subnetwork
      guard !name.isEmpty else {
        throw row.failure("SUBNETWORKCONTROLLERNAME", "The name is missing.")
      }
      let type = features.assetType(at: place)
      return (place, name, tier, try controllerTerminal(row, of: type))
    }
    var seen: Set<[Int]> = []
    var repeated: [String] = []
    for (place, name, tier, terminal) in found {
      if seen.insert([place.table, place.row]).inserted {
        features.setController(place, name: name, tier: tier, terminal: terminal)
      } else {
        repeated.append(name)
      }
    }
    let note = repeated.first.map {
      "Rows of subnetworks left out because another row makes their feature a controller: \(repeated.count); the "
        + "first is \($0)."
    }
    return (found.count, note)
  }
}
