internal import GeoSnap

extension HydraulicCatalog {
  /// The domain network `Water` for EPANET.
  ///
  /// EPANET has no materials, so mains are classed by inner diameter, and a reducer joins two classes. Mains connect
  /// at any vertex; the station pipes on both sides of a pump or valve connect only at their ends.
  static let water = HydraulicCatalog(firstSourceID: 31, tier: "Supply", catalog: .water)

  /// The same catalog with tanks that do not count as sources.
  var ignoringTanks: HydraulicCatalog {
    var water = self
    for (domain, network) in catalog.definition.domainNetworks.enumerated() {
      for (source, types) in network.sources.enumerated()
      where [firstSourceID, firstSourceID + 4].contains(types.sourceID) {
        water.catalog.definition.domainNetworks[domain].sources[source].ignoreTanks()
      }
    }
    water.catalog.definition.categories.append(HydraulicCatalog.ignoredSourceCategory)
    return water
  }

  /// The asset types of the valves that EPANET simulates.
  enum ControlValve: Int, CaseIterable {
    case pressureReducing = 1
    case pressureSustaining = 2
    case pressureBreaker = 3
    case flowControl = 4
    case throttleControl = 5
    case generalPurpose = 6
    case positionalControl = 7

    /// The keyword in a file, such as `PRV`.
    var keyword: String {
      ["PRV", "PSV", "PBV", "FCV", "TCV", "GPV", "PCV"][rawValue - 1]
    }
  }
}

extension NetworkSource {
  fileprivate mutating func ignoreTanks() {
    let tank = WaterTypes.tank
    for group in assetGroups.indices where assetGroups[group].code == tank.assetGroup {
      for type in assetGroups[group].assetTypes.indices
      where assetGroups[group].assetTypes[type].code == tank.assetType {
        assetGroups[group].assetTypes[type].categories.replace(
          [HydraulicCatalog.sourceCategory],
          with: [HydraulicCatalog.ignoredSourceCategory]
        )
      }
    }
  }
}

enum WaterTypes {
  static let reservoir = HydraulicCatalog.water.device(1, 1)
  static let tank = HydraulicCatalog.water.device(1, 2)
  static let pump = HydraulicCatalog.water.device(2)
  static let checkValve = HydraulicCatalog.water.device(4)
  static let isolationValve = HydraulicCatalog.water.device(5, 1)
  static let pipeShutOff = HydraulicCatalog.water.device(5, 2)
  static let stationPipe = HydraulicCatalog.water.line(2)

  /// The codes of the main types: the greatest inner diameter of each, in millimetres; the last has no limit.
  private static let diameters = [110, 225, 315, 630, 999]

  static func valve(_ kind: HydraulicCatalog.ControlValve) -> AssetTypeID {
    HydraulicCatalog.water.device(3, kind.rawValue)
  }

  static func main(millimetres: Double) -> AssetTypeID {
    let code = diameters.first { millimetres <= Double($0) } ?? 999
    return HydraulicCatalog.water.line(1, code)
  }

  /// The fitting where a number of lines meet, of several types or of one.
  static func fitting(lines: Int, isMixed: Bool) -> AssetTypeID {
    switch lines {
    case 0: HydraulicCatalog.water.fitting(1)
    case 1: HydraulicCatalog.water.fitting(5)
    case 2: HydraulicCatalog.water.fitting(isMixed ? 4 : 3)
    default: HydraulicCatalog.water.fitting(2)
    }
  }
}
