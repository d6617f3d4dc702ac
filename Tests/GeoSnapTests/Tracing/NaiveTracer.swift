import GeoSnap

/// What a brute-force trace finds.
struct NaiveAnswer {
  /// Elements by number, in the order in which they were reached.
  var elements: [Int] = []
  /// What functions are computed of: the elements before output conditions drop some.
  var summed: [Int] = []
  var controllers: Set<SubnetworkController> = []
  /// What can be shut: lines' parts by their own names, junctions by their features'.
  var boundary: Set<String> = []
  var needed: Set<String> = []
  /// What can be shut, everywhere.
  var border: Set<Int> = []
  /// What is isolated, without what can be shut.
  var region: Set<Int> = []
  var controllersInside: Set<SubnetworkController> = []
  var cost: Double?
  /// For each propagator of the configuration the value of each element.
  var propagated: [[Int: Double?]] = []
}

/// Traces by the definitions, read directly.
///
/// Delete an edge and search, ask every element, run rounds until nothing changes: no algorithm is
/// clever and no number is shared with what is tested. See Documentation/Tracing.md for what the
/// definitions are.
struct NaiveTracer {
  struct Failure: Error { let code: TraceError.Code }

  let network: NaiveGraph
  let parameters: TraceParameters
  let configuration: TraceConfiguration
  let domain: DomainNetwork?
  let tier: Tier?
  let starts: [NaiveStart]
  /// What bars in pass 1, and in traces that have one pass.
  private(set) var barriers: NaiveBarriers
  /// What bars in pass 2 alone.
  let filter: NaiveBarriers
  /// Whether internal edges are there.
  private(set) var isOpen: [Bool]

  var isSink: Bool { domain?.subnetworkControllerType == .sink }
  var type: TraceType { parameters.type }

  init(_ topology: Topology, _ parameters: TraceParameters) throws(Failure) {
    let network = NaiveGraph(topology, assuming: parameters.assumptions.values)
    self.network = network
    self.parameters = parameters
    let definition = topology.network.definition
    let wanted = parameters.configuration?.tierName
    let tiered = definition.domainNetworks.filter { !$0.tiers.isEmpty }
    let domain = tiered.first { domain in
      wanted == nil || domain.tiers.contains { $0.name == wanted }
    }
    let tier = domain?.tiers.first { wanted == nil || $0.name == wanted }
    self.domain = domain
    self.tier = tier
    configuration =
      parameters.configuration
      ?? (parameters.type == .connected ? nil : tier?.traceConfiguration) ?? TraceConfiguration()
    let starts = parameters.starts.flatMap { network.places(of: $0) }
    self.starts = starts
    var spared = Set(parameters.assumptions.unblocked)
    if configuration.ignoresBarriersAtStartingPoints {
      spared.formUnion(parameters.starts.map(\.feature))
    }
    let isSubnetworkBased = parameters.type.isSubnetworkBased
    filter = network.barriers(
      configuration.filter.barriers,
      configuration.filter.scope,
      at: parameters.filterBarriers,
      sparing: spared
    )
    barriers = network.barriers(
      configuration.traversability.barriers,
      configuration.traversability.scope,
      at: parameters.barriers,
      blocked: Set(parameters.assumptions.blocked),
      sparing: spared
    )
    if !isSubnetworkBased { barriers = barriers.union(filter) }
    let joinsAll = parameters.type == .connected
    isOpen = network.edges.map { joinsAll || $0.isJoined }
    for edge in barriers.shut { isOpen[edge] = false }
    for (node, controllers) in network.controllersAt {
      let isBoundary: Bool
      switch parameters.type {
      case .loops:
        // The condition that loops have of themselves, but of where they start.
        isBoundary = !starts.contains { network.element(of: $0) == node }
        if isBoundary && !network.isOfSeveral(node) { barriers.nodes.insert(node) }
      case .connected, .shortestPath: isBoundary = false
      default:
        isBoundary =
          domain?.tierDefinition != .hierarchical
          || controllers.contains { $0.tierName == tier?.name }
      }
      for edge in network.edgesAt[node] where isBoundary && network.edges[edge].isInternal {
        isOpen[edge] = false
      }
    }
  }

