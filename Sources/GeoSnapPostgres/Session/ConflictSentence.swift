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
  ///   - keyNow: What it is called in the network as it is now, when that is something else.
  ///   - mine: What the edit is called.
  ///   - remedy: What to do, after a space.
  init(
    _ key: FeatureKey,
    _ edit: NetworkEdit,
    _ basis: EditedNetwork,
    _ now: EditedNetwork,
    _ entry: HistoryEntry?,
    keyNow: FeatureKey? = nil,
    mine: String = "this edit",
    remedy: String = " Nothing was written: look at what is there now, and do the edit again."
  ) {
    let keyNow = keyNow ?? key
    let name = Self.name(keyNow, now) ?? Self.name(key, basis) ?? "\(key)"
    let deed = Self.deed(key, basis, keyNow, now)
    let who =
      entry.map { "by \($0.author)\($0.name.isEmpty ? "" : " (\($0.name))")" } ?? "by others"
    description =
      "\(name) was \(deed) \(who), and \(mine) \(edit.deed).\(remedy)"
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
    _ keyNow: FeatureKey,
    _ now: EditedNetwork
  ) -> String {
    guard let known = basis.feature(key), let old = basis.feature(known) else {
      guard now.feature(keyNow) == nil else { return "inserted" }
      guard case .globalID(let id) = key else { return "changed" }
      switch (basis.association(globalID: id), now.association(globalID: id)) {
      case (nil, .some): return "inserted"
      case (.some, nil): return "deleted"
      default: return "changed"
      }
    }
    guard let id = now.feature(keyNow), let new = now.feature(id) else { return "deleted" }
    if old.geometry != new.geometry { return "moved" }
    if old.assetGroup != new.assetGroup || old.assetType != new.assetType {
      return "given another asset type"
    }
    let before = old.values(of: basis.base.tables[Int(known.table)].fields)
    let fields = now.base.tables[Int(id.table)].fields
    let after = new.values(of: fields)
    let changed = fields.map(\.name).filter { name in
      (before[name.lowercased()] ?? .null) != (after[name.lowercased()] ?? .null)
    }
    return changed.isEmpty ? "changed" : "changed in \(changed.joined(separator: ", "))"
  }
}

extension Feature {
  /// The values that are not null, by the names of fields in lower case.
  func values(of fields: [AttributeField]) -> [String: AttributeValue] {
    var values: [String: AttributeValue] = [:]
    for (field, value) in zip(fields, attributes) where value != .null {
      values[field.name.lowercased()] = value
    }
    return values
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
