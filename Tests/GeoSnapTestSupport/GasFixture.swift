public import GeoSnap

/// A small gas network whose every answer can be checked by hand.
///
/// A bent main runs through (0 0), (10 0), (20 10), (30 10), (40 0); a tap sits on its third
/// vertex, a service leads from the tap to a meter at (20 20). A station polygon around (60 0)
/// holds a regulator at (60 0) and a valve at (62 0), joined by a connectivity association; a pad
/// at (61 1) carries the regulator. A plain table holds one surveyed point and one surveyed line.
public enum GasFixture {
  public static let junctionSource = 10
  public static let deviceSource = 9
  public static let lineSource = 11
  public static let boundarySource = 5
  public static let padSource = 4

  public static let tap = AssetTypeID(sourceID: junctionSource, assetGroup: 1, assetType: 1)
  public static let coupling = AssetTypeID(sourceID: junctionSource, assetGroup: 1, assetType: 2)
  public static let meter = AssetTypeID(sourceID: deviceSource, assetGroup: 1, assetType: 1)
  public static let regulator = AssetTypeID(sourceID: deviceSource, assetGroup: 2, assetType: 1)
  public static let valve = AssetTypeID(sourceID: deviceSource, assetGroup: 3, assetType: 1)
  public static let main = AssetTypeID(sourceID: lineSource, assetGroup: 1, assetType: 1)
  public static let service = AssetTypeID(sourceID: lineSource, assetGroup: 2, assetType: 1)

  public static let definition = NetworkDefinition(
    domainNetworks: [
      DomainNetwork(
        id: 1,
        name: "Structure",
        isStructureNetwork: true,
        sources: [
          source(padSource, "StructureJunction", .structureJunction, [(1, "Pad", ["Pad"])]),
          source(
            boundarySource,
            "StructureBoundary",
            .structureBoundary,
            [(1, "Station", ["Regulator station"])]
          ),
        ]
      ),
      DomainNetwork(
        id: 2,
        name: "Pipeline",
        sources: [
          source(
            deviceSource,
            "PipelineDevice",
            .device,
            [
              (1, "Meter", ["House meter"]), (2, "Regulator", ["Regulator"]),
              (3, "Valve", ["Gate"]),
            ]
          ),
          source(
            junctionSource,
            "PipelineJunction",
            .junction,
            [(1, "Fitting", ["Tap", "Coupling"])]
          ),
          source(
            lineSource,
            "PipelineLine",
            .line,
            [(1, "Main", ["PE"]), (2, "Service", ["PE"])],
            policies: [1: .anyVertex, 2: .endVertex]
          ),
        ]
      ),
    ],
    terminalConfigurations: [
      TerminalConfiguration(
        id: 1,
        name: "In-out",
        terminals: [Terminal(id: 1, name: "In", isUpstream: true), Terminal(id: 2, name: "Out")]
      )
    ]
  )

  public static let rules: [NetworkRule] = [
    NetworkRule(id: 1, kind: .junctionEdge, from: .init(tap), to: .init(main)),
    NetworkRule(id: 2, kind: .junctionEdge, from: .init(tap), to: .init(service)),
    // The order of the sides must not matter.
    NetworkRule(id: 3, kind: .junctionEdge, from: .init(service), to: .init(meter)),
    NetworkRule(
      id: 4,
      kind: .edgeJunctionEdge,
      from: .init(main),
      to: .init(main),
      via: .init(coupling)
    ),
    NetworkRule(
      id: 5,
      kind: .junctionJunction,
      from: .init(regulator, terminalID: 2),
      to: .init(valve)
    ),
    NetworkRule(id: 6, kind: .junctionEdge, from: .init(regulator), to: .init(main)),
    NetworkRule(
      id: 7,
      kind: .containment,
      from: .init(AssetTypeID(sourceID: boundarySource, assetGroup: 1, assetType: 1)),
      to: .init(regulator)
    ),
    NetworkRule(
      id: 8,
      kind: .attachment,
      from: .init(AssetTypeID(sourceID: padSource, assetGroup: 1, assetType: 1)),
      to: .init(regulator)
    ),
    // Containment lets nothing join by place.
    NetworkRule(
      id: 9,
      kind: .containment,
      from: .init(AssetTypeID(sourceID: boundarySource, assetGroup: 1, assetType: 1)),
      to: .init(main)
    ),
  ]

  public static func id(_ number: UInt64) -> GlobalID { GlobalID(high: 1, low: number) }