  func answer() throws(Failure) -> NaiveAnswer {
    var answer: NaiveAnswer
    switch type {
    case .connected: answer = connected()
    case .loops: answer = loops()
    case .shortestPath: answer = try shortestPath()
    default: answer = try subnetworkBased()
    }
    answer.summed = answer.elements
    answer.elements = answer.elements.filter(isOutput)
    return answer
  }

  private func isOutput(_ element: Int) -> Bool {
    let output = configuration.output
    if let feature = network.feature(of: element), !output.assetTypes.isEmpty {
      let type = network.network.tables[Int(feature.table)].assetTypeID(of: Int(feature.row))
      guard let type, output.assetTypes.contains(type) else { return false }
    }
    return output.conditions.map { network.holds($0, at: element) } ?? true
  }

  /// The values of the configuration's functions over elements in their order.
  func functions(over elements: [Int]) -> [Double?] {
    configuration.functions.map { function in
      var counted: Set<FeatureID> = []
      var values: [Double] = []
      for element in elements {
        if let condition = function.conditions, !network.holds(condition, at: element) { continue }
        guard let value = network.share(function.attributeName, at: element) else { continue }
        if network.isNode(element), let feature = network.feature(of: element),
          !counted.insert(feature).inserted
        {
          continue
        }
        values.append(value)
      }
      return NaiveWalk.result(of: function.function, values)
        ?? (function.function == .count ? 0 : nil)
    }
  }

  // MARK: Walking

  func bars(_ element: Int) -> Bool { barriers.bars(element, network) }

  /// Whether an element that was visited is a result, bar what output conditions say.
  func isReturned(_ element: Int, barring: Bool) -> Bool {
    network.isResult(element)
      && (!barring || configuration.includesBarriers || network.isOfSeveral(element))
  }

  /// The starts that let a trace out, and those that bar it at once.
  func split(
    _ barriers: NaiveBarriers
  ) -> (open: [(element: Int, exits: [Int])], barring: [Int]) {
    var open: [(element: Int, exits: [Int])] = []
    var barring: [Int] = []
    for start in starts {
      let exits = network.exits(start, barriers)
      if exits.isEmpty {
        barring.append(network.element(of: start))
      } else {
        open.append((network.element(of: start), exits))
      }
    }
    return (open, barring)
  }

  private var functionBarriers: [TraceFunctionBarrier] {
    configuration.traversability.functionBarriers + configuration.filter.functionBarriers
  }

  /// Everything joined with the starts, and what of it is a barrier.
  private func joined(functions: [TraceFunctionBarrier]) -> (walk: NaiveWalk, barring: [Int]) {
    let (open, barring) = split(barriers)
    let walk = NaiveWalk(
      network,
      from: open,
      functions: functions,
      allows: { _ in true },
      bars: bars,
      enters: { _, edge, _ in isOpen[edge] }
    )
    return (walk, barring)
  }

  private func connected() -> NaiveAnswer {
    let (walk, barring) = joined(functions: functionBarriers)
    let startElements = Set(split(barriers).open.map(\.element))
    var answer = NaiveAnswer()
    for element in walk.order {
      let isBarring =
        walk.stopped.contains(element) || (bars(element) && !startElements.contains(element))
      if isReturned(element, barring: isBarring) { answer.elements.append(element) }
    }
    for element in barring where isReturned(element, barring: true) {
      if !answer.elements.contains(element) { answer.elements.append(element) }
    }
    return answer
  }

  // MARK: Loops

  private func loops() -> NaiveAnswer {
    let (walk, _) = joined(functions: functionBarriers)
    let within = Set(walk.order).subtracting(walk.stopped)
    let links = NaiveLinks(
      self,
      edges: network.edges.indices.filter { edge in
        let ends = network.edges[edge]
        return isOpen[edge] && within.contains(network.element(edge: edge))
          && within.contains(ends.from) && within.contains(ends.to)
          && !bars(network.element(edge: edge)) && !bars(ends.from) && !bars(ends.to)
      },
      outward: { _ in (true, true) }
    )
    var answer = NaiveAnswer()
    var found: Set<Int> = []
    for link in links.all where links.joins(link.from, link.to, without: link) {
      for edge in link.edges where edge < network.edges.count {
        found.formUnion([
          network.element(edge: edge), network.edges[edge].from, network.edges[edge].to,
        ])
      }
      found.formUnion([link.from, link.to].filter { $0 < network.nodeCount })
    }
    answer.elements = found.filter(network.isResult).sorted()
    return answer
  }

