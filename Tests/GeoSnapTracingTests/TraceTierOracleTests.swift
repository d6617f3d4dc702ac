import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Traces through several tiers against brute force")
struct TraceTierOracleTests {
  @Test("A trace with a target tier finds what one trace after the other finds, tier by tier")
  func tiers() throws {
    let rounds: UInt64 = Extent.count(300, long: 300, full: 20_000)
    let first = ProcessInfo.processInfo.environment["GEOSNAP_SEED"].flatMap { UInt64($0) }
    var wentOn = 0
    for seed in first.map({ $0..<$0 + 1 }) ?? 0..<rounds {
      // A short run ends when two traces went on into another tier.
      if Extent.current < .long, wentOn == 2 { break }
      var generator = SeededGenerator(seed: seed)
      let topology = Topology(
        try RandomTraceNetwork(using: &generator, hasManyTiers: true).network(),
        tolerance: .millimetre
      )
      let questions = RandomTraceParameters(topology)
      let type: TraceType = generator.oneIn(2) ? .upstream : .downstream
      guard var parameters = questions.parameters(of: type, using: &generator),
        parameters.configuration != nil
      else { continue }
      parameters.configuration?.functions = []
      parameters.configuration?.output = TraceOutput()
      parameters.configuration?.targetTierName =
        RandomTraceNetwork.tierNames[generator.int(0...2)].lowercased()
      if generator.oneIn(4) {
        parameters.configuration?.filter.bitsetAttributeName = "Phases Current"
      }
      let expected = NaiveTierTrace(topology, parameters)
      var actual: Set<String> = []
      var code: TraceError.Code?
      do throws(TraceError) {
        let graph = NaiveGraph(topology)
        let result = try topology.trace(parameters)
        actual = Set(result.elements.map { graph.name($0) })
        #expect(
          Set(result.controllers) == expected.controllers,
          Comment(rawValue: text(seed, topology, parameters))
        )
      } catch {
        code = error.code
      }
      #expect(code == expected.code, Comment(rawValue: text(seed, topology, parameters)))
      #expect(
        actual == expected.elements,
        """
        too many \(actual.subtracting(expected.elements).sorted())
        missing \(expected.elements.subtracting(actual).sorted())
        \(text(seed, topology, parameters))
        """
      )
      wentOn += expected.tierCount > 1 ? 1 : 0
    }
    if first == nil {
      #expect(wentOn >= Extent.count(2, long: 16, full: 1_001), "\(wentOn) went on")
    }
  }

  private func text(_ seed: UInt64, _ topology: Topology, _ parameters: TraceParameters) -> String {
    let graph = NaiveGraph(topology, assuming: parameters.assumptions.values)
    return "seed \(seed)\n\(graph.text(parameters))\n\(graph.text)"
  }

  @Test("A target tier that there is not is told, with those there are")
  func unknownTier() throws {
    var sketch = TraceSketch()
    sketch.device("S", .single)
    sketch.control("S")
    let topology = try sketch.topology()
    let error = #expect(throws: TraceError.self) {
      try topology.found(.upstream, from: ["S"]) { configuration, _ in
        configuration.targetTierName = "Medium"
      }
    }
    #expect(error?.code == .unknownTier && error?.message.contains("High") == true)
  }
}

/// A trace through tiers, made of brute-force traces of one tier each.
private struct NaiveTierTrace {
  var elements: Set<String> = []
  var controllers: Set<SubnetworkController> = []
  var code: TraceError.Code?
  /// How many tiers were traced.
  var tierCount = 0

  private let topology: Topology
  private let parameters: TraceParameters
  private var bitStarts: [NaiveStart]?

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
      let fed: [Int]
      if alone(begin, tier) != nil {
        fed = begin
      } else {
        fed = begin.filter { alone([$0], tier) != nil }
      }
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

  /// The answer for some places by themselves; nil where no controller feeds one of them.
  private func alone(_ nodes: [Int], _ tier: Tier) -> NaiveAnswer? {
    guard !nodes.isEmpty else { return nil }
    do throws(NaiveTracer.Failure) {
      var tracer = try NaiveTracer(topology, question(nodes, tier))
      tracer.bitStarts = bitStarts
      return try tracer.answer()
    } catch { return nil }
  }

  private mutating func trace(_ question: TraceParameters) throws(NaiveTracer.Failure) -> [Int] {
    var tracer = try NaiveTracer(topology, question)
    if bitStarts == nil { bitStarts = tracer.starts }
    tracer.bitStarts = bitStarts
    let answer = try tracer.answer()
    tierCount += 1
    elements.formUnion(answer.summed.map { tracer.network.name($0) })
    controllers.formUnion(answer.controllers)
    return answer.tierBorder
  }
}
