internal import GeoSnap

extension HydraulicCatalog {
  /// What may stand at a line's end or be joined to another: each terminal of it.
  private struct Joint {
    let type: AssetTypeID
    let terminals: [Int?]

    var sides: [NetworkRule.Side] { terminals.map { NetworkRule.Side(type, terminalID: $0) } }
  }

  /// All rules.
  var rules: [NetworkRule] {
    var list = RuleList(origin: "geosnap", firstID: firstRuleID)
    let junctions = fittings.map { Joint(type: fitting($0.code), terminals: [nil]) }
    let nodes = joints(nodeGroups, terminals: [1])
    let dividers = joints(dividerGroups, terminals: [1, 2])
    addLineRules(junctions + nodes, dividers, to: &list)

    // With or without a place, what coincides with nothing is joined by associations.
    func withObjects(_ joints: [Joint]) -> [Joint] {
      joints.flatMap { [$0, Joint(type: object(of: $0.type), terminals: $0.terminals)] }
    }
    let allNodes =
      junctions + [Joint(type: junctionObject, terminals: [nil])] + withObjects(nodes)
    let allDividers = withObjects(dividers)
    for side in (allNodes + allDividers).flatMap(\.sides) {
      list.add(.junctionEdge, side, .init(edgeObject))
    }
    for divider in allDividers.flatMap(\.sides) {
      for other in (allNodes + allDividers).flatMap(\.sides) {
        list.add(.junctionJunction, divider, other)
      }
    }
    return list.rules
  }

  private func joints(_ groups: [AssetGroup], terminals: [Int?]) -> [Joint] {
    groups.flatMap { group in
      group.assetTypes.map { Joint(type: device(group.code, $0.code), terminals: terminals) }
    }
  }

  /// Every line may end at every node and divider, and two of different types meet at any node.
  private func addLineRules(_ nodes: [Joint], _ dividers: [Joint], to list: inout RuleList) {
    let lines = lineGroups.flatMap { group in group.assetTypes.map { line(group.code, $0.code) } }
    for (position, first) in lines.enumerated() {
      for side in (nodes + dividers).flatMap(\.sides) {
        list.add(.junctionEdge, side, .init(first))
      }
      for second in lines[(position + 1)...] {
        for side in nodes.flatMap(\.sides) {
          list.add(.edgeJunctionEdge, .init(first), .init(second), via: side)
        }
      }
    }
  }
}
