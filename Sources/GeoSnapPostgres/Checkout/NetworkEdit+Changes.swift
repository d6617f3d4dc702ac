internal import GeoSnap

extension NetworkEdit {
  /// The features and associations that are others after the edit than before, by their keys; not those that an
  /// association joins.
  var changedKeys: [FeatureKey] {
    switch self {
    case .insertAssociation(let association):
      association.globalID.map { [.globalID($0)] } ?? []
    case .insertFeature: insertedKeys
    default: keys
    }
  }
}

extension HistoryEntry {
  /// Whether the entry changes what a key names, and does not only associate it.
  func changes(_ key: FeatureKey, _ catalogue: Catalogue) -> Bool {
    guard kind != .foreign else { return true }
    return decoded?.contains { $0.changedKeys.contains(key) } ?? false
  }
}
