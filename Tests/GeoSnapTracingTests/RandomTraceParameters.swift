import GeoSnap
import GeoSnapTestSupport

struct RandomTraceParameters {
  private let network: UtilityNetwork
  private let topology: Topology

  init(_ topology: Topology) {
    self.topology = topology
    network = topology.network.base
  }

  private static let integers = ["Status", "Phases Current", "Load", "Flag", "Weight"]
  private static let reals = ["Cost", "Voltage", "Shape length"]
  private static let numeric = TraceConditionOperator.allCases.filter { !$0.comparesBits }

  /// A question; nil when the network has nowhere to start.
  func parameters(using generator: inout SeededGenerator) -> TraceParameters? {
    let type = generator.pick(TraceType.allCases)
    return parameters(of: type, using: &generator)
  }

  func parameters(of type: TraceType, using generator: inout SeededGenerator) -> TraceParameters? {
    var parameters = TraceParameters(type)
    let needed = type == .shortestPath ? 2 : generator.oneIn(4) ? generator.int(2...3) : 1
    for _ in 0..<needed {
      let start =
        type.isSubnetworkBased && !generator.oneIn(6)
        ? locationNearController(&generator) : location(isStart: true, &generator)
      guard let start else { return nil }
      if !parameters.starts.contains(start) { parameters.starts.append(start) }
    }
    if parameters.starts.count < needed && type == .shortestPath { return nil }
    var configuration = TraceConfiguration()
    let tiers = network.definition.domainNetworks[0].tiers
    let controlled = network.subnetworkControllers.compactMap(\.tierName)
    configuration.tierName =
      tiers.count == 1 && generator.oneIn(2)
      ? nil : generator.pick(controlled.isEmpty ? tiers.map(\.name) : controlled)
    configuration.includesBarriers = !generator.oneIn(3)
    configuration.ignoresBarriersAtStartingPoints = generator.oneIn(5)
    configuration.allowsIndeterminateFlow = !generator.oneIn(6)
    configuration.includesIsolatedFeatures = type == .isolation && generator.oneIn(2)
    configuration.traversability.scope = scope(&generator)
    configuration.filter.scope = scope(&generator)
    if generator.oneIn(2) { configuration.traversability.barriers = condition(&generator) }
    if type == .isolation || generator.oneIn(4) {
      configuration.filter.barriers = condition(&generator)
    }
    for _ in 0..<2 where generator.oneIn(3) {
      if let barrier = location(isStart: false, &generator) { parameters.barriers.append(barrier) }
    }
    if generator.oneIn(5), let barrier = location(isStart: false, &generator) {
      parameters.filterBarriers.append(barrier)
    }
    if type != .shortestPath && type != .loops && type != .isolation {
      if generator.oneIn(5) {
        configuration.traversability.functionBarriers.append(functionBarrier(type, &generator))
      }
      if generator.oneIn(5) {
        configuration.filter.functionBarriers.append(functionBarrier(type, &generator))
      }
    }
    if type.isSubnetworkBased {
      for _ in 0..<2 where generator.oneIn(3) {
        configuration.propagators.append(propagator(&generator))
      }
      if type == .subnetwork && generator.oneIn(4) {
        configuration.subnetworkName =
          generator.pick(RandomTraceNetwork.subnetworkNames) + " of "
          + (configuration.tierName ?? tiers[0].name)
        parameters.starts = []
      }
      if generator.oneIn(4) {
        parameters.propagatedAttributeNames =
          [generator.pick(["Phases Current", "Voltage", "Flag"])]
      }
    }
    if type == .shortestPath {
      configuration.shortestPathAttributeName = generator.pick(["Cost", "Shape length", "Weight"])
    }
    if generator.oneIn(5) { configuration.output.conditions = condition(&generator) }
    if generator.oneIn(8) {
      configuration.output.assetTypes = network.definition.sources.flatMap(\.assetTypes)
        .filter { _ in generator.oneIn(2) }
    }
    for _ in 0..<2 where generator.oneIn(3) {
      configuration.functions.append(
        TraceFunction(
          generator.pick(TraceFunctionType.allCases),
          of: generator.pick(Self.integers + Self.reals),
          conditions: generator.oneIn(3) ? condition(&generator) : nil
        )
      )
    }
    parameters.indeterminateFlow = generator.pick(IndeterminateFlow.allCases)
    if generator.oneIn(4) { parameters.assumptions = assumptions(&generator) }
    // The tier's own definition, or for a connected trace none.
    let isAlone = tiers.count == 1 && type.isSubnetworkBased && type != .isolation
    if (type == .connected || (isAlone && !parameters.starts.isEmpty)) && generator.oneIn(10) {
      return parameters
    }
    parameters.configuration = configuration
    // No number is drawn for it, so that seeds stay what they were.
    parameters.tellsDeadEnds = parameters.starts.count % 2 == 1
    return parameters
  }

