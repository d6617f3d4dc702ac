/// A walk by breadth over whatever has rows of half-edges.
enum GraphWalk {
  /// All nodes that edges connect with a node, which comes first, in the order of the walk.
  ///
  /// - Parameters:
  ///   - start: The node.
  ///   - nodeLimit: Nodes are numbers below it.
  ///   - forEachHalfEdge: Calls its body with each half-edge that leaves a node.
  /// - Returns: The nodes.
  @inline(__always)
  static func connectedNodes(
    from start: Int,
    nodeLimit: Int,
    _ forEachHalfEdge: (_ node: Int, _ visit: (HalfEdge) -> Void) -> Void
  ) -> [Int32] {
    precondition((0..<nodeLimit).contains(start), "A walk starts at a node of the graph")
    var isSeen = [Bool](repeating: false, count: nodeLimit)
    return unsafe [Int32](unsafeUninitializedCapacity: nodeLimit) { nodes, count in
      // Each node is appended once, when it is seen first; half-edges lead to nodes below the limit.
      unsafe isSeen.withUnsafeMutableBufferPointer { isSeen in
        unsafe isSeen[start] = true
        unsafe nodes[0] = Int32(start)
        var (head, end) = (0, 1)
        while head < end {
          let node = unsafe Int(nodes[head])
          head &+= 1
          forEachHalfEdge(node) { half in
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
