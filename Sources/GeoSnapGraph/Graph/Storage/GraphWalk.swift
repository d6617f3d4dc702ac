public import CHints
public import GeoSnapColumns

/// Rows of half-edges, one for each node, that a walk reads.
public protocol HalfEdgeRows {
  /// Asks for the memory that tells where the row of a node stands.
  func fetchPlace(of node: Int)
  /// Asks for the memory of the row of a node.
  func fetchRow(of node: Int)
  /// Calls `body` with each half-edge that leaves a node.
  func forEachHalfEdge(of node: Int, _ body: (HalfEdge) -> Void)
}

/// A walk by breadth over whatever has rows of half-edges.
public enum GraphWalk {
  /// How many nodes ahead of the one whose half-edges are read a row is asked for; what tells where it stands is
  /// asked for twice as far ahead.
  @inlinable
  @inline(__always)
  static var ahead: Int { 6 }

  /// All nodes that edges connect with a node, which comes first, in the order of the walk.
  ///
  /// - Parameters:
  ///   - start: The node.
  ///   - nodeLimit: Nodes are numbers below it.
  ///   - rows: The rows.
  /// - Returns: The nodes.
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
      // Each node is appended once, when it is seen first, and is below the limit.
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
  /// Asks for the memory of the start of a node's row.
  @inlinable
  @inline(__always)
  public func fetchPlace(of node: Int) {
    // A hint, which never faults; there is a start for each node.
    unsafe starts.withUnsafeBufferPointer { starts in
      guard let first = starts.baseAddress else { return }
      unsafe chints_prefetch(first + node)
    }
  }

  /// Asks for the memory of a node's row.
  @inlinable
  @inline(__always)
  public func fetchRow(of node: Int) {
    // A hint, which never faults; without edges there is nothing to ask for.
    let start = Int(starts[node])
    unsafe halves.withUnsafeBufferPointer { halves in
      guard let first = halves.baseAddress else { return }
      unsafe chints_prefetch(first + start)
    }
  }
}
