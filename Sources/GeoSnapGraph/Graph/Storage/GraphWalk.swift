public import CHints
public import GeoSnapColumns

/// Rows of half-edges, one for each node, for a walk.
public protocol HalfEdgeRows {
  /// Prefetches the start of a node's row.
  func fetchPlace(of node: Int)
  /// Prefetches the row of a node.
  func fetchRow(of node: Int)
  /// Calls `body` with each half-edge that leaves a node.
  func forEachHalfEdge(of node: Int, _ body: (HalfEdge) -> Void)
}

/// A breadth-first walk over rows of half-edges.
public enum GraphWalk {
  /// How many nodes ahead rows are prefetched; their starts are prefetched twice as far ahead.
  @inlinable
  @inline(__always)
  static var ahead: Int { 6 }

  /// All nodes connected to `start`, which comes first, in breadth-first order; all nodes are below `nodeLimit`.
  @inlinable
  @inline(__always)
  public static func connectedNodes(
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
  public func fetchPlace(of node: Int) {
    // A prefetch never faults; there is a start for each node.
    unsafe starts.withUnsafeBufferPointer { starts in
      guard let first = starts.baseAddress else { return }
      unsafe chints_prefetch(first + node)
    }
  }

  /// Prefetches a node's row.
  @inlinable
  @inline(__always)
  public func fetchRow(of node: Int) {
    // A prefetch never faults; without edges there is no row.
    let start = Int(starts[node])
    unsafe halves.withUnsafeBufferPointer { halves in
      guard let first = halves.baseAddress else { return }
      unsafe chints_prefetch(first + start)
    }
  }
}
