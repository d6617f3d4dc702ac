import GeoSnap

extension SnapOutput {
  func because(_ permission: SnapPermission) -> String {
    switch permission {
    case .unruled: return rules == nil ? "no rules are in force" : "no rule concerns its source"
    case .sameAssetType: return "lines of one asset type join without a rule"
    case .rule(let id):
      guard let rule = network.rules.first(where: { $0.id == id }) else { return "rule \(id)" }
      return features.sentence(rule)
    }
  }

  func because(_ refusal: SnapRefusal) -> String {
    switch refusal.reason {
    case .disabled:
      return refusal.remedy == .resume ? "snapping is switched off" : "its source is switched off"
    case .needsJunction:
      guard !refusal.fits.isEmpty else {
        return "two lines of different types need a junction between them, and no type fits both"
      }
      return "two lines of different types need a junction between them: "
        + features.paths(refusal.fits, conjunction: "and")
    case .noRule: return "no rule joins the two asset types"
    case .junctionOnJunction: return "two junctions must not share a place"
    case .noConnectivity: return "features of this source do not connect by place"
    case .endVertexOnly: return "this line connects at its ends only"
    case .innerVertex: return "the edited line connects at its ends only"
    case .noMeetingRule:
      let present = refusal.companion.map(name) ?? "another line"
      return "no rule lets the line meet \(present), which is there already"
    case .suspended: return "snapping rests"
    case .hidden: return "no visible layer shows it"
    case .outOfScale: return "its layer is not shown at this scale"
    case .filteredOut: return "the definition expression of its layer hides it"
    case .kindDisabled: return "places of this kind are switched off"
    case .beyondTolerance: return "it is farther away than the tolerance of its kind or source"
    }
  }

  /// What the rules would have to say for a place to be allowed; nil when it is not for them.
  func gap(_ refusal: SnapRefusal) -> RuleGap? {
    guard let rules, let feature = refusal.place.feature,
      let candidate = network.tables[Int(feature.table)].assetTypeID(of: Int(feature.row))
    else { return nil }
    return RuleGap(refusal, edited: rules.assetType, candidate: candidate, in: network)
  }
}

extension FeatureOutput {
  /// What a rule joins, in words.
  func sentence(_ rule: NetworkRule) -> String {
    let sides = [rule.from, rule.via, rule.to].compactMap { $0 }.map { path($0.assetType) }
    return "rule \(rule.id) (\(rule.kind.name)) joins \(sides.joined(separator: " and "))"
  }

  /// The first few asset types, and how many more there are.
  ///
  /// - Parameters:
  ///   - types: The asset types.
  ///   - conjunction: What stands before the last, such as `or`.
  /// - Returns: Such as `A, B or C` or `A, B, C, D or 12 more`.
  func paths(_ types: [AssetTypeID], conjunction: String) -> String {
    var names = types.prefix(4).map(path)
    if types.count > 4 { names.append("\(types.count - 4) more") }
    guard let last = names.popLast() else { return "" }
    return names.isEmpty ? last : "\(names.joined(separator: ", ")) \(conjunction) \(last)"
  }
}
