internal import GeoSnap

/// The rules that GeoSnap adds to Esri's: what a bus-branch model joins and Esri's table does not.
struct ElectricOwnRules {
  static let firstRuleID = 100_001
  private var list: RuleList

  private static let busObject = NetworkRule.Side(ElectricTypes.busObject)
  private static let edgeObject = NetworkRule.Side(ElectricTypes.edgeObject)
  private static let mixedLine = NetworkRule.Side(ElectricTypes.mixedLine)

  private static func bus(_ level: VoltageLevel) -> NetworkRule.Side {
    NetworkRule.Side(ElectricTypes.bus(level))
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

  private mutating func addBuses() {
    for level in VoltageLevel.allCases {
      let bus = Self.bus(level)
      let overhead = NetworkRule.Side(ElectricTypes.overheadLine(level))
      let cable = NetworkRule.Side(ElectricTypes.cable(level))
      list.add(.junctionEdge, [bus], [overhead, cable, Self.mixedLine, Self.edgeObject])
      list.add(.edgeJunctionEdge, overhead, cable, via: bus)
      list.add(.edgeJunctionEdge, overhead, Self.mixedLine, via: bus)
      list.add(.edgeJunctionEdge, cable, Self.mixedLine, via: bus)
    }
    list.add(.junctionEdge, Self.busObject, Self.edgeObject)
  }

  /// Own equipment goes with a bus of any level, the low voltage switch excepted.
  private mutating func addOwnEquipment() {
    for group in ElectricOwnTypes.equipmentGroups {
      for type in group.assetTypes {
        let device = ElectricTypes.device(group.code, type.code)
        let object = ElectricTypes.object(group.code, type.code)
        let isLowVoltage = device == ElectricTypes.switchDevice(.low)
        let levels = isLowVoltage ? [VoltageLevel.low] : VoltageLevel.allCases
        let buses = levels.map(Self.bus) + [Self.busObject]
        for terminal in ElectricOwnTypes.terminals(type.terminalConfigurationID) {
          let sides = [device, object].map { NetworkRule.Side($0, terminalID: terminal) }
          list.add(.junctionJunction, sides, buses)
        }
      }
    }
    list.add(
      .junctionEdge,
      ElectricTypes.unbalancedLoad.sides(1...1),
      [ElectricTypes.cable(.low), ElectricTypes.overheadLine(.low)].sides
    )
  }

  /// Esri's equipment goes with the buses of its level.
  private mutating func addLevelEquipment() {
    for level in VoltageLevel.allCases {
      let sides =
        ElectricTypes.load(level).sides(1...1) + ElectricTypes.switchDevice(level).sides(1...2)
      list.add(.junctionJunction, sides, [Self.bus(level), Self.busObject])
    }
    for high in VoltageLevel.allCases {
      for low in VoltageLevel.allCases {
        let windings = ElectricTypes.transformer(high, low).sides(1...2)
        list.add(.junctionJunction, windings[0], Self.bus(high))
        list.add(.junctionJunction, windings[1], Self.bus(low))
        list.add(.junctionJunction, windings, [Self.busObject])
      }
    }
    let houses = ElectricTypes.load(.low).sides(1...1)
    list.add(.junctionEdge, houses, [ElectricTypes.overheadLine(.low)].sides)
  }

  private static let switches: [NetworkRule.Side] =
    ([.high, .medium, .low, nil] as [VoltageLevel?]).flatMap {
      ElectricTypes.switchDevice($0).sides(1...2)
    } + ElectricTypes.switchObject.sides(1...2)

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
    let windings = transformers.flatMap {
      $0.sides(1...($0.assetGroup == 205 && $0.assetType == 2 ? 3 : 2))
    }
    for terminal in Self.switches {
      list.add(.junctionJunction, [terminal], windings + Self.switches)
      list.add(.junctionEdge, terminal, Self.edgeObject)
    }
    let between = ElectricTypes.switchDevice(nil)
    for level in VoltageLevel.allCases {
      let own = ElectricTypes.switchDevice(level)
      for line in [ElectricTypes.cable(level), ElectricTypes.overheadLine(level)].sides {
        for terminal in 1...2 {
          let sides = [own, between].map { NetworkRule.Side($0, terminalID: terminal) }
          list.add(.junctionEdge, sides, [line])
        }
      }
    }
    list.add(.junctionEdge, between.sides(1...2), [Self.mixedLine])
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
    let stations = [ElectricTypes.transformerStation, ElectricTypes.substation]
    list.add(.containment, stations.sides, contents.sides)
    for (cabinet, level) in [
      (ElectricTypes.lowVoltageCabinet, VoltageLevel.low),
      (ElectricTypes.mediumVoltageCabinet, .medium),
    ] {
      let contents = [ElectricTypes.bus(level), ElectricTypes.switchDevice(level)]
      list.add(.containment, [cabinet].sides, contents.sides)
      list.add(.attachment, [ElectricTypes.pad].sides, [cabinet].sides)
    }
  }
}
