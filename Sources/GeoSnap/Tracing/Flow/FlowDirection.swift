/// Which way the commodity can run along each edge of a region: away from the controllers, towards
/// them, or either way.
///
/// An edge can carry flow from one end when that end is reached from a controller without the edge.
struct FlowDirection {
  /// For each edge the ways in which it can carry flow away from the controllers; both when that is
  /// not determined, none when it carries nothing.
  private(set) var ways: [TraceRegion.Ways]
  /// For each edge its biconnected block where all controllers are joined in one root.
  ///
  /// -1 for none; empty unless asked for.
  private(set) var blocks: [Int32] = []
  private var tree: Blocks?
  private var banks: [SinglePhaseUnits.Bank] = []

  /// Finds the directions.
  ///
  /// - Parameters:
  ///   - region: The region.
  ///   - reach: What the controllers reach.
  ///   - controllers: The nodes of the controllers.
  ///   - setting: What is traced.
  ///   - findsBlocks: Whether blocks are asked for.
  /// - Complexity: O(n + m); O(m log n) where devices have a direction.
  init(
    _ region: TraceRegion,
    _ reach: OutwardReach,
    from controllers: [Int32],
    _ setting: TraceSetting,
    findingBlocks findsBlocks: Bool
  ) {
    let root = region.nodes.count
    // What may pass at all, and of that what matters to others: what bars leads nowhere.
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
    let counted = isCounted
    let units = SinglePhaseUnits(region, setting) { counted[$0] }
    if let units { for edge in units.followers { isCounted[Int(edge)] = false } }

    // The graph with all controllers joined in one root.
    var numbers: [Int32] = []
    var from: [Int32] = []
    var to: [Int32] = []
    var permitted: [TraceRegion.Ways] = []
    for edge in region.edges.indices where isCounted[edge] {
      numbers.append(Int32(edge))
      from.append(region.from[edge])
      to.append(region.to[edge])
      permitted.append(ways[edge])
    }
    let virtual = numbers.count
    for controller in controllers {
      from.append(Int32(root))
      to.append(controller)
      permitted.append(.forth)
    }
    let graph = Graph(nodeCount: root + 1, from: from, to: to)

    if isDirected {
      let entrances = EntranceEdges(graph, from: root, permitted)
      for (number, edge) in numbers.enumerated() {
        if entrances.only[Int(region.from[Int(edge)])] == number { ways[Int(edge)].remove(.forth) }
        if entrances.only[Int(region.to[Int(edge)])] == number { ways[Int(edge)].remove(.back) }
      }
    }
    if !isDirected || findsBlocks {
      let tree = Blocks(graph, from: [Int32(root)]) { _ in true }
      if !isDirected {
        for node in 0..<root {
          let edge = tree.parentEdges[node]
          guard edge >= 0 && Int(edge) < virtual && tree.isBridge(Int(edge)) else { continue }
          // From the parent to the child, as the root is where everything comes from.
          ways[Int(numbers[Int(edge)])] = from[Int(edge)] == tree.parents[node] ? .forth : .back
        }
      }
      if findsBlocks {
        blocks = [Int32](repeating: -1, count: region.edges.count)
        for (number, edge) in numbers.enumerated() { blocks[Int(edge)] = tree.blocks[number] }
        self.tree = tree
      }
    }
    if let units {
      banks = units.banks
      follow(region)
    }
  }

  private mutating func follow(_ region: TraceRegion) {
    for bank in banks {
      // The bank is one edge: it carries what all of its leading unit carries.
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

  /// The blocks on the way from the starts that do not bar to the controllers.
  ///
  /// - Precondition: Blocks were asked for.
  func blocksOnTheWay(_ region: TraceRegion) -> Set<Int32> {
    guard let tree else { preconditionFailure("Blocks were asked for") }
    var found: Set<Int32> = []
    var tops = region.startNodes.filter { !region.nodeMarks[Int($0)].contains(.bars) }
    var edges: [Int32] = []
    for (edge, exits) in zip(region.startEdges, region.startExits) {
      guard region.isPassable(Int(edge)) else {
        // A barrier stands on the same part: the way begins at the ends that are open.
        if exits.contains(.back) { tops.append(region.from[Int(edge)]) }
        if exits.contains(.forth) { tops.append(region.to[Int(edge)]) }
        continue
      }
      edges.append(edge)
    }
    // What lies within a unit that follows is where the bank is.
    let starts = Set(tops + edges.flatMap { [region.from[Int($0)], region.to[Int($0)]] })
    for bank in banks {
      let isWithin = bank.followers.contains { step in
        [region.from[Int(step.edge)], region.to[Int(step.edge)]].contains {
          tree.orders[Int($0)] < 0 && starts.contains($0)
        }
      }
      if isWithin { edges.append(bank.leader[0].edge) }
    }
    for edge in edges {
      if blocks[Int(edge)] >= 0 { found.insert(blocks[Int(edge)]) }
      // The end nearer to the root, from which the way goes on.
      let ends = [region.from[Int(edge)], region.to[Int(edge)]]
      tops +=
        ends.filter { tree.orders[Int($0)] >= 0 }
        .min { tree.orders[Int($0)] < tree.orders[Int($1)] }.map { [$0] } ?? []
    }
    for top in tops {
      var node = top
      while node >= 0, tree.parentEdges[Int(node)] >= 0 {
        found.insert(tree.blocks[Int(tree.parentEdges[Int(node)])])
        node = tree.parents[Int(node)]
      }
    }
    return found
  }
}
