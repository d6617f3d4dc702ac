/// The only edge through which each node of a directed graph is reached from the root, if there is just one.
///
/// An edge from a node that is itself reached only through this one does not count. Dominators are found by
/// semidominators and nearest common ancestors (Georgiadis 2005).
struct EntranceEdges {
  /// The only entrance of each node; -1 when there are several, at the root, and for nodes that are not reached.
  private(set) var only: [Int32]

  private let graph: Graph
  private let ways: [TraceRegion.Ways]
  /// The number of each node in a depth-first search; -1 for nodes that are not reached.
  private var orders: [Int32]
  /// The nodes in that order, and the numbers of their parents.
  private var nodes: [Int32] = []
  private var parents: [Int32] = []

  /// Finds the entrances, in O(m log n) for n nodes and m edges; `ways` are the directions in which edges may be passed.
  init(_ graph: Graph, from root: Int, _ ways: [TraceRegion.Ways]) {
    self.graph = graph
    self.ways = ways
    only = [Int32](repeating: -1, count: graph.nodeCount)
    orders = [Int32](repeating: -1, count: graph.nodeCount)
    search(from: Int32(root))
    if Task.isCancelled { return }
    let dominators = dominators()
    if Task.isCancelled { return }
    findEntrances(dominators)
  }

  private mutating func search(from root: Int32) {
    var next = graph.starts
    var path: [Int32] = [root]
    orders[Int(root)] = 0
    nodes.append(root)
    parents.append(-1)
    while let node = path.last {
      let place = next[Int(node)]
      guard place < graph.starts[Int(node) + 1] else {
        path.removeLast()
        continue
      }
      next[Int(node)] = place + 1
      let half = graph.halves[Int(place)]
      guard ways[half.edge].contains(half.isAgainst ? .back : .forth), orders[Int(half.node)] < 0
      else { continue }
      if nodes.count & (Exploration.pace - 1) == 0 && Task.isCancelled { return }
      orders[Int(half.node)] = Int32(nodes.count)
      nodes.append(half.node)
      parents.append(orders[Int(node)])
      path.append(half.node)
    }
  }

  /// The number of each node's immediate dominator, by node number.
  private func dominators() -> [Int32] {
    let count = nodes.count
    var ancestors = parents
    var semi = (0..<Int32(count)).map { $0 }
    var labels = semi
    var stack: [Int32] = []
    func best(_ order: Int32, _ linked: Int32) -> Int32 {
      guard ancestors[Int(order)] >= linked else { return labels[Int(order)] }
      var order = order
      repeat {
        stack.append(order)
        order = ancestors[Int(order)]
      } while ancestors[Int(order)] >= linked
      var above = order
      var aboveLabel = labels[Int(order)]
      while let lower = stack.popLast() {
        ancestors[Int(lower)] = ancestors[Int(above)]
        if semi[Int(aboveLabel)] < semi[Int(labels[Int(lower)])] {
          labels[Int(lower)] = aboveLabel
        } else {
          aboveLabel = labels[Int(lower)]
        }
        above = lower
      }
      return labels[Int(above)]
    }
    for order in stride(from: Int32(count) - 1, to: 0, by: -1) {
      if Int(order) & (Exploration.pace - 1) == 0 && Task.isCancelled { return parents }
      var least = parents[Int(order)]
      for half in graph.halfEdges(of: Int(nodes[Int(order)])) {
        // The edge leads here when it may be passed from its other end.
        guard ways[half.edge].contains(half.isAgainst ? .forth : .back), orders[Int(half.node)] >= 0
        else { continue }
        least = min(least, semi[Int(best(orders[Int(half.node)], order + 1))])
      }
      semi[Int(order)] = least
    }
    var dominators = parents
    for order in 1..<max(count, 1) {
      var candidate = dominators[order]
      while candidate > semi[order] { candidate = dominators[Int(candidate)] }
      dominators[order] = candidate
    }
    return dominators
  }

  private mutating func findEntrances(_ dominators: [Int32]) {
    let count = nodes.count
    // Positions in the dominator tree: the nodes that a node dominates follow it without gaps.
    var sizes = [Int32](repeating: 1, count: count)
    for order in stride(from: count - 1, to: 0, by: -1) {
      sizes[Int(dominators[order])] += sizes[order]
    }
    var places = [Int32](repeating: 0, count: count)
    var next = [Int32](repeating: 1, count: count)
    for order in 1..<max(count, 1) {
      let above = Int(dominators[order])
      places[order] = next[above]
      next[above] += sizes[order]
      next[order] = places[order] + 1
    }
    for order in 1..<max(count, 1) {
      let node = Int(nodes[order])
      var entrance: Int32 = -1
      var count = 0
      for half in graph.halfEdges(of: node) {
        guard ways[half.edge].contains(half.isAgainst ? .forth : .back) else { continue }
        let other = orders[Int(half.node)]
        guard other >= 0 else { continue }
        let place = places[Int(other)]
        let isBelow = place >= places[order] && place < places[order] + sizes[order]
        if !isBelow {
          entrance = Int32(half.edge)
          count += 1
        }
      }
      only[node] = count == 1 ? entrance : -1
    }
  }
}
