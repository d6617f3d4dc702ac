public import GeoSnap

/// A network of plain dictionaries that does transactions the slow and obvious way.
public struct NaiveNetwork {
  public struct RowName: Hashable {
    public let table: String
    public let row: Int64
  }

  public private(set) var features: [RowName: Feature] = [:]
  public private(set) var associations: [GlobalID: Association] = [:]
  private let network: UtilityNetwork
  private var greatestRow: [String: Int64] = [:]

  public init(_ network: UtilityNetwork) {
    self.network = network
    for table in network.tables {
      for row in 0..<table.count {
        features[RowName(table: table.name, row: table.rowIDs[row])] = table[row]
        greatestRow[table.name] = max(greatestRow[table.name] ?? 0, table.rowIDs[row])
      }
    }
    for association in network.associations { associations[association.globalID] = association }
  }

  public func row(_ id: GlobalID) -> RowName? { features.first { $0.value.globalID == id }?.key }
  public func feature(_ id: GlobalID) -> Feature? { row(id).flatMap { features[$0] } }
  public func table(_ id: GlobalID) -> String? { row(id)?.table }
  public func sourceID(_ table: String) -> Int? {
    network.tables.first { $0.name == table }?.sourceID
  }

  /// Rows that no feature may have had: those are not used again, as far as one can see from here.
  public mutating func forgetNothing(of other: NaiveNetwork) {
    for (table, row) in other.greatestRow { greatestRow[table] = max(greatestRow[table] ?? 0, row) }
  }

  /// Whether it could be done; nothing is done otherwise.
  public mutating func apply(_ transaction: NetworkTransaction) -> Bool {
    var copy = self
    var new: Set<GlobalID> = []
    var retyped: Set<GlobalID> = []
    var mustGo: [GlobalID] = []
    for edit in transaction.edits {
      guard copy.apply(edit, &new, &retyped, &mustGo) else { return false }
    }
    for id in mustGo where copy.row(id) != nil { return false }
    for association in copy.associations.values {
      let ends = [association.from.globalID, association.to.globalID]
      let isNew = new.contains(association.globalID)
      if isNew || ends.contains(where: retyped.contains) {
        guard copy.isAllowed(association) else { return false }
      }
      if isNew {
        guard !copy.isRepeated(association), !copy.isCyclic(association) else { return false }
      }
    }
    self = copy
    return true
  }

  private mutating func apply(
    _ edit: NetworkEdit,
    _ new: inout Set<GlobalID>,
    _ retyped: inout Set<GlobalID>,
    _ mustGo: inout [GlobalID]
  ) -> Bool {
    func find(_ key: FeatureKey) -> RowName? {
      switch key {
      case .globalID(let id): return row(id)
      case .row(let table, let row):
        let name = RowName(table: table, row: row)
        return features[name] == nil ? nil : name
      }
    }
    switch edit {
    case .insertFeature(let feature, let name):
      guard let table = network.tables.first(where: { $0.name.lowercased() == name.lowercased() })
      else { return false }
      let rowID = feature.rowID ?? (greatestRow[table.name] ?? 0) + 1
      let row = RowName(table: table.name, row: rowID)
      if features[row] != nil { return false }
      if let id = feature.globalID, self.row(id) != nil { return false }
      var values = [AttributeValue](repeating: .null, count: table.fields.count)
      guard isType(feature.assetGroup, feature.assetType, table),
        isGeometry(feature.geometry, table), set(feature.attributes, table, &values)
      else { return false }
      greatestRow[table.name] = max(greatestRow[table.name] ?? 0, rowID)
      features[row] = Feature(
        rowID: rowID,
        globalID: feature.globalID,
        assetGroup: feature.assetGroup,
        assetType: feature.assetType,
        origin: feature.origin,
        geometry: feature.geometry,
        attributes: values
      )
    case .setGeometry(let key, let geometry):
      guard let row = find(key), isGeometry(geometry, table(row)) else { return false }
      features[row]?.geometry = geometry
    case .setAttributes(let key, let values):
      guard let row = find(key), var old = features[row]?.attributes,
        set(values, table(row), &old)
      else { return false }
      features[row]?.attributes = old
    case .setAssetType(let key, let group, let type):
      guard let row = find(key), isType(group, type, table(row)) else { return false }
      if let feature = features[row], let id = feature.globalID,
        (feature.assetGroup, feature.assetType) != (group, type)
      {
        retyped.insert(id)
      }
      features[row]?.assetGroup = group
      features[row]?.assetType = type
    case .setOrigin(let key, let origin):
      guard let row = find(key) else { return false }
      features[row]?.origin = origin
    case .deleteFeature(let key):
      guard let row = find(key) else { return false }
      delete(row, &mustGo)
    case .insertAssociation(let association):
      guard let id = association.globalID, associations[id] == nil,
        let from = row(association.from.globalID), let to = row(association.to.globalID),
        from != to, let fromSource = table(from).sourceID, let toSource = table(to).sourceID
      else { return false }
      new.insert(id)
      associations[id] = Association(
        globalID: id,
        kind: association.kind,
        from: .init(
          sourceID: fromSource,
          globalID: association.from.globalID,
          terminalID: association.from.terminalID
        ),
        to: .init(
          sourceID: toSource,
          globalID: association.to.globalID,
          terminalID: association.to.terminalID
        ),
        isContentVisible: association.isContentVisible,
        fractionAlongEdge: association.fractionAlongEdge,
        origin: association.origin
      )
    case .deleteAssociation(let id):
      return associations.removeValue(forKey: id) != nil
    // A commit holds them written out as the edits above.
    case .insertVertex, .splitLine, .mergeLines: return false
    }
    return true
  }

