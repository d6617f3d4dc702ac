internal import GeoSnap

/// Answers in constant time whether a list of rules allows a pair.
struct RuleBook {
  /// The rules, without their numbers and origins.
  private var pairs: Set<NetworkRule> = []

  init(_ rules: [NetworkRule]) {
    pairs.reserveCapacity(rules.count)
    for rule in rules where rule.via == nil {
      pairs.insert(NetworkRule(id: 0, kind: rule.kind, from: rule.from, to: rule.to))
      if rule.kind == .junctionJunction {
        pairs.insert(NetworkRule(id: 0, kind: rule.kind, from: rule.to, to: rule.from))
      }
    }
  }

  /// Whether a rule of a kind allows both sides; a rule without a terminal applies to all terminals.
  func allows(
    _ kind: NetworkRuleKind,
    _ from: NetworkRule.Side,
    _ to: NetworkRule.Side
  ) -> Bool {
    for first in [from, NetworkRule.Side(from.assetType)] {
      for second in [to, NetworkRule.Side(to.assetType)]
      where pairs.contains(NetworkRule(id: 0, kind: kind, from: first, to: second)) {
        return true
      }
    }
    return false
  }
}
