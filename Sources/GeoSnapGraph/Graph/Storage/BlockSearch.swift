internal import CHints
internal import GeoSnapColumns

/// A depth-first search for the blocks of a graph, after Hopcroft and Tarjan (1973), without recursion.
package struct BlockSearch {
  package struct Node: BitwiseCopyable {
    /// The order of discovery, ascending; -1 for nodes that were not found.
    package var order: Int32 = -1
    /// The least order that is reached from it or from nodes found after it.
    fileprivate var low: Int32 = 0
    /// The position of the next half-edge; before the node is found, -2 minus its number among joined roots.
    fileprivate var next: Int32 = -1
    /// The node it was found from; -1 for roots and nodes that were not found.
    package var parent: Int32 = -1
    /// The edge it was found by; -1 for roots that are not joined and nodes that were not found.
    package var parentEdge: Int32 = -1
  }

  package let nodes: [Node]
  /// The block of each edge, then of the edges that join the roots; -1 where the search has not come.
  package let labels: [Int32]
  /// The number of edges of each block; -1 for a loop.
  let sizes: [Int32]

  /// Finds the blocks of all that is connected to some roots, in O(n + m), without the edges `left`; joined roots count
  /// as joined to one additional node, each by an additional edge.
  @inline(never)
  package init(
    _ graph: Graph,
    from roots: [Int32],
    joined areJoined: Bool = false,
    without left: EdgeSet? = nil,
    isCancellable: Bool = false
  ) {
    precondition(
      left == nil || left?.edgeCount == graph.edgeCount,
      "What does not count is a set of the graph's edges"
    )
    let edgeCount = Int32(graph.edgeCount)
    var nodes = [Node](repeating: Node(), count: graph.nodeCount)
    var blocks = Blocks(edgeCount: graph.edgeCount + (areJoined ? roots.count : 0))
    // The additional node of joined roots has order 0.
    var order: Int32 = areJoined ? 1 : 0
    if areJoined {
      for (number, root) in roots.enumerated() { nodes[Int(root)].next = -2 - Int32(number) }
    }
    let pace: Int32 = 1 << 16
    var isGivenUp = false
    for (number, root) in roots.enumerated() where nodes[Int(root)].order < 0 && !isGivenUp {
      // Roots were checked above; half-edges lead to nodes of the graph and have its edges, and `next` stays within
      // their rows.
      unsafe nodes.withUnsafeMutableBufferPointer { nodes in
        unsafe graph.halves.withUnsafeBufferPointer { halves in
          unsafe graph.starts.withUnsafeBufferPointer { starts in
            var node = Int(root)
            unsafe nodes[node].order = order
            unsafe nodes[node].low = order
            unsafe nodes[node].next = starts[node]
            order += 1
            if areJoined {
              unsafe nodes[node].parentEdge = edgeCount + Int32(number)
              blocks.open.append(edgeCount + Int32(number))
            }
            while true {
              let place = unsafe nodes[node].next
              guard unsafe place < starts[node + 1] else {
                let (parent, arrival) = unsafe (Int(nodes[node].parent), nodes[node].parentEdge)
                if parent < 0 { break }
                unsafe nodes[parent].low = min(nodes[parent].low, nodes[node].low)
                if unsafe nodes[node].low >= nodes[parent].order { blocks.close(arrival) }
                node = parent
                continue
              }
              unsafe nodes[node].next = place + 1
              let half = unsafe halves[Int(place)]
              let edge = Int32(truncatingIfNeeded: half.edge)
              // The edge back is recognised by its number, since a parallel edge is another path.
              if unsafe edge == nodes[node].parentEdge { continue }
              if let left, left.contains(Int(edge)) { continue }
              let other = Int(half.node)
              if other == node {
                // From its other end a loop has its label already.
                blocks.takeLoop(Int(edge))
              } else if unsafe nodes[other].order < 0 {
                blocks.open.append(edge)
                let rootNumber = unsafe -2 - nodes[other].next
                if rootNumber >= 0 { blocks.open.append(edgeCount + rootNumber) }
                unsafe nodes[other].order = order
                unsafe nodes[other].low = rootNumber >= 0 ? 0 : order
                unsafe nodes[other].next = starts[other]
                unsafe nodes[other].parent = Int32(truncatingIfNeeded: node)
                unsafe nodes[other].parentEdge = edge
                order += 1
                node = other
                // All neighbours are read soon; always prefetches four.
                if halves.count >= 4, let first = nodes.baseAddress {
                  let row = unsafe min(Int(starts[other]), halves.count - 4)
                  for place in row..<row + 4 {
                    unsafe chints_prefetch(first + Int(halves[place].node))
                  }
                }
                if order & (pace - 1) == 0 && isCancellable && Task.isCancelled {
                  isGivenUp = true
                  break
                }
              } else if unsafe nodes[other].order < nodes[node].order {
                blocks.open.append(edge)
                unsafe nodes[node].low = min(nodes[node].low, nodes[other].order)
              }
            }
          }
        }
      }
      if areJoined { blocks.close(edgeCount + Int32(number)) }
    }
    self.nodes = nodes
    (labels, sizes) = (blocks.labels, blocks.sizes)
  }

  /// Whether an edge is in a ring, or is a loop.
  package func isLoop(_ edge: Int) -> Bool {
    let block = labels[edge]
    return block >= 0 && sizes[Int(block)] != 1
  }

  /// Whether removing an edge separates its nodes.
  package func isBridge(_ edge: Int) -> Bool {
    let block = labels[edge]
    return block >= 0 && sizes[Int(block)] == 1
  }
}

private struct Blocks {
  var labels: [Int32]
  var sizes: [Int32] = []
  /// The edges found whose block is not complete.
  var open: [Int32] = []

  init(edgeCount: Int) { labels = [Int32](repeating: -1, count: edgeCount) }

  mutating func takeLoop(_ edge: Int) {
    guard labels[edge] < 0 else { return }
    labels[edge] = Int32(sizes.count)
    sizes.append(-1)
  }

  /// Labels the edges found since the first edge of a block, including it.
  mutating func close(_ first: Int32) {
    let block = Int32(sizes.count)
    var size: Int32 = 0
    while let edge = open.popLast() {
      labels[Int(edge)] = block
      size += 1
      if edge == first { break }
    }
    sizes.append(size)
  }
}