  private func table(_ row: RowName) -> FeatureTable {
    network.tables.first { $0.name == row.table } ?? network.tables[0]
  }

  private func isType(_ group: Int, _ type: Int, _ table: FeatureTable) -> Bool {
    table.sourceID == nil ? group == 0 && type == 0 : group == 1 && (1...3).contains(type)
  }

  private func isGeometry(_ geometry: Geometry?, _ table: FeatureTable) -> Bool {
    guard let geometry else { return true }
    return geometry.type == table.geometryType && geometry.isFinite
  }

  private func set(
    _ values: [String: AttributeValue],
    _ table: FeatureTable,
    _ attributes: inout [AttributeValue]
  ) -> Bool {
    for (name, value) in values {
      guard
        let field = table.fields.firstIndex(where: { $0.name.lowercased() == name.lowercased() })
      else { return false }
      switch (value, table.fields[field].storage) {
      case (.integer(let number), .real): attributes[field] = .real(Double(number))
      case (.null, _), (.integer, .integer), (.real, .real), (.text, .text), (.blob, .blob):
        attributes[field] = value
      default: return false
      }
    }
    return true
  }

  private mutating func delete(_ row: RowName, _ mustGo: inout [GlobalID]) {
    guard let feature = features[row] else { return }
    var held: [GlobalID] = []
    for association in associations.values {
      let isFrom = association.from.globalID == feature.globalID
      guard isFrom || association.to.globalID == feature.globalID else { continue }
      if isFrom, [.containment, .attachment].contains(association.kind) {
        held.append(association.to.globalID)
      }
      associations[association.globalID] = nil
    }
    features[row] = nil
    guard table(row).sourceID != nil else { return }
    if feature.assetType == 3 { mustGo += held }
    if feature.assetType == 1 {
      for id in held { if let other = self.row(id) { delete(other, &mustGo) } }
    }
  }

