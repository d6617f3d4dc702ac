internal import GeoSnapSupport

extension TraceRun {
  /// The requested nearest neighbours, each feature once by its nearest element.
  ///
  /// Only edges that the walk has passed count. A subnetwork is walked from its controllers; its edges count in both
  /// directions.
  mutating func neighbors(
    _ nearest: NearestNeighbors,
    _ region: TraceRegion,
    _ setting: TraceSetting,
    _ walk: RegionWalk,
    over allowed: [TraceRegion.Ways],
    from starts: [StartEdge]
  ) throws(TraceError) -> [Int32] {
    let walked = WalkedWays(region, walk, over: parameters.type == .subnetwork ? nil : allowed)
    var ways = try CheapestWays(
      GrowingRegion(explored: region, setting),
      setting,
      costing: nearest.costAttributeName ?? SystemAttribute.shapeLength.rawValue
    )
    try ways.run(
      fromNodes: region.startNodes.filter {
        walked.isVisited[Int($0)] && !walk.bars(node: Int($0))
      },
      edges: starts.filter { walked.isVisited[region.nodes.count + Int($0.edge)] }
        .map { $0.leaving(by: walked.exits(of: Int($0.edge))) },
      over: walked.passing
    )
    let startEdges = Set(starts.map(\.edge))
    let isWanted = try wanted(nearest, setting.attributes)
    var costs: [(cost: Double, item: Int32)] = []
    for item in walk.returned {
      let code = code(item, region)
      guard topology.isReturned(code), let element = topology.traceElement(code),
        isWanted(element)
      else { continue }
      let cost: Double
      if !element.isEdge {
        cost = ways.costs[Int(item)]
      } else {
        let edge = Int(item) - region.nodes.count
        if startEdges.contains(Int32(edge)) {
          cost = 0
        } else {
          let near = [
            walked.entering[edge].contains(.forth) ? ways.costs[Int(region.from[edge])] : .infinity,
            walked.entering[edge].contains(.back) ? ways.costs[Int(region.to[edge])] : .infinity,
          ]
          cost = try min(near[0], near[1]) + ways.cost(ofEdge: edge)
        }
      }
      if cost.isFinite { costs.append((cost, item)) }
    }
    costs = costs.ordered { one, other in
      one.cost != other.cost ? one.cost < other.cost : one.item < other.item
    }
    var chosen: [Int32] = []
    for entry in costs where neighborFeatures.count < nearest.count {
      let feature = topology.featureOrdinal(code(entry.item, region))
      if neighborFeatures.insert(feature).inserted { chosen.append(entry.item) }
    }
    return chosen
  }

  /// Whether an element is of a requested kind.
  private func wanted(
    _ nearest: NearestNeighbors,
    _ attributes: TraceAttributes
  ) throws(TraceError) -> (TraceElement) -> Bool {
    var attributes = attributes
    var categories: [[Bool]] = []
    for name in nearest.categories {
      let number = try attributes.category(named: name)
      categories.append(attributes.categories[number])
    }
    let types = Set(nearest.assetTypes.compactMap { topology.network.catalog.ordinal($0) })
    return { element in
      element.type >= 0
        && (types.contains(element.type) || categories.contains { $0[Int(element.type)] })
    }
  }

  /// Warns when fewer nearest neighbours were found than requested.
  mutating func warnOfNeighbors() {
    guard let nearest = configuration.filter.nearestNeighbors, !stopSources.isEmpty,
      neighborFeatures.count < nearest.count
    else { return }
    warnings.append(
      TraceWarning(
        code: .neighborsNotFound,
        message: "\(neighborFeatures.count) of \(nearest.count) nearest neighbours were found."
      )
    )
  }
}

/// The edges that a walk has passed.
private struct WalkedWays {
  /// Whether each node and then each edge was visited.
  private(set) var isVisited: [Bool]
  /// The directions in which each edge was entered.
  private(set) var entering: [TraceRegion.Ways]
  /// The directions in which each edge was passed.
  private(set) var passing: [TraceRegion.Ways]

  private let region: TraceRegion

  init(
    _ region: TraceRegion,
    _ walk: RegionWalk,
    over allowed: [TraceRegion.Ways]?
  ) {
    self.region = region
    let nodeCount = region.nodes.count
    // Hubs and their spokes are not elements: they are passed, but not visited.
    isVisited = walk.isSeen.indices.map {
      $0 < nodeCount ? region.nodes[$0] < 0 : region.edges[$0 - nodeCount] < 0 && walk.isSeen[$0]
    }
    for item in walk.order { isVisited[Int(item)] = true }
    var isLeft = isVisited
    for item in walk.order {
      let bars =
        Int(item) < nodeCount
        ? walk.bars(node: Int(item)) : walk.bars(edge: Int(item) - nodeCount)
      if bars { isLeft[Int(item)] = false }
    }
    for end in walk.ends { isLeft[Int(end.element)] = false }
    entering = []
    passing = []
    for edge in region.edges.indices {
      let (from, to) = (Int(region.from[edge]), Int(region.to[edge]))
      var ways: TraceRegion.Ways = isVisited[nodeCount + edge] ? allowed?[edge] ?? .both : []
      if !isLeft[from] { ways.remove(.forth) }
      if !isLeft[to] { ways.remove(.back) }
      entering.append(ways)
      if !isLeft[nodeCount + edge] { ways = [] }
      if !isVisited[to] { ways.remove(.forth) }
      if !isVisited[from] { ways.remove(.back) }
      passing.append(ways)
    }
    for end in walk.ends where Int(end.element) >= nodeCount {
      risen.insert(end.element - Int32(nodeCount))
    }
  }

  private var risen: Set<Int32> = []

  /// The ends by which the walk has left an edge with a start; none where a function barrier applied.
  func exits(of edge: Int) -> TraceRegion.Ways {
    if risen.contains(Int32(edge)) { return [] }
    var exits = TraceRegion.Ways.both
    if !isVisited[Int(region.to[edge])] { exits.remove(.forth) }
    if !isVisited[Int(region.from[edge])] { exits.remove(.back) }
    return exits
  }
}
