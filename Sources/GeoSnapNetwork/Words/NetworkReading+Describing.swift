// All sentences have one form: the type, then the name, then the location in brackets.

extension NetworkReading {
  /// Describes a feature, such as `Plastic Main / PE 110, M 17 (PipelineLine, pipe/12)`.
  ///
  /// The asset type comes first, then the name, then in brackets the table and the origin, or else global id or row.
  public func describe(_ feature: FeatureID) -> String {
    guard base.tables.indices.contains(Int(feature.table)) else { return "an unknown feature" }
    let table = base.tables[Int(feature.table)].name
    guard contains(feature) else { return "a deleted feature of \(table)" }
    let type = assetType(of: feature).map { $0.group.words(for: $0.type) }
    let words = [type, name(of: feature)].compactMap(\.self)
    let place = "\(table), \(identifier(of: feature))"
    return words.isEmpty ? place : "\(words.joined(separator: ", ")) (\(place))"
  }

  /// Whether a feature controls a subnetwork or is meant to: a remedy never changes its asset type.
  package func isController(_ feature: FeatureID) -> Bool {
    let field = base.tables[Int(feature.table)].fields
      .firstIndex { $0.name.uppercased() == ControllerField.name }
    return field.flatMap { attribute($0, of: feature)?.text }?.isEmpty == false
      || assetType(of: feature)?.type.hasCategory(["Subnetwork Controller"]) == true
  }

  /// The sentence that refuses to merge two features, with their asset types.
  package func onlyAlike(_ one: AssetTypeID?, _ other: AssetTypeID?) -> String {
    let types = [one, other].map { $0.map { describe($0) } ?? "a plain table" }
    return "Only lines of the same table and asset type can be merged; these are of "
      + "\(types[0]) and \(types[1])."
  }

  /// Describes several features; those of one description, such as pieces of a line, get their row ids, or global
  /// ids if they are not stored yet.
  package func describe(_ features: [FeatureID]) -> [String] {
    let words = features.map { describe($0) }
    let counts = Dictionary(words.map { ($0, 1) }, uniquingKeysWith: +)
    return zip(features, words).map { feature, word in
      guard word.last == ")", counts[word, default: 0] > 1 else { return word }
      let row = base.contains(feature) ? rowID(of: feature).map { "row \($0)" } : nil
      let id = row ?? globalID(of: feature)?.description
      return id.map { "\(word.dropLast()), \($0))" } ?? word
    }
  }

  /// A message with the ids of features that it describes in the same words, in this order.
  package func distinguishing(_ features: [FeatureID], in message: String) -> String {
    // Features of different tables have different descriptions.
    guard Set(features.map(\.table)).count < features.count else { return message }
    var result = message
    for (feature, word) in zip(features, describe(features)) {
      let plain = describe(feature)
      guard plain != word, let range = result.firstRange(of: plain) else { continue }
      result.replaceSubrange(range, with: word)
    }
    return result
  }

  /// The key of a feature in edits: its global id, or its row without one; nil when it is deleted.
  public func key(of feature: FeatureID) -> FeatureKey? {
    guard contains(feature) else { return nil }
    if let globalID = globalID(of: feature) { return .globalID(globalID) }
    let name = base.tables[Int(feature.table)].name
    return rowID(of: feature).map { .row(table: name, rowID: $0) }
  }

  /// The name of the table of a feature, which need not exist.
  package func tableName(of feature: FeatureID) -> String {
    let table = Int(feature.table)
    return base.tables.indices.contains(table) ? base.tables[table].name : "table \(table)"
  }

  /// The shortest identification of a feature: its origin, or else its global id, or else its row.
  public func identifier(of feature: FeatureID) -> String {
    origin(of: feature) ?? globalID(of: feature)?.description
      ?? "row \(rowID(of: feature).map { "\($0)" } ?? "unknown")"
  }

  /// The path of an asset type, as ``NetworkDefinition/assetTypes(path:)`` reads it: `PipelineJunction/Fitting/Tap`.
  public func describe(_ assetType: AssetTypeID) -> String {
    guard let type = base.assetType(assetType) else {
      return "\(assetType.sourceID)/\(assetType.assetGroup)/\(assetType.assetType)"
    }
    return "\(type.source.name)/\(type.group.name)/\(type.type.name)"
  }

  /// Lists the first `limit` asset types and counts the others, such as `A or B`, or `A, B or 12 more`.
  package func list(_ types: [AssetTypeID], _ conjunction: String, limit: Int = 2) -> String {
    Words.list(types.map { describe($0) }, conjunction, limit: limit)
  }

  /// Describes a rule, such as `rule 12 (junctionEdge) joins PipelineJunction/Fitting/Tap and PipelineLine/Main/PE`.
  public func describe(_ rule: NetworkRule) -> String {
    let sides = [rule.from, rule.via, rule.to].compactMap { $0 }.map { describe($0.assetType) }
    return "rule \(rule.id) (\(rule.kind.name)) joins \(sides.joined(separator: " and "))"
  }

  /// Describes an association: one end, the verb and the other end.
  ///
  /// ```swift
  /// network.describe(association)  // -> "Vault / Brick (StructureJunction, v/1) contains ..."
  /// ```
  public func describe(_ association: Association) -> String {
    let verb =
      switch association.kind {
      case .containment: "contains"
      case .attachment: "carries"
      case .junctionMidspanConnectivity: "is joined midspan to"
      case .connectivity, .junctionEdgeFromConnectivity, .junctionEdgeToConnectivity:
        "is joined to"
      }
    return "\(describe(association.from)) \(verb) \(describe(association.to))"
  }

  /// Describes an end of an association: the feature, and the terminal if the end names one.
  public func describe(_ end: Association.End) -> String {
    guard let feature = feature(globalID: end.globalID) else {
      return "a missing feature (\(end.globalID))"
    }
    let terminals = assetType(of: feature).map { base.terminals(of: $0.type) } ?? []
    let terminal = terminals.first { $0.id == end.terminalID }
    return describe(feature) + (terminal.map { " at \($0.name)" } ?? "")
  }

  /// The condition with coded values by name: its ``TraceCondition/expression(in:)``.
  public func describe(_ condition: TraceCondition) -> String {
    condition.expression(in: base.definition)
  }

  /// Describes a commit, such as `Replace valve 17: 3 edits, 5 features touched`.
  public func describe(_ commit: NetworkCommit) -> String {
    let edits = commit.transaction.edits.count
    let what =
      edits == 0
      ? "nothing to change"
      : "\(Words.count(edits, "edit")), \(Words.count(commit.touched.count, "feature")) touched"
    let name = commit.transaction.name
    return name.isEmpty ? what : "\(name): \(what)"
  }
}

extension AssetGroup {
  /// The group and one of its asset types, such as `Plastic Main / PE 110`.
  package func words(for type: AssetType) -> String { "\(name) / \(type.name)" }
}