  public static func network() throws -> UtilityNetwork {
    var pads = FeatureTable(name: "StructureJunction", sourceID: padSource, geometryType: .point)
    pads.append(feature(1, 41, 1, 1, "pad/0", .point(Point(x: 61, y: 1))))
    var stations = FeatureTable(
      name: "StructureBoundary",
      sourceID: boundarySource,
      geometryType: .polygon
    )
    stations.append(
      feature(
        1,
        51,
        1,
        1,
        "station/0",
        .polygon(
          try Polygon(rings: [[c(58, -4), c(66, -4), c(66, 4), c(58, 4), c(58, -4)]])
        )
      )
    )
    var devices = FeatureTable(name: "PipelineDevice", sourceID: deviceSource, geometryType: .point)
    devices.append(feature(1, 91, 1, 1, "sink/0", .point(Point(x: 20, y: 20))))
    devices.append(feature(2, 92, 2, 1, "ext_grid/0", .point(Point(x: 60, y: 0))))
    devices.append(feature(3, 93, 3, 1, "valve/0", .point(Point(x: 62, y: 0))))
    var junctions = FeatureTable(
      name: "PipelineJunction",
      sourceID: junctionSource,
      geometryType: .point
    )
    junctions.append(feature(1, 101, 1, 1, "junction/2", .point(Point(x: 20, y: 10))))
    var lines = FeatureTable(name: "PipelineLine", sourceID: lineSource, geometryType: .lineString)
    lines.append(
      feature(
        1,
        111,
        1,
        1,
        "pipe/0",
        .lineString(try LineString([c(0, 0), c(10, 0), c(20, 10), c(30, 10), c(40, 0)]))
      )
    )
    lines.append(
      feature(
        2,
        112,
        2,
        1,
        "pipe/1",
        .lineString(try LineString([c(20, 10), c(20, 15), c(20, 20)]))
      )
    )
    var fences = FeatureTable(name: "fences", sourceID: nil, geometryType: .lineString)
    fences.append(
      Feature(
        rowID: 1,
        globalID: nil,
        geometry: .lineString(try LineString([c(0, -3), c(40, -3)]))
      )
    )
    var survey = FeatureTable(name: "survey_points", sourceID: nil, geometryType: .point)
    survey.append(Feature(rowID: 1, globalID: nil, geometry: .point(Point(x: 5, y: 1))))
    return try UtilityNetwork(
      definition: definition,
      srid: nil,
      tables: [survey, fences, lines, junctions, devices, stations, pads],
      associations: associations,
      rules: rules
    )
  }

  public static let associations: [Association] = [
    Association(
      globalID: id(1),
      kind: .containment,
      from: .init(sourceID: boundarySource, globalID: id(51)),
      to: .init(sourceID: deviceSource, globalID: id(92))
    ),
    Association(
      globalID: id(2),
      kind: .containment,
      from: .init(sourceID: boundarySource, globalID: id(51)),
      to: .init(sourceID: deviceSource, globalID: id(93))
    ),
    Association(
      globalID: id(3),
      kind: .connectivity,
      from: .init(sourceID: deviceSource, globalID: id(92), terminalID: 2),
      to: .init(sourceID: deviceSource, globalID: id(93))
    ),
    Association(
      globalID: id(4),
      kind: .attachment,
      from: .init(sourceID: padSource, globalID: id(41)),
      to: .init(sourceID: deviceSource, globalID: id(92))
    ),
    Association(
      globalID: id(5),
      kind: .junctionEdgeFromConnectivity,
      from: .init(sourceID: deviceSource, globalID: id(92), terminalID: 1),
      to: .init(sourceID: lineSource, globalID: id(111))
    ),
  ]

  public static func c(_ x: Double, _ y: Double) -> Coordinate { Coordinate(x: x, y: y) }

  private static func feature(
    _ row: Int64,
    _ number: UInt64,
    _ group: Int,
    _ type: Int,
    _ origin: String,
    _ geometry: Geometry
  ) -> Feature {
    Feature(
      rowID: row,
      globalID: id(number),
      assetGroup: group,
      assetType: type,
      origin: origin,
      geometry: geometry
    )
  }

  private static func source(
    _ id: Int,
    _ name: String,
    _ usage: NetworkSourceUsage,
    _ groups: [(Int, String, [String])],
    policies: [Int: ConnectivityPolicy] = [:]
  ) -> NetworkSource {
    NetworkSource(
      sourceID: id,
      name: name,
      usage: usage,
      assetGroups: groups.map { code, name, types in
        AssetGroup(
          code: code,
          name: name,
          assetTypes: types.enumerated().map { index, type in
            AssetType(
              code: index + 1,
              name: type,
              containmentViewScale: usage == .structureBoundary ? 50 : 0,
              terminalConfigurationID: name == "Regulator" ? 1 : nil,
              connectivityPolicy: policies[code]
            )
          }
        )
      }
    )
  }
}
