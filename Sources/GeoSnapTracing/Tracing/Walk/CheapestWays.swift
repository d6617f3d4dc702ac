/// The cheapest ways from some starts through a region, after Dijkstra.
///
/// What counts is each element's cost: of a part of a line its share, of a junction once, however many
/// of its terminals the way passes one after the other. An element without a value costs nothing.
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
  private let cost: TraceAttributes.Source
  private let isApportionable: Bool

  /// Whether the filter's barriers count like others.
  private let usesFilter: Bool
  /// Whether nodes may cost something.
  private let asksNodes: Bool

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
    var setting = setting
    cost = try setting.attributes.source(named: name)
    asksNodes = setting.attributes.mayHaveValue(cost, onLines: false)
    isApportionable = setting.attributes.isApportionable(name)
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
        place = half.next
        let marks = rows.marks(ofEdge: half.edge)
        guard !marks.contains(.bars),
          allowed?[half.edge].contains(half.isAgainst ? .back : .forth) ?? true,
          !usesFilter || !filterBars(edge: half.edge, marks)
        else { continue }
        let other = rows.end(of: half.edge, half.isAgainst ? .back : .forth)
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

  private func cost(ofNode node: Int) throws(TraceError) -> Double {
    let number = rows.number(ofNode: node)
    guard asksNodes, number >= 0 else { return 0 }
    return try checked(setting.topology.element(node: number))
  }

  /// What a whole edge costs.
  func cost(ofEdge edge: Int) throws(TraceError) -> Double {
    let number = rows.number(ofEdge: edge)
    return number >= 0 && setting.topology.isLine(number) ? try cost(ofLine: number) : 0
  }

  private func cost(ofLine number: Int) throws(TraceError) -> Double {
    let value = try checked(setting.topology.element(edge: number))
    return isApportionable ? value * setting.share(ofEdge: number) : value
  }

  /// What an edge costs from a place on it to one of its ends.
  private func cost(
    ofEdge edge: Int,
    from fraction: Double,
    way: TraceRegion.Ways
  ) throws(TraceError) -> Double {
    let part = share(ofLine: rows.number(ofEdge: edge), upTo: fraction)
    return try cost(ofEdge: edge) * (way == .forth ? 1 - part : part)
  }

  /// What it costs to go along an edge of the topology from one place to another.
  func cost(
    ofLine number: Int,
    from one: Double,
    to other: Double
  ) throws(TraceError) -> Double {
    let shares = (share(ofLine: number, upTo: one), share(ofLine: number, upTo: other))
    return try cost(ofLine: number) * abs(shares.0 - shares.1)
  }

  /// Which share of an edge lies before a place along its line; where the attribute is the whole
  /// edge's whatever the part, all of it counts at either side.
  private func share(ofLine number: Int, upTo fraction: Double) -> Double {
    let positions = setting.topology.positions(ofEdge: number)
    let whole = positions.upperBound - positions.lowerBound
    return whole > 0 ? min(max((fraction - positions.lowerBound) / whole, 0), 1) : 0
  }

  private func checked(_ element: TraceElement) throws(TraceError) -> Double {
    guard let value = setting.attributes.number(cost, element) else { return 0 }
    guard value >= 0 else { throw negative(value, element) }
    return value
  }

  @inline(never)
  private func negative(_ cost: Double, _ element: TraceElement) -> TraceError {
    let feature = setting.topology.network.feature(ordinal: element.feature)
    return TraceError(
      .badCost,
      "\(setting.topology.name(of: feature)) has a negative cost, \(cost): costs must be 0 or more."
    )
  }
}
