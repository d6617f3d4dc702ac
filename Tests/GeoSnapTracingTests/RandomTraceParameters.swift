import GeoSnap
import GeoSnapTestSupport

/// Random questions to a random network.
struct RandomTraceParameters {
  private let network: UtilityNetwork
  private let topology: Topology

  init(_ topology: Topology) {
    self.topology = topology
    network = topology.network.base
  }

  private static let integers = ["Status", "Phases Current", "Load", "Flag", "Weight"]
  private static let reals = ["Cost", "Voltage", "Shape length"]

  private func pick<T>(_ list: [T], _ generator: inout SeededGenerator) -> T {
    list[generator.int(0...list.count - 1)]
  }

  /// A question; nil when the network has nowhere to start.
  func parameters(using generator: inout SeededGenerator) -> TraceParameters? {
    let type = pick(TraceType.allCases, &generator)
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
      ? nil : pick(controlled.isEmpty ? tiers.map(\.name) : controlled, &generator)
    configuration.includesBarriers = !generator.oneIn(3)
    configuration.ignoresBarriersAtStartingPoints = generator.oneIn(5)
    configuration.allowsIndeterminateFlow = !generator.oneIn(6)
    configuration.includesIsolatedFeatures = type == .isolation && generator.oneIn(2)
    configuration.traversability.scope = scope(&generator)
    configuration.filter.scope = scope(&generator)
    if generator.oneIn(2) {
      configuration.traversability.barriers = condition(&generator, isBarrier: true)
    }
    if type == .isolation || generator.oneIn(4) {
      configuration.filter.barriers = condition(&generator, isBarrier: true)
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
        configuration.subnetworkName = subnetwork(of: configuration.tierName, &generator)
        parameters.starts = []
      }
    }
    if type.isSubnetworkBased && generator.oneIn(4) {
      parameters.propagatedAttributeNames =
        [pick(["Phases Current", "Voltage", "Flag"], &generator)]
    }
    if type == .shortestPath {
      configuration.shortestPathAttributeName = pick(
        ["Cost", "Shape length", "Weight"],
        &generator
      )
    }
    if generator.oneIn(5) {
      configuration.output.conditions = condition(&generator, isBarrier: false)
    }
    if generator.oneIn(8) {
      configuration.output.assetTypes = network.definition.sources.flatMap { source in
        source.assetGroups[0].assetTypes.map {
          AssetTypeID(sourceID: source.sourceID, assetGroup: 1, assetType: $0.code)
        }
      }.filter { _ in generator.oneIn(2) }
    }
    for _ in 0..<2 where generator.oneIn(3) {
      configuration.functions.append(
        TraceFunction(
          pick(TraceFunctionType.allCases, &generator),
          of: pick(RandomTraceParameters.integers + RandomTraceParameters.reals, &generator),
          conditions: generator.oneIn(3) ? condition(&generator, isBarrier: false) : nil
        )
      )
    }
    parameters.indeterminateFlow = pick(IndeterminateFlow.allCases, &generator)
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
    generator.oneIn(2) ? .junctionsAndEdges : pick(TraversabilityScope.allCases, &generator)
  }

  private func subnetwork(of tier: String?, _ generator: inout SeededGenerator) -> String {
    pick(RandomTraceNetwork.subnetworkNames, &generator) + " of "
      + (tier ?? network.definition.domainNetworks[0].tiers[0].name)
  }

  private func feature(_ generator: inout SeededGenerator) -> FeatureID? {
    for _ in 0..<20 {
      let feature = network.feature(
        ordinal: Int32(generator.int(0...max(network.featureCount - 1, 0)))
      )
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
    let fraction = pick([nil, 0, 0.125, 0.25, 0.5, 0.625, 0.75, 1], &generator)
    return TraceLocation(feature, fractionAlongEdge: fraction)
  }

  /// A place a few steps from a controller.
  private func locationNearController(_ generator: inout SeededGenerator) -> TraceLocation? {
    let controllers = network.subnetworkControllers
    guard !controllers.isEmpty else { return nil }
    let controller = pick(controllers, &generator)
    let nodes = topology.nodes(of: controller.feature)
    guard controller.terminal < nodes.count else { return nil }
    var node = nodes.lowerBound + controller.terminal
    var line: Int?
    for _ in 0..<generator.int(0...8) {
      let halves = Array(topology.halfEdges(of: node))
      if halves.isEmpty { break }
      let half = pick(halves, &generator)
      node = Int(half.node)
      if topology.isLine(half.edge) { line = half.edge }
    }
    if let line, topology.feature(ofNode: node) == nil || generator.oneIn(3),
      let feature = topology.feature(ofEdge: line)
    {
      let positions = topology.positions(ofEdge: line)
      let share = pick([0, 0.25, 0.5, 1], &generator)
      return TraceLocation(
        feature,
        fractionAlongEdge: positions.lowerBound
          + share * (positions.upperBound - positions.lowerBound)
      )
    }
    guard let feature = topology.feature(ofNode: node) else { return nil }
    return TraceLocation(feature, terminalID: topology.terminal(ofNode: node)?.id)
  }

  // MARK: Conditions

  private func comparison(
    _ generator: inout SeededGenerator,
    isBarrier: Bool
  ) -> TraceCondition {
    switch generator.int(0...9) {
    case 0: return .hasCategory(pick(network.definition.categories, &generator))
    case 1: return .lacksCategory(pick(network.definition.categories, &generator))
    case 2:
      return .attributes(
        pick(RandomTraceParameters.integers, &generator),
        pick(TraceConditionOperator.allCases, &generator),
        pick(RandomTraceParameters.integers, &generator)
      )
    case 3:
      return .attributes(
        pick(RandomTraceParameters.reals, &generator),
        pick(TraceConditionOperator.allCases.filter { !$0.comparesBits }, &generator),
        pick(RandomTraceParameters.reals + RandomTraceParameters.integers, &generator)
      )
    case 4:
      return .attribute(
        pick(RandomTraceParameters.reals, &generator),
        pick(TraceConditionOperator.allCases.filter { !$0.comparesBits }, &generator),
        .real(Double(generator.int(0...40)) / 4 + (generator.oneIn(2) ? 0.1 : 0))
      )
    case 5:
      let system = [
        "Is subnetwork controller", "Terminal ID", "Asset type", "Source ID", "Position from",
        "Position to", "Asset group",
      ]
      let name = pick(system, &generator)
      return name.hasPrefix("Position")
        ? .attribute(name, pick([.equal, .greaterThan, .lessThanEqual], &generator), .real(0.5))
        : .attribute(
          name,
          pick([.equal, .notEqual, .greaterThan], &generator),
          .integer(Int64(generator.int(0...7)))
        )
    case 6:
      return .attribute("Status", .equal, generator.oneIn(2) ? .text("Open") : .integer(1))
    default:
      return .attribute(
        pick(RandomTraceParameters.integers, &generator),
        pick(TraceConditionOperator.allCases, &generator),
        .integer(Int64(generator.int(0...8)))
      )
    }
  }

  /// A tree of conditions; those of barriers seldom hold, since otherwise nothing is reached.
  private func condition(_ generator: inout SeededGenerator, isBarrier: Bool) -> TraceCondition {
    switch generator.int(0...7) {
    case 0: .attribute("Status", .equal, 1)
    case 1: .or([.attribute("Status", .equal, 1), comparison(&generator, isBarrier: isBarrier)])
    case 2:
      .and([
        comparison(&generator, isBarrier: isBarrier), comparison(&generator, isBarrier: isBarrier),
      ])
    case 3:
      .or([
        .and([
          comparison(&generator, isBarrier: isBarrier),
          comparison(&generator, isBarrier: isBarrier),
        ]), comparison(&generator, isBarrier: isBarrier),
      ])
    case 4:
      .and([
        comparison(&generator, isBarrier: isBarrier), comparison(&generator, isBarrier: isBarrier),
        comparison(&generator, isBarrier: isBarrier),
      ])
    case 5: .attribute("Weight", .equal, .integer(Int64(generator.int(0...6))))
    default: comparison(&generator, isBarrier: isBarrier)
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
    let name = pick(
      isReal ? RandomTraceParameters.reals : RandomTraceParameters.integers,
      &generator
    )
    let comparisons = TraceConditionOperator.allCases.filter { !$0.comparesBits }
    return TraceFunctionBarrier(
      pick(functions, &generator),
      of: name,
      generator.oneIn(3) ? pick(comparisons, &generator) : .greaterThanEqual,
      Double(generator.int(0...14)) + (isReal ? 0.1 : 0),
      usesLocalValues: generator.oneIn(2)
    )
  }

  private func propagator(_ generator: inout SeededGenerator) -> TracePropagator {
    switch generator.int(0...3) {
    case 0, 1:
      TracePropagator(
        .bitwiseAnd,
        of: "Phases Current",
        generator.oneIn(2) ? .includesAny : pick(TraceConditionOperator.allCases, &generator),
        .integer(Int64(generator.oneIn(2) ? 7 : generator.int(0...7))),
        substitutionAttributeName: generator.oneIn(2) ? "Substitution" : nil
      )
    case 2:
      TracePropagator(
        .min,
        of: pick(["Voltage", "Cost", "Weight"], &generator),
        pick([.greaterThan, .greaterThanEqual, .notEqual, .lessThan, .equal], &generator),
        .real(Double(generator.int(0...12)) / 4)
      )
    default:
      TracePropagator(
        .max,
        of: pick(["Voltage", "Cost", "Weight"], &generator),
        pick([.lessThan, .lessThanEqual, .notEqual, .greaterThan, .equal], &generator),
        .real(Double(generator.int(4...24)) / 4)
      )
    }
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
        assumptions.values.append(
          .init(
            feature,
            "Status",
            pick([.integer(1), .text("Closed"), .text("Open"), nil], &generator)
          )
        )
      default:
        assumptions.values.append(
          .init(
            feature,
            "Phases Current",
            pick([.integer(Int64(generator.int(0...7))), .text("ABC"), nil], &generator)
          )
        )
      }
    }
    assumptions.unblocked.removeAll { assumptions.blocked.contains($0) }
    return assumptions
  }
}

