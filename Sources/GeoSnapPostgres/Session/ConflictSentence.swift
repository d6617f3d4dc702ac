internal import GeoSnap

/// The message about conflicting changes: the object, the change of the other user, and the refused edit.
struct ConflictSentence: CustomStringConvertible {
  let description: String

  /// Describes a conflict between an edit on the network `basis` and the network `now`.
  ///
  /// `entry` is the other change, nil when it is unknown. `keyNow` is the key in `now` when it differs. `mine` names
  /// the edit, and `remedy` begins with a space.
  init(
    _ key: FeatureKey,
    _ edit: NetworkEdit,
    _ basis: EditedNetwork,
    _ now: EditedNetwork,
    _ entry: HistoryEntry?,
    keyNow: FeatureKey? = nil,
    mine: String = "this edit",
    remedy: String = " The edit was not written: check the current state, and repeat the edit."
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

  /// The change of the object, as a participle.
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
  /// The values that are not null, by lower-case field name.
  func values(of fields: [AttributeField]) -> [String: AttributeValue] {
    var values: [String: AttributeValue] = [:]
    for (field, value) in zip(fields, attributes) where value != .null {
      values[field.name.lowercased()] = value
    }
    return values
  }
}

extension NetworkEdit {
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
