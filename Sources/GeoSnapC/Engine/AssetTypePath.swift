internal import GeoSnap

extension EditedNetwork {
  /// The path Source/Asset group/Asset type of a feature, by names; nil when it has none.
  func assetTypePath(of feature: FeatureID) -> String? {
    guard let (group, type) = assetType(of: feature) else { return nil }
    return "\(base.tables[Int(feature.table)].name)/\(group.name)/\(type.name)"
  }
}
