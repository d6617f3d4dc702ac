internal import GeoSnap

/// The rules that GeoSnap adds to Esri's: what a bus-branch model joins and Esri's table does not.
struct ElectricOwnRules {
  static let firstRuleID = 100_001
  private var list: RuleList

  private struct TerminalOf {
    let type: AssetTypeID
    let terminal: Int
    var side: NetworkRule.Side { NetworkRule.Side(type, terminalID: terminal) }
  }

  private static func terminals(_ type: AssetTypeID, _ ids: ClosedRange<Int>) -> [TerminalOf] {
    ids.map { TerminalOf(type: type, terminal: $0) }
  }

  /// Makes the rules that `esri` does not hold already.
  static func make(beside esri: [NetworkRule]) -> [NetworkRule] {
    var rules = ElectricOwnRules(
      list: RuleList(origin: "geosnap", firstID: firstRuleID, existing: esri)
    )
    rules.addBuses()
    rules.addOwnEquipment()
    rules.addLevelEquipment()
    rules.addSwitches()
    rules.addContainers()
    return rules.list.rules
  }

  private mutating func join(_ first: NetworkRule.Side, _ second: NetworkRule.Side) {
    list.add(.junctionJunction, first, second)
  }

  private mutating func addBuses() {
    let edge = NetworkRule.Side(ElectricTypes.edgeObject)
    let mixed = NetworkRule.Side(ElectricTypes.mixedLine)
    for level in VoltageLevel.allCases {
      let bus = NetworkRule.Side(ElectricTypes.bus(level))
      let overhead = NetworkRule.Side(ElectricTypes.overheadLine(level))
      let cable = NetworkRule.Side(ElectricTypes.cable(level))
      for line in [overhead, cable, mixed, edge] { list.add(.junctionEdge, bus, line) }
      list.add(.edgeJunctionEdge, overhead, cable, via: bus)
      list.add(.edgeJunctionEdge, overhead, mixed, via: bus)
      list.add(.edgeJunctionEdge, cable, mixed, via: bus)
    }
    list.add(.junctionEdge, NetworkRule.Side(ElectricTypes.busObject), edge)
  }

  /// Own equipment goes with a bus of any level, the low voltage switch excepted.
  private mutating func addOwnEquipment() {
    let object = NetworkRule.Side(ElectricTypes.busObject)
    for group in ElectricOwnTypes.equipmentGroups {
      for type in group.assetTypes {
        let isLowVoltage =
          ElectricTypes.device(group.code, type.code) == ElectricTypes.switchDevice(.low)
        let levels = isLowVoltage ? [VoltageLevel.low] : VoltageLevel.allCases
        for terminal in ElectricOwnTypes.terminals(type.terminalConfigurationID) {
          for kind in [
            ElectricTypes.device(group.code, type.code),
            ElectricTypes.object(group.code, type.code),
          ] {
            let side = NetworkRule.Side(kind, terminalID: terminal)
            for level in levels { join(side, NetworkRule.Side(ElectricTypes.bus(level))) }
            join(side, object)
          }
        }
      }
    }
    let house = NetworkRule.Side(ElectricTypes.unbalancedLoad, terminalID: 1)
    list.add(.junctionEdge, house, NetworkRule.Side(ElectricTypes.cable(.low)))
    list.add(.junctionEdge, house, NetworkRule.Side(ElectricTypes.overheadLine(.low)))
  }

