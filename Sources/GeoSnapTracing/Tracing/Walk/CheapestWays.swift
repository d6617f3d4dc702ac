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

  private let region: TraceRegion
  private let setting: TraceSetting
  private let cost: TraceAttributes.Source
  private let isApportionable: Bool

  /// Prepares a search.
  ///
  /// - Throws: ``TraceError`` when there is no such attribute.
  init(
    _ region: TraceRegion,
    _ setting: TraceSetting,
    costing name: String
  ) throws(TraceError) {
    var setting = setting
    cost = try setting.attributes.source(named: name)
    isApportionable = setting.attributes.isApportionable(name)
    self.region = region
    self.setting = setting
    costs = [Double](repeating: .infinity, count: region.nodes.count)
    entrances = [Int32](repeating: -1, count: region.nodes.count)
  }

  /// Searches from nodes and from places on edges.
  ///
  /// - Parameters:
  ///   - nodes: The nodes.
  ///   - edges: The places on edges, with the ends by which these are left.
  ///   - allowed: For each edge the ways it may be passed; nil for both ways wherever nothing bars.
  ///   - target: The node to end at; nil to reach everything.
  /// - Throws: ``TraceError`` of code `badCost` for a negative cost, `cancelled` when the task was cancelled.
  mutating func run(
    fromNodes nodes: [Int32],
    edges: [StartEdge],
    over allowed: [TraceRegion.Ways]? = nil,
    to target: Int32? = nil
  ) throws(TraceError) {
    let heap = CostHeap()
    for node in nodes where costs[Int(node)] == .infinity {
      costs[Int(node)] = try cost(ofNode: Int(node))
      heap.push(costs[Int(node)], node)
    }
    for start in edges {
      try leave(start, .back, heap)
      try leave(start, .forth, heap)
    }
    while let (total, node) = heap.pop() {
      guard total <= costs[Int(node)] else { continue }
      order.append(node)
      if order.count & (Exploration.pace - 1) == 0 { try TraceError.checkCancellation() }
      if node == target { return }
      if region.nodeMarks[Int(node)].contains(.bars) { continue }
      for place in region.graph.places(of: Int(node)) {
        let half = region.graph.halves[place]
        let edge = half.edge
        guard isAllowed(edge, half.isAgainst ? .back : .forth, allowed) else { continue }
        let isInside = region.edgeMarks[edge].contains(.isInternal)
        let own = isInside ? 0 : try cost(ofNode: Int(half.node))
        let next = try total + cost(ofEdge: edge) + own
        if next < costs[Int(half.node)] {
          costs[Int(half.node)] = next
          entrances[Int(half.node)] = Int32(edge)
          heap.push(next, half.node)
        }
      }
    }
  }

  /// Leaves an edge on which the search begins by one of its ends.
  private mutating func leave(
    _ start: StartEdge,
    _ way: TraceRegion.Ways,
    _ heap: CostHeap
  ) throws(TraceError) {
    guard start.exits.contains(way) else { return }
    let node = way == .forth ? region.to[Int(start.edge)] : region.from[Int(start.edge)]
    let along = try cost(ofEdge: Int(start.edge), from: start.fraction, way: way)
    let total = try along + cost(ofNode: Int(node))
    if total < costs[Int(node)] {
      costs[Int(node)] = total
      entrances[Int(node)] = start.edge
      heap.push(total, node)
    }
  }

  private func isAllowed(
    _ edge: Int,
    _ way: TraceRegion.Ways,
    _ allowed: [TraceRegion.Ways]?
  ) -> Bool {
    guard region.isPassable(edge) else { return false }
    return allowed?[edge].contains(way) ?? true
  }

  // MARK: Costs

  private func cost(ofNode node: Int) throws(TraceError) -> Double {
    let number = region.nodes[node]
    guard number >= 0 else { return 0 }
    return try checked(setting.topology.element(node: Int(number)))
  }

  /// What a whole edge costs.
  func cost(ofEdge edge: Int) throws(TraceError) -> Double {
    let number = Int(region.edges[edge])
    guard number >= 0, setting.topology.isLine(number) else { return 0 }
    let value = try checked(setting.topology.element(edge: number))
    return isApportionable ? value * setting.share(ofEdge: number) : value
  }

  /// What an edge costs from a place on it to one of its ends.
  private func cost(
    ofEdge edge: Int,
    from fraction: Double,
    way: TraceRegion.Ways
  ) throws(TraceError) -> Double {
    let part = share(ofEdge: edge, upTo: fraction)
    return try cost(ofEdge: edge) * (way == .forth ? 1 - part : part)
  }

  /// What it costs to go along an edge from one place to another.
  func cost(
    ofEdge edge: Int,
    from one: Double,
    to other: Double
  ) throws(TraceError) -> Double {
    let shares = (share(ofEdge: edge, upTo: one), share(ofEdge: edge, upTo: other))
    return try cost(ofEdge: edge) * abs(shares.0 - shares.1)
  }

  /// Which share of an edge lies before a place along its line; where the attribute is the whole
  /// edge's whatever the part, all of it counts at either side.
  private func share(ofEdge edge: Int, upTo fraction: Double) -> Double {
    let positions = setting.topology.positions(ofEdge: Int(region.edges[edge]))
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
