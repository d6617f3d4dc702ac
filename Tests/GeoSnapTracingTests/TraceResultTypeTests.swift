import GeoSnap
import GeoSnapTestSupport
import GeoSnapTopology
import GeoSnapTracing
import Testing

@Suite("What traces answer beside elements")
struct TraceResultTypeTests {
  /// For each seed a connected trace on a random network from a random start, made once for all tests.
  private static let results = Result {
    try (0..<200 as Range<UInt64>).map { seed in
      var random = try RandomTrace(seed: seed)
      let (network, topology) = (random.network, random.topology)
      let features = (0..<Int32(network.featureCount)).map { network.feature(ordinal: $0) }
        .filter { !topology.nodes(of: $0).isEmpty || !topology.edges(of: $0).isEmpty }
      if features.isEmpty { return nil as TraceResult? }
      let starts = [TraceLocation(random.pick(features))]
      return try topology.trace(TraceParameters(.connected, from: starts))
    }
  }

  private func forEachResult(_ body: (TraceResult, Topology, Comment) throws -> Void) throws {
    for (seed, result) in try Self.results.get().enumerated() {
      if let result { try body(result, result.topology, "seed \(seed)") }
    }
  }

  @Test("The aggregated geometry is as long as the stretches, and has each place once")
  func geometry() throws {
    var stretches = 0
    try forEachResult { result, topology, seed in
      let network = topology.network.base
      let geometry = try result.elements.aggregatedGeometry()
      var length = 0.0
      for element in result.elements {
        guard let positions = element.positions, let line = network.geometry(of: element.feature)
        else { continue }
        length += line.length * (positions.upperBound - positions.lowerBound)
        if positions != 0...1 { stretches += 1 }
      }
      let lines = geometry.lines.map { Geometry.multiLineString($0) }
      #expect(abs((lines?.length ?? 0) - length) < 1e-9 * max(length, 1), seed)
      let whole = result.elements.features.filter { network.geometry(of: $0)?.type == .lineString }
      // Stretches that touch are one part.
      #expect((geometry.lines?.partEnds.count ?? 0) >= whole.count, seed)
      let places = result.elements.features.compactMap { network.geometry(of: $0)?.onlyPoint }
      #expect(Array(geometry.points?.coordinates ?? []) == places.compactMap(\.coordinate), seed)
      #expect(geometry.polygons == nil)
    }
    #expect(stretches > 200)
  }

  @Test("Stretches that go on into each other are one part of the geometry, others stay apart")
  func joinedStretches() throws {
    var joined = 0
    try forEachResult { result, topology, seed in
      let cut = result.elements.filter { $0.positions.map { $0 != 0...1 } ?? false }
      for feature in Set(cut.map(\.feature)) {
        let parts = cut.filter { $0.feature == feature }.compactMap(\.positions)
          .sorted { $0.lowerBound < $1.lowerBound }
        let edges = topology.edges(of: feature).filter {
          parts.contains(topology.positions(ofEdge: $0))
        }
        let codes = edges.map { Int32($0 + topology.nodeLimit) }
        guard topology.network.base.geometry(of: feature) != nil else { continue }
        let gaps = zip(parts, parts.dropFirst()).filter { $0.upperBound < $1.lowerBound }.count
        let elements = TraceElements(codes: codes, topology: topology)
        let lines = try #require(try elements.aggregatedGeometry().lines)
        #expect(lines.partEnds.count == gaps + 1, seed)
        if parts.count > gaps + 1 { joined += 1 }
      }
    }
    #expect(joined > 20)
  }

  @Test("Connections are the edges between what was found")
  func connectivity() throws {
    var kinds: [String: Int] = [:]
    try forEachResult { result, topology, seed in
      let found = Set(result.elements.codes.map { Int($0) })
      let lines = (0..<topology.edgeLimit)
        .filter { topology.isLine($0) && found.contains(topology.nodeLimit + $0) }
      let lineEnds = Set(
        lines.flatMap { [topology.ends(ofEdge: $0).from, topology.ends(ofEdge: $0).to] }
      )
      func isThere(_ node: Int) -> Bool {
        topology.feature(ofNode: node) == nil ? lineEnds.contains(node) : found.contains(node)
      }
      var expected = Set(lines)
      for edge in 0..<topology.edgeLimit where !topology.isLine(edge) {
        let (from, to) = topology.ends(ofEdge: edge)
        let isJoined =
          !topology.isInternal(edge) || topology.passage(ofInternal: edge).contains(.joined)
        if isJoined && isThere(from) && isThere(to) { expected.insert(edge) }
      }
      let connections = result.connectivity
      #expect(connections.count == expected.count, seed)
      for (connection, edge) in zip(connections, expected.sorted()) {
        let (from, to) = topology.ends(ofEdge: edge)
        #expect(connection.from.node == from && connection.to.node == to, seed)
        #expect(connection.from.element?.feature == topology.feature(ofNode: from))
        #expect(connection.to.element?.terminal == topology.terminal(ofNode: to))
        switch connection.via {
        case .edge(let element):
          #expect(element.feature == topology.feature(ofEdge: edge))
          #expect(element.positions == topology.positions(ofEdge: edge))
          kinds["edge", default: 0] += 1
        case .association(let association):
          #expect(association == topology.association(ofEdge: edge))
          kinds["association", default: 0] += 1
        case .within(let feature):
          #expect(feature == topology.feature(ofEdge: edge))
          kinds["within", default: 0] += 1
        }
      }
    }
    #expect(kinds.count == 3 && kinds.values.allSatisfy { $0 > 200 }, "\(kinds)")
  }

  @Test("Associations are those with both sides among the features")
  func associations() throws {
    var count = 0
    try forEachResult { result, topology, seed in
      let network = topology.network.base
      let found = Set(result.elements.features)
      let expected = network.associations.filter { association in
        [association.from, association.to].allSatisfy { end in
          network.feature(globalID: end.globalID).map { found.contains($0) } ?? false
        }
      }
      #expect(result.associations == expected, seed)
      count += expected.count
    }
    #expect(count > 200)
  }

  @Test("Elements are grouped by asset type as they are by source")
  func groups() throws {
    try forEachResult { result, topology, seed in
      let groups = result.elements.featuresByAssetType
      let bySource = result.elements.featuresBySource.flatMap(\.features)
      #expect(Set(groups.flatMap(\.features)) == Set(bySource), seed)
      #expect(groups.reduce(0) { $0 + $1.features.count } == bySource.count, seed)
      for group in groups {
        let types = Set(group.features.map { topology.network.base.assetTypeID(of: $0) })
        #expect(types == [group.assetType], seed)
      }
    }
  }
}
