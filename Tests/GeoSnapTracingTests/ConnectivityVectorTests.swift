import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Test vectors of connectivity")
struct ConnectivityVectorTests {
  /// Lines and points that a rule lets join; of the two asset types of lines the first connects at any
  /// vertex, the second at its ends.
  private func topology(lines: [(type: Int, wkt: String)], point: String? = nil) throws -> Topology
  {
    let policies = [ConnectivityPolicy.anyVertex, .endVertex]
    let sources = [
      NetworkSource(6, "Point", .junction, [AssetType(code: 1, name: "Point")]),
      NetworkSource(7, "Line", .line, (1...2).map { AssetType($0, "Line", policies[$0 - 1]) }),
    ]
    var tables = sources.map { FeatureTable($0) }
    if let point { tables[0].add(GlobalID(high: 5, low: 0), 1, "p", try Geometry(wkt: point)) }
    for (number, line) in lines.enumerated() {
      let id = GlobalID(high: 6, low: UInt64(number))
      tables[1].add(id, line.type, "l\(number)", try Geometry(wkt: line.wkt))
    }
    var rules: [NetworkRule] = []
    rules.add(.junctionEdge, sources[0].assetTypes, sources[1].assetTypes)
    let domain = DomainNetwork(id: 1, name: "Domain", sources: sources)
    let definition = NetworkDefinition(domainNetworks: [domain])
    let network = try UtilityNetwork(definition, tables, rules: rules)
    return Topology(network, tolerance: .millimetre)
  }

  private func foundCount(_ topology: Topology) throws -> Int {
    try topology.traced(.connected, from: "l0@0.1").elements.count
  }

  @Test("Lines of one type that share an end connect without a rule, others or apart in height not")
  func sharedEnds() throws {
    func pair(_ type: Int, z: Int) throws -> Topology {
      try topology(lines: [
        (2, "LINESTRING Z (0 0 0, 10 0 0)"), (type, "LINESTRING Z (10 0 \(z), 20 0 \(z))"),
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
    let bare = "LINESTRING (0 0, 10 0)"
    let bent = "LINESTRING (0 0, 4 0, 10 0)"
    for (type, line, isJoined) in [
      (1, bare, false), (2, bare, false), (2, bent, false), (1, bent, true),
    ] {
      let topology = try topology(lines: [(type, line)], point: "POINT (4 0)")
      let line = try topology.place("l0").feature
      let positions = topology.edges(of: line).map { topology.positions(ofEdge: $0) }
      #expect(positions == (isJoined ? [0...0.4, 0.4...1] : [0...1]))
      #expect(try foundCount(topology) == (isJoined ? 3 : 1))
    }
  }
}
