internal import GeoSnapColumns
internal import GeoSnapSupport

/// What a search of propagated bits knows of each node and edge.
// Invariants: `nodes` has one for each node of the graph and one more, whose `row` ends the last;
// `foundEdges` has a bit for each edge, all of them zero between searches.
@safe
final class ArrivedBits {
  struct Node: BitwiseCopyable {
    /// The place of the node's first half-edge.
    let row: Int32
    /// The number of the search that reached the node.
    var stamp: UInt32
    /// The bits that arrived.
    var bits: UInt8
    /// Whether it has still to send on what arrived.
    var isWaiting: Bool
  }

  let nodes: UnsafeMutablePointer<Node>
  let foundEdges: UnsafeMutablePointer<UInt64>
  private let count: Int
  /// The nodes at which more arrived after they had sent.
  var again: [Int32] = []
  /// The number of the search under way or done last; 0 before the first.
  var search: UInt32 = 0

  init(_ graph: Graph) {
    count = graph.nodeCount
    unsafe nodes = LargeMemory.allocate(count + 1, of: Node.self)
    for node in 0...count {
      // node <= count: count + 1 are allocated.
      unsafe nodes[node] = Node(row: graph.starts[node], stamp: 0, bits: 0, isWaiting: false)
    }
    let words = graph.edgeCount / 64 + 1
    unsafe foundEdges = LargeMemory.allocate(words, of: UInt64.self)
    // `words` were allocated.
    unsafe foundEdges.initialize(repeating: 0, count: words)
  }

  deinit {
    unsafe nodes.deallocate()
    unsafe foundEdges.deallocate()
  }

  /// Begins a search, which has reached nothing yet.
  func begin() -> UInt32 {
    if search == UInt32.max {
      // node < count, the number allocated.
      for node in 0..<count { unsafe nodes[node].stamp = 0 }
      search = 0
    }
    search += 1
    return search
  }

  /// The bits at a node after the last search.
  subscript(node: Int) -> UInt8 {
    precondition(UInt(bitPattern: node) < UInt(bitPattern: count), "No such node")
    // node < count, the number allocated.
    return unsafe nodes[node].stamp == search && search > 0 ? nodes[node].bits : 0
  }
}