  private func scope(_ generator: inout SeededGenerator) -> TraversabilityScope {
    generator.oneIn(2) ? .junctionsAndEdges : generator.pick(TraversabilityScope.allCases)
  }

  private func feature(_ generator: inout SeededGenerator) -> FeatureID? {
    for _ in 0..<20 {
      let ordinal = generator.int(0...max(network.featureCount - 1, 0))
      let feature = network.feature(ordinal: Int32(ordinal))
      if !topology.nodes(of: feature).isEmpty || !topology.edges(of: feature).isEmpty {
        return feature
      }
    }
    return nil
  }

  private func location(isStart: Bool, _ generator: inout SeededGenerator) -> TraceLocation? {
    guard network.featureCount > 0, let feature = feature(&generator) else { return nil }
    let nodes = topology.nodes(of: feature)
    guard nodes.isEmpty else {
      let id = topology.terminal(ofNode: generator.int(nodes.lowerBound...nodes.upperBound - 1))?.id
      let isBare = isStart ? nodes.count == 1 : generator.oneIn(4)
      return TraceLocation(feature, terminalID: isBare && generator.oneIn(2) ? nil : id ?? 1)
    }
    let fraction = generator.pick([nil, 0, 0.125, 0.25, 0.5, 0.625, 0.75, 1])
    return TraceLocation(feature, fractionAlongEdge: fraction)
  }

  private func locationNearController(_ generator: inout SeededGenerator) -> TraceLocation? {
    let controllers = network.subnetworkControllers
    guard !controllers.isEmpty else { return nil }
    let controller = generator.pick(controllers)
    let nodes = topology.nodes(of: controller.feature)
    guard controller.terminal < nodes.count else { return nil }
    var node = nodes.lowerBound + controller.terminal
    var line: Int?
    for _ in 0..<generator.int(0...8) {
      let halves = Array(topology.halfEdges(of: node))
      if halves.isEmpty { break }
      let half = generator.pick(halves)
      node = Int(half.node)
      if topology.isLine(half.edge) { line = half.edge }
    }
    if let line, topology.feature(ofNode: node) == nil || generator.oneIn(3),
      let feature = topology.feature(ofEdge: line)
    {
      let positions = topology.positions(ofEdge: line)
      let share = generator.pick([0, 0.25, 0.5, 1])
      let length = positions.upperBound - positions.lowerBound
      return TraceLocation(feature, fractionAlongEdge: positions.lowerBound + share * length)
    }
    guard let feature = topology.feature(ofNode: node) else { return nil }
    return TraceLocation(feature, terminalID: topology.terminal(ofNode: node)?.id)
  }

  private func comparison(_ generator: inout SeededGenerator) -> TraceCondition {
    let all = TraceConditionOperator.allCases
    switch generator.int(0...9) {
    case 0: return .hasCategory(generator.pick(network.definition.categories))
    case 1: return .lacksCategory(generator.pick(network.definition.categories))
    case 2:
      let name = generator.pick(Self.integers)
      return .attributes(name, generator.pick(all), generator.pick(Self.integers))
    case 3:
      let name = generator.pick(Self.reals)
      let comparison = generator.pick(Self.numeric)
      return .attributes(name, comparison, generator.pick(Self.reals + Self.integers))
    case 4:
      let name = generator.pick(Self.reals)
      let comparison = generator.pick(Self.numeric)
      let value = Double(generator.int(0...40)) / 4 + (generator.oneIn(2) ? 0.1 : 0)
      return .attribute(name, comparison, .real(value))
    case 5:
      let name = generator.pick([
        "Is subnetwork controller", "Terminal ID", "Asset type", "Source ID", "Position from",
        "Position to", "Asset group",
      ])
      if name.hasPrefix("Position") {
        let comparisons: [TraceConditionOperator] = [.equal, .greaterThan, .lessThanEqual]
        return .attribute(name, generator.pick(comparisons), .real(0.5))
      }
      let comparison = generator.pick(
        [.equal, .notEqual, .greaterThan] as [TraceConditionOperator]
      )
      return .attribute(name, comparison, .integer(Int64(generator.int(0...7))))
    case 6: return .attribute("Status", .equal, generator.oneIn(2) ? .text("Open") : .integer(1))
    default:
      let name = generator.pick(Self.integers)
      let comparison = generator.pick(all)
      return .attribute(name, comparison, .integer(Int64(generator.int(0...8))))
    }
  }

  /// A tree of conditions; those of barriers seldom hold, since traces would be empty then.
  private func condition(_ generator: inout SeededGenerator) -> TraceCondition {
    func some(_ count: Int) -> [TraceCondition] { (0..<count).map { _ in comparison(&generator) } }
    switch generator.int(0...7) {
    case 0: return .attribute("Status", .equal, 1)
    case 1: return .or([.attribute("Status", .equal, 1)] + some(1))
    case 2: return .and(some(2))
    case 3: return .or([.and(some(2))] + some(1))
    case 4: return .and(some(3))
    case 5: return .attribute("Weight", .equal, .integer(Int64(generator.int(0...6))))
    default: return comparison(&generator)
    }
  }

