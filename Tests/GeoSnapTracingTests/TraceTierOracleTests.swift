import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Traces through several tiers against brute force")
struct TraceTierOracleTests {
  @Test("A trace with a target tier finds what one trace after the other finds, tier by tier")
  func tiers() throws {
    var wentOn = 0
    for seed in RandomTrace.seeds(Extent.count(300, long: 300, full: 20_000)) {
      // A short run ends when two traces went on into another tier.
      if Extent.current < .long, wentOn == 2 { break }
      var random = try RandomTrace(seed: seed, hasManyTiers: true)
      let type: TraceType = random.generator.oneIn(2) ? .upstream : .downstream
      guard var parameters = random.question(type), parameters.configuration != nil else {
        continue
      }
      parameters.configuration?.functions = []
      parameters.configuration?.output = TraceOutput()
      parameters.configuration?.targetTierName = random.pick(RandomTraceNetwork.tierNames)
        .lowercased()
      if random.generator.oneIn(4) {
        parameters.configuration?.filter.bitsetAttributeName = "Phases Current"
      }
      let graph = NaiveGraph(random.topology)
      let expected = NaiveTierTrace(random.topology, parameters)
      let actual: (elements: Set<String>, controllers: Set<SubnetworkController>?, TraceError.Code?)
      do throws(TraceError) {
        let result = try random.topology.trace(parameters)
        actual = (Set(result.elements.map { graph.name($0) }), Set(result.controllers), nil)
      } catch { actual = ([], nil, error.code) }
      #expect(
        actual.2 == expected.code && actual.elements == expected.elements
          && actual.controllers ?? expected.controllers == expected.controllers,
        """
        seed \(seed) too many \(actual.elements.subtracting(expected.elements).sorted())
        missing \(expected.elements.subtracting(actual.elements).sorted()), \(actual) \(expected)
        \(graph.text(parameters))
        """
      )
      wentOn += expected.tierCount > 1 ? 1 : 0
    }
    if RandomTrace.onlySeed == nil {
      #expect(wentOn >= Extent.count(2, long: 16, full: 1_001), "\(wentOn) went on")
    }
  }

  @Test("A target tier that there is not is told, with those there are")
  func unknownTier() throws {
    let topology = try Topology(sketch: "S*")
    let error = #expect(throws: TraceError.self) {
      try topology.traced(.upstream, from: "S") { $0.targetTierName = "Medium" }
    }
    #expect(error?.code == .unknownTier && error?.message.contains("High") == true)
  }
}

/// A trace through tiers, made of brute-force traces of one tier each.
private struct NaiveTierTrace {
  var elements: Set<String> = []
  var controllers: Set<SubnetworkController> = []
  var code: TraceError.Code?
  var tierCount = 0

  private let topology: Topology
  private let parameters: TraceParameters
  private var bitStarts: [Int]?

  init(_ topology: Topology, _ parameters: TraceParameters) {
    self.topology = topology
    self.parameters = parameters
    do throws(NaiveTracer.Failure) {
      try run()
    } catch { code = error.code }
  }

  private mutating func run() throws(NaiveTracer.Failure) {
    guard let configuration = parameters.configuration else { return }
    let domain = topology.network.base.definition.domainNetworks[0]
    let tiers = domain.tiers.sorted { $0.rank < $1.rank }
    var border = try trace(parameters)
    guard
      let own = tiers.firstIndex(where: { $0.name == configuration.tierName }),
      let goal = tiers.firstIndex(where: {
        $0.name.lowercased() == configuration.targetTierName?.lowercased()
      })
    else { return }
    let following = own < goal ? Array(tiers[own...goal]) : tiers[goal...own].reversed()
    let isOutward =
      (parameters.type == .downstream) != (domain.subnetworkControllerType == .sink)
    let graph = NaiveGraph(topology)
    for tier in following.dropFirst() {
      let begin = border.filter { node in
        !isOutward || graph.controllersAt[node]?.contains { $0.tierName == tier.name } == true
      }
      let fed = isFed(begin, tier) ? begin : begin.filter { isFed([$0], tier) }
      guard !fed.isEmpty else { continue }
      let next = try trace(question(fed, tier))
      border = Set(border).subtracting(fed).union(next).sorted()
    }
  }

  /// The question in another tier: its own definition, but what trims the answer.
  private func question(_ nodes: [Int], _ tier: Tier) -> TraceParameters {
    var question = parameters
    var configuration = tier.traceConfiguration ?? TraceConfiguration()
    configuration.tierName = tier.name
    if let asked = parameters.configuration {
      configuration.filter = asked.filter
      configuration.includesBarriers = asked.includesBarriers
      configuration.allowsIndeterminateFlow = asked.allowsIndeterminateFlow
    }
    question.configuration = configuration
    question.starts = nodes.compactMap { node in
      topology.feature(ofNode: node).map {
        TraceLocation($0, terminalID: topology.terminal(ofNode: node)?.id)
      }
    }
    return question
  }

  private func isFed(_ nodes: [Int], _ tier: Tier) -> Bool {
    var copy = self
    return !nodes.isEmpty && (try? copy.trace(question(nodes, tier))) != nil
  }

  private mutating func trace(_ question: TraceParameters) throws(NaiveTracer.Failure) -> [Int] {
    var tracer = try NaiveTracer(topology, question)
    if bitStarts == nil { bitStarts = tracer.namedElements }
    tracer.bitStarts = bitStarts
    let answer = try tracer.answer()
    tierCount += 1
    elements.formUnion(answer.summed.map { tracer.network.name($0) })
    controllers.formUnion(answer.controllers)
    return answer.tierBorder
  }
}
