internal import GeoSnapSupport

extension TraceRun {
  mutating func shortestPath(_ setting: TraceSetting, _ origins: [TraceOrigin]) throws(TraceError) {
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

  /// The cost of the path to a goal along the line of the start; infinite elsewhere and behind a barrier.
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

  /// The requested nearest neighbours, each feature once by its nearest element, over edges that the walk has passed.
  mutating func neighbors(
    _ nearest: NearestNeighbors,
    _ walk: RegionWalk,
    from starts: [StartEdge]
  ) throws(TraceError) -> [Int32] {
    let (region, setting) = (walk.region, walk.setting)
    let walked = WalkedWays(walk, bothWays: parameters.type == .subnetwork)
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
      let code = region.code(item, topology)
      guard topology.isReturned(code), let element = topology.traceElement(code), isWanted(element)
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
      let feature = topology.featureOrdinal(region.code(entry.item, topology))
      if neighborFeatures.insert(feature).inserted { chosen.append(entry.item) }
    }
    return chosen
  }

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
    warn(
      .neighborsNotFound,
      "\(neighborFeatures.count) of \(nearest.count) nearest neighbours were found."
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

  /// `bothWays` makes edges count in both directions, independently of that of the walk.
  init(_ walk: RegionWalk, bothWays: Bool) {
    let region = walk.region
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
        Int(item) < nodeCount ? walk.bars(node: Int(item)) : walk.bars(edge: Int(item) - nodeCount)
      if bars { isLeft[Int(item)] = false }
    }
    for end in walk.ends { isLeft[Int(end.element)] = false }
    entering = []
    passing = []
    for edge in region.edges.indices {
      let (from, to) = (Int(region.from[edge]), Int(region.to[edge]))
      var ways: TraceRegion.Ways =
        isVisited[nodeCount + edge] ? bothWays ? .both : walk.allowed[edge] : []
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
