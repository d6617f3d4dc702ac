extension TraceRun {
  mutating func shortestPath(
    _ setting: TraceSetting,
    _ origins: [TraceOrigin]
  ) throws(TraceError) {
    guard let name = configuration.shortestPathAttributeName, !name.isEmpty else {
      throw TraceError(
        .badCost,
        "A shortest path needs the name of a cost attribute, such as Length."
      )
    }
    var setting = setting
    setting.ignoresDirection = true
    // One location may have several positions: the parts on both sides of a shut valve.
    let goals = topology.sides(
      of: try topology.origins(of: parameters.starts[1], takingAllTerminals: false),
      setting
    )
    var scratch = topology.lentScratch()
    defer { topology.giveBack(scratch) }
    let rows = GrowingRegion(
      from: Array(origins.dropLast(goals.count)),
      setting,
      &scratch,
      progress
    )
    let begun = rows.explored
    var ways = try CheapestWays(rows, setting, costing: name, usingFilter: true)
    // The search ends at the nearest goal, or at the cost of the path along the line of the start.
    var along: [Double] = []
    for goal in goals { along.append(try cost(to: goal, onEdgesOf: begun, ways, setting)) }
    var ends: [CheapestWays.Goal] = []
    for goal in goals { ends += try self.ends(of: goal, ways, setting) }
    try ways.run(
      fromNodes: begun.startNodes.filter { !bars($0, begun, setting) },
      edges: starts(begun, setting),
      to: ends,
      within: along.min() ?? .infinity
    )
    var best: (cost: Double, codes: [Int32])?
    for (goal, along) in zip(goals, along) {
      let line = goal.edge < 0 ? [] : [Int32(topology.nodeLimit) + goal.edge]
      if along < best?.cost ?? .infinity { best = (along, line) }
      for end in try self.ends(of: goal, ways, setting) {
        guard let node = ways.rows.local(of: end.node) else { continue }
        let total = ways.costs[Int(node)] + end.rest
        if total < best?.cost ?? .infinity { best = (total, path(to: node, begun, ways) + line) }
      }
    }
    ways.giveBack(&scratch)
    guard let best else { return }
    cost = best.cost
    for code in best.codes { add(code) }
  }

  /// The cost of the path to a goal along the line of the start; infinite when the start is elsewhere or a barrier is
  /// between.
  private func cost(
    to goal: TraceOrigin,
    onEdgesOf begun: TraceRegion,
    _ ways: CheapestWays,
    _ setting: TraceSetting
  ) throws(TraceError) -> Double {
    guard goal.edge >= 0,
      let number = begun.startEdges.firstIndex(where: { begun.edges[Int($0)] == goal.edge })
    else { return .infinity }
    let start = begun.startFractions[number]
    let element = topology.element(edge: Int(goal.edge))
    let isBarred = [setting.barriers, setting.filter].contains {
      $0.holds(at: element, setting.attributes)
        || $0.stands(onEdge: goal.edge, from: start, to: goal.fraction)
    }
    return isBarred
      ? .infinity : try ways.cost(ofLine: Int(goal.edge), from: start, to: goal.fraction)
  }

  /// The nodes from which a goal is reached, with the cost of continuing to it.
  private func ends(
    of goal: TraceOrigin,
    _ ways: CheapestWays,
    _ setting: TraceSetting
  ) throws(TraceError) -> [CheapestWays.Goal] {
    guard goal.edge >= 0 else { return [CheapestWays.Goal(node: goal.node, rest: 0)] }
    let number = Int(goal.edge)
    let entrances = setting.collectingExits(from: goal)
    let positions = topology.positions(ofEdge: number)
    let (from, to) = topology.ends(ofEdge: number)
    var ends: [CheapestWays.Goal] = []
    for (node, way, place) in [
      (from, TraceRegion.Ways.back, positions.lowerBound), (to, .forth, positions.upperBound),
    ]
    where entrances.contains(way)
      && ![setting.barriers, setting.filter].contains(where: {
        $0.bars(node: node, setting.attributes)
      })
    {
      let rest = try ways.cost(ofLine: number, from: place, to: goal.fraction)
      ends.append(CheapestWays.Goal(node: Int32(node), rest: rest))
    }
    return ends
  }

  /// Whether a node is a barrier, also of the filter.
  func bars(_ node: Int32, _ region: TraceRegion, _ setting: TraceSetting) -> Bool {
    let number = Int(region.nodes[Int(node)])
    return region.nodeMarks[Int(node)].contains(.bars)
      || (number >= 0 && setting.filter.bars(node: number, setting.attributes))
  }

  /// The codes of the elements from a start to a node, both included.
  private func path(to node: Int32, _ begun: TraceRegion, _ ways: CheapestWays) -> [Int32] {
    let rows = ways.rows
    func far(_ edge: Int32, from node: Int32) -> Int32 {
      let start = rows.end(of: Int(edge), .back)
      return Int32(start == Int(node) ? rows.end(of: Int(edge), .forth) : start)
    }
    var codes = [Int32(rows.number(ofNode: Int(node)))]
    var node = node
    while ways.entrances[Int(node)] >= 0 {
      let edge = ways.entrances[Int(node)]
      codes.append(Int32(topology.nodeLimit + rows.number(ofEdge: Int(edge))))
      let other = far(edge, from: node)
      // Passing the edge of the start would lead back to the start.
      let isStart =
        begun.startEdges.contains(edge)
        && (other < 0 || ways.costs[Int(other)] >= ways.costs[Int(node)]
          || ways.entrances[Int(other)] == edge || ways.entrances[Int(other)] < 0)
      if isStart { break }
      node = other
      codes.append(Int32(rows.number(ofNode: Int(node))))
    }
    return codes.reversed()
  }
}
