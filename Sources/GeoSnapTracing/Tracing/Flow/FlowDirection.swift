/// The direction of flow along each edge of a region: an edge can carry flow from one end when that end is reached from
/// a controller without the edge.
struct FlowDirection {
  /// The directions in which each edge can carry flow away from the controllers; both when undetermined.
  private(set) var ways: [TraceRegion.Ways]
  /// The block of each edge, with all controllers joined in one root; -1 for none, and empty unless requested.
  private(set) var blocks: [Int32] = []
  private var tree: BlockSearch?
  private var banks: [SinglePhaseUnits.Bank] = []

  /// Finds the directions, in O(n + m), or O(m log n) where devices have a direction; a cancelled task ends it early.
  init(
    _ region: TraceRegion,
    _ reach: OutwardReach,
    from controllers: [Int32],
    _ setting: TraceSetting,
    findingBlocks findsBlocks: Bool
  ) {
    // First the edges that may be passed, and of these the ones that matter: an edge that is a barrier leads nowhere.
    ways = [TraceRegion.Ways](repeating: [], count: region.edges.count)
    var isCounted = [Bool](repeating: false, count: region.edges.count)
    var isDirected = false
    for edge in region.edges.indices where reach.reaches(edge: edge) {
      let (from, to) = (Int(region.from[edge]), Int(region.to[edge]))
      var permitted = region.outward[edge]
      if !reach.reaches(node: from) || region.nodeMarks[from].contains(.bars) {
        permitted.remove(.forth)
      }
      if !reach.reaches(node: to) || region.nodeMarks[to].contains(.bars) {
        permitted.remove(.back)
      }
      ways[edge] = permitted
      let leadsOn =
        region.isPassable(edge) && reach.reaches(node: from) && reach.reaches(node: to)
        && !region.nodeMarks[from].contains(.bars) && !region.nodeMarks[to].contains(.bars)
      if leadsOn && !permitted.isEmpty {
        isCounted[edge] = true
        if permitted != .both { isDirected = true }
      }
    }
    if Task.isCancelled { return }
    let units = SinglePhaseUnits(region, setting, over: isCounted)
    if let units { for edge in units.followers { isCounted[Int(edge)] = false } }

    let counted = isCounted
    if isDirected { leaveEntrances(region, counted, from: controllers) }
    if !isDirected || findsBlocks {
      let tree = BlockSearch(
        region.graph,
        from: controllers,
        joined: true,
        without: EdgeSet(edgeCount: counted.count) { !counted[$0] },
        isCancellable: true
      )
      if !isDirected { leaveBridges(of: tree, region) }
      if findsBlocks {
        blocks = Array(tree.labels.prefix(region.edges.count))
        self.tree = tree
      }
    }
    if let units {
      banks = units.banks
      follow(region)
    }
  }

  /// Removes the direction back to the controllers from each bridge.
  private mutating func leaveBridges(of tree: BlockSearch, _ region: TraceRegion) {
    for node in tree.nodes {
      let edge = Int(node.parentEdge)
      guard node.parent >= 0 && tree.isBridge(edge) else { continue }
      // From the parent to the child, as the search begins at the controllers.
      ways[edge] = region.from[edge] == node.parent ? .forth : .back
    }
  }

  /// Removes the direction out of a node's only entrance from that edge.
  private mutating func leaveEntrances(
    _ region: TraceRegion,
    _ isCounted: [Bool],
    from controllers: [Int32]
  ) {
    // The graph with all controllers joined in one root.
    let root = region.nodes.count
    let numbers = region.edges.indices.filter { isCounted[$0] }
    let graph = Graph(
      nodeCount: root + 1,
      from: numbers.map { region.from[$0] } + controllers.map { _ in Int32(root) },
      to: numbers.map { region.to[$0] } + controllers
    )
    let permitted = numbers.map { ways[$0] } + controllers.map { _ in .forth }
    let entrances = EntranceEdges(graph, from: root, permitted)
    for (number, edge) in numbers.enumerated() {
      if entrances.only[Int(region.from[edge])] == number { ways[edge].remove(.forth) }
      if entrances.only[Int(region.to[edge])] == number { ways[edge].remove(.back) }
    }
  }

  private mutating func follow(_ region: TraceRegion) {
    for bank in banks {
      // A bank is one edge: it carries flow in a direction if all edges of its leading unit do.
      var led = TraceRegion.Ways.both
      for (edge, way) in bank.leader {
        if !ways[Int(edge)].contains(way) { led.remove(.forth) }
        if !ways[Int(edge)].contains(way.turned) { led.remove(.back) }
      }
      for (edge, way) in bank.leader + bank.followers {
        ways[Int(edge)] = way == .forth ? led : led.turned
        if !blocks.isEmpty { blocks[Int(edge)] = blocks[Int(bank.leader[0].edge)] }
      }
    }
  }

  /// The blocks on the paths from the open starts to the controllers; blocks must have been requested.
  func blocksOnTheWay(_ region: TraceRegion) -> Set<Int32> {
    guard let tree else { preconditionFailure("Blocks were asked for") }
    var found: Set<Int32> = []
    var tops = region.openStartNodes
    var edges: [Int32] = []
    for (edge, exits) in zip(region.startEdges, region.startExits) {
      guard region.isPassable(Int(edge)) else {
        // A barrier is on the same part: the path begins at the open ends.
        if exits.contains(.back) { tops.append(region.from[Int(edge)]) }
        if exits.contains(.forth) { tops.append(region.to[Int(edge)]) }
        continue
      }
      edges.append(edge)
    }
    // A start within a following unit counts as being at the bank.
    let starts = Set(tops + edges.flatMap { [region.from[Int($0)], region.to[Int($0)]] })
    for bank in banks {
      func isStart(_ node: Int32) -> Bool {
        tree.nodes[Int(node)].order < 0 && starts.contains(node)
      }
      let isWithin = bank.followers.contains { step in
        isStart(region.from[Int(step.edge)]) || isStart(region.to[Int(step.edge)])
      }
      if isWithin { edges.append(bank.leader[0].edge) }
    }
    for edge in edges {
      if blocks[Int(edge)] >= 0 { found.insert(blocks[Int(edge)]) }
      // The end nearer to the controllers, where the path continues.
      var nearer: Int32 = -1
      for end in [region.from[Int(edge)], region.to[Int(edge)]] {
        let order = tree.nodes[Int(end)].order
        if order >= 0 && (nearer < 0 || order < tree.nodes[Int(nearer)].order) { nearer = end }
      }
      if nearer >= 0 { tops.append(nearer) }
    }
    for top in tops {
      var node = top
      while node >= 0, tree.nodes[Int(node)].parentEdge >= 0 {
        found.insert(tree.labels[Int(tree.nodes[Int(node)].parentEdge)])
        node = tree.nodes[Int(node)].parent
      }
    }
    return found
  }
}
