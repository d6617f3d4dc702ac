import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Questions beside traces against brute force")
struct TraceQuestionOracleTests {
  private static let rounds: UInt64 = Extent.count(15, long: 150, full: 20_000)

  private func network(_ seed: UInt64) throws -> (SeededGenerator, Topology) {
    var generator = SeededGenerator(seed: seed)
    let network = try RandomTraceNetwork(using: &generator).network()
    return (generator, Topology(network, tolerance: .millimetre))
  }

  @Test("Distances are those of trying every edge until nothing changes")
  func distances() throws {
    for seed in 0..<Self.rounds {
      var (generator, topology) = try network(seed)
      guard
        var parameters = RandomTraceParameters(topology)
          .parameters(of: .shortestPath, using: &generator)
      else { continue }
      parameters.barriers = []
      parameters.filterBarriers = []
      parameters.configuration?.filter = TraceFilter()
      parameters.configuration?.ignoresBarriersAtStartingPoints = false
      let cost = parameters.configuration?.shortestPathAttributeName ?? "Cost"
      let tracer = try NaiveTracer(topology, parameters)
      let found = try topology.distances(
        from: parameters.starts,
        cost: cost,
        configuration: parameters.configuration,
        assuming: parameters.assumptions
      )
      let graph = tracer.network
      let expected = tracer.distances(by: cost)
      let one = found.map { "\(graph.name(of: $0.feature)) \(($0.value * 1e6).rounded())" }
      let other = expected.map { "\(graph.name(of: $0.key)) \(($0.value * 1e6).rounded())" }
      #expect(
        Set(one) == Set(other),
        """
        seed \(seed) too many \(Set(one).subtracting(other).sorted())
        missing \(Set(other).subtracting(one).sorted())
        \(graph.text(parameters))
        \(graph.text)
        """
      )
    }
  }

  @Test("Segments are what is joined without passing a valve")
  func segments() throws {
    for seed in 0..<Self.rounds {
      var (generator, topology) = try network(seed)
      let conditions: [TraceCondition] = [
        .hasCategory("Protective"), .attribute("Weight", .lessThan, 3),
        .attribute("Load", .greaterThan, 5),
      ]
      let condition = conditions[generator.int(0...2)]
      let graph = NaiveGraph(topology)
      let found = try topology.isolationSegments(valves: condition, ignoresStatus: true).map {
        "\($0.elements.map { graph.name($0) }.sorted()) \($0.valves.map(graph.name(of:)).sorted())"
      }
      let expected = graph.segments(dividedBy: condition).map {
        "\($0.elements.map { graph.name($0) }.sorted()) \($0.valves.map(graph.name(of:)).sorted())"
      }
      #expect(
        found.sorted() == expected.sorted(),
        """
        seed \(seed) valves \(condition)
        too many \(Set(found).subtracting(expected).sorted())
        missing \(Set(expected).subtracting(found).sorted())
        \(graph.text)
        """
      )
    }
  }

  @Test("All subnetworks are those of their names, and the rest is disconnected")
  func subnetworks() throws {
    for seed in 0..<Self.rounds {
      let (_, topology) = try network(seed)
      let graph = NaiveGraph(topology)
      let report = try topology.subnetworks(threads: seed % 2 == 0 ? 1 : nil)
      var expected: Set<String> = []
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
          expected.insert("\(tier.name) \(name) \(elements.map { graph.name($0) }.sorted())")
        }
      }
      let found = report.subnetworks.map {
        "\($0.tierName) \($0.name) \($0.elements.map { graph.name($0) }.sorted())"
      }
      #expect(
        found.count == Set(found).count && Set(found) == expected,
        """
        seed \(seed)
        too many \(Set(found).subtracting(expected).sorted())
        missing \(expected.subtracting(found).sorted())
        \(graph.text)
        """
      )
      let features = (0..<graph.nodeCount + graph.edges.count).filter { graph.isResult($0) }
        .compactMap { graph.feature(of: $0) }
      let rest = Set(features).subtracting(reached)
      #expect(Set(report.disconnected) == rest, "seed \(seed)")
    }
  }

  @Test("Why something is not reached: as few barriers as any way has")
  func why() throws {
    var blocked = 0
    for seed in 0..<Self.rounds {
      var (generator, topology) = try network(seed)
      guard
        var parameters = RandomTraceParameters(topology)
          .parameters(of: .shortestPath, using: &generator)
      else { continue }
      parameters.barriers = []
      parameters.filterBarriers = []
      parameters.configuration?.filter = TraceFilter()
      parameters.configuration?.ignoresBarriersAtStartingPoints = false
      let (from, to) = (parameters.starts[0], parameters.starts[1])
      parameters.starts = [from]
      let tracer = try NaiveTracer(topology, parameters)
      let goals = tracer.network.places(of: to)
      let answer = try topology.why(
        from: from,
        to: to,
        configuration: parameters.configuration,
        assuming: parameters.assumptions
      )
      let fewest = tracer.fewestBarriers(to: goals)
      let text = """
        seed \(seed) \(answer.path.map(tracer.network.name)) \(answer.blockers.map(\.detail))
        from \(from.text(tracer.network)) to \(to.text(tracer.network)), fewest \(fewest ?? -1)
        \(tracer.network.text(parameters))
        \(tracer.network.text)
        """
      #expect(answer.isReached == (fewest == 0), Comment(rawValue: text))
      #expect(answer.blockers.count == fewest ?? 0, Comment(rawValue: text))
      if answer.isReached {
        let names = Set(answer.path.map { tracer.network.name($0) })
        #expect(names.isEmpty || tracer.isWay(names, to: goals), Comment(rawValue: text))
      }
      blocked += fewest ?? 0 > 0 ? 1 : 0
    }
    #expect(blocked > Int(Self.rounds) / 15)
  }
}
