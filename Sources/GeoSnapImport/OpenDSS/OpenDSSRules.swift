internal import GeoSnap

/// The rules for circuits that Esri's table and GeoSnap's electric rules lack.
///
/// As in Esri's table, no rule joins a medium voltage regulator to a bus. Regulators are joined to the connection of
/// their bank, and the connection to the bus.
struct OpenDSSRules {
  static let firstRuleID = 200_001
  private var list: RuleList

  private static let levels = VoltageLevel.allCases
  private static let ownLine = NetworkRule.Side(ElectricTypes.mixedLine)
  private static let edgeObject = NetworkRule.Side(ElectricTypes.edgeObject)
  private static let busObject = NetworkRule.Side(ElectricTypes.busObject)

  /// The rules that are not among existing ones.
  static func make(beside existing: [NetworkRule]) -> [NetworkRule] {
    var rules = OpenDSSRules(
      list: RuleList(origin: "geosnap", firstID: firstRuleID, existing: existing)
    )
    rules.addBuses()
    rules.addEquipment()
    rules.addInsertions()
    rules.addRegulators()
    rules.addBanks()
    return rules.list.rules
  }

  private static func sides(_ type: AssetTypeID) -> [NetworkRule.Side] {
    type.sides(OpenDSSTypes.terminals(type))
  }

  private static func bus(_ level: VoltageLevel) -> NetworkRule.Side {
    NetworkRule.Side(OpenDSSTypes.bus(level))
  }

  // MARK: Buses and lines

  private mutating func addBuses() {
    for level in OpenDSSRules.levels {
      let bus = OpenDSSRules.bus(level)
      let lines =
        OpenDSSTypes.lines(level).sides + [OpenDSSRules.ownLine, OpenDSSRules.edgeObject]
      for (position, line) in lines.enumerated() {
        list.add(.junctionEdge, bus, line)
        for other in lines[(position + 1)...] where other != OpenDSSRules.edgeObject {
          list.add(.edgeJunctionEdge, line, other, via: bus)
        }
      }
    }
    list.add(.junctionEdge, OpenDSSRules.busObject, OpenDSSRules.edgeObject)
  }

  // MARK: Equipment

  /// The types of a level, including those for any level.
  private static func equipment(_ level: VoltageLevel) -> [AssetTypeID] {
    var types: [AssetTypeID] = []
    for phases in [1, 2, 3] {
      types.append(OpenDSSTypes.load(level, phases: phases))
      types.append(OpenDSSTypes.switchDevice(level, phases: phases))
      for kind in [OpenDSSKind.capacitor, .reactor] {
        types.append(OpenDSSTypes.shunt(kind, level, phases: phases))
      }
      if let regulator = OpenDSSTypes.regulator(level, phases: phases),
        !OpenDSSTypes.needsConnection(regulator)
      {
        types.append(regulator)
      }
    }
    for kind in [
      OpenDSSKind.generator, .photovoltaic, .storage, .wind, .currentSource,
    ] {
      types.append(OpenDSSTypes.generation(kind, level))
    }
    types.append(OpenDSSTypes.fuse(level))
    return types
  }

  /// GeoSnap's types for any level, with a place and without.
  private static let anyLevel: [AssetTypeID] =
    [
      (201, 1), (201, 3), (201, 4), (201, 6), (202, 1), (202, 4), (203, 2), (205, 1), (205, 2),
      (OpenDSSTypes.group, 1), (OpenDSSTypes.group, 3), (OpenDSSTypes.group, 4),
      (OpenDSSTypes.group, 5), (OpenDSSTypes.group, 6), (OpenDSSTypes.group, 7),
      (OpenDSSTypes.group, 9),
    ].flatMap { [ElectricTypes.device($0.0, $0.1), ElectricTypes.object($0.0, $0.1)] }

  /// The terminals of transformers, with the level of each.
  private static let windings: [(side: NetworkRule.Side, level: VoltageLevel)] =
    levels.flatMap { high in
      levels.flatMap { low in
        [1, 3].flatMap { phases in
          let type = OpenDSSTypes.transformer(high, low, phases: phases)
          return [
            (NetworkRule.Side(type, terminalID: 1), high),
            (NetworkRule.Side(type, terminalID: 2), low),
          ]
        }
      }
    }

