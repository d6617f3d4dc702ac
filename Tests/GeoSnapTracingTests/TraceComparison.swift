import GeoSnap
import Testing

/// One question, asked of the library and of the brute-force tracer.
struct TraceComparison {
  let topology: Topology
  let parameters: TraceParameters
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
      difference =
        Answers(parameters: parameters, result: result, tracer: tracer, answer: answer).difference
    }
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
      \(shrunk.parameters)
      \(shrunk.difference ?? "")
      """
    )
  }

  /// A question that is as simple as can be and still differs: part after part has its default.
  private func shrunk() -> TraceComparison {
    func reset<Value>(
      _ path: WritableKeyPath<TraceConfiguration, Value>
    ) -> (inout TraceParameters) -> Void {
      { $0.configuration?[keyPath: path] = TraceConfiguration()[keyPath: path] }
    }
    let steps: [(inout TraceParameters) -> Void] = [
      { _ = $0.starts.count > 1 ? $0.starts.popLast() : nil }, { _ = $0.barriers.popLast() },
      { _ = $0.filterBarriers.popLast() }, { $0.assumptions = TraceAssumptions() },
      { $0.propagatedAttributeNames = [] }, { $0.indeterminateFlow = .edge }, reset(\.filter),
      reset(\.filter.nearestNeighbors), reset(\.filter.functionBarriers), reset(\.filter.barriers),
      reset(\.filter.bitsetAttributeName), reset(\.traversability.functionBarriers),
      reset(\.traversability.barriers), reset(\.traversability.scope), reset(\.propagators),
      reset(\.functions), reset(\.output), reset(\.includesBarriers),
      reset(\.ignoresBarriersAtStartingPoints), reset(\.allowsIndeterminateFlow),
    ]
    var best = self
    for step in steps + steps {
      var simpler = best.parameters
      step(&simpler)
      let comparison = TraceComparison(topology, simpler)
      if comparison.difference != nil { best = comparison }
    }
    return best
  }
}

private struct Answers {
  let parameters: TraceParameters
  let result: TraceResult
  let tracer: NaiveTracer
  let answer: NaiveAnswer
  private var graph: NaiveGraph { tracer.network }
  private var numbers: Range<Int> { 0..<graph.nodeCount + graph.edges.count }

  var difference: String? {
    let controllers = difference(
      "controllers",
      names(result.controllers),
      names(answer.controllers)
    )
    if let controllers { return controllers }
    if parameters.type == .shortestPath { return path }
    if let isolation = result.isolation { return difference(in: isolation) }
    if let neighbors = answer.neighbors { return difference(neighbors) ?? stops }
    return elements ?? functions ?? propagated ?? stops
  }

  private func names(_ controllers: some Sequence<SubnetworkController>) -> Set<String> {
    Set(controllers.map { "\(graph.name(graph.node(of: $0))) \($0)" })
  }

  private func difference(_ what: String, _ one: Set<String>, _ other: Set<String>) -> String? {
    if one == other { return nil }
    return "\(what): too many \(one.subtracting(other).sorted()), "
      + "missing \(other.subtracting(one).sorted()), common \(one.intersection(other).sorted())"
  }

  private var elements: String? {
    // Parts of no length may have one name, so that names are counted.
    let found = result.elements.map { graph.name($0) }.sorted()
    let expected = answer.elements.map { graph.name($0) }.sorted()
    return difference("elements", Set(found), Set(expected))
      ?? (found == expected ? nil : "elements not as often: \(found) is not \(expected)")
  }

  /// Where and why traces that walk did not go on.
  private var stops: String? {
    guard [.connected, .subnetwork, .upstream, .downstream].contains(parameters.type) else {
      return nil
    }
    // At a device through which no value arrives, any terminal may be reported.
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

  /// What is nearest by what it costs: of what costs the same any may be found.
  private func difference(_ neighbors: [NaiveNeighbor]) -> String? {
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

  private var functions: String? {
    if tracer.configuration.functions.isEmpty && result.functions.isEmpty { return nil }
    // The first value counts by itself: the library's order decides which it is. That of elements which
    // output conditions drop is seen without these.
    var whole = parameters
    whole.configuration = tracer.configuration
    whole.configuration?.output = TraceOutput()
    let all: [NetworkElement]
    do { all = Array(try graph.topology.trace(whole).elements) } catch {
      return "no order: \(error)"
    }
    var known = Dictionary(grouping: answer.summed.reversed()) { graph.name($0) }
    // The order of parts with the same name is undetermined.
    let isNamedOnce = known.values.allSatisfy { $0.count == 1 }
    let order = all.compactMap { known[graph.name($0)]?.popLast() }
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

  private var propagated: String? {
    // Parts of no length may have one name.
    let numbers = Dictionary(grouping: answer.summed) { graph.name($0) }
    guard tracer.type.isSubnetworkBased && !tracer.isDrawn else { return nil }
    guard result.propagated.map(\.attributeName) == parameters.propagatedAttributeNames else {
      return "propagated \(result.propagated.map(\.attributeName))"
    }
    let carried = tracer.propagators.map(\.attributeName)
    for propagated in result.propagated {
      guard let number = carried.firstIndex(of: propagated.attributeName) else { continue }
      let found = Dictionary(grouping: zip(result.elements, propagated.values)) { graph.name($0.0) }
      for (name, pairs) in found {
        let own = (numbers[name] ?? []).compactMap { answer.propagated[number][$0] }
        guard !own.isEmpty else { continue }
        let one = "\(pairs.map { $0.1 ?? .nan }.sorted())"
        let other = "\(own.map { $0 ?? .nan }.sorted())"
        if one != other {
          return "propagated \(propagated.attributeName) at \(name): \(one) is not \(other)"
        }
      }
    }
    return nil
  }

  private var path: String? {
    guard let cost = answer.cost, let own = result.cost else {
      return (answer.cost == nil) == (result.cost == nil)
        ? nil : "cost \(result.cost ?? .nan) is not \(answer.cost ?? .nan)"
    }
    if abs(cost - own) > 1e-9 { return "cost \(own) is not \(cost)" }
    let output = tracer.configuration.output
    guard output.assetTypes.isEmpty && output.conditions == nil else { return nil }
    // There may be several cheapest ways; this must be one.
    let found = Set(result.elements.map { graph.name($0) })
    let within = numbers.filter { graph.isResult($0) && found.contains(graph.name($0)) }
    guard let attribute = tracer.configuration.shortestPathAttributeName else { return "no cost" }
    let least = tracer.cost(by: attribute, within: Set(within))
    guard let least, abs(least - own) < 1e-9 else {
      return "the elements \(found.sorted()) are no way of cost \(own), but \(least ?? .nan)"
    }
    return nil
  }

  private func difference(in isolation: TraceIsolation) -> String? {
    /// The oracle knows no places of barriers, but the parts of lines on which they stand.
    func names(_ elements: [NetworkElement], _ expected: Set<String>) -> Set<String> {
      var names: Set<String> = []
      for element in elements {
        guard let positions = element.positions else {
          names.insert(graph.name(of: element.feature))
          continue
        }
        guard positions.lowerBound == positions.upperBound,
          parameters.filterBarriers.contains(where: { $0.feature == element.feature })
        else {
          names.insert(graph.name(element))
          continue
        }
        let parts = graph.topology.edges(of: element.feature).filter {
          graph.topology.positions(ofEdge: $0).contains(positions.lowerBound)
        }.map { graph.name(graph.nodeCount + $0) }
        names.formUnion(parts.filter(expected.contains).prefix(1))
        if !parts.contains(where: expected.contains) { names.insert(graph.name(element)) }
      }
      return names
    }
    // What can be shut, and what bars anyway, is the border of the region. The pieces of a line that was
    // split have one name: what holds for one need not hold for all.
    let named = Dictionary(grouping: numbers.filter(graph.isResult)) { graph.name($0) }
    let once = Set(named.filter { $0.value.count == 1 }.keys)
    let within = numbers.filter {
      graph.isResult($0) && !tracer.bars($0) && !answer.border.contains($0)
    }
    let region = Set(isolation.region.map { graph.name($0) })
      .intersection(within.map { graph.name($0) }).intersection(once)
    let inside = self.names(isolation.controllersInside)
    let boundary = names(isolation.boundary, answer.boundary)
    return difference("boundary", boundary, answer.boundary)
      ?? difference("needed", names(isolation.needed, answer.needed), answer.needed)
      ?? difference("region", region, once.intersection(answer.region.map { graph.name($0) }))
      ?? difference("controllers inside", inside, self.names(answer.controllersInside))
  }
}
