extension GraphComponents {
  /// Labels the components of a graph.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - barriers: Edges that join nothing, a set of this graph's edges; none when nil.
  /// - Complexity: O(n + m α(n)) for n nodes and m edges, α being at most 4.
  public init(_ graph: Graph, barriers: EdgeSet? = nil) {
    precondition(
      barriers == nil || barriers?.edgeCount == graph.edgeCount,
      "Barriers are a set of the graph's edges"
    )
    let nodeCount = graph.nodeCount
    var sizes: [Int32] = []
    let labels = unsafe [Int32](unsafeUninitializedCapacity: nodeCount) { labels, count in
      count = nodeCount
      guard let labels = labels.baseAddress else { return }
      // node < nodeCount, the capacity.
      for node in 0..<nodeCount { unsafe labels[node] = Int32(truncatingIfNeeded: node) }
      let forest = unsafe Forest(parents: labels)
      unsafe graph.withEdges { from, to in
        if let barriers {
          for edge in 0..<graph.edgeCount where !barriers.contains(edge) {
            unsafe forest.join(from[edge], to[edge])
          }
        } else {
          for edge in 0..<graph.edgeCount { unsafe forest.join(from[edge], to[edge]) }
        }
      }
      unsafe sizes = forest.label(nodeCount)
    }
    self.init(labels: labels, sizes: sizes)
  }
}

extension Graph {
  /// Calls `body` with the first and the second node of each edge, in the order of edges: where
  /// edges in a row lie near each other, so do their nodes, whatever these are called.
  fileprivate func withEdges(
    _ body: (_ from: UnsafePointer<Int32>, _ to: UnsafePointer<Int32>) -> Void
  ) {
    guard edgeCount > 0 else { return }
    let to: UnsafeMutablePointer<Int32> = unsafe LargeMemory.allocate(edgeCount, of: Int32.self)
    defer { unsafe to.deallocate() }
    unsafe halves.withUnsafeBufferPointer { halves in
      // Each edge has one half that goes along it, which is where its number below edgeCount is.
      for place in 0..<halves.count {
        let half = unsafe halves[place]
        if !half.isAgainst { unsafe to[half.edge] = half.node }
      }
    }
    unsafe origins.withUnsafeBufferPointer { from in
      guard let from = from.baseAddress else { return }
      unsafe body(from, to)
    }
  }
}

/// Trees of nodes, each node knowing its parent, roots themselves: one tree for each component.
// No parent is greater than its node; all are nodes of the graph.
@unsafe
private struct Forest {
  let parents: UnsafeMutablePointer<Int32>

  @inline(__always)
  private func root(of node: Int32) -> Int32 {
    var node = node
    while true {
      let parent = unsafe parents[Int(node)]
      if parent == node { return node }
      // Each second node is hung higher on the way, which keeps ways short.
      let grandparent = unsafe parents[Int(parent)]
      unsafe parents[Int(node)] = grandparent
      node = grandparent
    }
  }

  @inline(__always)
  func join(_ one: Int32, _ other: Int32) {
    let (one, other) = unsafe (root(of: one), root(of: other))
    if one != other { unsafe parents[Int(max(one, other))] = min(one, other) }
  }

  /// Makes labels of parents, and counts the nodes of each.
  func label(_ nodeCount: Int) -> [Int32] {
    var sizes: [Int32] = []
    for node in 0..<nodeCount {
      let parent = unsafe Int(parents[node])
      // A parent comes before its node and has its label already.
      if parent == node {
        unsafe parents[node] = Int32(truncatingIfNeeded: sizes.count)
        sizes.append(1)
      } else {
        let label = unsafe parents[parent]
        unsafe parents[node] = label
        sizes[Int(label)] += 1
      }
    }
    return sizes
  }
}
