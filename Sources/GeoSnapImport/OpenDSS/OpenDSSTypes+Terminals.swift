internal import GeoSnap

extension OpenDSSTypes {
  static let windingLimit = 8
  /// 101 to 103 are those of all electric networks.
  static let manyWindingsConfiguration = 105
  static let stepUpConfiguration = 104
  private static let regulatorTerminals = 13

  private static let ownTypes: [(name: String, configuration: Int?, categories: [String])] = [
    ("One-Terminal Switch", nil, ["E:Switching"]),
    ("Voltage Regulator", regulatorTerminals, ["E:Voltage Regulation"]),
    ("Fuse", ElectricTypes.twoSwitchTerminals, ["E:Protective"]),
    ("Series Reactor", ElectricTypes.branchEnds, []),
    ("Series Capacitor", ElectricTypes.branchEnds, []),
    (
      "Series Source", ElectricTypes.branchEnds, [ElectricTypes.controllerCategory]
    ),
    (
      "Many Windings", manyWindingsConfiguration,
      [ElectricTypes.controllerCategory]
    ),
    ("Bank Connection", nil, []),
    ("Step-Up Transformer", stepUpConfiguration, [ElectricTypes.controllerCategory]),
  ]

  static let equipmentGroup = AssetGroup(
    code: group,
    name: "Circuit Equipment",
    assetTypes: ownTypes.enumerated().map { position, type in
      AssetType(
        code: position + 1,
        name: type.name,
        terminalConfigurationID: type.configuration,
        categories: type.categories
      )
    }
  )

  static let connectionGroup = AssetGroup(
    code: group,
    name: "Circuit Connection",
    assetTypes: [AssetType(code: 1, name: "Bank Connection")]
  )

  /// The terminal configurations of GeoSnap's group.
  static let configurations = [
    manyWindingTerminals,
    TerminalConfiguration(
      id: stepUpConfiguration,
      name: "Step Up",
      isDirectional: true,
      terminals: [
        Terminal(id: 1, name: "XFR:High"), Terminal(id: 2, name: "XFR:Low", isUpstream: true),
      ]
    ),
  ]

  private static let manyWindingTerminals = TerminalConfiguration(
    id: manyWindingsConfiguration,
    name: "Many Windings",
    isDirectional: true,
    terminals: (1...windingLimit).map {
      Terminal(id: $0, name: "Winding \($0)", isUpstream: $0 == 1)
    }
  )

  /// The terminals of a type; those of Esri's types follow Esri's table.
  @inline(never)
  static func terminals(_ type: AssetTypeID) -> ClosedRange<Int> {
    if type.assetGroup == group && type.sourceID != SourceNumber.electricJunction {
      switch ownTypes[type.assetType - 1].configuration {
      case nil: return 1...1
      case manyWindingsConfiguration: return 1...windingLimit
      default: return 1...2
      }
    }
    switch (type.assetGroup, type.assetType) {
    case (205, 2): return 1...3
    case (10, 181), (37, 733), (29, 565), (8, _), (35, _), (11, _), (38, _), (24, _), (203, _),
      (205, _):
      return 1...2
    default: return 1...1
    }
  }
}