  private func isAllowed(_ association: Association) -> Bool {
    guard let from = feature(association.from.globalID), let to = feature(association.to.globalID)
    else { return false }
    let (left, right) = (association.from.sourceID, association.to.sourceID)
    let edges = [left, right].filter { $0 == 9 }.count
    func isDual(_ source: Int, _ feature: Feature) -> Bool { source == 6 && feature.assetType == 1 }
    for (end, feature) in [(association.from, from), (association.to, to)] {
      let isDual = isDual(end.sourceID, feature)
      if let terminal = end.terminalID {
        if terminal != 1 && !(isDual && terminal == 2) { return false }
      } else if isDual, association.kind.isConnectivity {
        return false
      }
    }
    if let fraction = association.fractionAlongEdge {
      if fraction < 0 || fraction > 1 { return false }
    } else if association.kind == .junctionMidspanConnectivity {
      return false
    }
    func side(_ end: Association.End, _ feature: Feature) -> (AssetTypeID, Int) {
      let id = AssetTypeID(sourceID: end.sourceID, assetGroup: 1, assetType: feature.assetType)
      return (id, end.terminalID ?? 1)
    }
    func fits(_ rule: NetworkRule.Side, _ side: (AssetTypeID, Int)) -> Bool {
      rule.assetType == side.0 && (rule.terminalID == nil || rule.terminalID == side.1)
    }
    let (a, b) = (side(association.from, from), side(association.to, to))
    switch association.kind {
    case .connectivity:
      guard edges == 0 else { return false }
      return network.rules.contains {
        $0.kind == .junctionJunction
          && (fits($0.from, a) && fits($0.to, b) || fits($0.from, b) && fits($0.to, a))
      }
    case .containment:
      guard left != 5 else { return false }
      return network.rules.contains {
        $0.kind == .containment && $0.from.assetType == a.0 && $0.to.assetType == b.0
      }
    case .attachment:
      guard left != 4, left != 8 else { return false }
      return network.rules.contains {
        $0.kind == .attachment && $0.from.assetType == a.0 && $0.to.assetType == b.0
      }
    default:
      guard edges == 1 else { return false }
      return network.rules.contains {
        $0.kind == .junctionEdge
          && (fits($0.from, a) && fits($0.to, b) || fits($0.from, b) && fits($0.to, a))
      }
    }
  }

  private func isRepeated(_ association: Association) -> Bool {
    func same(_ lhs: Association.End, _ rhs: Association.End) -> Bool {
      lhs.globalID == rhs.globalID
        && (lhs.terminalID == rhs.terminalID || !association.kind.isConnectivity)
    }
    return associations.values.contains { other in
      other.globalID != association.globalID && other.kind == association.kind
        && other.fractionAlongEdge == association.fractionAlongEdge
        && (same(other.from, association.from) && same(other.to, association.to)
          || association.kind.isConnectivity && same(other.from, association.to)
            && same(other.to, association.from))
    }
  }

  private func isCyclic(_ association: Association) -> Bool {
    guard association.kind == .containment else { return false }
    var inside: Set<GlobalID> = [association.to.globalID]
    while true {
      let more = associations.values.filter {
        $0.kind == .containment && inside.contains($0.from.globalID)
          && !inside.contains($0.to.globalID)
      }
      if more.isEmpty { return inside.contains(association.from.globalID) }
      for other in more { inside.insert(other.to.globalID) }
    }
  }

  public func difference(from edited: EditedNetwork) -> String? {
    if edited.featureCount != features.count {
      return "\(edited.featureCount) features, not \(features.count)"
    }
    if edited.associationCount != associations.count {
      return "\(edited.associationCount) associations, not \(associations.count)"
    }
    var elements: [String: Int] = [:]
    for (name, feature) in features {
      guard let table = edited.table(named: name.table),
        let id = edited.feature(table: table, rowID: name.row)
      else { return "\(name) is missing" }
      let other = edited.feature(id)
      if other != feature { return "\(name) is \(other as Any), not \(feature)" }
      if let globalID = feature.globalID, edited.feature(globalID: globalID) != id {
        return "\(name) is not found by global id"
      }
      let type = edited.assetTypeID(of: id)
      if type?.assetType ?? 0 != feature.assetType { return "\(name) has type \(type as Any)" }
      for element in (feature.origin ?? "").split(separator: ";") {
        elements[element.trimmed, default: 0] += 1
      }
      let mine = associations.values.filter {
        [$0.from.globalID, $0.to.globalID].contains { $0 == feature.globalID }
      }
      if Set(edited.associations(of: id)) != Set(mine) { return "\(name) has other associations" }
    }
    for (element, count) in elements where edited.features(origin: element).count != count {
      return "origin \(element) has \(edited.features(origin: element).count), not \(count)"
    }
    for (id, association) in associations where edited.association(globalID: id) != association {
      return "association \(id) differs"
    }
    if Set(edited.associations) != Set(associations.values) { return "the list of associations" }
    return nil
  }
}

extension Substring {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
