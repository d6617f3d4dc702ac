import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Traces against brute force")
struct TraceOracleTests {
  /// Seeds at which the library or the brute force was once wrong.
  private static let onceWrong: [UInt64] = [
    333, 430, 456, 489, 522, 574, 622, 756, 867, 995, 1057, 1058, 1906, 2129, 2324, 2580, 3261,
    3900, 4259, 4732, 4831, 5223, 6239, 7154, 7208, 7274, 8438, 8623, 8707, 8826, 10118, 10312,
    11787, 17927,
  ]

  @Test("Traces of random networks find what the definitions, read by brute force, say")
  func equalsBruteForce() throws {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["GEOSNAP_SEED"].flatMap { UInt64($0) }
    let rounds: UInt64 = Extent.count(25, long: 300, full: 20_000)
    let begin = environment["GEOSNAP_FIRST_SEED"].flatMap { UInt64($0) } ?? 0
    var found: [TraceType: Int] = [:]
    let seeds = first.map { [$0] } ?? Array(begin..<begin + rounds)
    let known = TraceOracleTests.onceWrong.prefix(Extent.current < .every ? 4 : .max)
    let wrong = Extent.isFull || first != nil ? [] : Array(known)
    for seed in seeds + wrong {
      var generator = SeededGenerator(seed: seed)
      let topology = Topology(
        try RandomTraceNetwork(using: &generator).network(),
        tolerance: .millimetre
      )
      let questions = RandomTraceParameters(topology)
      for _ in 0..<(Extent.isFull || seed >= rounds ? 6 : 2) {
        guard let parameters = questions.parameters(using: &generator) else { continue }
        let comparison = TraceComparison(topology, parameters)
        comparison.record(seed)
        if comparison.foundCount > 1 { found[parameters.type, default: 0] += 1 }
      }
    }
    if first == nil {
      for type in TraceType.allCases where type != .subnetworkControllers {
        // A short run is too short for each type to find something.
        let least = Extent.count(0, long: 6, full: 334)
        #expect(found[type, default: 0] >= least, "\(type) found too little to compare")
      }
      #expect(found.values.reduce(0, +) > Int(rounds) / 4)
    }
  }
}

