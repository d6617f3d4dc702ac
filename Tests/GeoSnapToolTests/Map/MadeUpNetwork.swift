import GeoSnap

/// A small network built in code: a gas main with a service and a meter, an electric line, a
/// station with an area, and a plain table.
struct MadeUpNetwork {
  static let main = MapTable(0, "PipelineLine", .line)
  static let device = MapTable(1, "PipelineDevice", .device)
  static let cable = MapTable(2, "ElectricLine", .line)
  static let station = MapTable(3, "StructureBoundary", .structureBoundary)
  /// The index of the plain table.
  static let plainTable = 4

  /// A network source and the index of its table.
  struct MapTable {
    let index: Int
    let name: String
    let usage: NetworkSourceUsage

    init(_ index: Int, _ name: String, _ usage: NetworkSourceUsage) {
      self.index = index
      self.name = name
      self.usage = usage
    }
  }

  /// Names that are markup, or no XML at all.
  static let hostileName = "<b>&\"'</b>\u{1}\u{0}]]>\u{1F6B0}"

  private(set) var features: [Int: [(assetGroup: Int, origin: String?, geometry: Geometry)]] = [:]

  mutating func add(
    to table: Int,
    assetGroup: Int = 1,
    origin: String? = nil,
    _ geometry: Geometry
  ) {
    features[table, default: []].append((assetGroup, origin, geometry))
  }

  mutating func add(point x: Double, _ y: Double, to table: Int, assetGroup: Int = 1) {
    add(to: table, assetGroup: assetGroup, .point(Point(x: x, y: y)))
  }

  func index() throws -> NetworkIndex { try NetworkIndex(build()) }

  func build() throws -> UtilityNetwork {
    func source(_ table: MapTable, _ groups: [String]) -> NetworkSource {
      NetworkSource(
        sourceID: table.index + 1,
        name: table.name,
        usage: table.usage,
        assetGroups: groups.enumerated().map { index, name in
          AssetGroup(
            code: index + 1,
            name: name,
            assetTypes: [AssetType(code: 1, name: "Any")]
          )
        }
      )
    }
    let definition = NetworkDefinition(domainNetworks: [
      DomainNetwork(
        id: 1,
        name: "Pipeline",
        sources: [
          source(MadeUpNetwork.main, ["Main", "Service"]),
          source(MadeUpNetwork.device, ["Meter", MadeUpNetwork.hostileName]),
        ]
      ),
      DomainNetwork(
        id: 2,
        name: "Electric",
        sources: [source(MadeUpNetwork.cable, ["Low Voltage Cable", "Medium Voltage Cable"])]
      ),
      DomainNetwork(
        id: 3,
        name: "Structure",
        isStructureNetwork: true,
        sources: [source(MadeUpNetwork.station, ["Station"])]
      ),
    ])
    var nextID: UInt64 = 0
    let tables = (0...MadeUpNetwork.plainTable).map { index in
      let isPlain = index == MadeUpNetwork.plainTable
      let usage = definition.sources.indices.contains(index) ? definition.sources[index].usage : nil
      var table = FeatureTable(
        name: isPlain ? MadeUpNetwork.hostileName : definition.sources[index].name,
        sourceID: isPlain ? nil : index + 1,
        geometryType: isPlain ? .point : usage?.geometryType
      )
      for feature in features[index] ?? [] {
        nextID += 1
        table.append(
          Feature(
            rowID: Int64(nextID),
            globalID: GlobalID(high: 0, low: nextID),
            assetGroup: isPlain ? 0 : feature.assetGroup,
            assetType: isPlain ? 0 : 1,
            origin: feature.origin,
            geometry: feature.geometry
          )
        )
      }
      return table
    }
    return try UtilityNetwork(definition: definition, srid: nil, tables: tables)
  }

  /// One feature of each table and class, within 0,0 to 100,60.
  static func small() throws -> MadeUpNetwork {
    var network = MadeUpNetwork()
    network.add(to: 0, origin: "pipe/0", try line([(0, 0), (50, 30), (100, 30)]))
    network.add(to: 0, assetGroup: 2, origin: "pipe/<1>", try line([(50, 30), (60, 50)]))
    network.add(point: 60, 50, to: 1)
    network.add(point: 20, 20, to: 1, assetGroup: 2)
    network.add(to: 2, try line([(0, 10), (100, 10)]))
    network.add(to: 2, assetGroup: 2, try line([(0, 5), (100, 5)]))
    let ring: CoordinateSequence = [
      Coordinate(x: 30, y: 40), Coordinate(x: 40, y: 40), Coordinate(x: 40, y: 48),
      Coordinate(x: 30, y: 40),
    ]
    network.add(to: 3, .polygon(try Polygon(rings: [ring])))
    network.add(point: 80, 55, to: plainTable)
    return network
  }

  static func line(_ places: [(Double, Double)]) throws -> Geometry {
    .lineString(try LineString(CoordinateSequence(places.map { Coordinate(x: $0.0, y: $0.1) })))
  }
}