  private mutating func addEquipment() {
    for level in OpenDSSRules.levels {
      for type in OpenDSSRules.equipment(level) + OpenDSSRules.anyLevel {
        let buses = [OpenDSSRules.bus(level), OpenDSSRules.busObject]
        list.add(.junctionJunction, OpenDSSRules.sides(type), buses)
      }
      for phases in [1, 3] {
        let service = OpenDSSTypes.load(.low, phases: phases).sides(1...1)
        list.add(.junctionEdge, service, [OpenDSSTypes.line(.low, phases: phases)].sides)
      }
    }
    for winding in OpenDSSRules.windings {
      let buses = [OpenDSSRules.bus(winding.level), OpenDSSRules.busObject]
      list.add(.junctionJunction, [winding.side], buses)
    }
  }

  /// Adds the rules of fuses and open terminals between a bus and any element.
  private mutating func addInsertions() {
    let inserted =
      ([
        OpenDSSTypes.openTerminal, ElectricTypes.switchObject, OpenDSSTypes.fuseObject,
      ] + OpenDSSRules.levels.map { OpenDSSTypes.fuse($0) }).flatMap(OpenDSSRules.sides)
    let others =
      inserted + OpenDSSRules.windings.map(\.side)
      + OpenDSSRules.levels.flatMap { OpenDSSRules.equipment($0) }.flatMap(OpenDSSRules.sides)
      + OpenDSSRules.anyLevel.flatMap(OpenDSSRules.sides)
    let lines =
      OpenDSSRules.levels.flatMap { OpenDSSTypes.lines($0) }.sides
      + [OpenDSSRules.ownLine, OpenDSSRules.edgeObject]
    for side in inserted {
      list.add(.junctionJunction, [side], others)
      list.add(.junctionEdge, [side], lines)
    }
  }

  // MARK: Banks

  private mutating func addRegulators() {
    let connections = [OpenDSSTypes.bankConnection, OpenDSSTypes.bankConnectionObject].sides
    let inserted = [
      OpenDSSTypes.openTerminal, ElectricTypes.switchObject, OpenDSSTypes.fuse(.medium),
      OpenDSSTypes.fuseObject,
    ].flatMap(OpenDSSRules.sides)
    for phases in [1, 3] {
      guard let regulator = OpenDSSTypes.regulator(.medium, phases: phases) else { continue }
      list.add(.junctionJunction, OpenDSSRules.sides(regulator), connections + inserted)
    }
    let objects = OpenDSSRules.sides(OpenDSSTypes.regulatorObject)
    // At high voltage, a regulator is joined to its buses, even when they have no place.
    list.add(
      .junctionJunction,
      objects,
      connections + inserted + [OpenDSSRules.busObject, OpenDSSRules.bus(.high)]
    )
    let buses = OpenDSSRules.levels.map(OpenDSSRules.bus) + [OpenDSSRules.busObject]
    list.add(.junctionJunction, connections, buses + inserted)
  }

  private mutating func addBanks() {
    let pole = NetworkRule.Side(OpenDSSTypes.pole)
    let substation = NetworkRule.Side(ElectricTypes.substation)
    let units =
      OpenDSSRules.windings.map(\.side.assetType)
      + [1, 3].flatMap { phases in
        [OpenDSSTypes.switchDevice(.medium, phases: phases)]
          + [OpenDSSTypes.regulator(.medium, phases: phases)].compactMap(\.self)
      }
    for unit in units {
      let types = [OpenDSSTypes.bank(unit), OpenDSSTypes.assembly(alone: unit)].compactMap(\.self)
      for assembly in types.sides {
        list.add(.containment, assembly, NetworkRule.Side(unit))
        list.add(.attachment, pole, assembly)
        if OpenDSSTypes.needsConnection(unit) {
          list.add(.containment, assembly, NetworkRule.Side(OpenDSSTypes.bankConnection))
        }
      }
      if OpenDSSTypes.isSubstation(unit) {
        list.add(.containment, substation, NetworkRule.Side(unit))
      }
    }
    list.add(.containment, [substation], OpenDSSRules.levels.map(OpenDSSRules.bus))
  }
}