extension TraceLocation {
  /// The location as text, for what a failing test prints.
  func text(_ graph: NaiveGraph) -> String {
    graph.name(of: feature) + (terminalID.map { "#\($0)" } ?? "")
      + (fractionAlongEdge.map { "@\($0)" } ?? "")
  }
}

extension NaiveGraph {
  /// The network as text, for what a failing test prints.
  var text: String {
    var lines: [String] = []
    for node in 0..<nodeCount {
      guard let feature = feature(of: node) else { continue }
      let values = network.definition.networkAttributes.compactMap { attribute in
        value(attribute.name, at: node).map { "\(attribute.name)=\($0)" }
      }
      let type = network.assetType(of: feature)?.type
      let controller =
        controllersAt[node]?
        .map { "controller of \($0.subnetworkName) tier \($0.tierName ?? "-")" } ?? []
      lines.append(
        "\(name(node)) [\(type?.name ?? "")] \(values.joined(separator: " ")) "
          + (type?.categories ?? []).joined(separator: ",") + controller.joined()
      )
    }
    func nodeName(_ node: Int) -> String { name(node) }
    for (number, edge) in edges.enumerated() {
      let element = element(edge: number)
      let values =
        edge.isInternal
        ? [
          "\(edge.isJoined ? "joined" : "apart") \(edge.isForth ? "forth" : "") \(edge.isBack ? "back" : "")"
        ]
        : network.definition.networkAttributes.compactMap { attribute in
          value(attribute.name, at: element).map { "\(attribute.name)=\($0)" }
        }
      lines.append(
        "e\(number) \(name(element)): \(nodeName(edge.from)) -> \(nodeName(edge.to)) "
          + values.joined(separator: " ")
      )
    }
    let domain = network.definition.domainNetworks.first
    lines.append(
      "\(domain?.tierDefinition.rawValue ?? "") \(domain?.subnetworkControllerType.rawValue ?? "")"
    )
    return lines.joined(separator: "\n")
  }

