import GeoSnap
import GeoSnapTestSupport

/// A made-up gas network of many small sites side by side, each with everything that editors work on.
///
/// Each site has a bent main with a tap, a service to a meter, and a station with a regulator and a valve, joined by
/// an association. A plain table has rows that count, and pairs of rows with equal values.
enum Town {
  /// The distance between sites.
  private static let step = 100.0
  static let count = "COUNT"
  static let pair = "PAIR"
  /// The number of rows that count.
  static let counters = 16
  /// The number of pairs of rows.
  static let pairs = 16

  static func counter(_ number: Int) -> GlobalID { GlobalID(high: 900, low: UInt64(number)) }
  static func half(_ number: Int, _ side: Int) -> GlobalID {
    GlobalID(high: 901, low: UInt64(2 * number + side))
  }

  /// A network with `side` sites along each side; throws errors of its construction.
  static func network(side: Int) throws -> UtilityNetwork {
    let fields = [
      GasFixture.deviceSource: [AttributeField("NAME", .text), AttributeField(count, .integer)],
      GasFixture.lineSource: [AttributeField("LENGTH", .real)],
    ]
    var tables = GasFixture.definition.sources.map { FeatureTable($0, fields[$0.sourceID] ?? []) }
    var associations: [Association] = []
    for number in 0..<side * side {
      let (x, y) = (Double(number % side) * step, Double(number / side) * step)
      func c(_ dx: Double, _ dy: Double) -> Coordinate { Coordinate(x: x + dx, y: y + dy) }
      func id(_ kind: UInt64) -> GlobalID { GlobalID(high: kind, low: UInt64(number)) }
      func add(_ kind: UInt64, _ type: AssetTypeID, _ shape: Geometry) {
        guard let table = tables.firstIndex(where: { $0.sourceID == type.sourceID }) else { return }
        let attributes = tables[table].fields.map { _ in AttributeValue.null }
        tables[table].append(Feature(tables[table].count + 1, type, id(kind), shape, attributes))
      }
      let walls = [c(58, -4), c(66, -4), c(66, 4), c(58, 4), c(58, -4)]
      let bends = [c(0, 0), c(10, 0), c(20, 10), c(30, 10), c(40, 0)]
      add(5, station, .polygon(try Polygon(rings: [CoordinateSequence(walls)])))
      add(91, GasFixture.meter, .point(Point(c(20, 20))))
      add(92, GasFixture.regulator, .point(Point(c(60, 0))))
      add(93, GasFixture.valve, .point(Point(c(62, 0))))
      add(101, GasFixture.tap, .point(Point(c(20, 10))))
      add(111, GasFixture.main, .lineString(try LineString(CoordinateSequence(bends))))
      let service = try LineString([c(20, 10), c(20, 15), c(20, 20)])
      add(112, GasFixture.service, .lineString(service))
      let ends: [(UInt64, AssociationKind, AssetTypeID, UInt64, Int?, UInt64)] = [
        (1, .containment, station, 5, nil, 92), (2, .containment, station, 5, nil, 93),
        (3, .connectivity, GasFixture.regulator, 92, 2, 93),
      ]
      for (serial, kind, from, fromKind, terminal, toKind) in ends {
        associations.append(
          Association(
            globalID: id(serial),
            kind: kind,
            from: .init(sourceID: from.sourceID, globalID: id(fromKind), terminalID: terminal),
            to: .init(sourceID: GasFixture.deviceSource, globalID: id(toKind))
          )
        )
      }
    }
    tables.append(ledger)
    return try UtilityNetwork(GasFixture.definition, tables, associations, rules: rules)
  }

  /// Rows that count, and pairs of rows with equal values.
  private static var ledger: FeatureTable {
    var table = FeatureTable(
      name: "trial_ledger",
      sourceID: nil,
      geometryType: .point,
      fields: [AttributeField(count, .integer), AttributeField(pair, .integer)]
    )
    let ids =
      (0..<counters).map { counter($0) }
      + (0..<pairs).flatMap { pair in [half(pair, 0), half(pair, 1)] }
    for (row, id) in ids.enumerated() {
      table.append(Feature(row + 1, nil, id, nil, [.integer(0), .integer(0)]))
    }
    return table
  }

  private static let station = AssetTypeID(GasFixture.boundarySource)

  private static var rules: [NetworkRule] {
    let (tap, meter, regulator) = (GasFixture.tap, GasFixture.meter, GasFixture.regulator)
    let (main, service, valve) = (GasFixture.main, GasFixture.service, GasFixture.valve)
    return [
      NetworkRule(1, .junctionEdge, tap, main), NetworkRule(2, .junctionEdge, tap, service),
      NetworkRule(3, .junctionEdge, meter, service),
      NetworkRule(4, .junctionEdge, GasFixture.coupling, main),
      NetworkRule(5, .junctionEdge, regulator, main), NetworkRule(6, .junctionEdge, valve, main),
      .init(
        id: 7,
        kind: .junctionJunction,
        from: .init(regulator, terminalID: 2),
        to: .init(valve)
      ),
      NetworkRule(8, .containment, station, regulator),
      NetworkRule(9, .containment, station, valve), NetworkRule(10, .containment, station, meter),
    ]
  }
}
