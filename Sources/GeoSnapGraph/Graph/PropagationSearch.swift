/// A search of how far bits come that some nodes send out and edges let through, again and again on
/// one graph: phases from substations, commodities from sources.
///
/// It holds 12 bytes for each node and a bit for each edge, that need no clearing between searches.
/// Use one from one thread at a time; several may search the same graph at once.
public final class PropagationSearch {
  /// The graph that is searched.
  public let graph: Graph
  let arrivals: ArrivedBits

  /// Prepares searches of a graph.
  ///
  /// - Complexity: O(n + m) for n nodes and m edges.
  public init(_ graph: Graph) {
    self.graph = graph
    arrivals = ArrivedBits(graph)
  }

  /// Appends the nodes and edges that wanted bits reach, each once, in the order in which they are
  /// first reached.
  ///
  /// Every start sends out all 8 bits. An edge lets through those of its own bits that stand at one of
  /// its nodes, and does so if a wanted bit is among them; at a node everything is joined that
  /// arrives. This is what a propagator of a network does with the function `bitwiseAnd` and the
  /// comparison `includesAny`.
  ///
  /// - Parameters:
  ///   - starts: The nodes to begin at, which are always reached.
  ///   - edgeBits: For each edge the bits that it lets through.
  ///   - wanted: The bits of which one has to be left.
  ///   - barriers: Edges that let nothing through, a set of this graph's edges; none when nil.
  ///   - nodes: Takes the nodes.
  ///   - edges: Takes the edges.
  /// - Precondition: The starts are nodes of the graph; there are bits for each edge.
  /// - Complexity: O(k) for k nodes and edges that are looked at, each at most 8 times.
  public func collectReached(
    from starts: [Int32],
    edgeBits: [UInt8],
    wanted: UInt8 = .max,
    barriers: EdgeSet? = nil,
    nodes: inout [Int32],
    edges: inout [Int32]
  ) {
    precondition(edgeBits.count == graph.edgeCount, "There are bits for each edge")
    precondition(
      barriers == nil || barriers?.edgeCount == graph.edgeCount,
      "Barriers are a set of the graph's edges"
    )
    propagate(from: starts, edgeBits, wanted, barriers, nodes: &nodes, edges: &edges)
  }

  /// The bits that stood at a node at the end of the last search; none at one that was not reached.
  public func bits(at node: Int) -> UInt8 { arrivals[node] }
}
