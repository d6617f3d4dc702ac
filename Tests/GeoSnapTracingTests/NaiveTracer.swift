import GeoSnap

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
  /// Where a walk did not go on, and why.
  var stops: Set<NaiveStop> = []
  /// What is nearest, with what it costs, the nearest first; nil where that is not asked for.
  var neighbors: [NaiveNeighbor]?
  /// Where a trace comes to the border of its tier.
  var tierBorder: [Int] = []
  /// For each propagator of the configuration the value of each element.
  var propagated: [[Int: Double?]] = []
}

/// A start with, for parts of lines, the nodes by which it is left.
typealias NaiveSeed = (element: Int, exits: [Int])

/// Adds to a set, round after round, until nothing is new.
func grow(_ set: inout Set<Int>, _ round: (inout Set<Int>) -> Void) {
  var count = -1
  while count != set.count {
    count = set.count
    round(&set)
  }
}

/// Traces by the definitions of Documentation/Tracing.md, read directly: delete an edge and search,
/// ask every element, run rounds until nothing changes.
///
/// No algorithm is clever and no number is shared with what is tested.
struct NaiveTracer {
  struct Failure: Error { let code: TraceError.Code }

  let network: NaiveGraph
  let parameters: TraceParameters
  let configuration: TraceConfiguration
  let domain: DomainNetwork?
  let tier: Tier?
  var starts: [NaiveStart]
  var groups: [[NaiveStart]]
  /// What bars in pass 1, and in traces that have one pass.
  private(set) var barriers: NaiveBarriers
  /// What of that bars for a condition, or is taken to be blocked.
  let own: NaiveBarriers
  /// What bars in pass 2 alone.
  let filter: NaiveBarriers
  /// Whether internal edges are there.
  private(set) var isOpen: [Bool]
  /// The nodes at which a place on a line stays on the line.
  let shutNodes: Set<Int>
  /// The controllers' terminals at which a subnetwork ends.
  private(set) var boundaries: Set<Int> = []
  /// For each internal edge of a star the first terminal of the star.
  private(set) var stars: [Int: Int] = [:]

  /// The starts whose bits count; those of the tracer unless it goes on for another.
  var bitStarts: [Int]?
  /// An element of each start as it was named.
  var namedElements: [Int] {
    parameters.starts.flatMap { start in
      topology.edges(of: start.feature).first.map { [network.element(edge: Int($0))] }
        ?? network.places(of: start).map { network.element(of: $0) }
    }
  }
  private var topology: Topology { network.topology }

  var isSink: Bool { domain?.subnetworkControllerType == .sink }
  var type: TraceType { parameters.type }
  /// Whether upstream and downstream are as lines are drawn, whatever subnetworks say.
  let isDrawn: Bool

