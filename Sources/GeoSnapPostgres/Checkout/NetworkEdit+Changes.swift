internal import GeoSnap

extension NetworkEdit {
  /// The features and associations that the edit changes, without the ends of an association.
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
  /// Whether the entry changes an object, rather than only associating it.
  func changes(_ key: FeatureKey, _ catalogue: Catalogue) -> Bool {
    guard kind != .foreign else { return true }
    return decoded?.contains { $0.changedKeys.contains(key) } ?? false
  }
}
