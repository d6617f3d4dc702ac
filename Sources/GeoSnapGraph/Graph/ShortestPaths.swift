/// Least costs from some nodes to all others, or to one, again and again on one graph.
///
/// It holds 20 bytes for each node, that need no clearing between searches, and a heap. Use one from
/// one thread at a time; several may search the same graph at once.
///
/// Answers are the same each time: nodes are settled in the order of their costs, those of equal cost
/// in the order of their numbers as far as they are known by then, and of equally cheap ways to a node
/// the one counts that was met first, of parallel edges the lesser number.
public final class ShortestPaths {
  /// The graph that is searched.
  public let graph: Graph
  package let reached: ReachedNodes
  let heap = CostHeap()

  /// Prepares searches of a graph.
  ///
  /// - Complexity: O(n) for n nodes.
  public init(_ graph: Graph) {
    self.graph = graph
    reached = ReachedNodes(graph)
  }

  /// Finds the least costs from some nodes to all that are connected to them, or as far as a target.
  ///
  /// The answers of the search before are gone.
  ///
  /// - Parameters:
  ///   - starts: The nodes to begin at, at a cost of nothing.
  ///   - target: The node at which to stop: the costs of nodes farther away stay unknown, those of
  ///     nodes as near are found. All nodes are looked for when nil.
  ///   - costs: For each edge its cost, the same both ways: at least 0, possibly infinite, which means
  ///     that the edge is not walked.
  ///   - barriers: Edges that are not walked, a set of this graph's edges; none when nil.
  /// - Precondition: Starts and target are nodes of the graph; there is a cost for each edge; no cost
  ///   that is met is negative or not a number.
  /// - Complexity: O(k log k) for k nodes and edges reached, whatever the graph's size.
  public func search(
    from starts: [Int32],
    to target: Int? = nil,
    costs: [Double],
    barriers: EdgeSet? = nil
  ) {
    precondition(costs.count == graph.edgeCount, "There is a cost for each edge")
    precondition(
      barriers == nil || barriers?.edgeCount == graph.edgeCount,
      "Barriers are a set of the graph's edges"
    )
    precondition(
      target.map { UInt(bitPattern: $0) < UInt(graph.nodeCount) } ?? true,
      "The target is a node of the graph"
    )
    settle(from: starts, to: target, costs: costs, barriers: barriers)
  }

  /// The least cost from a start to a node; nil when the last search has not settled it.
  public func cost(to node: Int) -> Double? { reached[node]?.cost }

  /// The edge over which the cheapest way comes to a node; nil at starts and at nodes not settled.
  public func lastEdge(to node: Int) -> Int? { reached[node]?.edge }

  /// The cheapest way from a start to a node; nil when the last search has not settled it.
  ///
  /// - Returns: The nodes from the start to the node, and the edges between them, one fewer.
  /// - Complexity: O(k log d) for k nodes on the way with d half-edges each.
  public func path(to node: Int) -> (nodes: [Int32], edges: [Int32])? {
    guard reached[node] != nil else { return nil }
    var (nodes, edges) = ([Int32(truncatingIfNeeded: node)], [Int32]())
    var place = node
    while let edge = lastEdge(to: place) {
      let ends = graph.nodes(of: edge)
      place = ends.from == place ? ends.to : ends.from
      nodes.append(Int32(truncatingIfNeeded: place))
      edges.append(Int32(truncatingIfNeeded: edge))
    }
    nodes.reverse()
    edges.reverse()
    return (nodes, edges)
  }

  /// Puts the least cost to each node in place, infinite for those that were not settled.
  ///
  /// - Complexity: O(n) for n nodes of the graph.
  public func collectCosts(into costs: inout [Double]) {
    costs.removeAll(keepingCapacity: true)
    costs.reserveCapacity(graph.nodeCount)
    for node in 0..<graph.nodeCount { costs.append(cost(to: node) ?? .infinity) }
  }
}
