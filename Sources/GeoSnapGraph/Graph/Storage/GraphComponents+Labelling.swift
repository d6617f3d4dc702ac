internal import GeoSnapColumns
internal import GeoSnapSupport

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
    var componentCount = 0
    // An array of its own also without nodes: the count of the empty one that all threads share is
    // not to be written.
    let capacity = max(nodeCount, 1)
    let labels = unsafe [Int32](unsafeUninitializedCapacity: capacity) { labels, count in
      count = nodeCount
      guard let labels = labels.baseAddress else { return }
      // node < nodeCount, the capacity.
      for node in 0..<nodeCount { unsafe labels[node] = Int32(truncatingIfNeeded: node) }
      graph.forEachEdge(barriers) { from, to in
        unsafe Forest(parents: labels).join(from, to)
      }
      componentCount = unsafe Forest(parents: labels).label(nodeCount)
    }
    var sizes = [Int32](repeating: 0, count: componentCount)
    for label in labels { sizes[Int(label)] += 1 }
    self.init(labels: labels, sizes: sizes)
  }
}

extension Graph {
  /// Calls `body` with the first and the second node of each edge that is no barrier, in the order of
  /// edges: where edges in a row lie near each other, so do their nodes, whatever these are called.
  @inline(__always)
  fileprivate func forEachEdge(_ barriers: EdgeSet?, _ body: (_ from: Int32, _ to: Int32) -> Void) {
    guard edgeCount > 0 else { return }
    let to = unsafe LargeMemory.allocate(edgeCount + 1, of: Int32.self)
    defer { unsafe to.deallocate() }
    unsafe halves.withUnsafeBufferPointer { halves in
      // Each edge has one half that goes along it, and its number is below edgeCount. Which way a half
      // goes nobody can guess: those against their edges go to a place of no use.
      for place in 0..<halves.count {
        let half = unsafe halves[place]
        unsafe to[half.isAgainst ? edgeCount : half.edge] = half.node
      }
    }
    unsafe origins.withUnsafeBufferPointer { from in
      for first in stride(from: 0, to: edgeCount, by: 64) {
        let closed = barriers?.words[first >> 6] ?? 0
        // edge < edgeCount, the number of both ends.
        for edge in first..<min(first + 64, edgeCount)
        where closed >> UInt64(edge & 63) & 1 == 0 {
          unsafe body(from[edge], to[edge])
        }
      }
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

  /// Makes labels of parents; returns how many there are.
  func label(_ nodeCount: Int) -> Int {
    var count: Int32 = 0
    for node in 0..<nodeCount {
      let parent = unsafe Int(parents[node])
      // A parent comes before its node and has its label already.
      if parent == node {
        unsafe parents[node] = count
        count += 1
      } else {
        unsafe parents[node] = parents[parent]
      }
    }
    return Int(count)
  }
}