  init(_ topology: Topology, _ parameters: TraceParameters) throws(Failure) {
    let network = NaiveGraph(topology, assuming: parameters.assumptions.values)
    self.network = network
    self.parameters = parameters
    let definition = topology.network.base.definition
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
    let isDrawn =
      configuration.usesDigitizedDirection && [.upstream, .downstream].contains(parameters.type)
    self.isDrawn = isDrawn
    var spared = Set(parameters.assumptions.unblocked)
    if configuration.ignoresBarriersAtStartingPoints {
      spared.formUnion(parameters.starts.map(\.feature))
    }
    let isSubnetworkBased = parameters.type.isSubnetworkBased && !isDrawn
    let ownFilter = network.barriers(
      configuration.filter.barriers,
      configuration.filter.scope,
      sparing: spared
    )
    filter = ownFilter.union(network.barriers(at: parameters.filterBarriers))
    own = network.barriers(
      configuration.traversability.barriers,
      configuration.traversability.scope,
      blocked: Set(parameters.assumptions.blocked),
      sparing: spared
    )
    let (ownBarriers, placed) = (own, network.barriers(at: parameters.barriers))
    let given = placed.union(network.barriers(at: parameters.filterBarriers)).nodes
    let shut = [ownBarriers, ownFilter].reduce(Set<Int>()) {
      $0.union($1.nodes).union($1.terminals)
    }
    .subtracting(given)
    groups = parameters.starts.map { network.sides(of: $0, shut) }
    let starts = groups.flatMap { $0 }
    self.starts = starts
    shutNodes = shut
    barriers = own.union(placed)
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
      case .upstream where isDrawn, .downstream where isDrawn: isBoundary = false
      default:
        isBoundary =
          domain?.tierDefinition != .hierarchical
          || controllers.contains { $0.tierName == tier?.name }
      }
      if isBoundary { boundaries.insert(node) }
      for edge in network.edgesAt[node] where isBoundary && network.edges[edge].isInternal {
        isOpen[edge] = false
      }
    }
    if !joinsAll { stars = findStars() }
  }

  /// The stars: where three terminals or more of a device are joined each with each, both ways.
  ///
  /// Two terminals that bar need not be joined, since nothing passes between them.
  private func findStars() -> [Int: Int] {
    let ignoresDirection = [.loops, .shortestPath, .isolation].contains(type)
    let joining = network.edges.indices.filter { number in
      let edge = network.edges[number]
      return edge.isInternal && isOpen[number] && (ignoresDirection || edge.isForth && edge.isBack)
        && !(bars(edge.from) && bars(edge.to))
    }
    var stars: [Int: Int] = [:]
    for first in joining {
      var group: Set<Int> = [network.edges[first].from]
      grow(&group) { group in
        for edge in joining.map({ network.edges[$0] })
        where group.contains(edge.from) != group.contains(edge.to) {
          group.formUnion([edge.from, edge.to])
        }
      }
      let own = joining.filter { group.contains(network.edges[$0].from) }
      let barring = group.filter(bars).count
      let wanted = group.count * (group.count - 1) / 2 - barring * (barring - 1) / 2
      if group.count > 2 && own.count == wanted { stars[first] = group.min() }
    }
    return stars
  }

  func answer() throws(Failure) -> NaiveAnswer {
    var answer: NaiveAnswer
    switch type {
    case .connected: answer = connected()
    case .loops: answer = loops()
    case .shortestPath: answer = try shortestPath()
    case .upstream where isDrawn, .downstream where isDrawn: answer = drawn()
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

  func bars(_ element: Int) -> Bool { barriers.bars(element, network) }

  /// Whether an element bars while results are collected.
  func barsCollecting(_ element: Int) -> Bool { bars(element) || filter.bars(element, network) }

  /// Whether an element that was visited is a result, bar what output conditions say.
  func isReturned(_ element: Int, barring: Bool) -> Bool {
    network.isResult(element)
      && (!barring || configuration.includesBarriers || network.isOfSeveral(element))
  }

  /// The answer of a walk: what was visited, and what bars at its start; `starts` do not bar.
  func answer(_ ways: NaiveWays, starts: [NaiveSeed]) -> NaiveAnswer {
    var answer = NaiveAnswer()
    answer.stops = stops(ways)
    answer.neighbors = neighbors(ways)
    answer.elements = ways.walk.order.filter { element in
      let isStart = starts.contains { $0.element == element }
      let isBarring = ways.walk.stopped.contains(element) || (barsCollecting(element) && !isStart)
      return isReturned(element, barring: isBarring)
    }
    add(ways.barring, to: &answer)
    return answer
  }

  /// Adds what bars, where barriers are results.
  func add(_ barring: [Int], to answer: inout NaiveAnswer) {
    for element in barring
    where isReturned(element, barring: true) && !answer.elements.contains(element) {
      answer.elements.append(element)
    }
  }

  /// The starts that let a trace out, and those that bar it at once.
  func split(_ barriers: NaiveBarriers) -> (open: [NaiveSeed], barring: [Int]) {
    var open: [NaiveSeed] = []
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

  var functionBarriers: [TraceFunctionBarrier] {
    configuration.traversability.functionBarriers + configuration.filter.functionBarriers
  }

  func isEntered(_ node: Int, _ edge: Int, _ next: Int) -> Bool { isOpen[edge] }

  func joined(with starts: [NaiveSeed], functions: [TraceFunctionBarrier] = []) -> NaiveWalk {
    NaiveWalk(network, from: starts, functions: functions, bars: bars, enters: isEntered)
  }

  private func connected() -> NaiveAnswer {
    let (open, barring) = split(barriers)
    let walk = joined(with: open, functions: functionBarriers)
    return answer(NaiveWays(walk: walk, barring: barring, enters: isEntered), starts: open)
  }

  /// Upstream or downstream, each line from its first end to its last.
  private func drawn() -> NaiveAnswer {
    func enters(_ node: Int, _ edge: Int, _ next: Int) -> Bool {
      let ends = network.edges[edge]
      guard isOpen[edge] else { return false }
      if ends.from == ends.to { return true }
      let isForth = (node == ends.from) == (type == .downstream)
      if ends.isInternal { return isForth ? ends.isForth : ends.isBack }
      return !ends.isLine || isForth
    }
    let (open, barring) = split(barriers)
    var seeds: [NaiveSeed] = []
    for start in starts where !network.exits(start, barriers).isEmpty {
      var exits: [Int] = []
      if case .edge(let edge, let fraction) = start {
        let side = type == .downstream ? 1.0 : 0
        let ends = network.edges[edge]
        if network.sides(of: edge, from: fraction, barriers).contains(side) {
          exits = [side == 0 ? ends.from : ends.to]
        }
      }
      seeds.append((network.element(of: start), exits))
    }
    let walk = NaiveWalk(
      network,
      from: seeds,
      functions: functionBarriers,
      allows: sharesBits,
      bars: bars,
      enters: enters
    )
    let ways = NaiveWays(walk: walk, barring: barring, seeds: seeds, enters: enters)
    return answer(ways, starts: open)
  }

  /// Whether an element has a bit of the filter's bitset attribute that a start has too, or no value;
  /// ways within devices have none.
  func sharesBits(_ element: Int) -> Bool {
    let bits = (bitStarts ?? namedElements).compactMap { ownBits($0) }
    return bits.isEmpty || bits.contains { hasBit($0, element) }
  }

  private func ownBits(_ element: Int) -> Int64? {
    configuration.filter.bitsetAttributeName.flatMap { network.value($0, at: element) }
      .map { Int64($0) }
  }

  /// Whether an element has one of some bits, or no value, as ways within devices.
  private func hasBit(_ bits: Int64, _ element: Int) -> Bool {
    !network.isResult(element) || ownBits(element).map { $0 & bits != 0 } ?? true
  }

  private func loops() -> NaiveAnswer {
    let walk = joined(with: split(barriers).open, functions: functionBarriers)
    let within = Set(walk.order).subtracting(walk.stopped)
    var found: Set<Int> = []
    for bit in loopBits(of: within) { found.formUnion(loops(of: within, sharing: bit)) }
    var answer = NaiveAnswer()
    answer.elements = found.filter(network.isResult).sorted()
    return answer
  }

  /// The bits of which loops are asked for one by one; a nil for all at once.
  private func loopBits(of elements: Set<Int>) -> [Int64?] {
    guard configuration.filter.bitsetAttributeName != nil else { return [nil] }
    // One that nothing has stands for what has no value.
    return (0..<64).map { Int64(1) << $0 }.filter { bit in
      bit == 1 << 40 || elements.contains { hasBit(bit, $0) }
    }
  }

  private func loops(of within: Set<Int>, sharing bit: Int64?) -> Set<Int> {
    let edges = network.edges.indices.filter { edge in
      isOpen[edge]
        && ([network.element(edge: edge)] + network.ends(edge)).allSatisfy {
          within.contains($0) && !bars($0) && (bit == nil || hasBit(bit ?? 0, $0))
        }
    }
    let links = NaiveLinks(self, edges: edges, outward: { _ in (true, true) })
    var found: Set<Int> = []
    for link in links.all where links.joins(link.from, link.to, without: link) {
      found.formUnion(link.edges.flatMap { [network.element(edge: $0)] + network.ends($0) })
      found.formUnion([link.from, link.to].filter { $0 < network.nodeCount })
    }
    return found
  }

  private func shortestPath() throws(Failure) -> NaiveAnswer {
    guard let cost = configuration.shortestPathAttributeName else { throw Failure(code: .badCost) }
    guard groups.count == 2 else { throw Failure(code: .startMissing) }
    var answer = NaiveAnswer()
    answer.cost = self.cost(by: cost, within: nil)
    return answer
  }

  func cost(by attribute: String, within allowed: Set<Int>?) -> Double? {
    groups[0].flatMap { start in
      groups[1].compactMap { cost(from: start, to: $0, by: attribute, within: allowed) }
    }.min()
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
      for side in network.sides(of: edge, from: fraction, barriers) {
        let exit = side == 0 ? ends.from : ends.to
        guard !barriers.nodes.contains(exit), let arrived = costs[exit] else { continue }
        let part = partCost(edge, from: fraction, to: side, attribute)
        best = min(best ?? .infinity, arrived + part)
      }
      // A start that bars leads nowhere, not along its own part either.
      if case .edge(edge, let first) = start, !barriers.edges.contains(edge) {
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
    func own(_ element: Int) -> Double { network.share(attribute, at: element) ?? 0 }
    func isAllowed(_ element: Int) -> Bool {
      allowed.map { $0.contains(element) || !network.isResult(element) } ?? true
    }
    var offers: [(Int, Double)] = []
    for start in starts {
      switch start {
      case .node(let node): if !bars(node) { offers.append((node, own(node))) }
      case .edge(let edge, let fraction):
        for side in network.sides(of: edge, from: fraction, barriers) {
          let exit = side == 0 ? network.edges[edge].from : network.edges[edge].to
          offers.append((exit, partCost(edge, from: fraction, to: side, attribute) + own(exit)))
        }
      }
    }
    return network.least(offers.filter { isAllowed($0.0) }) { number, u, v, before in
      let element = network.element(edge: number)
      let edge = network.edges[number]
      guard isOpen[number], !bars(element), isAllowed(element), !bars(u), isAllowed(v) else {
        return []
      }
      let step = edge.isInternal ? 0 : (edge.isLine ? own(element) : 0) + own(v)
      return [(v, before + step)]
    }
  }
}

extension NaiveGraph {
  /// The least value of each element: what is offered first, and what every edge passed either way offers
  /// of it, until nothing changes.
  func least<Value: Comparable>(
    _ first: [(Int, Value)],
    _ offers: (_ edge: Int, _ node: Int, _ far: Int, _ before: Value) -> [(Int, Value)]
  ) -> [Int: Value] {
    var least: [Int: Value] = [:]
    func take(_ offers: [(Int, Value)]) -> Bool {
      let better = offers.filter { element, value in least[element].map { value < $0 } ?? true }
      for (element, value) in better { least[element] = min(least[element] ?? value, value) }
      return !better.isEmpty
    }
    var isChanged = take(first)
    while isChanged {
      isChanged = false
      for (number, edge) in edges.enumerated() {
        for (u, v) in [(edge.from, edge.to), (edge.to, edge.from)] {
          guard let before = least[u] else { continue }
          if take(offers(number, u, v, before)) { isChanged = true }
        }
      }
    }
    return least
  }
}
