internal import GeoSnapSupport

/// An error that validation finds in a network.
public struct NetworkFault: Equatable, Sendable {
  /// The kind of error.
  public let code: NetworkErrorCode
  /// The features concerned: the line first, then the features that it meets; the existing ends of an association.
  public internal(set) var features: [FeatureID]
  /// The association concerned; nil for none.
  public let association: GlobalID?
  /// The location; nil for none.
  public let location: Coordinate?
  /// The missing rule; nil when no rule would help.
  package let rule: RuleSearch?
  /// The proposed correction.
  public internal(set) var fix: NetworkFix
  /// The error, in a sentence.
  public let message: String

  /// The fault with other identifiers of features; messages have permanent names and stay.
  func renaming(_ name: (FeatureID) -> FeatureID) -> NetworkFault {
    var fault = self
    fault.features = features.map(name)
    fault.fix = fix.renaming(name)
    return fault
  }
}

/// A missing rule, and the most similar existing one.
package struct RuleSearch: Equatable, Sendable {
  package let kind: NetworkRuleKind
  /// The from-side: the junction of a junction-edge rule, otherwise as in the data.
  package let from: AssetTypeID
  package let to: AssetTypeID
  /// The junction between two edges; nil without one, or if any is possible.
  package let via: AssetTypeID?
  /// The most similar existing rule; nil when no rule is similar.
  package let nearest: NetworkRule?
}

/// A combination of asset types without a rule, and its frequency in the data.
public struct RuleGapCount: Equatable, Sendable {
  /// The kind of the missing rule.
  public let kind: NetworkRuleKind
  /// The from-side: the junction of a junction-edge rule, otherwise as in the data.
  public let from: AssetTypeID
  /// The to-side.
  public let to: AssetTypeID
  /// The junction where two lines meet; nil for other kinds, and without one.
  public let via: AssetTypeID?
  /// The frequency.
  public let count: Int
}

/// A proposed correction of an error, for an editor to carry out.
public enum NetworkFix: Equatable, Sendable {
  /// One of the two ends of a line.
  public enum LineEnd: String, Sendable {
    /// The first vertex.
    case start
    /// The last vertex.
    case end
  }

  /// Move an end of a line to a junction to which it may connect.
  case snapEnd(of: FeatureID, LineEnd, to: FeatureID, at: Coordinate)
  /// Insert a vertex in a segment of a line, counted from 0.
  case insertVertex(in: FeatureID, segment: Int, at: Coordinate)
  /// Split a line; at a device with several terminals, each new end has to name one of the given ones.
  case splitLine(FeatureID, at: Coordinate, naming: [Int] = [])
  /// Remove vertices of a line, counted from 0.
  case removeVertices(of: FeatureID, [Int])
  /// Create a line for each part.
  case separateParts(of: FeatureID)
  /// Set the terminal at an end of a line to a given one, or to none if there is none.
  case setTerminal(of: FeatureID, LineEnd, among: [Int])
  /// Place a junction of one of the asset types where two lines meet.
  case placeJunction(at: Coordinate, among: [AssetTypeID])
  /// Choose one of the asset types.
  case chooseAssetType(of: FeatureID, among: [AssetTypeID])
  /// Correct the value of a field to a given one, or to any valid one if there is none.
  case setValue(of: FeatureID, field: String, among: [Int64])
  /// Draw the geometry.
  case drawGeometry(of: FeatureID)
  /// Move a feature to its proper place.
  case moveFeature(FeatureID)
  /// Delete a feature.
  case deleteFeature(FeatureID)
  /// Delete an association.
  case deleteAssociation(GlobalID)
  /// Correct the row of an association.
  case correctAssociation(GlobalID)
  /// Correct a row in its file, or one column of it.
  case correctRow(table: String, row: String?, column: String? = nil)
  /// Add a rule, if it should be allowed.
  case addRule(NetworkRuleKind, [AssetTypeID])

  func renaming(_ name: (FeatureID) -> FeatureID) -> NetworkFix {
    switch self {
    case .snapEnd(let line, let end, let junction, let place):
      .snapEnd(of: name(line), end, to: name(junction), at: place)
    case .insertVertex(let line, let segment, let place):
      .insertVertex(in: name(line), segment: segment, at: place)
    case .splitLine(let line, let place, let terminals):
      .splitLine(name(line), at: place, naming: terminals)
    case .removeVertices(let line, let vertices): .removeVertices(of: name(line), vertices)
    case .separateParts(let line): .separateParts(of: name(line))
    case .setTerminal(let line, let end, let terminals):
      .setTerminal(of: name(line), end, among: terminals)
    case .chooseAssetType(let feature, let types): .chooseAssetType(of: name(feature), among: types)
    case .setValue(let feature, let field, let values):
      .setValue(of: name(feature), field: field, among: values)
    case .drawGeometry(let feature): .drawGeometry(of: name(feature))
    case .moveFeature(let feature): .moveFeature(name(feature))
    case .deleteFeature(let feature): .deleteFeature(name(feature))
    case .placeJunction, .deleteAssociation, .correctAssociation, .correctRow, .addRule: self
    }
  }
}

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
    case .deleteFeature(let feature): "delete \(describe(feature)), or draw its other end elsewhere"
    case .deleteAssociation(let id):
      "delete association \(id)"
        + (base.setAside.contains(association: id) ? " with QGIS or ogrinfo -sql" : "")
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
  package func describe(_ search: RuleSearch) -> String {
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

struct RuleKey: Hashable, Sendable {
  let kind: NetworkRuleKind
  let from: AssetTypeID
  let to: AssetTypeID
  let via: AssetTypeID?
}

/// Counts combinations of asset types without a rule.
package struct RuleGapCounts: Sendable {
  private var counts: [RuleKey: Int] = [:]

  mutating func add(
    _ kind: NetworkRuleKind,
    _ from: AssetTypeID,
    _ to: AssetTypeID,
    via: AssetTypeID? = nil
  ) {
    var (from, to) = (from, to)
    // Two lines, or two junctions, are one pair in any order.
    if kind == .edgeJunctionEdge || kind == .junctionJunction, to.precedes(from) {
      swap(&from, &to)
    }
    counts[RuleKey(kind: kind, from: from, to: to, via: via), default: 0] += 1
  }

  mutating func add(_ other: RuleGapCounts) { counts.merge(other.counts, uniquingKeysWith: +) }

  /// The most frequent first, then by kind and codes.
  package var sorted: [RuleGapCount] {
    counts.map { RuleGapCount(kind: $0.kind, from: $0.from, to: $0.to, via: $0.via, count: $1) }
      .ordered { one, other in
        if one.count != other.count { return one.count > other.count }
        if one.kind != other.kind { return one.kind.rawValue < other.kind.rawValue }
        if one.from != other.from { return one.from.precedes(other.from) }
        if one.to != other.to { return one.to.precedes(other.to) }
        guard let via = one.via, let otherVia = other.via else { return one.via == nil }
        return via.precedes(otherVia)
      }
  }
}

extension AssetTypeID {
  func precedes(_ other: AssetTypeID) -> Bool {
    (sourceID, assetGroup, assetType) < (other.sourceID, other.assetGroup, other.assetType)
  }
}
