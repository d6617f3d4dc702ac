import GeoSnap

/// A made-up gas network of many small sites side by side, each with everything that editors work on.
///
/// Each site has a bent main with a tap, a service to a meter, and a station with a regulator and a valve, joined by
/// an association. A plain table has rows that count, and pairs of rows with equal values.
enum Town {
  static let tap = AssetTypeID(sourceID: 10, assetGroup: 1, assetType: 1)
  static let coupling = AssetTypeID(sourceID: 10, assetGroup: 1, assetType: 2)
  static let meter = AssetTypeID(sourceID: 9, assetGroup: 1, assetType: 1)
  static let regulator = AssetTypeID(sourceID: 9, assetGroup: 2, assetType: 1)
  static let valve = AssetTypeID(sourceID: 9, assetGroup: 3, assetType: 1)
  static let main = AssetTypeID(sourceID: 11, assetGroup: 1, assetType: 1)
  static let service = AssetTypeID(sourceID: 11, assetGroup: 2, assetType: 1)
  static let station = AssetTypeID(sourceID: 5, assetGroup: 1, assetType: 1)

  /// The distance between sites.
  static let step = 100.0
  static let ledger = "trial_ledger"
  static let count = "COUNT"
  static let pair = "PAIR"

  static func counter(_ number: Int) -> GlobalID { GlobalID(high: 900, low: UInt64(number)) }
  static func half(_ number: Int, _ side: Int) -> GlobalID {
    GlobalID(high: 901, low: UInt64(2 * number + side))
  }

  /// - Parameters:
  ///   - side: The number of sites along each side.
  ///   - counters: The number of rows that count.
  ///   - pairs: The number of pairs of rows.
  /// - Returns: The network.
  /// - Throws: Errors of the network's construction.
  static func network(side: Int, counters: Int, pairs: Int) throws -> UtilityNetwork {
    var stations = FeatureTable(name: "Station", sourceID: 5, geometryType: .polygon)
    var devices = FeatureTable(
      name: "Device",
      sourceID: 9,
      geometryType: .point,
      fields: [AttributeField("NAME", .text), AttributeField(count, .integer)]
    )
    var junctions = FeatureTable(name: "Junction", sourceID: 10, geometryType: .point)
    var lines = FeatureTable(
      name: "Line",
      sourceID: 11,
      geometryType: .lineString,
      fields: [AttributeField("LENGTH", .real)]
    )
    var associations: [Association] = []
    for number in 0..<side * side {
      let (x, y) = (Double(number % side) * step, Double(number / side) * step)
      func c(_ dx: Double, _ dy: Double) -> Coordinate { Coordinate(x: x + dx, y: y + dy) }
      func id(_ kind: UInt64) -> GlobalID { GlobalID(high: kind, low: UInt64(number)) }
      func feature(_ row: Int, _ kind: UInt64, _ type: AssetTypeID, _ shape: Geometry) -> Feature {
        let fields = [9: 2, 11: 1][type.sourceID] ?? 0
        return Feature(
          rowID: Int64(row),
          globalID: id(kind),
          assetGroup: type.assetGroup,
          assetType: type.assetType,
          geometry: shape,
          attributes: Array(repeating: .null, count: fields)
        )
      }
      stations.append(
        feature(
          number + 1,
          5,
          station,
          .polygon(
            try Polygon(rings: [[c(58, -4), c(66, -4), c(66, 4), c(58, 4), c(58, -4)]])
          )
        )
      )
      let row = 3 * number + 1
      devices.append(feature(row, 91, meter, .point(Point(c(20, 20)))))
      devices.append(feature(row + 1, 92, regulator, .point(Point(c(60, 0)))))
      devices.append(feature(row + 2, 93, valve, .point(Point(c(62, 0)))))
      junctions.append(feature(number + 1, 101, tap, .point(Point(c(20, 10)))))
      let bends = [c(0, 0), c(10, 0), c(20, 10), c(30, 10), c(40, 0)]
      lines.append(
        feature(2 * number + 1, 111, main, .lineString(try LineString(CoordinateSequence(bends))))
      )
      lines.append(
        feature(
          2 * number + 2,
          112,
          service,
          .lineString(try LineString([c(20, 10), c(20, 15), c(20, 20)]))
        )
      )
      let ends: [(UInt64, AssociationKind, AssetTypeID, UInt64, Int?, UInt64)] = [
        (1, .containment, station, 5, nil, 92), (2, .containment, station, 5, nil, 93),
        (3, .connectivity, regulator, 92, 2, 93),
      ]
      for (serial, kind, from, fromKind, terminal, toKind) in ends {
        associations.append(
          Association(
            globalID: id(serial),
            kind: kind,
            from: .init(sourceID: from.sourceID, globalID: id(fromKind), terminalID: terminal),
            to: .init(sourceID: 9, globalID: id(toKind))
          )
        )
      }
    }
    return try UtilityNetwork(
      definition: definition,
      srid: nil,
      tables: [stations, devices, junctions, lines, ledgerTable(counters, pairs)],
      associations: associations,
      rules: rules
    )
  }