extension TraceOracleTests {
  @Test("What is nearest is what brute force finds, over the ways that are walked")
  func neighbors() throws {
    let rounds: UInt64 = Extent.count(40, long: 200, full: 20_000)
    let first = ProcessInfo.processInfo.environment["GEOSNAP_SEED"].flatMap { UInt64($0) }
    var found = 0
    for seed in first.map({ $0..<$0 + 1 }) ?? 0..<rounds {
      var generator = SeededGenerator(seed: seed)
      let topology = Topology(
        try RandomTraceNetwork(using: &generator).network(),
        tolerance: .millimetre
      )
      let types: [TraceType] = [.connected, .subnetwork, .upstream, .downstream]
      guard
        var parameters = RandomTraceParameters(topology).parameters(
          of: types[generator.int(0...3)],
          using: &generator
        )
      else { continue }
      let sources = topology.network.base.definition.sources
      parameters.configuration?.usesDigitizedDirection = generator.oneIn(6)
      parameters.configuration?.output = TraceOutput()
      parameters.configuration?.filter.nearestNeighbors = NearestNeighbors(
        count: generator.int(0...4),
        costAttributeName: [nil, "Cost", "Weight", "Load"][generator.int(0...3)],
        categories: generator.oneIn(2) ? ["protective"] : [],
        assetTypes: sources.flatMap { source in
          source.assetGroups[0].assetTypes.map {
            AssetTypeID(sourceID: source.sourceID, assetGroup: 1, assetType: $0.code)
          }
        }.filter { _ in generator.oneIn(3) }
      )
      let comparison = TraceComparison(topology, parameters)
      comparison.record(seed)
      found += comparison.foundCount > 1 ? 1 : 0
    }
    if first == nil { #expect(found > Int(rounds) / 8) }
  }

  @Test("Loops of which all members share a bit are those that brute force finds bit by bit")
  func loopsOfBits() throws {
    let rounds: UInt64 = Extent.count(16, long: 200, full: 20_000)
    let first = ProcessInfo.processInfo.environment["GEOSNAP_SEED"].flatMap { UInt64($0) }
    var found = 0
    for seed in first.map({ $0..<$0 + 1 }) ?? 0..<rounds {
      var generator = SeededGenerator(seed: seed)
      let topology = Topology(
        try RandomTraceNetwork(using: &generator).network(),
        tolerance: .millimetre
      )
      guard
        var parameters = RandomTraceParameters(topology).parameters(of: .loops, using: &generator)
      else { continue }
      let names = ["Phases Current", "Flag", "Weight", "Substitution"]
      parameters.configuration?.filter.bitsetAttributeName = names[generator.int(0...3)]
      let comparison = TraceComparison(topology, parameters)
      comparison.record(seed)
      found += comparison.foundCount > 1 ? 1 : 0
    }
    if first == nil { #expect(found > Int(rounds) / 8) }
  }

  @Test("Upstream and downstream as drawn, or of what shares bits, are what brute force finds")
  func otherDirections() throws {
    let rounds: UInt64 = Extent.count(8, long: 150, full: 20_000)
    let first = ProcessInfo.processInfo.environment["GEOSNAP_SEED"].flatMap { UInt64($0) }
    var found = 0
    for seed in first.map({ $0..<$0 + 1 }) ?? 0..<rounds {
      var generator = SeededGenerator(seed: seed)
      let topology = Topology(
        try RandomTraceNetwork(using: &generator).network(),
        tolerance: .millimetre
      )
      let questions = RandomTraceParameters(topology)
      for isDrawn in [true, false] {
        let type: TraceType = generator.oneIn(2) ? .upstream : .downstream
        guard var parameters = questions.parameters(of: type, using: &generator),
          parameters.configuration != nil
        else { continue }
        parameters.configuration?.usesDigitizedDirection = isDrawn
        if !isDrawn || generator.oneIn(4) {
          parameters.configuration?.filter.bitsetAttributeName =
            generator.oneIn(2) ? "Phases Current" : "Flag"
        }
        let comparison = TraceComparison(topology, parameters)
        comparison.record(seed)
        found += comparison.foundCount > 1 ? 1 : 0
      }
    }
    if first == nil { #expect(found > Int(rounds) / 4) }
  }
}

/// One question, asked of the library and of the brute-force tracer.
struct TraceComparison {
  let topology: Topology
  let parameters: TraceParameters
  /// What differs; nil when both agree.
  private(set) var difference: String?
  /// How many elements were found, or 2 for a way.
  private(set) var foundCount = 0

  init(_ topology: Topology, _ parameters: TraceParameters) {
    self.topology = topology
    self.parameters = parameters
    let actual: Result<TraceResult, TraceError>
    do throws(TraceError) {
      actual = .success(try topology.trace(parameters))
    } catch { actual = .failure(error) }
    let expected: Result<(NaiveTracer, NaiveAnswer), NaiveTracer.Failure>
    do throws(NaiveTracer.Failure) {
      let tracer = try NaiveTracer(topology, parameters)
      expected = .success((tracer, try tracer.answer()))
    } catch { expected = .failure(error) }
    switch (actual, expected) {
    case (.failure(let one), .failure(let other)):
      if one.code != other.code { difference = "error \(one.code) is not \(other.code)" }
    case (.failure(let error), .success(let (tracer, answer))):
      difference =
        "error \(error.code) (\(error.message)) though there are \(answer.elements.map(tracer.network.name))"
    case (.success(let result), .failure(let failure)):
      difference = "no error \(failure.code), but \(result.elements.count) elements"
    case (.success(let result), .success(let (tracer, answer))):
      foundCount = answer.cost == nil ? max(answer.elements.count, answer.region.count) : 2
      difference = compare(result, tracer, answer)
    }
  }

  private func compare(
    _ result: TraceResult,
    _ tracer: NaiveTracer,
    _ answer: NaiveAnswer
  ) -> String? {
    let graph = tracer.network
    let controllers = Set(result.controllers)
    if controllers != answer.controllers {
      return "controllers \(controllers.map { graph.name(graph.node(of: $0)) }.sorted()) are not "
        + "\(answer.controllers.map { graph.name(graph.node(of: $0)) }.sorted())"
    }
    if parameters.type == .shortestPath { return comparePath(result, tracer, answer) }
    if let isolation = result.isolation {
      return compare(isolation, tracer, answer)
    }
    if let neighbors = answer.neighbors {
      return compare(result, neighbors, tracer) ?? compareStops(result, tracer, answer)
    }
    // Parts of no length may have one name, so that names are counted.
    let found = result.elements.map { graph.name($0) }.sorted()
    let expected = answer.elements.map { graph.name($0) }.sorted()
    if let text = difference("elements", Set(found), Set(expected)) { return text }
    if found != expected { return "elements not as often: \(found) is not \(expected)" }
    return compareFunctions(result, tracer, answer) ?? comparePropagated(result, tracer, answer)
      ?? compareStops(result, tracer, answer)
  }

  /// Compares where and why traces that walk did not go on.
  private func compareStops(
    _ result: TraceResult,
    _ tracer: NaiveTracer,
    _ answer: NaiveAnswer
  ) -> String? {
    switch parameters.type {
    case .connected, .subnetwork, .upstream, .downstream: break
    case .isolation, .loops, .shortestPath, .subnetworkControllers: return nil
    }
    let graph = tracer.network
    // Of a device through which nothing arrives any terminal may be told.
    func text(_ name: String, _ reason: TraceStop.Reason) -> String {
      let device = name.split(separator: "#")[0]
      return reason == .propagator ? "\(device) propagator" : "\(name) \(reason)"
    }
    return difference(
      "stops",
      Set(result.stops.map { text(graph.name($0.element), $0.reason) }),
      Set(answer.stops.map { text(graph.name($0.element), $0.reason) })
    )
  }

  /// Compares what is nearest by what it costs: of what costs the same any may be found.
  private func compare(
    _ result: TraceResult,
    _ neighbors: [NaiveNeighbor],
    _ tracer: NaiveTracer
  ) -> String? {
    let graph = tracer.network
    let count = tracer.configuration.filter.nearestNeighbors?.count ?? 0
    let found = result.elements.map(\.feature)
    let costs = Dictionary(uniqueKeysWithValues: neighbors.map { ($0.feature, $0.cost) })
    let text =
      "\(found.map(graph.name(of:))) are not \(count) of "
      + "\(neighbors.map { "\(graph.name(of: $0.feature)) at \($0.cost)" })"
    guard Set(found).count == found.count, found.allSatisfy({ costs[$0] != nil }) else {
      return "neighbors \(text)"
    }
    let own = found.compactMap { costs[$0] }.sorted()
    let expected = neighbors.map(\.cost).prefix(count)
    guard own.count == expected.count, zip(own, expected).allSatisfy({ abs($0 - $1) < 1e-9 }) else {
      return "costs of neighbors: \(text)"
    }
    let isWarned = result.warnings.contains { $0.code == .neighborsNotFound }
    return isWarned == (neighbors.count < count) ? nil : "warning \(isWarned): \(text)"
  }

  private func difference(_ what: String, _ one: Set<String>, _ other: Set<String>) -> String? {
    if one == other { return nil }
    return "\(what): too many \(one.subtracting(other).sorted()), "
      + "missing \(other.subtracting(one).sorted()), common \(one.intersection(other).sorted())"
  }

  private func compareFunctions(
    _ result: TraceResult,
    _ tracer: NaiveTracer,
    _ answer: NaiveAnswer
  ) -> String? {
    let graph = tracer.network
    if tracer.configuration.functions.isEmpty && result.functions.isEmpty { return nil }
    // The first value counts by itself: the library's order decides which it is. That of elements which
    // output conditions drop is seen without these.
    var whole = parameters
    whole.configuration = tracer.configuration
    whole.configuration?.output = TraceOutput()
    let all: [NetworkElement]
    do { all = try topology.trace(whole).elements.map { $0 } } catch { return "no order: \(error)" }
    var numbers: [String: [Int]] = [:]
    for element in answer.summed.reversed() {
      numbers[graph.name(element), default: []].append(element)
    }
    // Of parts that have one name nobody can say which comes first.
    let isNamedOnce = numbers.values.allSatisfy { $0.count == 1 }
    let order = all.compactMap { numbers[graph.name($0)]?.popLast() }
    let expected = tracer.functions(over: order)
    guard result.functions.count == expected.count else {
      return "\(result.functions.count) functions are not \(expected.count)"
    }
    for (one, other) in zip(result.functions, expected)
    where isNamedOnce || one.function.function != .subtract {
      let isSame = one.value == other || abs((one.value ?? .nan) - (other ?? .nan)) < 1e-9
      if !isSame { return "\(one.function): \(one.value ?? .nan) is not \(other ?? .nan)" }
    }
    return nil
  }

  private func comparePropagated(
    _ result: TraceResult,
    _ tracer: NaiveTracer,
    _ answer: NaiveAnswer
  ) -> String? {
    let graph = tracer.network
    // Parts of no length may have one name.
    let numbers = Dictionary(grouping: answer.summed) { graph.name($0) }
    guard tracer.type.isSubnetworkBased && !tracer.isDrawn else { return nil }
    guard result.propagated.map(\.attributeName) == parameters.propagatedAttributeNames else {
      return "propagated \(result.propagated.map(\.attributeName))"
    }
    let carried = tracer.propagators.map { $0.attributeName }
    for propagated in result.propagated {
      guard let number = carried.firstIndex(of: propagated.attributeName) else { continue }
      let found = Dictionary(grouping: zip(result.elements, propagated.values)) { graph.name($0.0) }
      for (name, pairs) in found {
        let values = pairs.map { $0.1 ?? .nan }
        let own = (numbers[name] ?? []).compactMap { answer.propagated[number][$0] }
          .map { $0 ?? .nan }
        guard !own.isEmpty else { continue }
        let (one, other) = ("\(values.sorted())", "\(own.sorted())")
        if one != other {
          return "propagated \(propagated.attributeName) at \(name): \(one) is not \(other)"
        }
      }
    }
    return nil
  }

  private func comparePath(
    _ result: TraceResult,
    _ tracer: NaiveTracer,
    _ answer: NaiveAnswer
  ) -> String? {
    let graph = tracer.network
    guard let cost = answer.cost, let own = result.cost else {
      return (answer.cost == nil) == (result.cost == nil)
        ? nil : "cost \(result.cost ?? .nan) is not \(answer.cost ?? .nan)"
    }
    if abs(cost - own) > 1e-9 { return "cost \(own) is not \(cost)" }
    let output = tracer.configuration.output
    guard output.assetTypes.isEmpty && output.conditions == nil else { return nil }
    // There may be several cheapest ways; this must be one.
    let found = Set(result.elements.map { graph.name($0) })
    let numbers = (0..<graph.nodeCount + graph.edges.count).filter {
      graph.isResult($0) && found.contains(graph.name($0))
    }
    guard let attribute = tracer.configuration.shortestPathAttributeName else { return "no cost" }
    let within = tracer.cost(
      from: tracer.starts[0],
      to: tracer.starts[1],
      by: attribute,
      within: Set(numbers)
    )
    guard let within, abs(within - own) < 1e-9 else {
      return "the elements \(found.sorted()) are no way of cost \(own), but \(within ?? .nan)"
    }
    return nil
  }

  private func compare(
    _ isolation: TraceIsolation,
    _ tracer: NaiveTracer,
    _ answer: NaiveAnswer
  ) -> String? {
    let graph = tracer.network
    func names(_ elements: [NetworkElement]) -> Set<String> {
      Set(elements.map { $0.positions == nil ? graph.name(of: $0.feature) : graph.name($0) })
    }
    // What can be shut, and what bars anyway, is the border of the region.
    let within = (0..<graph.nodeCount + graph.edges.count).filter {
      graph.isResult($0) && !tracer.bars($0) && !answer.border.contains($0)
    }
    // The pieces of a line that was split have one name: what holds for one need not hold for all.
    let elements = (0..<graph.nodeCount + graph.edges.count).filter(graph.isResult)
    let once = Set(
      Dictionary(grouping: elements) { graph.name($0) }.filter { $0.value.count == 1 }.keys
    )
    let region = Set(isolation.region.map { graph.name($0) })
      .intersection(within.map { graph.name($0) }).intersection(once)
    let inside = Set(isolation.controllersInside.map { graph.name(graph.node(of: $0)) })
    return difference("boundary", names(isolation.boundary), answer.boundary)
      ?? difference("needed", names(isolation.needed), answer.needed)
      ?? difference("region", region, once.intersection(answer.region.map { graph.name($0) }))
      ?? difference(
        "controllers inside",
        inside,
        Set(answer.controllersInside.map { graph.name(graph.node(of: $0)) })
      )
  }

  /// Records an issue where the two differ, with the simplest question of that kind.
  func record(_ seed: UInt64) {
    guard let difference else { return }
    let graph = NaiveGraph(topology, assuming: parameters.assumptions.values)
    let shrunk = shrunk()
    Issue.record(
      """
      seed \(seed): \(difference)
      \(graph.text(parameters))
      the simplest question that differs:
      \(graph.text(shrunk.parameters))
      \(shrunk.difference ?? "")
      \(graph.text)
      """
    )
  }

  // MARK: Shrinking

  /// A question that is as simple as can be and still differs.
  func shrunk() -> TraceComparison {
    var best = self
    var isChanged = true
    while isChanged {
      isChanged = false
      for simplify in TraceComparison.simplifications {
        var simpler = best.parameters
        simplify(&simpler)
        guard simpler != best.parameters else { continue }
        let comparison = TraceComparison(topology, simpler)
        if comparison.difference != nil {
          best = comparison
          isChanged = true
        }
      }
    }
    return best
  }

  private static let simplifications: [@Sendable (inout TraceParameters) -> Void] = [
    { if $0.starts.count > 1 && $0.type != .shortestPath { $0.starts.removeLast() } },
    { if $0.starts.count > 1 && $0.type != .shortestPath { $0.starts.removeFirst() } },
    { if !$0.barriers.isEmpty { $0.barriers.removeLast() } },
    { if !$0.barriers.isEmpty { $0.barriers.removeFirst() } },
    { if !$0.filterBarriers.isEmpty { $0.filterBarriers.removeLast() } },
    { $0.assumptions.values = [] },
    { $0.assumptions.blocked = [] },
    { $0.assumptions.unblocked = [] },
    { $0.propagatedAttributeNames = [] },
    { $0.tellsDeadEnds = false },
    { $0.configuration?.filter.nearestNeighbors = nil },
    { $0.configuration?.filter.nearestNeighbors?.costAttributeName = nil },
    { $0.configuration?.filter.nearestNeighbors?.assetTypes = [] },
    { $0.configuration?.filter.nearestNeighbors?.categories = [] },
    { $0.configuration?.traversability.functionBarriers = [] },
    { $0.configuration?.filter.functionBarriers = [] },
    { $0.configuration?.filter.bitsetAttributeName = nil },
    { $0.configuration?.filter.barriers = nil },
    { $0.configuration?.traversability.barriers = nil },
    { $0.configuration?.propagators = [] },
    {
      if $0.configuration?.propagators.isEmpty == false {
        $0.configuration?.propagators.removeLast()
      }
    },
    {
      if $0.configuration?.propagators.isEmpty == false {
        $0.configuration?.propagators.removeFirst()
      }
    },
    { $0.configuration?.functions = [] },
    { $0.configuration?.output = TraceOutput() },
    { $0.configuration?.includesBarriers = true },
    { $0.configuration?.ignoresBarriersAtStartingPoints = false },
    { $0.configuration?.allowsIndeterminateFlow = true },
    { $0.indeterminateFlow = .edge },
    { $0.configuration?.traversability.scope = .junctionsAndEdges },
    { $0.configuration?.filter.scope = .junctionsAndEdges },
    { parameters in
      let simpler = parameters.configuration?.traversability.barriers.map(part)
      parameters.configuration?.traversability.barriers = simpler
    },
    { parameters in
      let simpler = parameters.configuration?.filter.barriers.map(part)
      parameters.configuration?.filter.barriers = simpler
    },
  ]

  private static func part(_ condition: TraceCondition) -> TraceCondition {
    switch condition {
    case .or(let parts), .and(let parts): parts.last ?? condition
    default: condition
    }
  }
}
