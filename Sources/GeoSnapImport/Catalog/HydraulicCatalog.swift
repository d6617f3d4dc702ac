package import GeoSnap

/// The domain network of a node-link model of pipes; nodes are junctions, or devices with one terminal.
struct HydraulicCatalog: Sendable {
  /// The id of the device source in the catalog; the ids of the other sources follow.
  let firstSourceID: Int
  let tier: String
  var catalog: Catalog

  static let sourceCategory = "Source"
  static let ignoredSourceCategory = "Ignored Source"

  func device(_ group: Int, _ type: Int = 1) -> AssetTypeID {
    AssetTypeID(firstSourceID, group, type)
  }

  func fitting(_ type: Int) -> AssetTypeID { AssetTypeID(firstSourceID + 1, 1, type) }

  func line(_ group: Int, _ type: Int = 1) -> AssetTypeID {
    AssetTypeID(firstSourceID + 3, group, type)
  }

  var junctionObject: AssetTypeID { AssetTypeID(firstSourceID + 4, 100, 1) }

  var edgeObject: AssetTypeID { AssetTypeID(firstSourceID + 5, 100, 1) }

  func object(of device: AssetTypeID) -> AssetTypeID {
    AssetTypeID(firstSourceID + 4, device.assetGroup, device.assetType)
  }

  /// EPANET has no materials: mains are classed by inner diameter, and connect at any vertex; station pipes do not.
  static let water = HydraulicCatalog(firstSourceID: 31, tier: "Supply", catalog: .water)

  var ignoringTanks: HydraulicCatalog {
    var water = self
    for (domain, network) in catalog.definition.domainNetworks.enumerated() {
      for (source, types) in network.sources.enumerated()
      where [firstSourceID, firstSourceID + 4].contains(types.sourceID) {
        water.catalog.definition.domainNetworks[domain].sources[source].ignoreTanks()
      }
    }
    water.catalog.definition.categories.append(Self.ignoredSourceCategory)
    return water
  }

  /// The valves that EPANET simulates, by their keywords, in the order of their codes from 1.
  enum ControlValve: String, CaseIterable {
    case pressureReducing = "PRV"
    case pressureSustaining = "PSV"
    case pressureBreaker = "PBV"
    case flowControl = "FCV"
    case throttleControl = "TCV"
    case generalPurpose = "GPV"
    case positionalControl = "PCV"
  }

  /// The domain network `Sewer` for SWMM; outfalls are its sinks.
  static let sewer = HydraulicCatalog(firstSourceID: 41, tier: "Collection", catalog: .sewer)

  /// Gas, water and heat: mains of two classes meet at a tee or a reducer, and services reach mains through a tap.
  static let pipeline = HydraulicCatalog(firstSourceID: 21, tier: "Supply", catalog: .pipeline)
}

extension FieldName {
  static let tag = "TAG"
  static let elevation = "ELEVATION_M"
  static let demand = "BASE_DEMAND_LPS"
  static let crossSection = "CROSS_SECTION"
  static let roughness = "ROUGHNESS"
  static let setting = "SETTING"
  static let controls = "CONTROLS"
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
    let codes = HydraulicCatalog.ControlValve.allCases
    return HydraulicCatalog.water.device(3, (codes.firstIndex(of: kind) ?? 0) + 1)
  }

  static func main(millimetres: Double) -> AssetTypeID {
    let code = diameters.first { millimetres <= Double($0) } ?? 999
    return HydraulicCatalog.water.line(1, code)
  }

  static func fitting(lines: Int, isMixed: Bool) -> AssetTypeID {
    switch lines {
    case 0: HydraulicCatalog.water.fitting(1)
    case 1: HydraulicCatalog.water.fitting(5)
    case 2: HydraulicCatalog.water.fitting(isMixed ? 4 : 3)
    default: HydraulicCatalog.water.fitting(2)
    }
  }
}

enum SewerTypes {
  static let outfall = HydraulicCatalog.sewer.device(1, 1)
  static let storage = HydraulicCatalog.sewer.device(1, 2)
  static let flowDivider = HydraulicCatalog.sewer.device(1, 3)
  static let pump = HydraulicCatalog.sewer.device(2)
  static let orifice = HydraulicCatalog.sewer.device(3, 1)
  static let weir = HydraulicCatalog.sewer.device(3, 2)
  static let outlet = HydraulicCatalog.sewer.device(3, 3)
  static let junction = HydraulicCatalog.sewer.fitting(1)
  static let regulatorLink = HydraulicCatalog.sewer.line(2)

  static func conduit(shape: String?) -> AssetTypeID {
    let code =
      switch shape?.uppercased() {
      case "CIRCULAR", "FILLED_CIRCULAR": 1
      case "RECT_CLOSED", "RECT_TRIANGULAR", "RECT_ROUND", "HORIZ_ELLIPSE", "VERT_ELLIPSE", "ARCH",
        "MODBASKETHANDLE", "BASKETHANDLE", "EGG", "HORSESHOE", "GOTHIC", "CATENARY",
        "SEMIELLIPTICAL", "SEMICIRCULAR", "CUSTOM":
        2
      case "RECT_OPEN", "TRAPEZOIDAL", "TRIANGULAR", "PARABOLIC", "POWER", "IRREGULAR", "STREET": 3
      case "FORCE_MAIN": 4
      default: 5
      }
    return HydraulicCatalog.sewer.line(1, code)
  }
}

package enum PipelineCatalog {
  static let connectionPoint = HydraulicCatalog.pipeline.fitting(1)
  static let tee = HydraulicCatalog.pipeline.fitting(2)
  static let coupling = HydraulicCatalog.pipeline.fitting(3)
  static let reducer = HydraulicCatalog.pipeline.fitting(4)
  static let endCap = HydraulicCatalog.pipeline.fitting(5)
  package static let tap = HydraulicCatalog.pipeline.fitting(6)

  static let regulatorStation = HydraulicCatalog.pipeline.device(1, 1)
  static let feedIn = HydraulicCatalog.pipeline.device(1, 2)
  package static let meter = HydraulicCatalog.pipeline.device(2)
  static let massStorage = HydraulicCatalog.pipeline.device(8)

  package static let service = HydraulicCatalog.pipeline.line(10)
  static let station = AssetTypeID(SourceNumber.structureBoundary, 202, 1)
}

package enum PipeMaterial: Int, CaseIterable {
  case plastic = 1
  case steel = 2
  case iron = 3
  case other = 9

  /// The codes of the main types of a known material: the greatest outer diameter of each, in millimetres.
  private static let diameters = [63, 110, 160, 225, 999]

  /// The type of a main by a text such as `125 PE 100 SDR 11`, which begins with millimetres; `Other Main` by default.
  package static func assetType(standardType: String?) -> AssetTypeID {
    var words: [String] = []
    for word in (standardType ?? "").uppercased().split(whereSeparator: { " _-/<>".contains($0) }) {
      words.append(String(word))
    }
    let material = words.compactMap(Self.init(word:)).first ?? .other
    var code = 1000
    if material != .other, let size = words.compactMap({ Double($0) }).first, size > 0 {
      code = diameters.first { size <= Double($0) } ?? 999
    }
    return HydraulicCatalog.pipeline.line(material.rawValue, code)
  }

  private init?(word: String) {
    switch word {
    case "PE", "PEHD", "PEH", "HDPE", "PVC", "PP", "PA", "GFK", "PE80", "PE100": self = .plastic
    case "ST", "STEEL", "STAHL": self = .steel
    case "GGG", "GG", "CI", "DI", "GUSS", "IRON": self = .iron
    default: return nil
    }
  }
}
