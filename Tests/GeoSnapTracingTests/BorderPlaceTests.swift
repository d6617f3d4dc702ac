import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("A place on a border is on both sides")
struct BorderPlaceTests {
  /// The places of lines that mean one node: each line that is joined there, at each of its passages.
  private func names(of node: Int, _ topology: Topology) -> [TraceLocation] {
    var names: [TraceLocation] = []
    for half in topology.halfEdges(of: node) where topology.isLine(half.edge) {
      guard let line = topology.feature(ofEdge: half.edge) else { continue }
      let positions = topology.positions(ofEdge: half.edge)
      let place = half.isAgainst ? positions.upperBound : positions.lowerBound
      let name = TraceLocation(line, fractionAlongEdge: place)
      if !names.contains(name) { names.append(name) }
    }
    guard let feature = topology.feature(ofNode: node) else { return names }
    return names + [TraceLocation(feature, terminalID: topology.terminal(ofNode: node)?.id)]
  }

  private func answer(_ topology: Topology, _ parameters: TraceParameters) -> Set<String> {
    do {
      let result = try topology.trace(parameters)
      var answer = Set(
        result.elements.map { "\($0.feature) \($0.terminal?.id ?? 0) \($0.positions as Any)" }
      )
      for controller in result.controllers { answer.insert("controller \(controller)") }
      for element in result.isolation?.needed ?? [] { answer.insert("needed \(element)") }
      for element in result.isolation?.boundary ?? [] { answer.insert("boundary \(element)") }
      if parameters.type == .shortestPath { answer = [] }
      if let cost = result.cost { answer.insert("cost \((cost * 1e6).rounded())") }
      return answer
    } catch { return ["\(error.code)"] }
  }

  @Test("A tee, a device and an end answer alike by whichever line names them, start or barrier")
  func names() throws {
    let rounds: UInt64 = Extent.count(200, long: 1_000, full: 20_000)
    var compared = 0
    for seed in RandomTrace.seeds(rounds) {
      var random = try RandomTrace(seed: seed)
      let topology = random.topology
      guard topology.nodeLimit > 0, var parameters = random.question(),
        parameters.configuration != nil, let first = parameters.starts.first
      else { continue }
      parameters.configuration?.ignoresBarriersAtStartingPoints = false
      parameters.configuration?.filter.bitsetAttributeName = nil
      let node = random.generator.int(0...topology.nodeLimit - 1)
      guard let tracer = try? NaiveTracer(topology, parameters), !tracer.shutNodes.contains(node)
      else { continue }
      // Both ends of a part without length are at one place, which means both nodes.
      let names = names(of: node, topology).filter { tracer.network.places(of: $0).count == 1 }
      guard names.count > 1 else { continue }
      let asBarrier = random.generator.oneIn(3)
      let answers = names.map { name in
        var question = parameters
        if asBarrier {
          question.barriers.append(name)
        } else {
          question.starts = [name] + parameters.starts.dropFirst().filter { $0 != first }
        }
        return answer(topology, question)
      }
      compared += 1
      for (name, other) in zip(names, answers) where other != answers[0] {
        Issue.record(
          """
          seed \(seed) \(parameters.type) \(asBarrier ? "barrier" : "start"): \(name) is not \(names[0]):
          \(other.symmetricDifference(answers[0]).sorted().prefix(6))
          """
        )
      }
    }
    if RandomTrace.onlySeed == nil { #expect(compared > Int(rounds) / 8) }
  }

  @Test("What a place on a border reaches is what the places beside it reach")
  func limits() throws {
    let rounds: UInt64 = Extent.count(200, long: 1_000, full: 20_000)
    for seed in RandomTrace.seeds(rounds) {
      var random = try RandomTrace(seed: seed)
      let topology = random.topology
      guard topology.nodeLimit > 0 else { continue }
      let node = random.generator.int(0...topology.nodeLimit - 1)
      let names = names(of: node, topology).filter { $0.fractionAlongEdge != nil }
      guard let name = names.first else { continue }
      let parameters = TraceParameters(.connected, configuration: TraceConfiguration())
      func reached(_ place: TraceLocation) -> Set<String> {
        var question = parameters
        question.starts = [place]
        return answer(topology, question)
      }
      let beside = names.flatMap { place -> [TraceLocation] in
        let fraction = place.fractionAlongEdge ?? 0
        return [-1e-4, 1e-4].map { fraction + $0 }.filter { (0...1).contains($0) }
          .map { TraceLocation(place.feature, fractionAlongEdge: $0) }
      }
      let union = beside.reduce(Set<String>()) { $0.union(reached($1)) }
      #expect(reached(name) == union, "seed \(seed): \(name)")
    }
  }

  @Test("A loose end is on its line, and at a device that bars a place stays on its own side of it")
  func ends() throws {
    let topology = try Topology(sketch: "S* -a- v -b- z")
    func found(_ start: String, blocking isBlocked: Bool) throws -> String {
      var parameters = TraceParameters(
        .connected,
        from: [try topology.place(start)],
        configuration: TraceConfiguration()
      )
      if isBlocked { parameters.assumptions.blocked = [try topology.place("v").feature] }
      return try topology.trace(parameters).elements.map { topology.name($0) }.sorted()
        .joined(separator: " ")
    }
    #expect(try found("a@1", blocking: false) == found("b@0", blocking: false))
    #expect(try found("a@1", blocking: true) == found("a@0.5", blocking: true))
    #expect(try found("b@0", blocking: true) == found("b@0.5", blocking: true))
    #expect(try found("a@1", blocking: true) != found("b@0", blocking: true))
  }
}