  func text(_ parameters: TraceParameters) -> String {
    var lines = [
      "\(parameters.type) from \(parameters.starts.map { $0.text(self) })"
        + " barriers \(parameters.barriers.map { $0.text(self) })"
        + " filter barriers \(parameters.filterBarriers.map { $0.text(self) })"
        + " indeterminate \(parameters.indeterminateFlow)"
    ]
    if !parameters.propagatedAttributeNames.isEmpty {
      lines.append("telling \(parameters.propagatedAttributeNames)")
    }
    let assumptions = parameters.assumptions
    if !assumptions.isEmpty {
      lines.append(
        "blocked \(assumptions.blocked.map(name(of:))) unblocked \(assumptions.unblocked.map(name(of:)))"
          + " values \(assumptions.values.map { "\(name(of: $0.feature)).\($0.attributeName)=\($0.value.map { "\($0)" } ?? "nil")" })"
      )
    }
    guard let configuration = parameters.configuration else {
      return (lines + ["no configuration"]).joined(separator: "\n")
    }
    var options: [String] = []
    if let tier = configuration.tierName { options.append("tier \(tier)") }
    if let name = configuration.subnetworkName { options.append("subnetwork \(name)") }
    if !configuration.includesBarriers { options.append("without barriers") }
    if configuration.ignoresBarriersAtStartingPoints { options.append("ignores at starts") }
    if !configuration.allowsIndeterminateFlow { options.append("no indeterminate flow") }
    if configuration.usesDigitizedDirection { options.append("as drawn") }
    if let bits = configuration.filter.bitsetAttributeName { options.append("bits of \(bits)") }
    if let cost = configuration.shortestPathAttributeName { options.append("cost \(cost)") }
    if let nearest = configuration.filter.nearestNeighbors { options.append("\(nearest)") }
    if let target = configuration.targetTierName { options.append("target tier \(target)") }
    lines.append(options.joined(separator: ", "))
    if let condition = configuration.traversability.barriers {
      lines.append("barriers (\(configuration.traversability.scope)): \(condition)")
    }
    if let condition = configuration.filter.barriers {
      lines.append("filter (\(configuration.filter.scope)): \(condition)")
    }
    for barrier in configuration.traversability.functionBarriers {
      lines.append("function: \(barrier)")
    }
    for barrier in configuration.filter.functionBarriers {
      lines.append("filter function: \(barrier)")
    }
    for propagator in configuration.propagators { lines.append("propagator: \(propagator)") }
    for function in configuration.functions { lines.append("sums: \(function)") }
    if let condition = configuration.output.conditions { lines.append("output: \(condition)") }
    if !configuration.output.assetTypes.isEmpty {
      lines.append("output types: \(configuration.output.assetTypes)")
    }
    return lines.joined(separator: "\n")
  }
}
