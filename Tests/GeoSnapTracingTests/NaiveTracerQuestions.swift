import GeoSnap

// What is asked beside traces, by brute force.

extension NaiveTracer {
  /// What it costs to reach each feature; of a line to its nearer end.
  func distances(by attribute: String) -> [FeatureID: Double] {
    let costs = costs(from: starts, by: attribute, within: nil)
    var least: [FeatureID: Double] = [:]
    func take(_ feature: FeatureID?, _ value: Double?) {
      guard let feature, let value else { return }
      least[feature] = min(least[feature] ?? .infinity, value)
    }
    for (node, value) in costs { take(network.feature(of: node), value) }
    for (number, edge) in network.edges.enumerated() where edge.isLine {
      let ends = network.ends(number)
      // What is met from one of its ends has a distance, though it may bar.
      if ends.contains(where: { costs[$0] != nil && !bars($0) }) {
        for end in ends { take(edge.feature, costs[end]) }
      }
      for case .edge(number, _) in starts {
        take(edge.feature, 0)
        for end in ends { take(edge.feature, costs[end]) }
      }
    }
    return least
  }

  /// The least number of barriers on a way from one of the starts to a place; nil when nothing connects them.
  func fewestBarriers(to goals: [NaiveStart]) -> Int? {
    func weight(_ edge: Int) -> Int { isOpen[edge] && !bars(network.element(edge: edge)) ? 0 : 1 }
    func weight(node: Int) -> Int { bars(node) ? 1 : 0 }
    let offers = starts.flatMap { start in
      switch start {
      case .node(let node): [(node, weight(node: node))]
      case .edge(let edge, _): network.ends(edge).map { ($0, weight(edge) + weight(node: $0)) }
      }
    }
    let best = network.least(offers) { edge, _, far, before in
      [(far, before + weight(edge) + weight(node: far))]
    }
    return goals.compactMap { goal -> Int? in
      switch goal {
      case .node(let node): return best[node]
      case .edge(let edge, _):
        let isShared = starts.contains { network.element(of: $0) == network.element(of: goal) }
        if isShared { return weight(edge) }
        return network.ends(edge).compactMap { best[$0] }.min().map { $0 + weight(edge) }
      }
    }.min()
  }

  /// Whether some elements, and what is no result, make a way from the starts to a place.
  func isWay(_ elements: Set<String>, to goals: [NaiveStart]) -> Bool {
    let walk = NaiveWalk(
      network,
      from: starts.map { start in
        guard case .edge(let edge, _) = start else { return (network.element(of: start), []) }
        return (network.element(of: start), network.ends(edge))
      },
      allows: { !network.isResult($0) || elements.contains(network.name($0)) },
      bars: bars,
      enters: { _, edge, _ in isOpen[edge] }
    )
    return goals.contains { walk.order.contains(network.element(of: $0)) }
  }
}

extension NaiveGraph {
  /// A part of the network between valves, and the valves with one side in it.
  struct Segment: Hashable {
    let elements: Set<Int>
    let valves: Set<FeatureID>
  }

  /// What lies between valves, whatever is shut or open now.
  func segments(dividedBy condition: TraceCondition) -> Set<Segment> {
    func isValve(_ node: Int) -> Bool { isNode(node) && holds(condition, at: node) }
    func isStop(_ node: Int) -> Bool { isValve(node) && !isOfSeveral(node) }
    func isShut(_ edge: Edge) -> Bool {
      edge.isInternal && (!edge.isJoined || isValve(edge.from) || isValve(edge.to))
    }
    /// All elements joined with one, without passing a valve.
    func flood(_ first: Int) -> Set<Int> {
      var found: Set<Int> = [first]
      var queue = [first]
      while let element = queue.popLast() {
        var next: [Int] = []
        if !isNode(element) {
          next = ends(element - nodeCount).filter { !isStop($0) }
        } else if !isStop(element) {
          next = edgesAt[element].filter { !isShut(edges[$0]) }.map { self.element(edge: $0) }
        }
        for other in next where found.insert(other).inserted { queue.append(other) }
      }
      return found
    }
    var segments: Set<Segment> = []
    let all = (0..<nodeCount + edges.count).filter { isResult($0) && !isValve($0) }
    for element in all {
      let found = flood(element)
      // Each valve's sides: the terminals of several, or what is joined to its only one.
      var sides: [FeatureID: Int] = [:]
      for node in 0..<nodeCount where isValve(node) {
        guard let feature = feature(of: node) else { continue }
        if isOfSeveral(node) { sides[feature, default: 0] += found.contains(node) ? 1 : 0 }
        for number in edgesAt[node] where !isOfSeveral(node) && edges[number].isLine {
          let isWithin = found.contains(self.element(edge: number))
          sides[feature, default: 0] += isWithin ? ends(number).count { $0 == node } : 0
        }
      }
      segments.insert(
        Segment(
          elements: found.filter { isResult($0) && !isValve($0) },
          valves: Set(sides.filter { $0.value == 1 }.keys)
        )
      )
    }
    return segments
  }
}