  /// Esri's equipment goes with the buses of its level.
  private mutating func addLevelEquipment() {
    let object = NetworkRule.Side(ElectricTypes.busObject)
    func bus(_ level: VoltageLevel) -> NetworkRule.Side {
      NetworkRule.Side(ElectricTypes.bus(level))
    }
    for level in VoltageLevel.allCases {
      let load = NetworkRule.Side(ElectricTypes.load(level), terminalID: 1)
      join(load, bus(level))
      join(load, object)
      for terminal in 1...2 {
        let side = NetworkRule.Side(ElectricTypes.switchDevice(level), terminalID: terminal)
        join(side, bus(level))
        join(side, object)
      }
    }
    for high in VoltageLevel.allCases {
      for low in VoltageLevel.allCases {
        let type = ElectricTypes.transformer(high, low)
        join(NetworkRule.Side(type, terminalID: 1), bus(high))
        join(NetworkRule.Side(type, terminalID: 2), bus(low))
        join(NetworkRule.Side(type, terminalID: 1), object)
        join(NetworkRule.Side(type, terminalID: 2), object)
      }
    }
    let house = NetworkRule.Side(ElectricTypes.load(.low), terminalID: 1)
    list.add(.junctionEdge, house, NetworkRule.Side(ElectricTypes.overheadLine(.low)))
  }

  private static let switches: [TerminalOf] =
    ([.high, .medium, .low, nil] as [VoltageLevel?]).flatMap {
      terminals(ElectricTypes.switchDevice($0), 1...2)
    } + terminals(ElectricTypes.switchObject, 1...2)

  /// A switch stands between a bus or another switch and a line or a transformer.
  private mutating func addSwitches() {
    var transformers = [ElectricTypes.transformerObject, ElectricTypes.object(205, 2)]
    transformers.append(ElectricTypes.threeWindings)
    for high in VoltageLevel.allCases {
      for low in VoltageLevel.allCases {
        let type = ElectricTypes.transformer(high, low)
        if !transformers.contains(type) { transformers.append(type) }
      }
    }
    for terminal in ElectricOwnRules.switches {
      for transformer in transformers {
        for winding in 1...(transformer.assetGroup == 205 && transformer.assetType == 2 ? 3 : 2) {
          join(terminal.side, NetworkRule.Side(transformer, terminalID: winding))
        }
      }
      for other in ElectricOwnRules.switches { join(terminal.side, other.side) }
      list.add(.junctionEdge, terminal.side, NetworkRule.Side(ElectricTypes.edgeObject))
    }
    for level in VoltageLevel.allCases {
      for type in [ElectricTypes.cable(level), ElectricTypes.overheadLine(level)] {
        for terminal in 1...2 {
          for device in [ElectricTypes.switchDevice(level), ElectricTypes.switchDevice(nil)] {
            list.add(
              .junctionEdge,
              NetworkRule.Side(device, terminalID: terminal),
              NetworkRule.Side(type)
            )
          }
        }
      }
    }
    for terminal in 1...2 {
      list.add(
        .junctionEdge,
        NetworkRule.Side(ElectricTypes.switchDevice(nil), terminalID: terminal),
        NetworkRule.Side(ElectricTypes.mixedLine)
      )
    }
  }

  private mutating func addContainers() {
    var contents: [AssetTypeID] = ElectricOwnTypes.equipmentGroups.flatMap { group in
      group.assetTypes.map { ElectricTypes.device(group.code, $0.code) }
    }
    for level in VoltageLevel.allCases {
      contents += [
        ElectricTypes.bus(level), ElectricTypes.load(level), ElectricTypes.switchDevice(level),
      ]
      contents += VoltageLevel.allCases.map { ElectricTypes.transformer(level, $0) }
    }
    for station in [ElectricTypes.transformerStation, ElectricTypes.substation] {
      for content in contents {
        list.add(.containment, NetworkRule.Side(station), NetworkRule.Side(content))
      }
    }
    for (cabinet, level) in [
      (ElectricTypes.lowVoltageCabinet, VoltageLevel.low),
      (ElectricTypes.mediumVoltageCabinet, .medium),
    ] {
      for content in [ElectricTypes.bus(level), ElectricTypes.switchDevice(level)] {
        list.add(.containment, NetworkRule.Side(cabinet), NetworkRule.Side(content))
      }
      list.add(
        .attachment,
        NetworkRule.Side(ElectricTypes.pad),
        NetworkRule.Side(cabinet)
      )
    }
  }
}
