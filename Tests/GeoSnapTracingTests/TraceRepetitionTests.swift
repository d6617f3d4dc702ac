import GeoSnap
import GeoSnapTestSupport
import GeoSnapTracing
import Testing

@Suite("Traces after other traces")
struct TraceRepetitionTests {
  @Test("What is kept of a trace changes no answer of those after it")
  func kept() throws {
    var comparedCount = 0
    let rounds: UInt64 = Extent.count(30, long: 400)
    for seed in 0..<rounds {
      var random = try RandomTrace(seed: seed)
      guard let first = random.question(.upstream), let other = random.question(.upstream) else {
        continue
      }
      // The same starts with all that may differ while the direction is the same, and some that may not.
      var turned = first
      turned.type = .downstream
      var filtered = turned
      filtered.configuration?.filter = other.configuration?.filter ?? TraceFilter()
      filtered.filterBarriers = other.filterBarriers
      var barred = filtered
      barred.barriers = other.barriers
      var assumed = first
      assumed.assumptions = other.assumptions
      assumed.indeterminateFlow = other.indeterminateFlow
      for parameters in [first, turned, filtered, barred, turned, assumed, first] {
        let fresh = Topology(random.network, tolerance: .millimetre)
        let answer = TraceAnswer(random.topology, parameters)
        #expect(answer == TraceAnswer(fresh, parameters), "seed \(seed): \(parameters)")
        if answer.elements.count > 1 { comparedCount += 1 }
      }
    }
    #expect(comparedCount > rounds / 2)
  }

  @Test("Where a filter bars at the start, the direction kept without it does not count")
  func filteredStart() throws {
    let topology = try Topology(sketch: "S* -a- v:protective -b- z")
    func found(_ topology: Topology, isFiltered: Bool) -> String {
      topology.found(.downstream, from: "a@1") {
        if isFiltered { $0.filter.barriers = .isProtective }
      }
    }
    let open = found(topology, isFiltered: false)
    let shut = found(try Topology(sketch: "S* -a- v:protective -b- z"), isFiltered: true)
    #expect(found(topology, isFiltered: true) == shut && shut != open, "\(open), \(shut)")
  }

  @Test("What controllers reach is the same whether it is explored or followed")
  func grown() throws {
    var comparedCount = 0
    let rounds: UInt64 = Extent.count(250, long: 1500)
    for seed in 0..<rounds {
      var random = try RandomTrace(seed: seed)
      let topology = random.topology
      guard let configuration = random.question(.subnetwork)?.configuration,
        let choice = topology.tierChoices.randomElement(using: &random.generator)
      else { continue }
      let places = topology.controllerPlaces.filter { topology.controls($0, choice) }
      let setting = try TraceSetting(configuration, of: topology)
      var scratch = TraceScratch(nodeCount: topology.nodeLimit)
      let origins = places.map { TraceOrigin(node: Int($0.node)) }
      let grown = try SubnetworkStage.find(from: origins, setting, in: choice, named: places, nil)
      let explored = try SubnetworkStage(
        from: origins,
        places,
        grown.setting,
        choice,
        &scratch,
        nil
      )
      #expect(reached(grown) == reached(explored), "seed \(seed)")
      if grown.region.nodes.count < explored.region.nodes.count { comparedCount += 1 }
    }
    #expect(comparedCount > rounds / 300)
  }

  /// The nodes that are reached, and the edges, by their numbers in the topology; and the controllers.
  private func reached(_ stage: SubnetworkStage) -> [[Int32]] {
    let (region, reach) = (stage.region, stage.reach)
    let nodes = region.nodes.indices.filter { reach.reaches(node: $0) }.map { region.nodes[$0] }
    let edges = region.edges.indices.filter { reach.reaches(edge: $0) }.map { region.edges[$0] }
    return [nodes, edges].map { $0.filter { $0 >= 0 }.sorted() }
      + [stage.controllers.map { $0.place.node }]
  }
}

struct TraceAnswer: Equatable {
  var elements: [NetworkElement] = []
  var stops: [TraceStop] = []
  var functions: [TraceFunctionOutput] = []
  var propagated: [[Double?]] = []
  var error: String?

  init(_ topology: Topology, _ parameters: TraceParameters) {
    do throws(TraceError) {
      let result = try topology.trace(parameters)
      elements = Array(result.elements)
      stops = result.stops
      functions = result.functions
      propagated = result.propagated.map(\.values)
    } catch { self.error = "\(error)" }
  }
}