  private func functionBarrier(
    _ type: TraceType,
    _ generator: inout SeededGenerator
  ) -> TraceFunctionBarrier {
    var functions = TraceFunctionType.allCases
    // Not offered for these.
    if type == .subnetworkControllers || type == .loops { functions.removeAll { $0 == .subtract } }
    let isReal = generator.oneIn(2)
    let name = generator.pick(isReal ? Self.reals : Self.integers)
    return TraceFunctionBarrier(
      generator.pick(functions),
      of: name,
      generator.oneIn(3) ? generator.pick(Self.numeric) : .greaterThanEqual,
      Double(generator.int(0...14)) + (isReal ? 0.1 : 0),
      usesLocalValues: generator.oneIn(2)
    )
  }

  private func propagator(_ generator: inout SeededGenerator) -> TracePropagator {
    let kind = generator.int(0...3)
    if kind < 2 {
      let all = TraceConditionOperator.allCases
      return TracePropagator(
        .bitwiseAnd,
        of: "Phases Current",
        generator.oneIn(2) ? .includesAny : generator.pick(all),
        .integer(Int64(generator.oneIn(2) ? 7 : generator.int(0...7))),
        substitutionAttributeName: generator.oneIn(2) ? "Substitution" : nil
      )
    }
    let comparisons: [TraceConditionOperator] =
      kind == 2
      ? [.greaterThan, .greaterThanEqual, .notEqual, .lessThan, .equal]
      : [.lessThan, .lessThanEqual, .notEqual, .greaterThan, .equal]
    return TracePropagator(
      kind == 2 ? .min : .max,
      of: generator.pick(["Voltage", "Cost", "Weight"]),
      generator.pick(comparisons),
      .real(Double(generator.int(kind == 2 ? 0...12 : 4...24)) / 4)
    )
  }

  private func assumptions(_ generator: inout SeededGenerator) -> TraceAssumptions {
    var assumptions = TraceAssumptions()
    for _ in 0..<2 {
      guard let feature = feature(&generator) else { continue }
      switch generator.int(0...3) {
      case 0: assumptions.blocked.append(feature)
      case 1:
        if !assumptions.blocked.contains(feature) { assumptions.unblocked.append(feature) }
      case 2:
        let values: [TraceValue?] = [.integer(1), .text("Closed"), .text("Open"), nil]
        assumptions.values.append(.init(feature, "Status", generator.pick(values)))
      default:
        let bits = TraceValue.integer(Int64(generator.int(0...7)))
        let value = generator.pick([bits, .text("ABC"), nil])
        assumptions.values.append(.init(feature, "Phases Current", value))
      }
    }
    assumptions.unblocked.removeAll { assumptions.blocked.contains($0) }
    return assumptions
  }
}

extension NaiveGraph {
  func text(_ parameters: TraceParameters) -> String {
    let names = Set(
      (parameters.starts + parameters.barriers + parameters.filterBarriers).map(\.feature)
    )
    .union(parameters.assumptions.blocked + parameters.assumptions.unblocked)
    .map { "\($0) is \(name(of: $0))" }
    return "\(parameters)\n\(names.joined(separator: ", "))\n\(text)"
  }

  var text: String {
    func values(_ element: Int) -> String {
      network.definition.networkAttributes.compactMap { attribute in
        value(attribute.name, at: element).map { "\(attribute.name)=\($0)" }
      }.joined(separator: " ")
    }
    var lines: [String] = []
    for node in 0..<nodeCount {
      guard let feature = feature(of: node) else { continue }
      let type = network.assetType(of: feature)?.type
      let controllers = (controllersAt[node] ?? []).map {
        "controller of \($0.subnetworkName) tier \($0.tierName ?? "-")"
      }
      lines.append(
        "\(name(node)) [\(type?.name ?? "")] \(values(node)) \(type?.categories ?? []) \(controllers)"
      )
    }
    for (number, edge) in edges.enumerated() {
      let passage =
        "\(edge.isJoined ? "joined" : "apart") \(edge.isForth ? "forth" : "") \(edge.isBack ? "back" : "")"
      let element = element(edge: number)
      lines.append(
        "e\(number) \(name(element)): \(name(edge.from)) -> \(name(edge.to)) "
          + (edge.isInternal ? passage : values(element))
      )
    }
    let domain = network.definition.domainNetworks[0]
    lines.append("\(domain.tierDefinition) \(domain.subnetworkControllerType)")
    return lines.joined(separator: "\n")
  }
}