  // MARK: Shortest path

  private func shortestPath() throws(Failure) -> NaiveAnswer {
    guard let cost = configuration.shortestPathAttributeName else { throw Failure(code: .badCost) }
    guard starts.count == 2 else { throw Failure(code: .startMissing) }
    var answer = NaiveAnswer()
    answer.cost = self.cost(from: starts[0], to: starts[1], by: cost, within: nil)
    return answer
  }

  /// The cost of the cheapest way; nil when there is none.
  func cost(
    from start: NaiveStart,
    to end: NaiveStart,
    by attribute: String,
    within allowed: Set<Int>?
  ) -> Double? {
    let costs = costs(from: [start], by: attribute, within: allowed)
    switch end {
    case .node(let node): return costs[node]
    case .edge(let edge, let fraction):
      let ends = network.edges[edge]
      var best: Double?
      for exit in network.exits(end, barriers) where !barriers.nodes.contains(exit) {
        guard let arrived = costs[exit] else { continue }
        let part = partCost(edge, from: fraction, to: exit == ends.from ? 0 : 1, attribute)
        best = min(best ?? .infinity, arrived + part)
      }
      if case .edge(edge, let first) = start {
        let places = barriers.places[edge] ?? []
        let between = min(first, fraction)...max(first, fraction)
        if !places.contains(where: { between.contains($0) }) {
          best = min(best ?? .infinity, partCost(edge, from: first, to: fraction, attribute))
        }
      }
      return best
    }
  }

  /// What it costs from a place on a part of a line to another, each as a fraction of the line; 0 and 1
  /// stand for the part's ends.
  private func partCost(_ edge: Int, from: Double, to: Double, _ attribute: String) -> Double {
    let positions = network.topology.positions(ofEdge: edge)
    let cost = network.share(attribute, at: network.element(edge: edge)) ?? 0
    let length = positions.upperBound - positions.lowerBound
    guard length > 0 else { return 0 }
    let one = min(max(from, positions.lowerBound), positions.upperBound)
    let other = min(max(to, positions.lowerBound), positions.upperBound)
    return cost * abs(one - other) / length
  }

  /// For each node the cost of the cheapest way to it: every edge is tried until nothing changes.
  func costs(
    from starts: [NaiveStart],
    by attribute: String,
    within allowed: Set<Int>?
  ) -> [Int: Double] {
    func own(_ node: Int) -> Double { network.share(attribute, at: node) ?? 0 }
    var costs: [Int: Double] = [:]
    func offer(_ node: Int, _ cost: Double) -> Bool {
      if let allowed, !allowed.contains(node), network.isResult(node) { return false }
      guard cost < costs[node] ?? .infinity else { return false }
      costs[node] = cost
      return true
    }
    for start in starts {
      switch start {
      case .node(let node): if !bars(node) { _ = offer(node, own(node)) }
      case .edge(let edge, let fraction):
        let ends = network.edges[edge]
        for exit in network.exits(start, barriers) {
          // A loop's ends are one node, at the nearer of the two.
          let ways = ends.from == ends.to ? [0.0, 1] : [exit == ends.from ? 0 : 1]
          for way in ways {
            _ = offer(exit, partCost(edge, from: fraction, to: way, attribute) + own(exit))
          }
        }
      }
    }
    var isChanged = true
    while isChanged {
      isChanged = false
      for (number, edge) in network.edges.enumerated() {
        let element = network.element(edge: number)
        guard isOpen[number], !bars(element) else { continue }
        if let allowed, edge.isLine, !allowed.contains(element) { continue }
        for (u, v) in [(edge.from, edge.to), (edge.to, edge.from)] {
          guard let before = costs[u], !bars(u) else { continue }
          let step =
            edge.isInternal
            ? 0 : (edge.isLine ? network.share(attribute, at: element) ?? 0 : 0) + own(v)
          if offer(v, before + step) { isChanged = true }
        }
      }
    }
    return costs
  }
}
