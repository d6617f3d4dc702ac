extension EditedNetwork {
  /// The edits for ``replaying(_:undoing:)`` that lead to `other`, which was read later from the same file.
  ///
  /// Features with the same table and row id are equal unless their global ids differ.
  ///
  /// - Returns: nil when the definitions, rules, reference systems or tables differ.
  package func edits(to other: UtilityNetwork) -> [NetworkEdit]? {
    guard base.definition == other.definition, base.rules == other.rules, srid == other.srid,
      base.tables.map(\.emptied) == other.tables.map(\.emptied)
    else { return nil }
    var edits = associationsGone(in: other)
    var deleted: [NetworkEdit] = []
    var updated: [NetworkEdit] = []
    var inserted: [NetworkEdit] = []
    for (number, table) in other.tables.enumerated() {
      var left = Set<Int32>()
      for row in 0..<table.count {
        let now = table[row]
        let known = feature(table: number, rowID: now.rowID)
        if let known { left.insert(known.row) }
        guard let known, let before = feature(known), before.globalID == now.globalID else {
          if let known, let key = key(of: known) { deleted.append(.deleteFeature(key)) }
          inserted.append(
            .insertFeature(NewFeature(now, fields: table.fields), table: table.name)
          )
          continue
        }
        if before != now { updated += Self.updates(key(of: known), before, now, table.fields) }
      }
      for feature in features(table: number) where !left.contains(feature.row) {
        if let key = key(of: feature) { deleted.append(.deleteFeature(key)) }
      }
    }
    edits += deleted + updated + inserted
    for association in other.associations
    where self.association(globalID: association.globalID) != association {
      edits.append(.insertAssociation(NewAssociation(association)))
    }
    return edits
  }

  private func associationsGone(in other: UtilityNetwork) -> [NetworkEdit] {
    var now: [GlobalID: Association] = [:]
    for association in other.associations { now[association.globalID] = association }
    return associations.filter { now[$0.globalID] != $0 }.map { .deleteAssociation($0.globalID) }
  }

  /// The edits that change a feature into another; none when its key is unknown.
  package static func updates(
    _ key: FeatureKey?,
    _ before: Feature,
    _ now: Feature,
    _ fields: [AttributeField]
  ) -> [NetworkEdit] {
    guard let key else { return [] }
    var edits: [NetworkEdit] = []
    if before.geometry != now.geometry { edits.append(.setGeometry(key, now.geometry)) }
    if before.assetGroup != now.assetGroup || before.assetType != now.assetType {
      edits.append(
        .setAssetType(key, assetGroup: now.assetGroup, assetType: now.assetType)
      )
    }
    if before.origin != now.origin { edits.append(.setOrigin(key, now.origin)) }
    var values: [String: AttributeValue] = [:]
    for (position, field) in fields.enumerated()
    where before.attributes[position] != now.attributes[position] {
      values[field.name] = now.attributes[position]
    }
    if !values.isEmpty { edits.append(.setAttributes(key, values)) }
    return edits
  }
}

extension NetworkEdit {
  /// The keys of the features and associations that the edit changes or needs.
  package var keys: [FeatureKey] {
    switch self {
    case .insertFeature: []
    case .setGeometry(let key, _), .setAttributes(let key, _), .setAssetType(let key, _, _),
      .setOrigin(let key, _), .insertVertex(let key, _, _), .splitLine(let key, _, _),
      .deleteFeature(let key):
      [key]
    case .mergeLines(let key, let other): [key, other]
    case .insertAssociation(let association):
      [.globalID(association.from.globalID), .globalID(association.to.globalID)]
    case .deleteAssociation(let globalID): [.globalID(globalID)]
    }
  }
}
