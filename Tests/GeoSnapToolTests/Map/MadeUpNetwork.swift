import GeoSnap
import GeoSnapTestSupport
import GeoSnapTool

/// Within 0,0 to 100,60: gas mains and services, meters and other devices, cables, stations with an
/// area, and a plain table.
struct MadeUpNetwork {
  static let plainTable = 4
  /// Names that are markup, or no XML at all, and how a picture shows them.
  static let hostileName = "<b>&\"'</b>\u{1}\u{0}]]>\u{1F6B0}"
  static let shownName = "<b>&\"'</b>\u{FFFD}\u{FFFD}]]>\u{1F6B0}"
  static let extent = Envelope(minX: 0, minY: 0, maxX: 100, maxY: 60)

  private static let definition = NetworkDefinition(domainNetworks: [
    DomainNetwork(
      id: 1,
      name: "Pipeline",
      sources: [
        source(0, "PipelineLine", .line, ["Main", "Service"]),
        source(1, "PipelineDevice", .device, ["Meter", hostileName]),
      ]
    ),
    DomainNetwork(
      "Electric",
      source(2, "ElectricLine", .line, ["Low Voltage Cable", "Medium Voltage Cable"])
    ),
    DomainNetwork(
      id: 3,
      name: "Structure",
      isStructureNetwork: true,
      sources: [source(3, "StructureBoundary", .structureBoundary, ["Station"])]
    ),
  ])

  private static func source(
    _ table: Int,
    _ name: String,
    _ usage: NetworkSourceUsage,
    _ groups: [String]
  ) -> NetworkSource {
    let groups = groups.enumerated().map { index, name in
      AssetGroup(code: index + 1, name: name, assetTypes: [AssetType(code: 1, name: "Any")])
    }
    return NetworkSource(sourceID: table + 1, name: name, usage: usage, assetGroups: groups)
  }

  private var tables =
    definition.sources.map { FeatureTable($0) }
    + [FeatureTable(name: hostileName, sourceID: nil, geometryType: .point)]
  private var count: UInt64 = 0

  mutating func add(to table: Int, assetGroup: Int = 1, origin: String? = nil, _ shape: Geometry) {
    count += 1
    let isPlain = table == Self.plainTable
    let type = isPlain ? nil : AssetTypeID(0, assetGroup)
    tables[table].append(
      Feature(Int(count), type, GlobalID(high: 0, low: count), shape, origin: origin)
    )
  }

  mutating func add(point x: Double, _ y: Double, to table: Int, assetGroup: Int = 1) {
    add(to: table, assetGroup: assetGroup, .point(Point(x: x, y: y)))
  }

  func build() throws -> UtilityNetwork { try UtilityNetwork(Self.definition, tables) }

  func index() throws -> NetworkIndex { try NetworkIndex(build()) }

  func figure() throws -> MapFigure {
    MapFigure(title: "", index: try index(), extent: Self.extent)
  }

  static func small() throws -> MadeUpNetwork {
    var network = MadeUpNetwork()
    network.add(to: 0, origin: "pipe/0", try line([(0, 0), (50, 30), (100, 30)]))
    network.add(to: 0, assetGroup: 2, origin: "pipe/<1>", try line([(50, 30), (60, 50)]))
    network.add(point: 60, 50, to: 1)
    network.add(point: 20, 20, to: 1, assetGroup: 2)
    network.add(to: 2, try line([(0, 10), (100, 10)]))
    network.add(to: 2, assetGroup: 2, try line([(0, 5), (100, 5)]))
    network.add(to: 3, try Geometry(wkt: "POLYGON ((30 40, 40 40, 40 48, 30 40))"))
    network.add(point: 80, 55, to: plainTable)
    return network
  }

  static func line(_ places: [(Double, Double)]) throws -> Geometry {
    .lineString(try LineString(CoordinateSequence(places.map { Coordinate(x: $0.0, y: $0.1) })))
  }
}

extension MapProjection {
  /// Of the extent of a made-up network.
  static let small = MapProjection(fitting: MadeUpNetwork.extent, width: 860, heights: 380...640)
  var frame: Envelope { Envelope(minX: 0, minY: 0, maxX: width, maxY: height) }
}

extension SeededGenerator {
  mutating func chance() -> Double { double(0...1) }

  mutating func place(around x: Double, _ y: Double, _ width: Double, _ height: Double)
    -> Coordinate
  {
    Coordinate(x: x + (chance() - 0.5) * width, y: y + (chance() - 0.5) * height)
  }
}
