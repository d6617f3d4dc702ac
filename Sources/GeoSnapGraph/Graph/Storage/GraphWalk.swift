public import CHints
public import GeoSnapColumns

/// Rows of half-edges, one for each node, for a walk.
@usableFromInline
package protocol HalfEdgeRows {
  /// Prefetches the start of a node's row.
  func fetchPlace(of node: Int)
  /// Prefetches the row of a node.
  func fetchRow(of node: Int)
  /// Calls `body` with each half-edge that leaves a node.
  func forEachHalfEdge(of node: Int, _ body: (HalfEdge) -> Void)
}

/// A breadth-first walk over rows of half-edges.
@usableFromInline
package enum GraphWalk {
  /// How many nodes ahead rows are prefetched; their starts are prefetched twice as far ahead.
  @inlinable
  @inline(__always)
  static var ahead: Int { 6 }

  /// All nodes connected to `start`, which comes first, in breadth-first order; all nodes are below `nodeLimit`.
  @inlinable
  @inline(__always)
  package static func connectedNodes(
    from start: Int,
    nodeLimit: Int,
    over rows: some HalfEdgeRows
  ) -> [Int32] {
    precondition((0..<nodeLimit).contains(start), "A walk starts at a node of the graph")
    let limit = UInt(nodeLimit)
    var isSeen = [Bool](repeating: false, count: nodeLimit)
    return unsafe [Int32](unsafeUninitializedCapacity: nodeLimit) { nodes, count in
      // Each node is appended once, when it is found first, and is below the limit.
      unsafe isSeen.withUnsafeMutableBufferPointer { isSeen in
        unsafe isSeen[start] = true
        unsafe nodes[0] = Int32(start)
        var (head, end) = (0, 1)
        while head < end {
          let node = unsafe Int(nodes[head])
          if head &+ 2 &* ahead < end {
            unsafe rows.fetchPlace(of: Int(nodes[head &+ 2 &* ahead]))
            unsafe rows.fetchRow(of: Int(nodes[head &+ ahead]))
          }
          head &+= 1
          rows.forEachHalfEdge(of: node) { half in
            let isNode = UInt(bitPattern: Int(half.node)) < limit
            precondition(isNode, "A half-edge leads to no node below the limit")
            if unsafe !isSeen[Int(half.node)] {
              unsafe isSeen[Int(half.node)] = true
              unsafe nodes[end] = half.node
              end &+= 1
            }
          }
        }
        count = end
      }
    }
  }
}

extension Graph: HalfEdgeRows {
  /// Prefetches the start of a node's row.
  @inlinable
  @inline(__always)
  package func fetchPlace(of node: Int) {
    // A prefetch never faults; there is a start for each node.
    unsafe starts.withUnsafeBufferPointer { starts in
      guard let first = starts.baseAddress else { return }
      unsafe chints_prefetch(first + node)
    }
  }

  /// Prefetches a node's row.
  @inlinable
  @inline(__always)
  package func fetchRow(of node: Int) {
    // A prefetch never faults; without edges there is no row.
    let start = Int(starts[node])
    unsafe halves.withUnsafeBufferPointer { halves in
      guard let first = halves.baseAddress else { return }
      unsafe chints_prefetch(first + start)
    }
  }
}

extension Graph {
  /// Creates a graph of the edges between numbered nodes, in O(n + m); edge i leads from `from[i]` to `to[i]`.
  ///
  /// - Precondition: Both lists are equally long, hold only nodes below `nodeCount`, and there are fewer than 2^30
  ///   edges.
  package init(nodeCount: Int, from: [Int32], to: [Int32]) {
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
