/// The rules that let a junction and a line join, by either of them.
struct ConnectivityRuleIndex {
  private var partners: [AssetTypeID: [AssetTypeID: Int]] = [:]

  init(_ network: UtilityNetwork) {
    // A junction-edge rule says it outright, so it is named before an edge-junction-edge rule;
    // within a kind the lowest id is, so that the answer does not depend on the order of rows.
    let ordered = network.rules.sorted { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) }
    for rule in ordered {
      switch rule.kind {
      case .junctionEdge:
        record(rule.from.assetType, rule.to.assetType, rule.id)
      case .edgeJunctionEdge:
        // The via is the junction: a rule that names a line there says nothing about joining.
        guard let via = rule.via,
          network.assetType(via.assetType)?.source.elementKind == .junction
        else { continue }
        record(via.assetType, rule.from.assetType, rule.id)
        record(via.assetType, rule.to.assetType, rule.id)
      case .junctionJunction, .containment, .attachment: continue
      }
    }
  }

  private mutating func record(_ first: AssetTypeID, _ second: AssetTypeID, _ ruleID: Int) {
    if partners[first]?[second] == nil { partners[first, default: [:]][second] = ruleID }
    if partners[second]?[first] == nil { partners[second, default: [:]][first] = ruleID }
  }

  /// For each asset type that may join with `assetType`, the id of the rule that allows it.
  func joins(with assetType: AssetTypeID) -> [AssetTypeID: Int] {
    partners[assetType] ?? [:]
  }
}
