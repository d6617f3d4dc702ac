/// The cheapest paths from some starts through a region, after Dijkstra.
///
/// The cost is that of the elements: of a part of a line its share, of a junction once, also when a path passes
/// several of its terminals in a row. An element without a value costs nothing.
struct CheapestWays {
  /// The cost of reaching each node, including its own cost; infinite when it is not reached.
  private(set) var costs: [Double]
  /// The edge by which each node was reached; -1 for starts and for nodes that were not reached.
  private(set) var entrances: [Int32]
  /// The nodes in the order in which they were reached.
  private(set) var order: [Int32] = []

  /// The region, which grows as far as the search needs.
  private(set) var rows: GrowingRegion
  private let setting: TraceSetting
  private let price: ElementCosts

  private let usesFilter: Bool

  /// Prepares a search; throws ``TraceError`` when there is no attribute of this name.
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

  /// An end of a search: a node, and the cost of continuing from there.
  struct Goal {
    /// The number in the topology.
    let node: Int32
    let rest: Double
  }

  /// Searches from nodes and from positions on edges, until the nearest of the goals is reached; without goals everywhere.
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
        // The edge was processed from this cheaper node, which is not reached at less cost again.
        if costs[other] < total && allowed == nil && !usesFilter
          && !rows.marks(ofNode: other).contains(.bars)
        {
          continue
        }
        guard allowed?[half.edge].contains(half.isAgainst ? .back : .forth) ?? true,
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

  mutating func giveBack(_ scratch: inout TraceScratch) { rows.giveBack(&scratch) }

  /// Leaves an edge with a start by one of its ends.
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

  /// Whether a node is a barrier of the filter.
  private func filterBars(node: Int) -> Bool {
    let number = rows.number(ofNode: node)
    return number >= 0 && setting.filter.bars(node: number, setting.attributes)
  }

  /// Whether an edge is a barrier of the filter, or leads through a device that the filter shuts.
  private func filterBars(edge: Int, _ marks: TraceRegion.Marks) -> Bool {
    let number = rows.number(ofEdge: edge)
    if marks.contains(.isInternal) {
      return [TraceRegion.Ways.back, .forth].contains { way in
        let node = rows.number(ofNode: rows.end(of: edge, way))
        return node >= 0 && setting.filter.shuts(node: node, setting.attributes)
      }
    }
    return number >= 0 && setting.topology.isLine(number)
      && setting.filter.bars(edge: number, setting.attributes)
  }

  // MARK: Costs

  @inline(__always)
  private func cost(ofNode node: Int) throws(TraceError) -> Double {
    try price.cost(ofNode: rows.number(ofNode: node))
  }

  /// The cost of a whole edge.
  @inline(__always)
  func cost(ofEdge edge: Int) throws(TraceError) -> Double {
    try price.cost(ofEdge: rows.number(ofEdge: edge))
  }

  /// The cost of an edge from a position on it to one of its ends.
  private func cost(
    ofEdge edge: Int,
    from fraction: Double,
    way: TraceRegion.Ways
  ) throws(TraceError) -> Double {
    let part = price.share(ofLine: rows.number(ofEdge: edge), upTo: fraction)
    return try cost(ofEdge: edge) * (way == .forth ? 1 - part : part)
  }

  /// The cost of an edge of the topology from one position to another.
  func cost(ofLine number: Int, from one: Double, to other: Double) throws(TraceError) -> Double {
    let shares = (price.share(ofLine: number, upTo: one), price.share(ofLine: number, upTo: other))
    return try price.cost(ofEdge: number) * abs(shares.0 - shares.1)
  }
}

/// The costs of passing elements of a topology; a class, since copying the data for each edge is expensive.
final class ElementCosts {
  private let setting: TraceSetting
  private let source: TraceAttributes.Source
  private let isApportionable: Bool
  /// Whether nodes may have costs.
  private let asksNodes: Bool
  /// The values of features, when only these matter.
  private let plain: FeatureValues?

  /// Prepares the costs; throws ``TraceError`` when there is no attribute of this name.
  init(_ setting: TraceSetting, costing name: String) throws(TraceError) {
    var setting = setting
    source = try setting.attributes.source(named: name)
    asksNodes = setting.attributes.mayHaveValue(source, onLines: false)
    isApportionable = setting.attributes.isApportionable(name)
    if case .column(let number) = source {
      plain = setting.attributes.columns[number].plainValues
    } else {
      plain = nil
    }
    self.setting = setting
  }

  /// The cost of a node; 0 for a hub.
  @inline(__always)
  func cost(ofNode number: Int) throws(TraceError) -> Double {
    guard asksNodes, number >= 0 else { return 0 }
    return try checked(setting.topology.element(node: number))
  }

  /// The cost of a part of a line; 0 for other edges.
  @inline(__always)
  func cost(ofEdge number: Int) throws(TraceError) -> Double {
    guard number >= 0, setting.topology.isLine(number) else { return 0 }
    if let plain, !isApportionable {
      let value = plain.number(setting.topology.featureOrdinal(ofEdge: number))
      if value >= 0 { return value }
      if value.isNaN { return 0 }
    }
    let value = try checked(setting.topology.element(edge: number))
    return isApportionable ? value * setting.share(ofEdge: number) : value
  }

  /// The share of a part of a line that lies before a position along the line, from 0 to 1.
  func share(ofLine number: Int, upTo fraction: Double) -> Double {
    let positions = setting.topology.positions(ofEdge: number)
    let whole = positions.upperBound - positions.lowerBound
    return whole > 0 ? min(max((fraction - positions.lowerBound) / whole, 0), 1) : 0
  }

  @inline(never)
  private func checked(_ element: TraceElement) throws(TraceError) -> Double {
    guard let value = setting.attributes.number(source, element) else { return 0 }
    guard value >= 0 else {
      let feature = setting.topology.network.feature(ordinal: element.feature)
      throw TraceError(
        .badCost,
        "\(setting.topology.name(of: feature)) has the cost \(value): costs must be 0 or more."
      )
    }
    return value
  }
}
