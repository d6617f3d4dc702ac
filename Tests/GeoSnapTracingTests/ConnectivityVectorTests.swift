import GeoSnap
import GeoSnapTestSupport
import Testing

/// The published vectors of what connects, on which traces walk.
@Suite("Test vectors of connectivity")
struct ConnectivityVectorTests {
  /// A network of lines and points that a rule lets join; `lines` have an asset type each, of which
  /// the first connects at any vertex and the second at its ends.
  private func topology(
    lines: [(type: Int, places: [(Double, Double, Double)])],
    points: [(Double, Double)] = []
  ) throws -> Topology {
    func types(_ policies: [ConnectivityPolicy?]) -> [AssetGroup] {
      let types = policies.enumerated().map {
        AssetType(code: $0 + 1, name: "Type \($0 + 1)", connectivityPolicy: $1)
      }
      return [AssetGroup(code: 1, name: "Group", assetTypes: types)]
    }
    let sources = [
      NetworkSource(sourceID: 6, name: "Point", usage: .junction, assetGroups: types([nil])),
      NetworkSource(
        sourceID: 7,
        name: "Line",
        usage: .line,
        assetGroups: types([.anyVertex, .endVertex])
      ),
    ]
    let definition = NetworkDefinition(
      domainNetworks: [DomainNetwork(id: 1, name: "Domain", sources: sources)]
    )
    var tables: [FeatureTable] = []
    var serial: UInt64 = 0
    func feature(_ type: Int, _ row: Int, _ geometry: Geometry) -> Feature {
      serial += 1
      return Feature(
        rowID: Int64(row + 1),
        globalID: GlobalID(high: 5, low: serial),
        assetGroup: 1,
        assetType: type,
        geometry: geometry
      )
    }
    var table = FeatureTable(name: "Point", sourceID: 6, geometryType: .point, fields: [])
    for (row, point) in points.enumerated() {
      table.append(feature(1, row, .point(Point(Coordinate(x: point.0, y: point.1)))))
    }
    tables.append(table)
    table = FeatureTable(name: "Line", sourceID: 7, geometryType: .lineString, fields: [])
    for (row, line) in lines.enumerated() {
      let ordinates = line.places.flatMap { [$0.0, $0.1, $0.2] }
      let sequence = CoordinateSequence(ordinates: ordinates, dimensions: .xyz)
      table.append(feature(line.type, row, .lineString(try LineString(sequence))))
    }
    tables.append(table)
    func side(_ source: Int, _ type: Int) -> NetworkRule.Side {
      NetworkRule.Side(AssetTypeID(sourceID: source, assetGroup: 1, assetType: type))
    }
    let rules = (1...2).map { type in
      NetworkRule(id: type, kind: .junctionEdge, from: side(6, 1), to: side(7, type))
    }
    let network = try UtilityNetwork(
      definition: definition,
      srid: nil,
      tables: tables,
      rules: rules
    )
    return Topology(network, tolerance: .millimetre)
  }

  /// How many elements a connected trace finds from the first line.
  private func foundCount(_ topology: Topology) throws -> Int {
    let line = FeatureID(table: 1, row: 0)
    let start = TraceLocation(line, fractionAlongEdge: 0.1)
    return try topology.trace(TraceParameters(.connected, from: [start])).elements.count
  }

  @Test(
    "Lines of one type that share an end connect without a rule, others do not, nor apart in height"
  )
  func sharedEnds() throws {
    func pair(_ type: Int, z: Double) throws -> Topology {
      try topology(lines: [
        (2, [(0, 0, 0), (10, 0, 0)]), (type, [(10, 0, z), (20, 0, z)]),
      ])
    }
    let same = try pair(2, z: 0)
    #expect(try foundCount(same) == 2 && same.problems.isEmpty)
    let other = try pair(1, z: 0)
    #expect(try foundCount(other) == 1)
    #expect(other.problems.map(\.code) == [.noJunctionBetweenLines])
    #expect(try foundCount(try pair(2, z: 5)) == 1)
  }

  @Test("A point on a line connects at a vertex, and only where the line connects at any vertex")
  func pointOnLine() throws {
    let bare: [(Double, Double, Double)] = [(0, 0, 0), (10, 0, 0)]
    let bent: [(Double, Double, Double)] = [(0, 0, 0), (4, 0, 0), (10, 0, 0)]
    for (type, places, parts) in [(1, bare, 1), (2, bare, 1), (2, bent, 1), (1, bent, 2)] {
      let topology = try topology(lines: [(type, places)], points: [(4, 0)])
      let line = FeatureID(table: 1, row: 0)
      let positions = topology.edges(of: line).map { topology.positions(ofEdge: $0) }
      #expect(positions == (parts == 2 ? [0...0.4, 0.4...1] : [0...1]))
      #expect(try foundCount(topology) == (parts == 2 ? 3 : 1))
    }
  }
}
