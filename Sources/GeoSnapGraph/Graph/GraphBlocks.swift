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
    let roots = (0..<Int32(graph.nodeCount)).map { $0 }
    let search = BlockSearch(graph, from: roots, without: barriers)
    labels = search.labels
    count = search.sizes.count
    var bridges = EdgeSet(edgeCount: graph.edgeCount)
    for edge in labels.indices where search.isBridge(edge) { bridges.insert(edge) }
    self.bridges = bridges
    isCutNode = roots.map { node in
      // A cut node is where blocks meet; a loop is held by its node alone.
      var first: Int32 = -1
      for half in graph.halfEdges(of: Int(node)) where half.node != node {
        let label = search.labels[half.edge]
        if label < 0 || label == first { continue }
        if first >= 0 { return true }
        first = label
      }
      return false
    }
  }
}
