import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Questions beside traces against brute force")
struct TraceQuestionOracleTests {
  private static let rounds: UInt64 = Extent.count(15, long: 150, full: 20_000)

  private func difference(
    _ seed: UInt64,
    _ found: [String],
    _ expected: [String],
    _ graph: NaiveGraph
  ) -> String? {
    if found.sorted() == expected.sorted() { return nil }
    return """
      seed \(seed) too many \(Set(found).subtracting(expected).sorted())
      missing \(Set(expected).subtracting(found).sorted()), often \(found.count) \(expected.count)
      \(graph.text)
      """
  }

  /// A question about two places with nothing but a condition that bars.
  private func plain(_ random: inout RandomTrace) -> TraceParameters? {
    var parameters = random.question(.shortestPath)
    parameters?.barriers = []
    parameters?.filterBarriers = []
    parameters?.configuration?.filter = TraceFilter()
    parameters?.configuration?.ignoresBarriersAtStartingPoints = false
    return parameters
  }

  @Test("Distances are those of trying every edge until nothing changes")
  func distances() throws {
    for seed in 0..<Self.rounds {
      var random = try RandomTrace(seed: seed)
      guard let parameters = plain(&random) else { continue }
      let cost = parameters.configuration?.shortestPathAttributeName ?? "Cost"
      let tracer = try NaiveTracer(random.topology, parameters)
      let graph = tracer.network
      let found = try random.topology.distances(
        from: parameters.starts,
        cost: cost,
        configuration: parameters.configuration,
        assuming: parameters.assumptions
      ).map { "\(graph.name(of: $0.feature)) \(($0.value * 1e6).rounded())" }
      let expected = tracer.distances(by: cost).map {
        "\(graph.name(of: $0.key)) \(($0.value * 1e6).rounded())"
      }
      #expect(difference(seed, found, expected, graph) == nil, "\(parameters)")
    }
  }

  @Test("Segments are what is joined without passing a valve")
  func segments() throws {
    for seed in 0..<Self.rounds {
      var random = try RandomTrace(seed: seed)
      let condition = random.pick([
        TraceCondition.hasCategory("Protective"), .attribute("Weight", .lessThan, 3),
        .attribute("Load", .greaterThan, 5),
      ])
      let graph = NaiveGraph(random.topology)
      let segments = try random.topology.isolationSegments(valves: condition, ignoresStatus: true)
      let found = segments.map {
        "\($0.elements.map { graph.name($0) }.sorted()) \($0.valves.map(graph.name(of:)).sorted())"
      }
      let expected = graph.segments(dividedBy: condition).map {
        "\($0.elements.map { graph.name($0) }.sorted()) \($0.valves.map(graph.name(of:)).sorted())"
      }
      #expect(difference(seed, found, expected, graph) == nil, "valves \(condition)")
    }
  }

  @Test("All subnetworks are those of their names, and the rest is disconnected")
  func subnetworks() throws {
    for seed in 0..<Self.rounds {
      let topology = try RandomTrace(seed: seed).topology
      let graph = NaiveGraph(topology)
      let report = try topology.subnetworks(threads: seed % 2 == 0 ? 1 : nil)
      var expected: [String] = []
      var reached: Set<FeatureID> = []
      for tier in topology.network.base.definition.domainNetworks[0].tiers {
        let names = graph.controllers.filter { $0.tierName == tier.name }.map(\.subnetworkName)
        for name in Set(names) {
          var configuration = tier.traceConfiguration ?? TraceConfiguration()
          configuration.tierName = tier.name
          configuration.subnetworkName = name
          let parameters = TraceParameters(.subnetwork, configuration: configuration)
          let elements = try NaiveTracer(topology, parameters).answer().elements
          reached.formUnion(elements.compactMap { graph.feature(of: $0) })
          expected.append("\(tier.name) \(name) \(elements.map { graph.name($0) }.sorted())")
        }
      }
      let found = report.subnetworks.map {
        "\($0.tierName) \($0.name) \($0.elements.map { graph.name($0) }.sorted())"
      }
      #expect(difference(seed, found, expected, graph) == nil)
      let features = (0..<graph.nodeCount + graph.edges.count).filter { graph.isResult($0) }
        .compactMap { graph.feature(of: $0) }
      #expect(Set(report.disconnected) == Set(features).subtracting(reached), "seed \(seed)")
    }
  }

  @Test("Why something is not reached: as few barriers as any way has")
  func why() throws {
    var blocked = 0
    for seed in 0..<Self.rounds {
      var random = try RandomTrace(seed: seed)
      guard var parameters = plain(&random) else { continue }
      let (from, to) = (parameters.starts[0], parameters.starts[1])
      parameters.starts = [from]
      let tracer = try NaiveTracer(random.topology, parameters)
      let goals = tracer.network.sides(of: to, tracer.shutNodes)
      let answer = try random.topology.why(
        from: from,
        to: to,
        configuration: parameters.configuration,
        assuming: parameters.assumptions
      )
      let fewest = tracer.fewestBarriers(to: goals)
      let path = Set(answer.path.map { tracer.network.name($0) })
      let isWay = !answer.isReached || path.isEmpty || tracer.isWay(path, to: goals)
      #expect(
        answer.isReached == (fewest == 0) && answer.blockers.count == fewest ?? 0 && isWay,
        """
        seed \(seed) \(path) \(answer.blockers.map(\.detail)) to \(to), fewest \(fewest ?? -1)
        \(tracer.network.text(parameters))
        """
      )
      blocked += fewest ?? 0 > 0 ? 1 : 0
    }
    #expect(blocked > Int(Self.rounds) / 15)
  }
}
