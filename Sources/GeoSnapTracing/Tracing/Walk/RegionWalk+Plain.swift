extension RegionWalk {
  /// Whether the walk needs only the region, not the values of elements.
  var isPlain: Bool {
    functions.isEmpty && filter.isEmpty && bitset == nil && !region.hasHubs
  }

  /// Walks without values of elements; the result is also the queue.
  mutating func runPlain(from nodes: [Int32]) {
    for node in nodes where !isSeen[Int(node)] {
      isSeen[Int(node)] = true
      order.append(node)
    }
    let graph = region.graph
    var head = 0
    while head < order.count {
      if isGivenUp { return }
      runPlain(graph, &head, upTo: min(order.count, head + Exploration.pace))
    }
  }

  /// Continues the walk up to `end` in the queue.
  private mutating func runPlain(_ graph: Graph, _ head: inout Int, upTo end: Int) {
    while head < end {
      let item = Int(order[head])
      head += 1
      if item < nodeCount {
        let isBarred = region.nodeMarks[item].contains(.bars)
        isReturned.append(
          !isBarred || includesBarriers
            || topology.hasSeveralTerminals(topology.element(node: Int(region.nodes[item])))
        )
        if isBarred { continue }
        for place in graph.places(of: item) {
          let half = graph.halves[place]
          let next = nodeCount + half.edge
          guard allowed[half.edge].contains(half.isAgainst ? .back : .forth), !isSeen[next]
          else { continue }
          isSeen[next] = true
          order.append(Int32(truncatingIfNeeded: next))
        }
      } else {
        let edge = item - nodeCount
        let isBarred = !region.isPassable(edge)
        isReturned.append(!isBarred || includesBarriers)
        if isBarred { continue }
        if allowed[edge].contains(.forth) { come(to: region.to[edge]) }
        if allowed[edge].contains(.back) { come(to: region.from[edge]) }
      }
    }
  }

  @inline(__always)
  private mutating func come(to node: Int32) {
    guard !isSeen[Int(node)], reach?.reaches(node: Int(node)) ?? true else { return }
    isSeen[Int(node)] = true
    order.append(node)
  }
}
