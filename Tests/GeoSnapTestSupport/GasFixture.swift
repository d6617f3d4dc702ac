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

  public static let tap = AssetTypeID(junctionSource)
  public static let coupling = AssetTypeID(junctionSource, 1, 2)
  public static let meter = AssetTypeID(deviceSource)
  public static let regulator = AssetTypeID(deviceSource, 2)
  public static let valve = AssetTypeID(deviceSource, 3)
  public static let main = AssetTypeID(lineSource)
  public static let service = AssetTypeID(lineSource, 2)
  private static let station = AssetTypeID(boundarySource)
  private static let pad = AssetTypeID(padSource)

  public static let definition = NetworkDefinition(
    domainNetworks: [
      .structure(
        source(padSource, "StructureJunction", .structureJunction, ["Pad": ["Pad"]]),
        source(
          boundarySource,
          "StructureBoundary",
          .structureBoundary,
          ["Station": ["Regulator station"]]
        )
      ),
      DomainNetwork(
        "Pipeline",
        source(
          deviceSource,
          "PipelineDevice",
          .device,
          ["Meter": ["House meter"], "Regulator": ["Regulator"], "Valve": ["Gate"]]
        ),
        source(junctionSource, "PipelineJunction", .junction, ["Fitting": ["Tap", "Coupling"]]),
        source(lineSource, "PipelineLine", .line, ["Main": ["PE"], "Service": ["PE"]])
      ),
    ],
    terminalConfigurations: [.init(1, "In-out", ["In", "Out"], hasUpstream: true)]
  )

  public static let rules: [NetworkRule] = [
    NetworkRule(1, .junctionEdge, tap, main), NetworkRule(2, .junctionEdge, tap, service),
    // The order of the sides must not matter.
    NetworkRule(3, .junctionEdge, service, meter),
    NetworkRule(4, .edgeJunctionEdge, main, main, via: coupling),
    .init(id: 5, kind: .junctionJunction, from: .init(regulator, terminalID: 2), to: .init(valve)),
    NetworkRule(6, .junctionEdge, regulator, main),
    NetworkRule(7, .containment, station, regulator), NetworkRule(8, .attachment, pad, regulator),
    // Containment lets nothing join by place.
    NetworkRule(9, .containment, station, main),
  ]

  public static func id(_ number: UInt64) -> GlobalID { GlobalID(high: 1, low: number) }

  public static func network() throws -> UtilityNetwork {
    let features: [(AssetTypeID, UInt64, String, String)] = [
      (pad, 41, "pad/0", "POINT (61 1)"),
      (station, 51, "station/0", "POLYGON ((58 -4, 66 -4, 66 4, 58 4, 58 -4))"),
      (meter, 91, "sink/0", "POINT (20 20)"), (regulator, 92, "ext_grid/0", "POINT (60 0)"),
      (valve, 93, "valve/0", "POINT (62 0)"), (tap, 101, "junction/2", "POINT (20 10)"),
      (main, 111, "pipe/0", "LINESTRING (0 0, 10 0, 20 10, 30 10, 40 0)"),
      (service, 112, "pipe/1", "LINESTRING (20 10, 20 15, 20 20)"),
    ]
    var tables = definition.sources.map { FeatureTable($0) }
    for (type, number, origin, wkt) in features {
      guard let table = tables.firstIndex(where: { $0.sourceID == type.sourceID }) else { continue }
      let (row, geometry) = (tables[table].count + 1, try Geometry(wkt: wkt))
      tables[table].append(Feature(row, type, id(number), geometry, origin: origin))
    }
    for (name, wkt) in [("fences", "LINESTRING (0 -3, 40 -3)"), ("survey_points", "POINT (5 1)")] {
      let geometry = try Geometry(wkt: wkt)
      var table = FeatureTable(name: name, sourceID: nil, geometryType: geometry.type)
      table.append(Feature(1, nil, nil, geometry))
      tables.append(table)
    }
    return try UtilityNetwork(definition, tables.reversed(), associations, rules: rules)
  }

  private static func end(_ source: Int, _ number: UInt64, _ terminal: Int? = nil)
    -> Association.End
  {
    .init(sourceID: source, globalID: id(number), terminalID: terminal)
  }

  public static let associations: [Association] = {
    let regulator = { (terminal: Int?) in end(deviceSource, 92, terminal) }
    let (valve, main) = (end(deviceSource, 93), end(lineSource, 111))
    let (station, pad) = (end(boundarySource, 51), end(padSource, 41))
    return [
      Association(globalID: id(1), kind: .containment, from: station, to: regulator(nil)),
      Association(globalID: id(2), kind: .containment, from: station, to: valve),
      Association(globalID: id(3), kind: .connectivity, from: regulator(2), to: valve),
      Association(globalID: id(4), kind: .attachment, from: pad, to: regulator(nil)),
      .init(globalID: id(5), kind: .junctionEdgeFromConnectivity, from: regulator(1), to: main),
    ]
  }()

  public static func c(_ x: Double, _ y: Double) -> Coordinate { Coordinate(x: x, y: y) }

  /// A service connects at its ends alone, as the second group of lines.
  private static func source(
    _ id: Int,
    _ name: String,
    _ usage: NetworkSourceUsage,
    _ groups: KeyValuePairs<String, [String]>
  ) -> NetworkSource {
    let groups = groups.enumerated().map { number, group in
      let types = group.value.enumerated().map { index, type in
        AssetType(
          code: index + 1,
          name: type,
          containmentViewScale: usage == .structureBoundary ? 50 : 0,
          terminalConfigurationID: group.key == "Regulator" ? 1 : nil,
          connectivityPolicy: usage == .line
            ? [ConnectivityPolicy.anyVertex, .endVertex][number] : nil
        )
      }
      return AssetGroup(code: number + 1, name: group.key, assetTypes: types)
    }
    return NetworkSource(sourceID: id, name: name, usage: usage, assetGroups: groups)
  }
}
