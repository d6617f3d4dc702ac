internal import GeoSnapColumns
internal import GeoSnapSupport

/// What a search of least costs knows of each node.
// Invariant: `nodes` has one for each node of the graph and one more, whose `row` ends the last;
// `edges` one for each node.
@safe
package final class ReachedNodes {
  struct Node: BitwiseCopyable {
    /// The least cost known; to be read only with the stamp of the search.
    var cost: Double
    /// The place of the node's first half-edge.
    let row: Int32
    /// The number of the search that reached the node.
    var stamp: UInt32
  }

  let nodes: UnsafeMutablePointer<Node>
  /// For each node the edge it was reached over; -1 at starts.
  let edges: UnsafeMutablePointer<Int32>
  let count: Int
  /// The number of the search under way or done last; 0 before the first.
  package var search: UInt32 = 0
  /// The greatest cost that was settled: a node reached at more may be reached at less yet.
  var settledCost = -Double.infinity

  init(_ graph: Graph) {
    count = graph.nodeCount
    unsafe nodes = LargeMemory.allocate(count + 1, of: Node.self)
    unsafe edges = LargeMemory.allocate(count, of: Int32.self)
    for node in 0...count {
      // node <= count: count + 1 are allocated.
      unsafe nodes[node] = Node(cost: 0, row: graph.starts[node], stamp: 0)
    }
  }

  deinit {
    unsafe nodes.deallocate()
    unsafe edges.deallocate()
  }

  /// Begins a search, which has reached nothing yet.
  func begin() {
    if search == UInt32.max {
      // node < count, the number allocated.
      for node in 0..<count { unsafe nodes[node].stamp = 0 }
      search = 0
    }
    search += 1
    settledCost = -.infinity
  }

  /// The cost of a node that the last search settled, and the edge to it; nil of others.
  @inline(__always)
  subscript(node: Int) -> (cost: Double, edge: Int?)? {
    precondition(UInt(bitPattern: node) < UInt(bitPattern: count), "No such node")
    // node < count, the number allocated.
    let reached = unsafe nodes[node]
    guard reached.stamp == search, search > 0, reached.cost <= settledCost else { return nil }
    let edge = unsafe Int(edges[node])
    return (reached.cost, edge < 0 ? nil : edge)
  }
}
