/// The common interface of an opened network and of one with edits: features, by name and in words.
///
/// The functions `describe(_:)` return sentences as the command prints them; see `Documentation/Howto-Rules.md`.
public protocol NetworkReading: Sendable {
  /// The network below the edits, with tables, fields, rules and definition; a network without edits is its own base.
  var base: UtilityNetwork { get }

  /// Whether the feature exists now.
  func contains(_ feature: FeatureID) -> Bool

  /// The features of a table, in the order of rows.
  func features(table: Int) -> [FeatureID]

  /// The feature with a global id; nil when there is none.
  func feature(globalID: GlobalID) -> FeatureID?

  /// The feature with a key; nil when there is none.
  func feature(_ key: FeatureKey) -> FeatureID?

  /// The global id; nil when the feature has none or is deleted.
  func globalID(of feature: FeatureID) -> GlobalID?

  /// The row id in the table; nil when the feature is deleted.
  func rowID(of feature: FeatureID) -> Int64?

  /// The origin of the feature; nil when unknown or when the feature is deleted.
  func origin(of feature: FeatureID) -> String?

  /// The geometry; nil for objects and when the feature is deleted.
  func geometry(of feature: FeatureID) -> Geometry?

  /// The asset type of a feature with its group; nil in a plain table and when it is deleted.
  func assetType(of feature: FeatureID) -> (group: AssetGroup, type: AssetType)?

  /// The id of a feature's asset type; nil in a plain table and when it is deleted.
  func assetTypeID(of feature: FeatureID) -> AssetTypeID?

  /// The value of a field, by its position among the table's fields; nil when the feature is deleted.
  func attribute(_ field: Int, of feature: FeatureID) -> AttributeValue?

  /// The associations of a feature, on either side; only those of `kind` unless it is nil.
  func associations(of feature: FeatureID, kind: AssociationKind?) -> [Association]
}

extension NetworkReading {
  /// All features, table by table, in the order of rows, including those of tables without a source.
  ///
  /// ```swift
  /// let open = network.features.filter { network[$0, "STATUS"] == .integer(1) }
  /// ```
  ///
  /// - Complexity: Linear in the number of features.
  public var features: [FeatureID] { base.tables.indices.flatMap { features(table: $0) } }

  /// The associations of a feature, on either side.
  public func associations(of feature: FeatureID) -> [Association] {
    associations(of: feature, kind: nil)
  }

  /// The features on the to-side of a feature's associations of a kind, such as the content of a container.
  package func features(toSideOf feature: FeatureID, kind: AssociationKind) -> [FeatureID] {
    let globalID = globalID(of: feature)
    return associations(of: feature, kind: kind)
      .filter { $0.from.globalID == globalID }
      .compactMap { self.feature(globalID: $0.to.globalID) }
  }

  /// The value of a field; nil when the table has no such field or the feature is deleted.
  ///
  /// ```swift
  /// network[feature, "NAME"]  // -> .text("M 17")
  /// ```
  ///
  /// The field's name is compared without case if there is no exact match.
  public subscript(feature: FeatureID, field: String) -> AttributeValue? {
    guard contains(feature) else { return nil }
    return base.tables[Int(feature.table)].field(named: field)
      .flatMap { attribute($0, of: feature) }
  }

  /// The name of the coded value in a field, such as `Open` for 1.
  public func codedName(of field: String, of feature: FeatureID) -> String? {
    guard case .integer(let code) = self[feature, field] else { return nil }
    return base.definition.domain(of: field, sourceID: base.tables[Int(feature.table)].sourceID)?
      .name(of: code)
  }

  /// All values of a feature, in the order of fields, coded values with their names; empty for a deleted feature.
  public func attributes(of feature: FeatureID) -> [NamedValue] {
    guard contains(feature) else { return [] }
    return base.tables[Int(feature.table)].fields.enumerated().compactMap { position, field in
      attribute(position, of: feature).map {
        NamedValue(field: field.name, value: $0, codedName: codedName(of: field.name, of: feature))
      }
    }
  }

  /// The name of a feature, such as `M 17`, from the display field, `NAME`, `LABEL` or `ID`; nil without.
  public func name(of feature: FeatureID) -> String? {
    base.nameField(table: Int(feature.table)).flatMap { attribute($0, of: feature) }.flatMap(\.text)
  }

  /// The features of an asset type, in the order of rows, in time linear in the rows of its table.
  public func features(ofAssetType assetType: AssetTypeID) -> [FeatureID] {
    guard let table = base.table(sourceID: assetType.sourceID) else { return [] }
    return features(table: table).filter { assetTypeID(of: $0) == assetType }
  }

  /// The features with matching values in a field, table by table, in the order of rows.
  ///
  /// ```swift
  /// network.features(where: "DIAMETER") { $0 == .integer(110) }
  /// ```
  ///
  /// The field's name is compared without case; tables without it are skipped.
  ///
  /// - Complexity: Linear in the rows of the tables with the field.
  public func features(where field: String, _ matches: (AttributeValue) -> Bool) -> [FeatureID] {
    base.tables.indices.flatMap { table -> [FeatureID] in
      guard let number = base.tables[table].field(named: field) else { return [] }
      return features(table: table).filter { attribute(number, of: $0).map(matches) ?? false }
    }
  }

