extension TraceRun {
  mutating func shortestPath(
    _ setting: TraceSetting,
    _ origins: [TraceOrigin]
  ) throws(TraceError) {
    guard let name = configuration.shortestPathAttributeName, !name.isEmpty else {
      throw TraceError(
        .badCost,
        "A shortest path needs the name of an attribute that costs, such as Length."
      )
    }
    var setting = setting
    setting.ignoresDirection = true
    // One place may be several: the parts at both sides of a valve that is shut.
    let goals = topology.sides(
      of: try topology.origins(of: parameters.starts[1], takingAllTerminals: false),
      setting
    )
    let region = try explore(setting, origins.dropLast(goals.count))
    var ways = try CheapestWays(region, setting, costing: name)
    let allowed = collectingWays(region, setting)
    try ways.run(
      fromNodes: region.startNodes.filter { !bars($0, region, setting) },
      edges: starts(region, setting),
      over: allowed
    )
    var best: (cost: Double, elements: [Int32])?
    for goal in goals {
      guard let path = try cheapestPath(region, ways, to: goal, setting) else { continue }
      if best.map({ path.cost < $0.cost }) ?? true { best = path }
    }
    guard let path = best else { return }
    cost = path.cost
    for item in path.elements { add(code(item, region)) }
  }

  /// Whether a node bars, the filter's barriers included.
  func bars(_ node: Int32, _ region: TraceRegion, _ setting: TraceSetting) -> Bool {
    let number = Int(region.nodes[Int(node)])
    return region.nodeMarks[Int(node)].contains(.bars)
      || (number >= 0 && setting.filter.concerns(node: number, setting.attributes)
        && setting.filter.bars(node: number, setting.attributes))
  }

  /// The ways that may be passed where the filter's barriers count like others.
  func collectingWays(
    _ region: TraceRegion,
    _ setting: TraceSetting
  ) -> [TraceRegion.Ways] {
    region.edges.indices.map { edge in
      let number = Int(region.edges[edge])
      let ends = [region.from[edge], region.to[edge]]
      if number >= 0 && topology.isLine(number)
        && setting.filter.concerns(edge: number, setting.attributes)
        && setting.filter.bars(edge: number, setting.attributes)
      {
        return []
      }
      if region.edgeMarks[edge].contains(.isInternal) {
        let isShut = ends.contains { node in
          let number = Int(region.nodes[Int(node)])
          return number >= 0
            && setting.filter.shuts(node: number, setting.attributes)
        }
        if isShut { return [] }
      }
      var ways = TraceRegion.Ways.both
      if bars(ends[0], region, setting) { ways.remove(.forth) }
      if bars(ends[1], region, setting) { ways.remove(.back) }
      return ways
    }
  }

  func cheapestPath(
    _ region: TraceRegion,
    _ ways: CheapestWays,
    to goal: TraceOrigin,
    _ setting: TraceSetting
  ) throws(TraceError) -> (cost: Double, elements: [Int32])? {
    let nodeCount = Int32(region.nodes.count)
    if goal.edge < 0 {
      guard let node = region.nodes.firstIndex(of: goal.node), ways.costs[node].isFinite
      else { return nil }
      return (ways.costs[node], path(to: Int32(node), region, ways))
    }
    guard let edge = region.edges.firstIndex(of: goal.edge) else { return nil }
    let entrances = setting.collectingExits(from: goal)
    var best: (cost: Double, elements: [Int32])?
    let element = topology.element(edge: Int(goal.edge))
    if let start = region.startEdges.firstIndex(of: Int32(edge)).map({ region.startFractions[$0] }),
      !setting.barriers.holds(at: element, setting.attributes),
      !setting.filter.holds(at: element, setting.attributes),
      ![setting.barriers, setting.filter].contains(where: {
        $0.stands(onEdge: goal.edge, from: start, to: goal.fraction)
      })
    {
      let along = try ways.cost(ofEdge: edge, from: start, to: goal.fraction)
      best = (along, [nodeCount + Int32(edge)])
    }
    for (node, way) in [(region.from[edge], TraceRegion.Ways.back), (region.to[edge], .forth)]
    where entrances.contains(way) && ways.costs[Int(node)].isFinite && !bars(node, region, setting)
    {
      let positions = topology.positions(ofEdge: Int(goal.edge))
      let place = way == .back ? positions.lowerBound : positions.upperBound
      let total =
        try ways.costs[Int(node)] + ways.cost(ofEdge: edge, from: place, to: goal.fraction)
      if best.map({ total < $0.cost }) ?? true {
        best = (total, path(to: node, region, ways) + [nodeCount + Int32(edge)])
      }
    }
    return best
  }

  /// The elements from a start to a node, both with it.
  func path(to node: Int32, _ region: TraceRegion, _ ways: CheapestWays) -> [Int32] {
    var elements: [Int32] = [node]
    var node = node
    while ways.entrances[Int(node)] >= 0 {
      let edge = ways.entrances[Int(node)]
      elements.append(Int32(region.nodes.count) + edge)
      if region.startEdges.contains(edge) && isStart(edge, node, region, ways) { break }
      node =
        region.from[Int(edge)] == node ? region.to[Int(edge)] : region.from[Int(edge)]
      elements.append(node)
    }
    return elements.reversed()
  }

  /// Whether a way began on an edge rather than passed it.
  func isStart(
    _ edge: Int32,
    _ node: Int32,
    _ region: TraceRegion,
    _ ways: CheapestWays
  ) -> Bool {
    let other = region.from[Int(edge)] == node ? region.to[Int(edge)] : region.from[Int(edge)]
    // Passing the edge on which everything begins would lead back to where it began.
    return ways.costs[Int(other)] >= ways.costs[Int(node)]
      || ways.entrances[Int(other)] == edge
      || ways.entrances[Int(other)] < 0
  }
}
