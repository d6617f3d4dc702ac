/// The blocks of a graph: sets of edges any two of which lie on one ring, each edge in one block.
///
/// An edge that lies on no ring is a block of its own and a bridge: without it, its ends are not
/// connected. Two parallel edges are a ring; a loop is one by itself, and a block of its own. A cut node
/// is one that connects what would fall apart without it.
public struct GraphBlocks: Sendable {
  // Invariant: `labels` has for each edge a label below `count`, or -1 for barriers.

  /// For each edge the number of its block; -1 for barriers.
  public let labels: [Int32]
  /// The number of blocks.
  public let count: Int
  /// The edges that lie on no ring.
  public let bridges: EdgeSet
  /// For each node whether it is a cut node.
  public let isCutNode: [Bool]

  /// Finds the blocks of a graph.
  ///
  /// Blocks are numbered as a depth-first search from the least nodes on completes them.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - barriers: Edges that are left out, a set of this graph's edges; none when nil.
  /// - Complexity: O(n + m) for n nodes and m edges, in time and memory; nothing recurs.
  public init(_ graph: Graph, barriers: EdgeSet? = nil) {
    precondition(
      barriers == nil || barriers?.edgeCount == graph.edgeCount,
      "Barriers are a set of the graph's edges"
    )
    var search = BlockSearch(graph, barriers)
    for node in 0..<graph.nodeCount { search.run(from: node) }
    labels = search.labels
    count = search.blockCount
    bridges = search.bridges
    isCutNode = search.isCutNode
  }
}

/// Hopcroft and Tarjan's search, with the ways it has gone on a stack of its own.
private struct BlockSearch {
  private let graph: Graph
  private let barriers: EdgeSet?

  private(set) var labels: [Int32]
  private(set) var blockCount = 0
  private(set) var bridges: EdgeSet
  private(set) var isCutNode: [Bool]

  /// For each node its place in the order of finding, from 1; 0 before it is found.
  private var orders: [Int32]
  /// For each node the least order that is met from it or from what was found after it.
  private var lows: [Int32]
  /// For each node the place of the half-edge to look at next.
  private var places: [Int32]
  private var foundCount: Int32 = 0
  /// The nodes from the root to where the search is, each with the edge it was found over.
  private var way: [(node: Int, edge: Int)] = []
  /// The edges met whose block is not complete.
  private var open: [Int32] = []

  init(_ graph: Graph, _ barriers: EdgeSet?) {
    self.graph = graph
    self.barriers = barriers
    labels = [Int32](repeating: -1, count: graph.edgeCount)
    bridges = EdgeSet(edgeCount: graph.edgeCount)
    isCutNode = [Bool](repeating: false, count: graph.nodeCount)
    orders = [Int32](repeating: 0, count: graph.nodeCount)
    lows = orders
    places = Array(graph.starts.dropLast())
  }

  mutating func run(from root: Int) {
    guard orders[root] == 0 else { return }
    var rootBlockCount = 0
    find(root, over: -1)
    while let (node, arrival) = way.last {
      if places[node] < graph.starts[node + 1] {
        let half = graph.halves[Int(places[node])]
        places[node] += 1
        look(along: half, from: node, arrival)
      } else {
        way.removeLast()
        guard let parent = way.last?.node else { continue }
        lows[parent] = min(lows[parent], lows[node])
        guard lows[node] >= orders[parent] else { continue }
        if lows[node] > orders[parent] { bridges.insert(arrival) }
        close(block: arrival)
        if parent == root { rootBlockCount += 1 } else { isCutNode[parent] = true }
      }
    }
    isCutNode[root] = rootBlockCount > 1
  }

  private mutating func find(_ node: Int, over edge: Int) {
    foundCount += 1
    orders[node] = foundCount
    lows[node] = foundCount
    way.append((node, edge))
  }

  private mutating func look(along half: HalfEdge, from node: Int, _ arrival: Int) {
    // The way back is known by its edge: a parallel one is another way.
    guard half.edge != arrival, barriers?.contains(half.edge) != true else { return }
    let other = Int(half.node)
    if other == node {
      // Seen again from its other end, a loop has its label already.
      if labels[half.edge] < 0 {
        labels[half.edge] = Int32(truncatingIfNeeded: blockCount)
        blockCount += 1
      }
    } else if orders[other] == 0 {
      open.append(Int32(truncatingIfNeeded: half.edge))
      find(other, over: half.edge)
    } else if orders[other] < orders[node] {
      open.append(Int32(truncatingIfNeeded: half.edge))
      lows[node] = min(lows[node], orders[other])
    }
  }

  /// Labels the edges met since the first edge of a block, which is one of them.
  private mutating func close(block first: Int) {
    while let edge = open.popLast() {
      labels[Int(edge)] = Int32(truncatingIfNeeded: blockCount)
      if Int(edge) == first { break }
    }
    blockCount += 1
  }
}
