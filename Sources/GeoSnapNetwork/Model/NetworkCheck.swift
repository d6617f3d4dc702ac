internal import GeoSnapColumns

/// Visits the parts of a network once, collects the problems and numbers the valid features.
package struct NetworkCheck: ProblemCollector {
  let definition: NetworkDefinition
  let catalog: AssetTypeCatalog
  let srid: SRID?
  let setAside: SetAsideRows

  package var problems: [NetworkProblem] = []
  private(set) var firstOrdinals: [Int32] = [0]
  private(set) var assetTypeOrdinals = Column<Int32>()
  private(set) var featuresByGlobalID = GlobalIDIndex()
  private(set) var tablesBySourceID: [Int: Int] = [:]
  private let sources: [NetworkSource]
  private var sourcePositions: [Int: Int] = [:]
  private let terminals: TerminalCatalog
  /// The number of earlier associations, by global id of the visited associations.
  private var associationIDs: [GlobalID: Int32] = [:]
  private var ruleIDs: Set<Int> = []
  private var names: [String] = []

  init(definition: NetworkDefinition, srid: SRID?, setAside: SetAsideRows = SetAsideRows()) {
    self.definition = definition
    catalog = AssetTypeCatalog(definition)
    self.srid = srid
    self.setAside = setAside
    sources = definition.sources
    terminals = TerminalCatalog(definition)
    for (position, source) in sources.enumerated().reversed() {
      sourcePositions[source.sourceID] = position
    }
    problems = DefinitionCheck.problems(in: definition, terminals)
  }

  private func source(_ id: Int) -> NetworkSource? { sourcePositions[id].map { sources[$0] } }

  @inline(never)
  private mutating func report(
    _ row: String?,
    _ message: String,
    _ code: NetworkErrorCode? = nil,
    _ globalID: GlobalID? = nil,
    column: String? = nil,
    of table: String = "un_associations"
  ) {
    report(table, row, message, code, globalID, column: column)
  }

  // MARK: Features

  /// Visits all tables of a network, before its other parts.
  mutating func visit(_ tables: [FeatureTable]) {
    featuresByGlobalID.reserveCapacity(tables.reduce(0) { $0 + $1.count })
    for table in tables { visit(table) }
  }

  private mutating func visit(_ table: FeatureTable) {
    let index = names.count
    names.append(table.name)
    if names.dropLast().contains(where: { $0.isSpelled(like: table.name) }) {
      report(nil, "Two tables have this name.", of: table.name)
    }
    var source: NetworkSource?
    if let sourceID = table.sourceID {
      source = self.source(sourceID)
      if source == nil {
        report(nil, "The definition has no source \(sourceID).", of: table.name)
      } else if tablesBySourceID.updateValue(index, forKey: sourceID) != nil {
        report(nil, "Source \(sourceID) has two tables.", of: table.name)
      }
    }
    let repetitions = featuresByGlobalID.append(table.globalIDs, first: firstOrdinals[index])
    var repeated = repetitions[...]
    assetTypeOrdinals.reserveCapacity(assetTypeOrdinals.count + table.count)
    // Rows of one asset type mostly follow each other.
    var known: (group: Int32, type: Int32, ordinal: Int32)?
    for row in 0..<table.count {
      let other = repeated.first?.row == row ? repeated.removeFirst().other : nil
      visitIdentity(table, row, repeating: other)
      visitGeometry(table, row, source)
      if let known, known.group == table.assetGroups[row], known.type == table.assetTypes[row] {
        assetTypeOrdinals.append(known.ordinal)
      } else {
        let ordinal = assetTypeOrdinal(table, row)
        assetTypeOrdinals.append(ordinal)
        // Unknown types are looked up each time, so that each row is reported.
        if ordinal >= 0 { known = (table.assetGroups[row], table.assetTypes[row], ordinal) }
      }
    }
    firstOrdinals.append(Int32(assetTypeOrdinals.count))
  }

  private mutating func visitIdentity(
    _ table: FeatureTable,
    _ row: Int,
    repeating other: FeatureID?
  ) {
    if let globalID = table.globalIDs[row] {
      if let other {
        report(
          row,
          of: table,
          "GLOBALID \(globalID) is used twice, first in \(names[Int(other.table)]).",
          .repeatedGlobalID,
          globalID,
          column: "GLOBALID"
        )
      }
    } else if table.sourceID != nil {
      report(row, of: table, "GLOBALID is missing.", .missingGlobalID, column: "GLOBALID")
    }
  }

  private mutating func report(
    _ row: Int,
    of table: FeatureTable,
    _ message: String,
    _ code: NetworkErrorCode?,
    _ globalID: GlobalID? = nil,
    column: String? = nil
  ) {
    report("\(table.rowIDs[row])", message, code, globalID, column: column, of: table.name)
  }

  private mutating func visitGeometry(_ table: FeatureTable, _ row: Int, _ source: NetworkSource?) {
    guard let geometry = table.geometries[row] else { return }
    if NetworkCheck.isSound(geometry, in: source, srid: srid) { return }
    for problem in NetworkCheck.problems(of: geometry, in: source, srid: srid) {
      report(row, of: table, problem.message, problem.code, table.globalIDs[row])
    }
  }

  private mutating func assetTypeOrdinal(_ table: FeatureTable, _ row: Int) -> Int32 {
    guard let id = table.assetTypeID(of: row) else { return -1 }
    if let ordinal = catalog.ordinal(id) { return ordinal }
    // A generated subnetwork line has neither group nor type.
    let source = source(id.sourceID)
    if source?.usage == .subnetLine { return -1 }
    let isGroupKnown = source?.assetGroup(code: id.assetGroup) != nil
    report(
      row,
      of: table,
      "Asset type \(id.assetGroup)/\(id.assetType) is not in the definition.",
      source.map { _ in isGroupKnown ? .invalidAssetType : .unknownAssetGroup },
      table.globalIDs[row],
      column: isGroupKnown ? "ASSETTYPE" : "ASSETGROUP"
    )
    return -1
  }

  // MARK: Associations

  /// Checks an association; returns whether it may be kept.
  @discardableResult
  mutating func visit(_ association: Association, tables: [FeatureTable]) -> Bool {
    let known = problems.count
    let row = association.globalID.description
    let count = Int32(associationIDs.count)
    if associationIDs.updateValue(count, forKey: association.globalID) != nil {
      report(row, "GLOBALID is used twice.", .repeatedGlobalID, column: "GLOBALID")
    }
    let from = visit(association.from, "FROM", row, tables, other: association.to)
    let to = visit(association.to, "TO", row, tables, other: association.from)
    let id = association.from.globalID
    if let from, from == to {
      let code: NetworkErrorCode =
        switch association.kind {
        case .containment: .noContainmentRule
        case .attachment: .noAttachmentRule
        default: .noConnectivityRule
        }
      report(row, "A feature is associated with itself.", code, id)
    } else if from != nil && to != nil {
      visitKind(of: association, row)
    }
    if let fraction = association.fractionAlongEdge, !(fraction >= 0 && fraction <= 1) {
      report(
        row,
        "PERCENTALONG \(fraction) is not between 0 and 1.",
        .invalidAttributeValue,
        from == nil ? nil : id,
        column: "PERCENTALONG"
      )
    }
    return problems.count == known
  }

  /// Connectivity joins two junctions or, in the kinds 4 to 6, a junction and an edge.
  private mutating func visitKind(of association: Association, _ row: String) {
    guard association.kind.isConnectivity, let from = source(association.from.sourceID),
      let to = source(association.to.sourceID)
    else { return }
    let edges = [from, to].count { $0.elementKind == .edge }
    let expected = association.kind == .connectivity ? 0 : 1
    if edges != expected {
      report(
        row,
        "ASSOCIATIONTYPE \(association.kind.rawValue) joins "
          + (expected == 0 ? "two junctions" : "a junction and an edge")
          + "; these are \(from.name) and \(to.name).",
        .noConnectivityRule,
        association.from.globalID,
        column: "ASSOCIATIONTYPE"
      )
    }
  }

  private mutating func visit(
    _ end: Association.End,
    _ side: String,
    _ row: String,
    _ tables: [FeatureTable],
    other: Association.End
  ) -> FeatureID? {
    guard let feature = featuresByGlobalID[end.globalID] else {
      let isSetAside = setAside.contains(feature: end.globalID)
      report(
        row,
        "\(side)GLOBALID \(end.globalID) is "
          + (isSetAside ? "that of a row that is set aside." : "not a feature."),
        isSetAside ? .associatedFeatureSetAside : .missingAssociatedFeature,
        featuresByGlobalID[other.globalID] == nil ? nil : other.globalID,
        column: "\(side)GLOBALID"
      )
      return nil
    }
    let table = tables[Int(feature.table)]
    guard table.sourceID == end.sourceID else {
      report(
        row,
        "\(side)GLOBALID \(end.globalID) is in \(table.name), not in source \(end.sourceID).",
        .inconsistentAssetType,
        end.globalID,
        column: "\(side)NETWORKSOURCEID"
      )
      return nil
    }
    if let terminal = end.terminalID, let id = table.assetTypeID(of: Int(feature.row)),
      !hasTerminal(terminal, id)
    {
      report(
        row,
        "\(side)TERMINALID \(terminal) is not a terminal of asset type "
          + "\(id.assetGroup)/\(id.assetType) of \(table.name).",
        .invalidTerminal,
        end.globalID,
        column: "\(side)TERMINALID"
      )
    }
    return feature
  }

  private func hasTerminal(_ terminal: Int, _ id: AssetTypeID) -> Bool {
    guard let ordinal = catalog.ordinal(id) else { return true }
    let configuration = catalog.entries[Int(ordinal)].type.terminalConfigurationID ?? 0
    guard let known = terminals.terminals(configurationID: configuration) else {
      return terminal == 1
    }
    return known.contains { $0.id == terminal }
  }

  // MARK: Rules

  mutating func visit(_ rule: NetworkRule) {
    let row = "\(rule.id)"
    if !ruleIDs.insert(rule.id).inserted {
      report(rule: row, "RULEID is used twice.", column: "RULEID")
    }
    visit(rule.from, "FROM", row)
    visit(rule.to, "TO", row)
    if let via = rule.via { visit(via, "VIA", row) }
    if (rule.via != nil) != (rule.kind == .edgeJunctionEdge) {
      report(
        rule: row,
        rule.via == nil
          ? "An edge-junction-edge rule needs a via side."
          : "Only rules of type 5 have a via side.",
        column: "RULETYPE"
      )
    }
  }

  private mutating func visit(_ side: NetworkRule.Side, _ name: String, _ row: String) {
    let id = side.assetType
    guard let source = source(id.sourceID) else {
      return report(
        rule: row,
        "\(name)NETWORKSOURCEID \(id.sourceID) is not defined.",
        column: "\(name)NETWORKSOURCEID"
      )
    }
    guard catalog.ordinal(id) != nil else {
      return report(
        rule: row,
        "\(name) asset type \(id.assetGroup)/\(id.assetType) of \(source.name) is not defined.",
        column: "\(name)ASSETTYPE"
      )
    }
    if let terminal = side.terminalID, !hasTerminal(terminal, id) {
      report(
        rule: row,
        "\(name)TERMINALID \(terminal) is not a terminal of asset type "
          + "\(id.assetGroup)/\(id.assetType) of \(source.name).",
        column: "\(name)TERMINALID"
      )
    }
  }

  private mutating func report(rule row: String, _ message: String, column: String) {
    report(row, message, .brokenRule, column: column, of: "un_rules")
  }

  /// Whether a point or line without measures is surely sound, as most are; if not, ``problems(of:in:srid:)``
  /// decides.
  package static func isSound(_ geometry: Geometry, in source: NetworkSource?, srid: SRID?) -> Bool
  {
    let expected = source?.usage.geometryType
    if source != nil && expected == nil { return false }
    switch geometry {
    case .point(let point):
      guard let place = point.coordinate, point.m == nil else { return false }
      return (expected == nil || expected?.single == .point)
        && (point.srid == nil || srid == nil || point.srid == srid) && place.x.magnitude <= 1e150
        && place.y.magnitude <= 1e150 && (point.z ?? 0).magnitude <= 1e150
    case .lineString(let line):
      guard !line.coordinates.dimensions.hasM else { return false }
      return (expected == nil || expected?.single == .lineString)
        && (line.srid == nil || srid == nil || line.srid == srid)
        && line.coordinates.ordinates.allSatisfy { $0.magnitude <= 1e150 }
    default: return false
    }
  }

  package static func problems(
    of geometry: Geometry,
    in source: NetworkSource?,
    srid: SRID?
  ) -> [FeatureGeometryProblem] {
    var problems: [FeatureGeometryProblem] = []
    func report(_ code: NetworkErrorCode, _ message: String) {
      problems.append(FeatureGeometryProblem(code: code, message: message))
    }
    if let unsound = geometry.unsoundOrdinate {
      report(.unreadableGeometry, unsound)
    } else if !geometry.isFinite {
      report(.unreadableGeometry, "The geometry has an ordinate that is not a finite number.")
    }
    if let declared = geometry.srid, let srid, declared != srid {
      report(
        .unreadableGeometry,
        "The geometry is in EPSG:\(declared), the network in EPSG:\(srid)."
      )
    }
    guard let source else { return problems }
    guard let expected = source.usage.geometryType else {
      report(.wrongGeometryType, "Features of usage \(source.usage.name) cannot have a geometry.")
      return problems
    }
    if geometry.type.single != expected.single {
      report(
        .wrongGeometryType,
        "A feature of usage \(source.usage.name) needs a \(expected.name); this is a \(geometry.type.name)."
      )
    }
    return problems
  }
}

package struct FeatureGeometryProblem: Equatable {
  let code: NetworkErrorCode
  let message: String
}

extension GeometryType {
  /// The type of the parts of a multi geometry; the type itself for others.
  var single: GeometryType {
    switch self {
    case .multiLineString: .lineString
    case .multiPolygon: .polygon
    case .multiPoint: .point
    default: self
    }
  }
}
