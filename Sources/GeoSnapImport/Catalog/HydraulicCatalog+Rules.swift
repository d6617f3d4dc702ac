internal import GeoSnap

extension HydraulicCatalog {
  /// What may stand at a line's end or be joined to another: each terminal of it.
  private struct Joint {
    let type: AssetTypeID
    let terminals: [Int?]
    /// Whether lines may end there alone: what feeds or drains a network, and end caps.
    var isEnd = false

    var sides: [NetworkRule.Side] { terminals.map { NetworkRule.Side(type, terminalID: $0) } }
  }

  /// All rules.
  var rules: [NetworkRule] {
    var list = RuleList(origin: "geosnap", firstID: firstRuleID)
    let junctions = fittings.enumerated().map { position, name in
      Joint(type: fitting(position + 1), terminals: [nil], isEnd: name == "End Cap")
    }
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
    let sides = (allNodes + allDividers).flatMap(\.sides)
    list.add(.junctionEdge, sides, [edgeObject].sides)
    list.add(.junctionJunction, allDividers.flatMap(\.sides), sides)
    return list.rules
  }

  private func joints(_ groups: [AssetGroup], terminals: [Int?]) -> [Joint] {
    groups.flatMap { group in
      group.assetTypes.map {
        Joint(
          type: device(group.code, $0.code),
          terminals: terminals,
          isEnd: $0.categories.contains(HydraulicCatalog.controllerCategory)
        )
      }
    }
  }

  /// Every line may end at every node and divider, and two of different types meet at any node that is no end.
  private func addLineRules(_ nodes: [Joint], _ dividers: [Joint], to list: inout RuleList) {
    let lines = lineGroups.flatMap { group in group.assetTypes.map { line(group.code, $0.code) } }
      .sides
    let ends = nodes.flatMap(\.sides)
    let joints = nodes.filter { !$0.isEnd }.flatMap(\.sides)
    for (position, first) in lines.enumerated() {
      list.add(.junctionEdge, ends + dividers.flatMap(\.sides), [first])
      for second in lines[(position + 1)...] {
        for side in joints { list.add(.edgeJunctionEdge, first, second, via: side) }
      }
    }
  }
}
