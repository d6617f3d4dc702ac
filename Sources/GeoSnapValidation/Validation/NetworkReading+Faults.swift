extension NetworkReading {
  /// Describes an error and its location.
  public func describe(_ fault: NetworkFault) -> String {
    fault.message + (fault.location.map { " At \(Words.place($0))." } ?? "")
  }

  /// The remedy for an error as a sentence, such as `Make a line of each part of Main / PE (PipelineLine, pipe/12).`.
  public func remedy(of fault: NetworkFault) -> String {
    let words = fix(of: fault)
    return words.prefix(1).uppercased() + words.dropFirst() + "."
  }

  private func fix(of fault: NetworkFault) -> String {
    switch fault.fix {
    case .snapEnd(let line, let end, let junction, let place):
      "move the \(end.rawValue) of \(describe(line)) to \(describe(junction)) at \(Words.place(place))"
    case .insertVertex(let line, let segment, let place):
      "insert a vertex in segment \(segment) of \(describe(line)) at \(Words.place(place))"
    case .splitLine(let line, let place, let ids):
      "split \(describe(line)) at \(Words.place(place))"
        + (ids.isEmpty
          ? ""
          : ", and name a terminal at each new end: "
            + setting(
              "\(TerminalField.from) or \(TerminalField.to)",
              of: line,
              to: ids,
              fault,
              by: "\"terminals\" of a `split`, such as [[\(ids[0]), \(ids[ids.count - 1])]]"
            ))
    case .removeVertices(let line, let vertices):
      "remove \(vertices.count == 1 ? "vertex" : "vertices") "
        + "\(Words.list(vertices.map { "\($0)" }, "and")) of \(describe(line)): `redraw` it without "
        + (vertices.count == 1 ? "that vertex" : "those vertices")
    case .separateParts(let line): "make a line of each part of \(describe(line))"
    case .setTerminal(let line, let end, let ids) where ids.isEmpty:
      "clear \(end.terminalField) of \(describe(line)), in the table \(tableName(of: line)) or by the "
        + "\"attributes\" of an edit"
    case .setTerminal(let line, let end, let ids):
      "name a terminal at the \(end.rawValue) of \(describe(line)): "
        + setting(end.terminalField, of: line, to: ids, fault)
    case .placeJunction(let place, let types):
      "place a junction at \(Words.place(place)), such as \(list(types, "or"))"
    // A row of an unknown asset type is set aside: no edit can change it, and SQL needs the codes.
    case .chooseAssetType(let feature, let types)
    where [.unknownAssetGroup, .invalidAssetType].contains(fault.code):
      "choose another asset type for \(describe(feature)) with QGIS or ogrinfo -sql, such as "
        + Words.list(
          types.map { "\(describe($0)) (\($0.assetGroup)/\($0.assetType))" },
          "or",
          limit: 2
        )
    case .chooseAssetType(let feature, let types):
      "choose another asset type for \(describe(feature)), such as \(list(types, "or"))"
    case .setValue(let feature, let field, let values):
      values.isEmpty
        ? "correct \(field) of \(describe(feature))"
        : "set \(field) of \(describe(feature)) to \(Words.list(values.map { "\($0)" }, "or"))"
    case .drawGeometry(let feature): "set the geometry of \(describe(feature)), or delete it"
    case .moveFeature(let feature): "move \(describe(feature)) to where it belongs, or delete it"
    case .deleteFeature(let feature):
      "delete \(describe(feature)), or draw its other end elsewhere"
    case .deleteAssociation(let id): "delete association \(id)"
    case .correctAssociation(let id):
      "correct the row of association \(id) with QGIS or ogrinfo -sql"
    case .correctRow(let table, let row, let column):
      "correct \(column.map { "\($0) of " } ?? "")\(row.map { "row \($0) of " } ?? "")\(table) "
        + "with QGIS or ogrinfo -sql"
    case .addRule(let kind, let types):
      "add a rule \(kind.name) for \(Words.list(types.map { describe($0) }, "and")), if that is "
        + "allowed, to the definition or mapping that `geosnap import` reads: "
        + "Documentation/Howto-Rules.md says how"
    }
  }

  /// Describes a missing rule, such as `junctionEdge of A and B`.
  public func describe(_ search: RuleSearch) -> String {
    joint(search.kind, search.from, search.to, via: search.via)
  }

  /// Describes asset types without a rule, such as `junctionEdge: A and B`.
  public func describe(_ gap: RuleGapCount) -> String {
    let via = gap.via.map { " at \(describe($0))" } ?? ""
    return "\(gap.kind.name): \(describe(gap.from)) and \(describe(gap.to))\(via)"
  }

  /// Describes the asset types of a kind of rule.
  package func joint(
    _ kind: NetworkRuleKind,
    _ from: AssetTypeID,
    _ to: AssetTypeID,
    via: AssetTypeID?
  ) -> String {
    let via = via.map { " at \(describe($0))" } ?? ""
    return "\(kind.name) of \(describe(from)) and \(describe(to))\(via)"
  }

  /// The instruction to set a terminal in the file or in an edit, with the possible terminals.
  private func setting(
    _ field: String,
    of line: FeatureID,
    to ids: [Int],
    _ fault: NetworkFault,
    by member: String = "\"attributes\" of an edit"
  ) -> String {
    let known = fault.features.filter { $0 != line }
      .compactMap { assetType(of: $0)?.type }.flatMap { base.terminals(of: $0) }
    let terminals = ids.map { id in
      known.first { $0.id == id }.map { "\(id) (\($0.name))" } ?? "\(id)"
    }
    let table = tableName(of: line)
    return "set \(field) to \(Words.list(terminals, "or")), in the table \(table) or by the "
      + member
  }
}

extension NetworkFix.LineEnd {
  package var terminalField: String { self == .start ? TerminalField.from : TerminalField.to }
}
