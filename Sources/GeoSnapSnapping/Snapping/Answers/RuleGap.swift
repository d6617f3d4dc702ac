/// The rule that is missing for a refused place, and the most similar rules; see ``NetworkReading/gap(of:)``.
public struct RuleGap: Equatable, Sendable {
  /// The asset types that the missing rule would have: junction and line, line and line, or line, junction, line.
  public let assetTypes: [AssetTypeID]
  /// The most similar rules in the domain networks of the two asset types.
  ///
  /// The most similar one for a pair that may connect; if a junction is needed, those of the first suitable junction;
  /// empty when no rule has either.
  public let nearest: [NetworkRule]
  fileprivate let reason: SnapRefusalReason
  fileprivate let fitCount: Int

  /// Finds the gap behind a refusal, in time linear in the number of rules; nil when no rule would help.
  init?(
    _ refusal: SnapRefusal,
    edited: AssetTypeID,
    candidate: AssetTypeID,
    in network: UtilityNetwork
  ) {
    reason = refusal.reason
    fitCount = refusal.fits.count
    let sources = network.sourcesOfDomains(edited, candidate)
    let rules = network.rules.filter { $0.sourceIDs.allSatisfy(sources.contains) }
    switch refusal.remedy {
    case .addRule(.edgeJunctionEdge, let triple) where triple.count == 3:
      assetTypes = triple
      nearest = RuleGap.nearestMeeting(triple, rules).map { [$0] } ?? []
    case .addRule(_, let pair):
      assetTypes = pair
      nearest = RuleGap.nearestJoint(edited, candidate, rules).map { [$0] } ?? []
    case .placeJunction(let junctions), .changeJunction(let junctions):
      assetTypes = [edited, candidate]
      var found: [NetworkRule] = []
      for line in [edited, candidate] {
        let rule = junctions.first.flatMap { junction in
          rules.nearest { rule in
            rule.joints.contains { $0 == (junction, line) || $0 == (line, junction) } ? 0 : nil
          }
        }
        // One edge-junction-edge rule may serve both lines.
        if let rule, !found.contains(rule) { found.append(rule) }
      }
      nearest = found
    default: return nil
    }
  }

  /// Of the rules with one of a pair, the one whose other side is most like the other.
  private static func nearestJoint(
    _ edited: AssetTypeID,
    _ candidate: AssetTypeID,
    _ rules: [NetworkRule]
  ) -> NetworkRule? {
    rules.nearest { rule in
      rule.joints.flatMap { one, other in
        [(one, other), (other, one)].compactMap { held, free -> Int? in
          // Rules for the place come before rules for the edited asset type.
          if held == candidate { return 2 * free.unlikeness(edited) }
          return held == edited ? 2 * free.unlikeness(candidate) + 1 : nil
        }
      }.min()
    }
  }

  /// Of the rules with a junction between two lines, the one with the most similar lines.
  private static func nearestMeeting(
    _ triple: [AssetTypeID],
    _ rules: [NetworkRule]
  ) -> NetworkRule? {
    rules.nearest { rule in
      guard rule.kind == .edgeJunctionEdge, rule.via?.assetType == triple[1] else { return nil }
      let (one, other) = (rule.from.assetType, rule.to.assetType)
      return min(
        one.unlikeness(triple[0]) + other.unlikeness(triple[2]),
        other.unlikeness(triple[0]) + one.unlikeness(triple[2])
      )
    }
  }
}

extension NetworkReading {
  /// Describes the missing rule.
  public func describe(_ gap: RuleGap) -> String {
    let names = gap.assetTypes.map { describe($0) }
    if names.count == 3 {
      return
        "looked for an edgeJunctionEdge rule for \(names[0]) and \(names[2]) with \(names[1]) as "
        + "via, or a junctionEdge rule for each with it: there is none"
    }
    if gap.reason == .needsJunction {
      return "looked for a type of junction that rules join with both \(names[0]) and \(names[1]): "
        + (gap.fitCount == 0
          ? "there is none"
          : "\(gap.fitCount) \(gap.fitCount == 1 ? "fits" : "fit"), and such a junction has to be "
            + "snapped to")
    }
    return "looked for a junctionEdge rule for \(names[0]) and \(names[1]), or an edgeJunctionEdge "
      + "rule with the first as via and the second as edge: there is none"
  }
}

extension [NetworkRule] {
  /// Of the rules with the least measure, the first by kind and id; nil as a measure excludes a rule.
  fileprivate func nearest(_ measure: (NetworkRule) -> Int?) -> NetworkRule? {
    var best: (rule: NetworkRule, order: (Int, Int, Int))?
    for rule in self {
      guard let measure = measure(rule) else { continue }
      let order = (measure, rule.kind.rawValue, rule.id)
      if best.map({ order < $0.order }) ?? true { best = (rule, order) }
    }
    return best?.rule
  }
}

extension NetworkRule {
  /// The pairs of asset types, one of them a junction, that may connect by the rule.
  fileprivate var joints: [(AssetTypeID, AssetTypeID)] {
    switch kind {
    case .junctionEdge: [(from.assetType, to.assetType)]
    case .edgeJunctionEdge:
      via.map { [($0.assetType, from.assetType), ($0.assetType, to.assetType)] } ?? []
    case .junctionJunction, .containment, .attachment: []
    }
  }
}
