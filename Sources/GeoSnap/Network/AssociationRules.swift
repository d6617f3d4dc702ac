/// The rules that speak of associations, by what they allow.
///
/// The world is closed: what no rule allows is refused.
struct AssociationRules: Sendable {
  private struct Key: Hashable {
    let kind: NetworkRuleKind
    let from: AssetTypeID
    let to: AssetTypeID
  }

  /// The terminals that a rule is limited to on each side; nil where it speaks of none.
  private struct Terminals {
    let from: Int?
    let to: Int?

    func allow(_ other: Terminals) -> Bool {
      (from == nil || from == other.from) && (to == nil || to == other.to)
    }
  }

  /// One side of an association: the asset type and, where it matters, the terminal.
  struct Side {
    let assetType: AssetTypeID
    let terminalID: Int?
  }

  private let rules: [Key: [Terminals]]

  init(_ list: [NetworkRule]) {
    var rules: [Key: [Terminals]] = [:]
    func allow(_ kind: NetworkRuleKind, _ from: NetworkRule.Side, _ to: NetworkRule.Side) {
      let key = Key(kind: kind, from: from.assetType, to: to.assetType)
      let isJoining = kind == .junctionJunction || kind == .junctionEdge
      rules[key, default: []].append(
        Terminals(
          from: isJoining ? from.terminalID : nil,
          to: kind == .junctionJunction ? to.terminalID : nil
        )
      )
    }
    for rule in list {
      switch rule.kind {
      case .junctionJunction:
        allow(.junctionJunction, rule.from, rule.to)
        allow(.junctionJunction, rule.to, rule.from)
      case .edgeJunctionEdge:
        // What may meet at a junction may be joined to it.
        guard let via = rule.via else { continue }
        allow(.junctionEdge, via, rule.from)
        allow(.junctionEdge, via, rule.to)
      case .junctionEdge:
        // Definitions are found with either side first.
        allow(.junctionEdge, rule.from, rule.to)
        allow(.junctionEdge, rule.to, rule.from)
      case .containment, .attachment:
        allow(rule.kind, rule.from, rule.to)
      }
    }
    self.rules = rules
  }

  /// Whether a rule allows it; of a junction and an edge, the junction is `from`.
  func allow(_ kind: NetworkRuleKind, from: Side, to: Side) -> Bool {
    let terminals = Terminals(from: from.terminalID, to: to.terminalID)
    let key = Key(kind: kind, from: from.assetType, to: to.assetType)
    return rules[key]?.contains { $0.allow(terminals) } ?? false
  }

  /// Whether a rule would allow it at other terminals.
  func allowElsewhere(_ kind: NetworkRuleKind, from: Side, to: Side) -> Bool {
    rules[Key(kind: kind, from: from.assetType, to: to.assetType)] != nil
  }
}