  /// The feature at the end of an association opposite to `feature`.
  ///
  /// - Returns: nil when the association is not one of the feature, or the opposite feature does not exist.
  public func feature(across association: Association, from feature: FeatureID) -> FeatureID? {
    globalID(of: feature).flatMap { association.end(across: $0) }
      .flatMap { self.feature(globalID: $0.globalID) }
  }
}

extension EditedNetwork: NetworkReading {}

extension UtilityNetwork: NetworkReading {
  /// The network itself, which has no edits.
  public var base: UtilityNetwork { self }

  /// Whether the identifier is that of a feature of this network.
  @inlinable
  public func contains(_ feature: FeatureID) -> Bool {
    let table = Int(feature.table)
    guard table >= 0, table + 1 < firstOrdinals.count else { return false }
    return feature.row >= 0 && feature.row < firstOrdinals[table + 1] - firstOrdinals[table]
  }

  /// The features of a table, in the order of rows; empty for a table that does not exist.
  public func features(table: Int) -> [FeatureID] {
    guard tables.indices.contains(table) else { return [] }
    return (0..<tables[table].count).map { FeatureID(table: table, row: $0) }
  }

  /// The feature with a key; nil when there is none.
  ///
  /// - Complexity: O(1) by global id, linear in the rows of the table by row.
  public func feature(_ key: FeatureKey) -> FeatureID? {
    switch key {
    case .globalID(let globalID): feature(globalID: globalID)
    case .row(let name, let rowID):
      tables.firstIndex { $0.name.isSpelled(like: name) }.flatMap { table in
        tables[table].rowIDs.firstIndex(of: rowID).map { FeatureID(table: table, row: $0) }
      }
    }
  }

  /// The global id; nil when the feature has none or is one of another network.
  public func globalID(of feature: FeatureID) -> GlobalID? {
    contains(feature) ? tables[Int(feature.table)].globalIDs[Int(feature.row)] : nil
  }

  /// The row id in the table; nil for a feature of another network.
  public func rowID(of feature: FeatureID) -> Int64? {
    contains(feature) ? tables[Int(feature.table)].rowIDs[Int(feature.row)] : nil
  }

  /// The origin of the feature; nil when unknown.
  public func origin(of feature: FeatureID) -> String? {
    contains(feature) ? tables[Int(feature.table)].origins[Int(feature.row)] : nil
  }

  /// The id of a feature's asset type; nil in a plain table, and for a feature of another network.
  public func assetTypeID(of feature: FeatureID) -> AssetTypeID? {
    guard contains(feature) else { return nil }
    let ordinal = assetTypeOrdinals[Int(self.ordinal(of: feature))]
    return ordinal < 0 ? nil : catalog.entries[Int(ordinal)].id
  }

  /// The value of a field, by its position among the table's fields; nil when there is no such field or feature.
  public func attribute(_ field: Int, of feature: FeatureID) -> AttributeValue? {
    guard contains(feature) else { return nil }
    let columns = tables[Int(feature.table)].attributes
    return columns.indices.contains(field) ? columns[field][Int(feature.row)] : nil
  }
}

/// The value of a field, with the name of its code.
public struct NamedValue: Hashable, Sendable, CustomStringConvertible {
  /// The name of the field.
  public let field: String
  /// The value.
  public let value: AttributeValue
  /// The name of a coded value, such as `Open` for 1; nil for other values.
  public let codedName: String?

  /// The value as `geosnap` prints it, such as `Open (1)`: numbers to seven digits, empty for no value.
  public var description: String {
    if case .blob(let bytes) = value { return Words.count(bytes.count, "byte") }
    if case .real(let number) = value { return Words.number(number) }
    let text = value.text ?? ""
    return codedName.map { "\($0) (\(text))" } ?? text
  }
}

extension NetworkDefinition {
  /// The domain of the network attribute that is read from a field of a source; nil when there is none.
  func domain(of field: String, sourceID: Int?) -> CodedValueDomain? {
    let attribute = networkAttributes.first { attribute in
      attribute.domainName != nil
        && attribute.assignments.contains {
          $0.sourceID == sourceID && $0.fieldName.isSpelled(like: field)
        }
    }
    return attribute.flatMap { domain(of: $0) }
  }
}

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
      case .connectivity, .junctionEdgeFromConnectivity, .junctionEdgeToConnectivity: "is joined to"
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

extension NetworkReading {
  /// The roles of a feature in its current associations, in time linear in their number.
  public func associationStatus(of feature: FeatureID) -> AssociationStatus {
    globalID(of: feature).map { AssociationStatus(of: $0, in: associations(of: feature)) } ?? []
  }
}

extension AssetGroup {
  /// The group and one of its asset types, such as `Plastic Main / PE 110`.
  package func words(for type: AssetType) -> String { "\(name) / \(type.name)" }
}
