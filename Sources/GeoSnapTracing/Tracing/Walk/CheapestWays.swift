/// The cheapest ways from some starts through a region, after Dijkstra.
///
/// What counts is each element's cost: of a part of a line its share, of a junction once, however many of its
/// terminals the way passes one after the other. An element without a value costs nothing.
struct CheapestWays {
  /// For each node what it costs to reach it, its own cost with it; infinite where it is not reached.
  private(set) var costs: [Double]
  /// For each node the edge it was reached by; -1 for starts and for what was not reached.
  private(set) var entrances: [Int32]
  /// The nodes in the order in which they were reached.
  private(set) var order: [Int32] = []

  /// Where the search goes: as far as it was explored, or as far as the search needs.
  private(set) var rows: GrowingRegion
  private let setting: TraceSetting
  private let price: ElementCosts

  /// Whether the filter's barriers count like others.
  private let usesFilter: Bool

  /// Prepares a search.
  ///
  /// - Throws: ``TraceError`` when there is no such attribute.
  init(
    _ rows: GrowingRegion,
    _ setting: TraceSetting,
    costing name: String,
    usingFilter usesFilter: Bool = false
  ) throws(TraceError) {
    self.usesFilter = usesFilter && !setting.filter.isEmpty
    price = try ElementCosts(setting, costing: name)
    self.rows = rows
    self.setting = setting
    costs = [Double](repeating: .infinity, count: rows.nodeCount)
    entrances = [Int32](repeating: -1, count: rows.nodeCount)
  }

  /// An end of a search: a node, and what it costs to go on from there.
  struct Goal {
    /// The number in the topology.
    let node: Int32
    let rest: Double
  }

  /// Searches from nodes and from places on edges.
  ///
  /// - Parameters:
  ///   - nodes: The nodes.
  ///   - edges: The places on edges, with the ends by which these are left.
  ///   - allowed: For each edge the ways it may be passed; nil for both ways wherever nothing bars.
  ///   - goals: The search ends when the nearest of these is reached; it reaches everything when empty.
  ///   - limit: What the way may cost at most where there are goals.
  /// - Throws: ``TraceError`` of code `badCost` for a negative cost, `cancelled` when the task was cancelled.
  mutating func run(
    fromNodes nodes: [Int32],
    edges: [StartEdge],
    over allowed: [TraceRegion.Ways]? = nil,
    to goals: [Goal] = [],
    within limit: Double = .infinity
  ) throws(TraceError) {
    var limit = limit
    let heap = CostHeap()
    for node in nodes where costs[Int(node)] == .infinity {
      costs[Int(node)] = try cost(ofNode: Int(node))
      heap.push(costs[Int(node)], node)
    }
    for start in edges {
      try leave(start, .back, heap)
      try leave(start, .forth, heap)
    }
    while let (total, next) = heap.pop() {
      let node = Int(next)
      guard total <= costs[node] else { continue }
      if total > limit { return }
      order.append(next)
      if order.count & (Exploration.pace - 1) == 0 { try TraceError.checkCancellation() }
      for goal in goals where goal.node == rows.number(ofNode: node) {
        limit = min(limit, total + goal.rest)
      }
      if rows.marks(ofNode: node).contains(.bars) || usesFilter && filterBars(node: node) {
        continue
      }
      if rows.leave(node) {
        while costs.count < rows.nodeCount {
          costs.append(.infinity)
          entrances.append(-1)
        }
      }
      var (place, end) = rows.halfEdges(of: node)
      while place != end {
        let half = rows.halfEdge(at: place)
        defer { place = half.next }
        let marks = rows.marks(ofEdge: half.edge)
        if marks.contains(.bars) { continue }
        let other = rows.other(at: place)
        // What was left for less has looked at this edge, and is not reached for less again.
        if costs[other] < total && allowed == nil && !usesFilter
          && !rows.marks(ofNode: other).contains(.bars)
        {
          continue
        }
        guard
          allowed?[half.edge].contains(half.isAgainst ? .back : .forth) ?? true,
          !usesFilter || !filterBars(edge: half.edge, marks)
        else { continue }
        let own = marks.contains(.isInternal) ? 0 : try cost(ofNode: other)
        let sum = try total + cost(ofEdge: half.edge) + own
        if sum < costs[other] {
          costs[other] = sum
          entrances[other] = Int32(truncatingIfNeeded: half.edge)
          heap.push(sum, Int32(truncatingIfNeeded: other))
        }
      }
    }
  }

  /// Gives back what the search has noted nodes in.
  mutating func giveBack(_ scratch: inout TraceScratch) { rows.giveBack(&scratch) }

  /// Leaves an edge on which the search begins by one of its ends.
  private mutating func leave(
    _ start: StartEdge,
    _ way: TraceRegion.Ways,
    _ heap: CostHeap
  ) throws(TraceError) {
    guard start.exits.contains(way) else { return }
    let node = rows.end(of: Int(start.edge), way)
    let along = try cost(ofEdge: Int(start.edge), from: start.fraction, way: way)
    let total = try along + cost(ofNode: node)
    if total < costs[node] {
      costs[node] = total
      entrances[node] = start.edge
      heap.push(total, Int32(node))
    }
  }

  /// Whether the filter bars a node.
  private func filterBars(node: Int) -> Bool {
    let number = rows.number(ofNode: node)
    return number >= 0 && setting.filter.concerns(node: number, setting.attributes)
      && setting.filter.bars(node: number, setting.attributes)
  }

  /// Whether the filter bars an edge, or shuts the device that it leads through.
  private func filterBars(edge: Int, _ marks: TraceRegion.Marks) -> Bool {
    let number = rows.number(ofEdge: edge)
    if marks.contains(.isInternal) {
      return [TraceRegion.Ways.back, .forth].contains { way in
        let node = rows.number(ofNode: rows.end(of: edge, way))
        return node >= 0 && setting.filter.shuts(node: node, setting.attributes)
      }
    }
    return number >= 0 && setting.topology.isLine(number)
      && setting.filter.concerns(edge: number, setting.attributes)
      && setting.filter.bars(edge: number, setting.attributes)
  }

  // MARK: Costs

  @inline(__always)
  private func cost(ofNode node: Int) throws(TraceError) -> Double {
    try price.cost(ofNode: rows.number(ofNode: node))
  }

  /// What a whole edge costs.
  @inline(__always)
  func cost(ofEdge edge: Int) throws(TraceError) -> Double {
    try price.cost(ofEdge: rows.number(ofEdge: edge))
  }

  /// What an edge costs from a place on it to one of its ends.
  private func cost(
    ofEdge edge: Int,
    from fraction: Double,
    way: TraceRegion.Ways
  ) throws(TraceError) -> Double {
    let part = price.share(ofLine: rows.number(ofEdge: edge), upTo: fraction)
    return try cost(ofEdge: edge) * (way == .forth ? 1 - part : part)
  }

  /// What it costs to go along an edge of the topology from one place to another.
  func cost(
    ofLine number: Int,
    from one: Double,
    to other: Double
  ) throws(TraceError) -> Double {
    let shares = (price.share(ofLine: number, upTo: one), price.share(ofLine: number, upTo: other))
    return try price.cost(ofEdge: number) * abs(shares.0 - shares.1)
  }
}
