internal import GeoSnap

/// Maps the keys of a file's rows to those of the database.
///
/// Rows that were checked out have the same ids in both. New rows get ids of the database, so the keys of those
/// without a global id differ.
struct RowNames {
  private var names: [FeatureKey: FeatureKey] = [:]

  struct Written {
    let transaction: NetworkTransaction
    /// The file's keys of the features that it inserts, in order.
    fileprivate let inserted: [FeatureKey?]
  }

  /// The database's key for a key of the file.
  func name(_ key: FeatureKey) -> FeatureKey { names[key.folded] ?? key }

  /// Converts a step of the file; the database gives new rows their ids.
  ///
  /// Later edits of a new row without a global id are merged into its insertion, since its key is not known before.
  func written(_ step: NetworkTransaction) -> Written {
    var names = self
    var edits: [NetworkEdit?] = []
    var inserted: [FeatureKey?] = []
    var rows: [FeatureKey: Int] = [:]
    for edit in step.edits {
      if case .insertFeature(var feature, let table) = edit {
        let key = feature.rowID.map { FeatureKey.row(table: table, rowID: $0).folded }
        feature.rowID = nil
        if let key, let id = feature.globalID {
          names.names[key] = .globalID(id)
        } else if let key {
          rows[key] = edits.count
        }
        edits.append(.insertFeature(feature, table: table))
        inserted.append(key)
        continue
      }
      if let key = edit.keys.first?.folded, let position = rows[key] {
        edits[position] = edits[position]?.absorbing(edit)
        if edits[position] == nil { rows[key] = nil }
        continue
      }
      edits.append(edit.renaming(names.name))
      inserted.append(nil)
    }
    let left = edits.indices.filter { edits[$0] != nil }
    return Written(
      transaction: NetworkTransaction(step.name, left.compactMap { edits[$0] }),
      inserted: left.map { inserted[$0] }
    )
  }

  /// Records the database's keys of the rows that a step has inserted.
  mutating func note(_ written: Written, done: [NetworkEdit]) {
    let asked = zip(written.transaction.edits, written.inserted).compactMap { edit, key in
      if case .insertFeature = edit { key } else { nil as FeatureKey? }
    }
    let given = done.compactMap { edit -> FeatureKey? in
      guard case .insertFeature(let feature, let table) = edit else { return nil }
      if let id = feature.globalID { return .globalID(id) }
      return feature.rowID.map { .row(table: table, rowID: $0) }
    }
    // A file's history names the row id of each insertion, so both lists have the same length.
    guard asked.count == given.count else { return }
    for (key, name) in zip(asked, given) { names[key] = name }
  }
}

extension FeatureKey {
  /// The key with the name of its table in lower case, as tables are compared.
  var folded: FeatureKey {
    guard case .row(let table, let rowID) = self else { return self }
    return .row(table: table.lowercased(), rowID: rowID)
  }
}

extension NetworkEdit {
  fileprivate func renaming(_ name: (FeatureKey) -> FeatureKey) -> NetworkEdit {
    switch self {
    case .setGeometry(let key, let geometry): .setGeometry(name(key), geometry)
    case .setAttributes(let key, let values): .setAttributes(name(key), values)
    case .setAssetType(let key, let group, let type):
      .setAssetType(name(key), assetGroup: group, assetType: type)
    case .setOrigin(let key, let origin): .setOrigin(name(key), origin)
    case .insertVertex(let key, let place, let z): .insertVertex(name(key), at: place, z: z)
    case .splitLine(let key, let places, let ids): .splitLine(name(key), at: places, newIDs: ids)
    case .mergeLines(let key, let other): .mergeLines(name(key), with: name(other))
    case .deleteFeature(let key): .deleteFeature(name(key))
    case .insertFeature, .insertAssociation, .deleteAssociation: self
    }
  }

  /// An insertion merged with a later edit of the new row; nil when that deletes it.
  fileprivate func absorbing(_ edit: NetworkEdit) -> NetworkEdit? {
    guard case .insertFeature(var feature, let table) = self else { return self }
    switch edit {
    case .setGeometry(_, let geometry): feature.geometry = geometry
    case .setAttributes(_, let values):
      for (name, value) in values {
        let known = feature.attributes.keys.first { $0.lowercased() == name.lowercased() }
        feature.attributes[known ?? name] = value
      }
    case .setAssetType(_, let group, let type):
      (feature.assetGroup, feature.assetType) = (group, type)
    case .setOrigin(_, let origin): feature.origin = origin
    case .deleteFeature: return nil
    // A history stores these as the edits above.
    case .insertVertex, .splitLine, .mergeLines, .insertFeature, .insertAssociation,
      .deleteAssociation:
      break
    }
    return .insertFeature(feature, table: table)
  }
}
