import GeoSnap
import GeoSnapTestSupport

/// A made-up gas network of many small sites side by side, each with everything that editors work on.
enum Town {
  private static let step = 100.0
  static let count = "COUNT"
  static let pair = "PAIR"
  static let counters = 16
  static let pairs = 16

  static func counter(_ number: Int) -> GlobalID { GlobalID(high: 900, low: UInt64(number)) }
  static func half(_ number: Int, _ side: Int) -> GlobalID {
    GlobalID(high: 901, low: UInt64(2 * number + side))
  }

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
      func end(_ source: Int, _ kind: UInt64, _ terminal: Int? = nil) -> Association.End {
        .init(sourceID: source, globalID: id(kind), terminalID: terminal)
      }
      let device = GasFixture.deviceSource
      let (holder, valve) = (end(GasFixture.boundarySource, 5), end(device, 93))
      associations += [
        Association(globalID: id(1), kind: .containment, from: holder, to: end(device, 92)),
        Association(globalID: id(2), kind: .containment, from: holder, to: valve),
        Association(globalID: id(3), kind: .connectivity, from: end(device, 92, 2), to: valve),
      ]
    }
    tables.append(ledger)
    return try UtilityNetwork(GasFixture.definition, tables, associations, rules: rules)
  }

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
