extension TraceRun {
  /// The elements of the kinds asked for that are cheapest to reach.
  mutating func neighbors(
    _ nearest: NearestNeighbors,
    _ region: TraceRegion,
    _ setting: TraceSetting,
    _ walk: RegionWalk,
    over allowed: [TraceRegion.Ways]
  ) throws(TraceError) -> [Int32] {
    var attributes = setting.attributes
    var categories: [Int] = []
    for name in nearest.categories { categories.append(try attributes.category(named: name)) }
    let types = Set(nearest.assetTypes.compactMap { topology.network.catalog.ordinal($0) })
    func isWanted(_ element: TraceElement) -> Bool {
      guard element.type >= 0 else { return false }
      return types.contains(element.type)
        || categories.contains { attributes.categories[$0][Int(element.type)] }
    }
    let returned = Set(walk.returned)
    let seen = region.edges.indices.map { edge in
      walk.isSeen[region.nodes.count + edge] ? allowed[edge] : []
    }
    var ways = try CheapestWays(
      region,
      setting,
      costing: nearest.costAttributeName ?? SystemAttribute.shapeLength.rawValue
    )
    try ways.run(
      fromNodes: region.startNodes,
      edges: region.startEdges.map { edge in
        let positions = topology.positions(ofEdge: Int(region.edges[Int(edge)]))
        return (edge, (positions.lowerBound + positions.upperBound) / 2, seen[Int(edge)])
      },
      over: seen
    )
    var found: [(cost: Double, item: Int32)] = []
    var features: Set<Int32> = []
    for node in ways.order where region.nodes[Int(node)] >= 0 && returned.contains(node) {
      let element = topology.element(node: Int(region.nodes[Int(node)]))
      if isWanted(element) && features.insert(element.feature).inserted {
        found.append((ways.costs[Int(node)], node))
      }
    }
    for edge in region.edges.indices where region.edges[edge] >= 0 {
      let item = Int32(region.nodes.count + edge)
      guard returned.contains(item), Int(region.edges[edge]) < topology.lineEdges.upperBound else {
        continue
      }
      let element = topology.element(edge: Int(region.edges[edge]))
      guard isWanted(element) else { continue }
      let ends = [region.from[edge], region.to[edge]].map { ways.costs[Int($0)] }
      let cost =
        region.startEdges.contains(Int32(edge))
        ? 0 : try (ends.min() ?? .infinity) + ways.cost(ofEdge: edge)
      if cost.isFinite { found.append((cost, item)) }
    }
    found.sort { ($0.cost, $0.item) < ($1.cost, $1.item) }
    var chosen: [Int32] = []
    var counted: Set<Int32> = []
    for entry in found {
      let feature = topology.featureOrdinal(code(entry.item, region))
      if !counted.contains(feature) && counted.count == nearest.count { break }
      counted.insert(feature)
      chosen.append(entry.item)
    }
    if counted.count < nearest.count {
      warnings.append(
        TraceWarning(
          code: .neighborsNotFound,
          message: "\(counted.count) of \(nearest.count) nearest neighbours were found."
        )
      )
    }
    return chosen
  }
}