  /// Rows that count, and pairs of rows with equal values.
  static func ledgerTable(_ counters: Int, _ pairs: Int) -> FeatureTable {
    var table = FeatureTable(
      name: ledger,
      sourceID: nil,
      geometryType: .point,
      fields: [AttributeField(count, .integer), AttributeField(pair, .integer)]
    )
    let ids =
      (0..<counters).map { counter($0) }
      + (0..<pairs).flatMap { pair in [half(pair, 0), half(pair, 1)] }
    for (row, id) in ids.enumerated() {
      table.append(
        Feature(
          rowID: Int64(row + 1),
          globalID: id,
          geometry: nil,
          attributes: [.integer(0), .integer(0)]
        )
      )
    }
    return table
  }

  private static var rules: [NetworkRule] {
    func side(_ type: AssetTypeID, _ terminal: Int? = nil) -> NetworkRule.Side {
      NetworkRule.Side(type, terminalID: terminal)
    }
    let pairs: [(NetworkRuleKind, NetworkRule.Side, NetworkRule.Side)] = [
      (.junctionEdge, side(tap), side(main)), (.junctionEdge, side(tap), side(service)),
      (.junctionEdge, side(meter), side(service)), (.junctionEdge, side(coupling), side(main)),
      (.junctionEdge, side(regulator), side(main)), (.junctionEdge, side(valve), side(main)),
      (.junctionJunction, side(regulator, 2), side(valve)),
      (.containment, side(station), side(regulator)), (.containment, side(station), side(valve)),
      (.containment, side(station), side(meter)),
    ]
    return pairs.enumerated().map {
      NetworkRule(id: $0 + 1, kind: $1.0, from: $1.1, to: $1.2)
    }
  }

  private static var definition: NetworkDefinition {
    NetworkDefinition(
      domainNetworks: [
        DomainNetwork(
          id: 1,
          name: "Structure",
          isStructureNetwork: true,
          sources: [
            source(5, "Station", .structureBoundary, [(1, "Station", ["Regulator station"])])
          ]
        ),
        DomainNetwork(
          id: 2,
          name: "Pipeline",
          sources: [
            source(
              9,
              "Device",
              .device,
              [(1, "Meter", ["House"]), (2, "Regulator", ["Regulator"]), (3, "Valve", ["Gate"])]
            ),
            source(10, "Junction", .junction, [(1, "Fitting", ["Tap", "Coupling"])]),
            source(
              11,
              "Line",
              .line,
              [(1, "Main", ["PE"]), (2, "Service", ["PE"])],
              [1: .anyVertex, 2: .endVertex]
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
  }

  private static func source(
    _ id: Int,
    _ name: String,
    _ usage: NetworkSourceUsage,
    _ groups: [(Int, String, [String])],
    _ policies: [Int: ConnectivityPolicy] = [:]
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
