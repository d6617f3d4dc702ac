internal import GeoSnap

extension PipelineCatalog {
  private static let fittings = [connectionPoint, tee, coupling, reducer, endCap, tap]
  private static let valve = device(3).sides(1...2)

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
    addLineRules(mains.sides, to: &list)
    addEquipmentRules(to: &list)
    return list.rules
  }

  private static func addLineRules(_ mains: [NetworkRule.Side], to list: inout RuleList) {
    let service = NetworkRule.Side(service)
    let sources = regulatorStation.sides(1...1) + feedIn.sides(1...1)
    for main in mains { list.add(.junctionEdge, fittings.sides + sources + valve, [main]) }
    let ends = [connectionPoint, tee, coupling, endCap, tap].sides + meter.sides(1...1) + valve
    list.add(.junctionEdge, ends, [service])
    for (position, first) in mains.enumerated() {
      for second in mains[(position + 1)...] {
        for fitting in [tee, reducer, tap].sides {
          list.add(.edgeJunctionEdge, first, second, via: fitting)
        }
      }
      list.add(.edgeJunctionEdge, first, service, via: NetworkRule.Side(tap))
    }
  }

  /// Equipment beside a junction, with or without a place, is joined to it by an association.
  private static func addEquipmentRules(to list: inout RuleList) {
    let edge = NetworkRule.Side(edgeObject)
    let station = NetworkRule.Side(station)
    let junctions = (fittings + [junctionObject]).sides
    for group in deviceGroups {
      for type in group.assetTypes {
        let equipment = device(group.code, type.code)
        for terminal in 1...(type.terminalConfigurationID == nil ? 1 : 2) {
          for end in [equipment, object(of: equipment)] {
            let side = NetworkRule.Side(end, terminalID: terminal)
            list.add(.junctionJunction, [side], junctions)
            list.add(.junctionEdge, side, edge)
          }
        }
        list.add(.containment, station, NetworkRule.Side(equipment))
      }
    }
    for fitting in fittings.sides {
      list.add(.junctionEdge, fitting, edge)
      list.add(.containment, station, fitting)
    }
    list.add(.junctionEdge, NetworkRule.Side(junctionObject), edge)
    // Valves in series at one end of a pipe, with coordinates and without.
    let valves = valve + object(of: device(3)).sides(1...2)
    list.add(.junctionJunction, valves, valves)
  }
}
