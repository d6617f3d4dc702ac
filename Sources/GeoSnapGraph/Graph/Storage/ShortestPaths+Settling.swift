internal import CHints
internal import GeoSnapColumns

extension ShortestPaths {
  /// Settles nodes in the order of their costs; see ``search(from:to:costs:barriers:)``.
  func settle(from starts: [Int32], to target: Int?, costs: [Double], barriers: EdgeSet?) {
    reached.begin()
    heap.removeAll()
    let search = reached.search
    heap.reserve(starts.count)
    for start in starts {
      precondition(
        UInt32(bitPattern: start) < UInt32(graph.nodeCount),
        "A search starts at nodes of the graph"
      )
      let node = unsafe reached.nodes + Int(start)
      guard unsafe node.pointee.stamp != search else { continue }
      unsafe (node.pointee.cost, node.pointee.stamp) = (0, search)
      unsafe reached.edges[Int(start)] = -1
      heap.push(CostHeap.entry(0, start))
    }
    // Every half-edge has an edge of the graph, which has a cost and a bit among barriers.
    unsafe graph.halves.withUnsafeBufferPointer { halves in
      unsafe costs.withUnsafeBufferPointer { costs in
        let halfCount = halves.count
        guard let halves = halves.baseAddress, let costs = costs.baseAddress else {
          // Without edges, the starts are all there is.
          reached.settledCost = 0
          return
        }
        if let barriers {
          unsafe barriers.words.withUnsafeBufferPointer { words in
            unsafe settle(to: target, halves, halfCount, costs) { edge in
              unsafe words[edge >> 6] >> UInt64(edge & 63) & 1 != 0
            }
          }
        } else {
          unsafe settle(to: target, halves, halfCount, costs) { _ in false }
        }
      }
    }
  }

  // Rows and nodes come from the graph, whose invariants bound them.
  @inline(__always)
  private func settle(
    to target: Int?,
    _ halves: UnsafePointer<HalfEdge>,
    _ halfCount: Int,
    _ costs: UnsafePointer<Double>,
    isBarrier: (Int) -> Bool
  ) {
    let search = reached.search
    let (nodes, edges) = unsafe (reached.nodes, reached.edges)
    let target = target ?? -1
    var limit = Double.infinity
    let heap = heap
    while !heap.isEmpty {
      let entry = heap.popLeast()
      let (cost, node) = (CostHeap.cost(entry), CostHeap.node(entry))
      // Nodes stay in the heap at what they were once reached at.
      if unsafe nodes[node].cost < cost { continue }
      // Nodes as near as the target are settled still, so that it is said which are.
      if cost > limit { break }
      reached.settledCost = cost
      if node == target { limit = cost }
      if !heap.isEmpty, halfCount >= 4 {
        // What comes next is known but for what this node leads to: ask for its neighbours, always
        // four, as in the walk of ``GraphSearch``.
        let next = unsafe CostHeap.node(heap.entries[0])
        let row = unsafe min(Int(nodes[next].row), halfCount - 4)
        for place in row..<row + 4 {
          let half = unsafe halves[place]
          unsafe chints_prefetch(nodes + Int(half.node))
          unsafe chints_prefetch(costs + half.edge)
        }
      }
      let (first, end) = unsafe (Int(nodes[node].row), Int(nodes[node + 1].row))
      heap.reserve(end - first)
      for place in first..<end {
        let half = unsafe halves[place]
        if isBarrier(half.edge) { continue }
        let edgeCost = unsafe costs[half.edge]
        precondition(edgeCost >= 0, "The cost of an edge is a number and not negative")
        let arriving = cost + edgeCost
        let neighbour = unsafe nodes + Int(half.node)
        let known =
          unsafe neighbour.pointee.stamp == search ? neighbour.pointee.cost : .infinity
        guard arriving < known else { continue }
        unsafe (neighbour.pointee.cost, neighbour.pointee.stamp) = (arriving, search)
        unsafe edges[Int(half.node)] = Int32(truncatingIfNeeded: half.edge)
        heap.push(CostHeap.entry(arriving, half.node))
        // Its row will be wanted when it is settled.
        unsafe chints_prefetch(halves + Int(neighbour.pointee.row))
      }
    }
  }
}
