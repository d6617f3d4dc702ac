struct StopFinder: Sendable {
  private let region: TraceRegion
  private let setting: TraceSetting
  private let topology: Topology
  private let walk: RegionWalk
  private let reach: OutwardReach?
  private let usesFilter: Bool
  private let barringStarts: [Int32]
  /// The first end of the walk at each item where a function barrier applied.
  private let functions: [Int32: Int]
  /// Whether each item was visited; empty when all items seen were visited.
  private let isVisited: [Bool]

  @inline(never)
  init(
    _ walk: RegionWalk,
    _ reach: OutwardReach?,
    usingFilter usesFilter: Bool,
    barringStarts: [Int32] = []
  ) {
    region = walk.region
    setting = walk.setting
    topology = walk.topology
    self.walk = walk
    self.reach = reach
    self.usesFilter = usesFilter
    self.barringStarts = barringStarts
    var functions: [Int32: Int] = [:]
    for (number, end) in walk.ends.enumerated() where functions[end.element] == nil {
      functions[end.element] = number
    }
    self.functions = functions
    var isVisited: [Bool] = []
    if walk.bitset != nil {
      isVisited = [Bool](repeating: false, count: walk.isSeen.count)
      for item in walk.order { isVisited[Int(item)] = true }
    }
    self.isVisited = isVisited
  }

  /// The features that the walk could have reached: those of its region.
  var exploredFeatures: Set<Int32> {
    var features: Set<Int32> = []
    for node in region.nodes where node >= 0 {
      features.insert(topology.featureOrdinal(ofNode: Int(node)))
    }
    for edge in region.edges where edge >= 0 && !topology.isAssociation(Int(edge)) {
      features.insert(topology.featureOrdinal(ofEdge: Int(edge)))
    }
    features.remove(-1)
    return features
  }

  /// The stops in the order of the walk, each place and reason once, in O(n) for n elements reached.
  func stops(withDeadEnds deadEnds: Bool) -> [TraceStop] {
    var stops = StopList(topology)
    for item in barringStarts + walk.order {
      let end = functions.isEmpty ? nil : functions[item]
      if let end { add(walk.ends[end], to: &stops) }
      if Int(item) < region.nodes.count {
        add(node: Int(item), end != nil, deadEnds, to: &stops)
      } else {
        add(edge: Int(item) - region.nodes.count, end != nil, to: &stops)
      }
    }
    return stops.all
  }

  private func add(_ end: RegionWalk.End, to stops: inout StopList) {
    let barrier = (setting.functionBarriers + setting.filterFunctionBarriers)[end.barrier]
    let value = Int64(exactly: end.value).map { "\($0)" } ?? "\(end.value)"
    stops.add(
      region.code(end.element, topology),
      .function,
      "\(barrier.description) holds here: \(barrier.call) is \(value)."
    )
  }

  private func add(node: Int, _ isEnded: Bool, _ deadEnds: Bool, to stops: inout StopList) {
    let number = Int(region.nodes[node])
    if region.nodeMarks[node].contains(.bars) {
      let why = reason(
        setting.barriers,
        setting.configuration.traversability.barriers,
        node: number
      )
      stops.add(setting.barriers.code(ofNode: number, topology), why.0, why.1)
      return
    }
    if usesFilter && setting.filter.bars(node: number, setting.attributes) {
      let why = reason(setting.filter, setting.configuration.filter.barriers, node: number)
      stops.add(setting.filter.code(ofNode: number, topology), why.0, "Filter: \(why.1)")
      return
    }
    if isEnded { return }
    // The number of connections; internal edges count as one when all terminals are joined.
    var leadsOn = 0
    var leadsInside = false
    for half in region.graph.halfEdges(of: node) {
      if region.edgeMarks[half.edge].contains(.isInternal) {
        let (joinedCount, shutCount) = countInside(half, from: number)
        leadsOn += shutCount
        if setting.joinsAllTerminals {
          leadsInside = leadsInside || joinedCount > 0
        } else if joinedCount > 0 {
          leadsOn += 1
        }
      } else {
        leadsOn += 1
      }
      if walk.isSeen[region.nodes.count + half.edge] {
        add(walked: half, from: node, to: &stops)
      } else {
        add(notWalked: half, from: node, to: &stops)
      }
    }
    if leadsInside { leadsOn += 1 }
    for half in topology.halfEdges(of: number) where topology.isInternal(half.edge) {
      let other = Int(half.node)
      if setting.joins(internal: half.edge, from: number, to: other) { continue }
      leadsOn += 1
      let why = reason(internal: half.edge, from: number, to: other)
      stops.add(Int32(number), why.0, why.1)
    }
    if deadEnds && leadsOn <= 1 && !region.nodeMarks[node].contains(.isStart) {
      stops.add(Int32(number), .deadEnd, "Nothing leads on from here.")
    }
  }

  /// The number of terminals to which an internal edge or a hub leads, and how many of them the filter shuts off.
  private func countInside(_ half: HalfEdge, from number: Int) -> (joined: Int, shut: Int) {
    var count = (joined: 0, shut: 0)
    func take(_ far: Int32) {
      if terminalShut([number, Int(far)]) == nil { count.joined += 1 } else { count.shut += 1 }
    }
    guard region.nodes[Int(half.node)] < 0 else {
      take(region.nodes[Int(half.node)])
      return count
    }
    for spoke in region.graph.halfEdges(of: Int(half.node)) where spoke.edge != half.edge {
      take(region.nodes[Int(spoke.node)])
    }
    return count
  }

  /// The first of two terminals at which the filter shuts a device; nil when neither is shut.
  private func terminalShut(_ terminals: [Int]) -> Int? {
    guard usesFilter && !setting.filter.spareNodes else { return nil }
    return terminals.first { $0 >= 0 && setting.filter.shuts(node: $0, setting.attributes) }
  }

  /// Adds the stop of a walk at an edge that it has entered.
  private func add(walked half: HalfEdge, from node: Int, to stops: inout StopList) {
    addUnshared(item: region.nodes.count + half.edge, to: &stops)
    if functions[Int32(region.nodes.count + half.edge)] != nil { return }
    if region.nodes[Int(half.node)] < 0 {
      // Within a device the walk continues over the spokes of its hub.
      for spoke in region.graph.halfEdges(of: Int(half.node))
      where spoke.edge != half.edge && !walk.isSeen[region.nodes.count + spoke.edge] {
        add(notWalked: spoke, from: node, to: &stops)
      }
      return
    }
    // The walk that explains a missing controller ignores the flow: stops by flow and propagators are found here.
    guard !usesFilter, let reach, reach.reaches(node: node) else { return }
    if isCut(half, reach) {
      add(cut: half, from: node, to: &stops)
    } else if region.isPassable(half.edge), !reach.reaches(node: Int(half.node)) {
      stops.add(place(of: half, from: node), against: nil)
    }
  }

  private func add(notWalked half: HalfEdge, from node: Int, to stops: inout StopList) {
    if region.nodes[Int(half.node)] < 0 {
      // Within a device the edge leads through a hub to each of the other terminals.
      for spoke in region.graph.halfEdges(of: Int(half.node)) where spoke.edge != half.edge {
        add(notWalked: spoke, from: node, to: &stops)
      }
      return
    }
    let number = Int(region.nodes[node])
    let edge = Int(region.edges[half.edge])
    if region.edgeMarks[half.edge].contains(.isInternal),
      let terminal = terminalShut([number, Int(region.nodes[Int(half.node)])])
    {
      let condition = setting.configuration.filter.barriers
      let why = reason(setting.filter, condition, topology.element(node: terminal))
      stops.add(Int32(number), why.0, "Filter: \(why.1)")
      return
    }
    if let reach, isCut(half, reach) { return add(cut: half, from: node, to: &stops) }
    // A line identifies itself, an association only the feature that it leads to.
    let far = edge < 0 ? nil : farFeature(ofAssociation: edge, from: number)
    stops.add(place(of: half, from: node), against: far)
  }

  /// The code for a stop at the beginning of an edge: the line's, or else the node's.
  private func place(of half: HalfEdge, from node: Int) -> Int32 {
    let edge = Int(region.edges[half.edge])
    let isLine = edge >= 0 && topology.isLine(edge)
    return isLine ? Int32(topology.nodeLimit + edge) : region.nodes[node]
  }

  /// Whether no propagated value comes through an edge that the commodity may pass.
  private func isCut(_ half: HalfEdge, _ reach: OutwardReach) -> Bool {
    guard region.outward[half.edge].contains(half.isAgainst ? .back : .forth) else { return false }
    return !reach.reaches(edge: half.edge)
      || (region.isPassable(half.edge) && !reach.reaches(node: Int(half.node)))
  }

  private func add(cut half: HalfEdge, from node: Int, to stops: inout StopList) {
    stops.add(
      place(of: half, from: node),
      .propagator,
      "No propagated value of \(propagatedNames) passes beyond here."
    )
  }

  private var propagatedNames: String {
    setting.propagators.filter { !$0.isOnlyTold }.map(\.attributeName).joined(separator: ", ")
  }

  /// Adds an item that was found but not visited, since it shares no bit with the starts.
  private func addUnshared(item: Int, to stops: inout StopList) {
    guard !isVisited.isEmpty, walk.isSeen[item], !isVisited[item] else { return }
    let name = setting.configuration.filter.bitsetAttributeName ?? ""
    stops.add(
      region.code(Int32(item), topology),
      .condition,
      "Filter: \(name) has no bit in common with the starts."
    )
  }

  /// The feature at the other end of an association; nil for other edges.
  private func farFeature(ofAssociation edge: Int, from node: Int) -> FeatureID? {
    guard let association = topology.association(ofEdge: edge) else { return nil }
    let own = topology.feature(ofNode: node)
    return [association.from, association.to]
      .compactMap { topology.network.feature(globalID: $0.globalID) }
      .first { $0 != own }
  }

  private func add(edge: Int, _ isEnded: Bool, to stops: inout StopList) {
    let number = Int(region.edges[edge])
    let isLine = number >= 0 && topology.isLine(number)
    let isBarred =
      isLine
      && (!region.isPassable(edge)
        || (usesFilter && setting.filter.bars(edge: number, setting.attributes)))
    guard isBarred else {
      if !isEnded { addBeyond(edge: edge, to: &stops) }
      return
    }
    let code = Int32(topology.nodeLimit + number)
    if !region.isPassable(edge) {
      let why = reason(
        setting.barriers,
        setting.configuration.traversability.barriers,
        edge: number
      )
      stops.add(code, why.0, why.1)
    } else {
      let why = reason(setting.filter, setting.configuration.filter.barriers, edge: number)
      stops.add(code, why.0, "Filter: \(why.1)")
    }
  }

  /// Adds the nodes at the end of an edge where no propagated value arrives, or that share no bit with the starts.
  private func addBeyond(edge: Int, to stops: inout StopList) {
    if walk.allowed[edge].contains(.forth) {
      addBeyond(edge: edge, at: Int(region.to[edge]), to: &stops)
    }
    if walk.allowed[edge].contains(.back) {
      addBeyond(edge: edge, at: Int(region.from[edge]), to: &stops)
    }
  }

  private func addBeyond(edge: Int, at node: Int, to stops: inout StopList) {
    if region.nodes[node] < 0 {
      // A hub is not an element: the walk has found the other terminals of its device.
      for spoke in region.graph.halfEdges(of: node) where spoke.edge != edge {
        addUnshared(item: Int(spoke.node), to: &stops)
      }
      return
    }
    addUnshared(item: node, to: &stops)
    guard !walk.isSeen[node], let reach, !reach.reaches(node: node) else { return }
    let isReturned = topology.isReturned(region.nodes[node])
    stops.add(
      isReturned ? region.nodes[node] : region.code(Int32(region.nodes.count + edge), topology),
      .propagator,
      "No propagated value of \(propagatedNames) passes here."
    )
  }

  // MARK: Reasons

  private func reason(
    internal edge: Int,
    from node: Int,
    to other: Int
  ) -> (TraceStop.Reason, String) {
    let passage = topology.passage(ofInternal: edge)
    if !setting.joinsAllTerminals && !passage.contains(.joined) {
      return (.validPath, "The device is set so that no path leads to \(terminal(other)).")
    }
    if setting.barriers.blocked.contains(topology.element(node: node).feature) {
      return (.barrier, "The feature is assumed to be shut.")
    }
    if setting.isBoundary(node) {
      return (.controller, "The subnetwork begins at this terminal of its controller.")
    }
    if setting.isBoundary(other) {
      return (.tierBoundary, "A subnetwork begins at \(terminal(other)).")
    }
    let condition = setting.configuration.traversability.barriers
    let shut = setting.barriers.shuts(node: node, setting.attributes) ? node : other
    return reason(setting.barriers, condition, topology.element(node: shut))
  }

  private func terminal(_ node: Int) -> String {
    topology.terminal(ofNode: node).map { "terminal \($0.id) \($0.name)" } ?? "the other terminal"
  }

  private func reason(
    _ barriers: ElementBarriers,
    _ condition: TraceCondition?,
    node: Int
  ) -> (TraceStop.Reason, String) {
    if barriers.nodes.contains(Int32(node)) { return (.barrier, "A barrier stands here.") }
    return reason(barriers, condition, topology.element(node: node))
  }

  private func reason(
    _ barriers: ElementBarriers,
    _ condition: TraceCondition?,
    edge: Int
  ) -> (TraceStop.Reason, String) {
    if barriers.edges[Int32(edge)] != nil { return (.barrier, "A barrier stands here.") }
    return reason(barriers, condition, topology.element(edge: edge))
  }

  private func reason(
    _ barriers: ElementBarriers,
    _ condition: TraceCondition?,
    _ element: TraceElement
  ) -> (TraceStop.Reason, String) {
    if barriers.blocked.contains(element.feature) {
      return (.barrier, "The feature is assumed to be shut.")
    }
    return (.condition, setting.explanation(of: condition, at: element))
  }
}
