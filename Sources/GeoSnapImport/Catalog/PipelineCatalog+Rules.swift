internal import GeoSnap

extension PipelineCatalog {
  /// All rules over the lines of the catalog.
  static func rules(_ lines: [AssetGroup]) -> [NetworkRule] {
    var list = RuleList(origin: "geosnap", firstID: firstRuleID)
    let mains = lines.filter { $0.code != service.assetGroup }.flatMap { group in
      group.assetTypes.map {
        AssetTypeID(
          sourceID: SourceNumber.pipelineLine,
          assetGroup: group.code,
          assetType: $0.code
        )
      }
    }
    addLineRules(mains, to: &list)
    addEquipmentRules(to: &list)
    return list.rules
  }

  private static func addLineRules(_ mains: [AssetTypeID], to list: inout RuleList) {
    for main in mains {
      for fitting in [connectionPoint, tee, coupling, reducer, endCap, tap] {
        list.add(.junctionEdge, .init(fitting), .init(main))
      }
      list.add(.junctionEdge, .init(regulatorStation, terminalID: 1), .init(main))
      list.add(.junctionEdge, .init(feedIn, terminalID: 1), .init(main))
      for terminal in 1...2 {
        list.add(.junctionEdge, .init(device(3), terminalID: terminal), .init(main))
      }
    }
    for fitting in [connectionPoint, tee, coupling, endCap, tap] {
      list.add(.junctionEdge, .init(fitting), .init(service))
    }
    list.add(.junctionEdge, .init(meter, terminalID: 1), .init(service))
    for terminal in 1...2 {
      list.add(.junctionEdge, .init(device(3), terminalID: terminal), .init(service))
    }
    for (position, first) in mains.enumerated() {
      for second in mains[(position + 1)...] {
        for fitting in [tee, reducer, tap] {
          list.add(.edgeJunctionEdge, .init(first), .init(second), via: .init(fitting))
        }
      }
      list.add(.edgeJunctionEdge, .init(first), .init(service), via: .init(tap))
    }
  }

  /// Equipment beside a junction, with or without a place, is joined to it by an association.
  private static func addEquipmentRules(to list: inout RuleList) {
    let fittings = [connectionPoint, tee, coupling, reducer, endCap, tap]
    for group in deviceGroups {
      for type in group.assetTypes {
        let equipment = device(group.code, type.code)
        let terminals = type.terminalConfigurationID == nil ? [1] : [1, 2]
        for terminal in terminals {
          for end in [equipment, object(of: equipment)] {
            let side = NetworkRule.Side(end, terminalID: terminal)
            for fitting in fittings + [junctionObject] {
              list.add(.junctionJunction, side, .init(fitting))
            }
            list.add(.junctionEdge, side, .init(edgeObject))
          }
        }
        list.add(.containment, .init(station), .init(equipment))
      }
    }
    for fitting in fittings {
      list.add(.junctionEdge, .init(fitting), .init(edgeObject))
      list.add(.containment, .init(station), .init(fitting))
    }
    list.add(.junctionEdge, .init(junctionObject), .init(edgeObject))
    for first in 1...2 {
      for second in 1...2 {
        list.add(
          .junctionJunction,
          .init(device(3), terminalID: first),
          .init(device(3), terminalID: second)
        )
      }
    }
  }
}
