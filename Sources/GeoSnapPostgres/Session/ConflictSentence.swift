internal import GeoSnap

/// What is said when two have changed the same: what it is, what the others did, and what was about to be done.
struct ConflictSentence: CustomStringConvertible {
  let description: String

  /// - Parameters:
  ///   - key: What both are about.
  ///   - edit: What was about to be done.
  ///   - basis: The network that it was made on.
  ///   - now: The network as others have left it.
  ///   - entry: What they did; nil when nobody knows.
  init(
    _ key: FeatureKey,
    _ edit: NetworkEdit,
    _ basis: EditedNetwork,
    _ now: EditedNetwork,
    _ entry: HistoryEntry?
  ) {
    let name = Self.name(key, now) ?? Self.name(key, basis) ?? "\(key)"
    let deed = Self.deed(key, basis, now)
    let who =
      entry.map { "by \($0.author)\($0.name.isEmpty ? "" : " (\($0.name))")" } ?? "by others"
    description =
      "\(name) was \(deed) \(who), and this edit \(edit.deed). Nothing was written: look at what is there now, "
      + "and do the edit again."
  }

  private static func name(_ key: FeatureKey, _ network: EditedNetwork) -> String? {
    if let feature = network.feature(key) { return network.describe(feature) }
    guard case .globalID(let id) = key, let association = network.association(globalID: id) else {
      return nil
    }
    return "The association \(association.globalID)"
  }

  /// What became of it, as a participle.
  private static func deed(
    _ key: FeatureKey,
    _ basis: EditedNetwork,
    _ now: EditedNetwork
  ) -> String {
    guard let old = basis.feature(key).flatMap({ basis.feature($0) }) else {
      return now.feature(key) == nil ? "changed" : "inserted"
    }
    guard let id = now.feature(key), let new = now.feature(id) else { return "deleted" }
    if old.geometry != new.geometry { return "moved" }
    if old.assetGroup != new.assetGroup || old.assetType != new.assetType {
      return "given another asset type"
    }
    let fields = now.base.tables[Int(id.table)].fields
    let changed = fields.indices.filter { old.attributes[$0] != new.attributes[$0] }
    return changed.isEmpty
      ? "changed" : "changed in \(changed.map { fields[$0].name }.joined(separator: ", "))"
  }
}

extension NetworkEdit {
  /// What the edit does, as the end of a sentence.
  fileprivate var deed: String {
    switch self {
    case .insertFeature: "inserts a feature"
    case .setGeometry: "moves it"
    case .setAttributes(_, let values): "sets its \(values.keys.sorted().joined(separator: ", "))"
    case .setAssetType: "gives it another asset type"
    case .setOrigin: "sets its origin"
    case .insertVertex: "gives it a vertex"
    case .splitLine: "splits it"
    case .mergeLines: "merges it with another line"
    case .deleteFeature: "deletes it"
    case .insertAssociation: "associates it"
    case .deleteAssociation: "deletes the association"
    }
  }
}
