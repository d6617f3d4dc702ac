internal import GeoSnapColumns

extension Graph {
  /// Creates a graph of the edges between numbered nodes, in O(n + m); edge i leads from `from[i]` to `to[i]`.
  ///
  /// - Precondition: Both lists are equally long, hold only nodes below `nodeCount`, and there are fewer than 2^30
  ///   edges.
  public init(nodeCount: Int, from: [Int32], to: [Int32]) {
    precondition(from.count == to.count, "Each edge has two nodes")
    precondition(from.count < 1 << 30, "A graph holds fewer than 2^30 edges")
    let edgeCount = from.count
    // Counts are gathered one position further on, where they become ends while the rows are filled.
    var starts = Column<Int32>(repeating: 0, count: nodeCount + 1)
    // Nodes are checked before they are used as positions; rows hold as many half-edges as were counted.
    let halves = unsafe Column<HalfEdge>(uninitializedCount: 2 * edgeCount) { halves in
      unsafe starts.withUnsafeMutablePointer { starts in
        unsafe from.withUnsafeBufferPointer { from in
          unsafe to.withUnsafeBufferPointer { to in
            for edge in 0..<edgeCount {
              let (first, second) = unsafe (from[edge], to[edge])
              precondition(
                UInt32(bitPattern: first) < UInt32(nodeCount)
                  && UInt32(bitPattern: second) < UInt32(nodeCount),
                "An edge joins nodes of the graph"
              )
              unsafe starts[Int(first)] &+= 1
              unsafe starts[Int(second)] &+= 1
            }
            var end: Int32 = 0
            for node in 0...nodeCount {
              unsafe end &+= starts[node]
              unsafe starts[node] = end
            }
            // From the last edge to the first, each row from its end: ends become starts, and rows are in the order
            // of edges.
            var edge = edgeCount
            while edge > 0 {
              edge &-= 1
              let (first, second) = unsafe (Int(from[edge]), Int(to[edge]))
              let back = unsafe starts[second] &- 1
              unsafe starts[second] = back
              unsafe halves[Int(back)] =
                HalfEdge(node: Int32(truncatingIfNeeded: first), edge: edge, isAgainst: true)
              // Read after the write, since both are the same for a loop.
              let forth = unsafe starts[first] &- 1
              unsafe starts[first] = forth
              unsafe halves[Int(forth)] =
                HalfEdge(node: Int32(truncatingIfNeeded: second), edge: edge, isAgainst: false)
            }
          }
        }
      }
    }
    self.init(starts: starts, halves: halves, origins: Column(from))
  }
}
