internal import GeoSnapSupport

/// The rules for associations, by their content.
package struct AssociationRules: Sendable {
  /// The content of a rule, as numbers that are compared one after the other.
  private struct Key {
    let numbers: InlineArray<7, Int>

    init(kind: NetworkRuleKind, from: AssetTypeID, to: AssetTypeID) {
      numbers = [
        kind.rawValue, from.sourceID, from.assetGroup, from.assetType, to.sourceID, to.assetGroup,
        to.assetType,
      ]
    }

    /// Negative if this key comes first, positive if the other one does.
    func compared(to other: Key) -> Int {
      for index in numbers.indices where numbers[index] != other.numbers[index] {
        return numbers[index] < other.numbers[index] ? -1 : 1
      }
      return 0
    }
  }

  private struct Rule {
    let key: Key
    let terminals: Terminals
  }

  /// The terminals that a rule is limited to on each side; nil for any.
  private struct Terminals {
    let from: Int?
    let to: Int?

    func allow(_ other: Terminals) -> Bool {
      (from == nil || from == other.from) && (to == nil || to == other.to)
    }
  }

  private let rules: [Rule]

  package init(_ list: [NetworkRule]) {
    var rules: [Rule] = []
    func allow(_ kind: NetworkRuleKind, _ from: NetworkRule.Side, _ to: NetworkRule.Side) {
      let key = Key(kind: kind, from: from.assetType, to: to.assetType)
      let isJoining = kind == .junctionJunction || kind == .junctionEdge
      let terminals = Terminals(
        from: isJoining ? from.terminalID : nil,
        to: kind == .junctionJunction ? to.terminalID : nil
      )
      rules.append(Rule(key: key, terminals: terminals))
    }
    for rule in list {
      switch rule.kind {
      case .junctionJunction:
        allow(.junctionJunction, rule.from, rule.to)
        allow(.junctionJunction, rule.to, rule.from)
      case .edgeJunctionEdge:
        // A connectivity association may join a junction to the edges that may meet at it.
        guard let via = rule.via else { continue }
        allow(.junctionEdge, via, rule.from)
        allow(.junctionEdge, via, rule.to)
      case .junctionEdge:
        // Definitions have either side first.
        allow(.junctionEdge, rule.from, rule.to)
        allow(.junctionEdge, rule.to, rule.from)
      case .containment, .attachment: allow(rule.kind, rule.from, rule.to)
      }
    }
    self.rules = rules.ordered { $0.key.compared(to: $1.key) < 0 }
  }

  /// Whether a rule allows the association; a junction with an edge is `from`.
  package func allow(
    _ kind: NetworkRuleKind,
    from: NetworkRule.Side,
    to: NetworkRule.Side
  ) -> Bool {
    let terminals = Terminals(from: from.terminalID, to: to.terminalID)
    let key = Key(kind: kind, from: from.assetType, to: to.assetType)
    return rules[range(of: key)].contains { $0.terminals.allow(terminals) }
  }

  func allowElsewhere(_ kind: NetworkRuleKind, from: AssetTypeID, to: AssetTypeID) -> Bool {
    !range(of: Key(kind: kind, from: from, to: to)).isEmpty
  }

  private func range(of key: Key) -> Range<Int> {
    let start = rules.firstPosition(after: { $0.key.compared(to: key) < 0 })
    var end = start
    while end < rules.count, rules[end].key.compared(to: key) == 0 { end += 1 }
    return start..<end
  }
}
