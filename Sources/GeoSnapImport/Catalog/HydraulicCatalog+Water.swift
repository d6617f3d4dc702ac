internal import GeoSnap

extension HydraulicCatalog {
  /// The domain network `Water`, as EPANET sees it.
  ///
  /// EPANET knows no material: mains are classed by their inner diameter, and a reducer joins two
  /// classes. Mains connect at any vertex; the station pipes at both sides of a pump or valve at
  /// their ends only.
  static let water: HydraulicCatalog = {
    let firstSourceID = 31
    let ports = HydraulicCatalog.ports(firstSourceID)
    return HydraulicCatalog(
      name: "Water",
      domainID: 4,
      firstSourceID: firstSourceID,
      firstRuleID: 300_001,
      controllerType: .source,
      nodeGroups: [
        AssetGroup(
          1,
          "Water Source",
          ["Reservoir", "Tank"],
          categories: [
            [controllerCategory, sourceCategory], [controllerCategory, sourceCategory],
          ]
        )
      ],
      dividerGroups: [
        AssetGroup(2, "Pump", ["Pump"], configurations: [ports.directed]),
        AssetGroup(
          3,
          "Control Valve",
          ControlValve.allCases.map(\.name),
          configurations: ControlValve.allCases.map { _ in ports.plain }
        ),
        AssetGroup(4, "Check Valve", ["Check Valve"], configurations: [ports.directed]),
        AssetGroup(
          5,
          "Isolation Valve",
          ["Isolation Valve", "Pipe Shut-off"],
          configurations: [ports.plain, ports.plain],
          categories: [[isolatingCategory]]
        ),
      ],
      fittings: ["Connection Point", "Tee", "Coupling", "Reducer", "End Cap"],
      lineGroups: [
        AssetGroup(
          code: 1,
          name: "Water Main",
          assetTypes: WaterTypes.diameterClasses.map {
            AssetType(code: $0.code, name: $0.name, connectivityPolicy: .anyVertex)
          }
        ),
        AssetGroup(2, "Station Pipe", ["Station Pipe"], policy: .endVertex),
      ],
      tier: "Supply",
      junctionFields: [AttributeField(FieldName.demand, .real)],
      deviceFields: [AttributeField(FieldName.diameter, .real)]
    )
  }()

  /// The same, where tanks do not count as sources.
  var ignoringTanks: HydraulicCatalog {
    var catalog = self
    catalog.nodeGroups[0].assetTypes[1].categories = [
      HydraulicCatalog.controllerCategory, HydraulicCatalog.ignoredSourceCategory,
    ]
    return catalog
  }

  /// The kinds of valves that EPANET simulates, as asset types.
  enum ControlValve: Int, CaseIterable {
    case pressureReducing = 1
    case pressureSustaining = 2
    case pressureBreaker = 3
    case flowControl = 4
    case throttleControl = 5
    case generalPurpose = 6
    case positionalControl = 7

    /// The word in a file, such as `PRV`.
    var keyword: String {
      ["PRV", "PSV", "PBV", "FCV", "TCV", "GPV", "PCV"][rawValue - 1]
    }

    var name: String {
      [
        "Pressure Reducing Valve", "Pressure Sustaining Valve", "Pressure Breaker Valve",
        "Flow Control Valve", "Throttle Control Valve", "General Purpose Valve",
        "Positional Control Valve",
      ][rawValue - 1]
    }
  }
}

/// The asset types of the domain network `Water`.
enum WaterTypes {
  static let reservoir = HydraulicCatalog.water.device(1, 1)
  static let tank = HydraulicCatalog.water.device(1, 2)
  static let pump = HydraulicCatalog.water.device(2)
  static let checkValve = HydraulicCatalog.water.device(4)
  static let isolationValve = HydraulicCatalog.water.device(5, 1)
  static let pipeShutOff = HydraulicCatalog.water.device(5, 2)
  static let stationPipe = HydraulicCatalog.water.line(2)

  /// The classes of inner diameter, by their greatest; the last is open.
  static let diameterClasses: [(code: Int, name: String)] = [
    (110, "To 110 mm"), (225, "111 to 225 mm"), (315, "226 to 315 mm"), (630, "316 to 630 mm"),
    (999, "Over 630 mm"),
  ]

  static func valve(_ kind: HydraulicCatalog.ControlValve) -> AssetTypeID {
    HydraulicCatalog.water.device(3, kind.rawValue)
  }

  /// The main of a diameter.
  static func main(millimetres: Double) -> AssetTypeID {
    let code = diameterClasses.dropLast().first { millimetres <= Double($0.code) }?.code ?? 999
    return HydraulicCatalog.water.line(1, code)
  }

  /// What stands where a number of lines meet, of several types or of one.
  static func fitting(lines: Int, isMixed: Bool) -> AssetTypeID {
    switch lines {
    case 0: HydraulicCatalog.water.fitting(1)
    case 1: HydraulicCatalog.water.fitting(5)
    case 2: HydraulicCatalog.water.fitting(isMixed ? 4 : 3)
    default: HydraulicCatalog.water.fitting(2)
    }
  }
}
