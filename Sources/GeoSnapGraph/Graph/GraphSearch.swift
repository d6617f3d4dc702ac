/// A search of everything that is connected to some nodes, again and again on one graph.
///
/// It holds marks for the nodes, 8 bytes each, that need no clearing between searches. Use one from
/// one thread at a time; several may search the same graph at once.
public final class GraphSearch {
  /// The graph that is searched.
  public let graph: Graph
  package let marks: NodeMarks

  /// Prepares searches of a graph.
  ///
  /// - Complexity: O(n) for n nodes.
  public init(_ graph: Graph) {
    self.graph = graph
    marks = NodeMarks(graph)
  }

  /// Appends the nodes and edges that are connected to some nodes, each once, the nearest first.
  ///
  /// The starts come first, then the nodes one edge away from them, and so on; edges come in the
  /// order of the nodes they are first met at, and at a node in their own order. A loop and every one
  /// of parallel edges is found. Barriers are neither walked nor found; a start that is given twice
  /// counts once.
  ///
  /// Nothing is allocated when the arrays have room for every node and every edge and one more of
  /// each, as they have after a first search: empty them with `removeAll(keepingCapacity: true)`.
  ///
  /// - Parameters:
  ///   - starts: The nodes to begin at.
  ///   - barriers: Edges that are not walked, a set of this graph's edges; none when nil.
  ///   - nodes: Takes the nodes.
  ///   - edges: Takes the edges.
  /// - Precondition: The starts are nodes of the graph.
  /// - Complexity: O(k) for k nodes and edges found and barriers met, whatever the graph's size.
  public func collectConnected(
    from starts: [Int32],
    barriers: EdgeSet? = nil,
    nodes: inout [Int32],
    edges: inout [Int32]
  ) {
    precondition(
      barriers == nil || barriers?.edgeCount == graph.edgeCount,
      "Barriers are a set of the graph's edges"
    )
    walk(from: starts, barriers: barriers, nodes: &nodes, edges: &edges)
  }
}
