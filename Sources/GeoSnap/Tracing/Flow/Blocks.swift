/// The biconnected blocks of a graph.
///
/// Two edges are of one block when a loop without crossings runs through both. A block of one edge is a
/// bridge.
///
/// After Hopcroft and Tarjan (1973), without recursion. An edge from a node to itself is a block that
/// loops.
struct Blocks {
  /// For each edge its block; -1 where it is not reached from the roots.
  private(set) var blocks: [Int32]
  /// For each block how many edges it has; -1 for an edge from a node to itself.
  private(set) var sizes: [Int32] = []
  /// For each node the edge by which it was first reached; -1 for roots and for what was not reached.
  private(set) var parentEdges: [Int32]
  /// For each node the node from which it was first reached; -1 for roots and for what was not
  /// reached.
  private(set) var parents: [Int32]
  /// For each node when it was first reached, from 0; -1 for what was not.
  private(set) var orders: [Int32]

  /// Finds the blocks of what is joined with some roots, by edges that count.
  ///
  /// - Complexity: O(n + m).
  init(_ graph: Graph, from roots: [Int32], over counts: (Int) -> Bool) {
    let nodeCount = graph.nodeCount
    blocks = [Int32](repeating: -1, count: graph.edgeCount)
    parentEdges = [Int32](repeating: -1, count: nodeCount)
    parents = [Int32](repeating: -1, count: nodeCount)
    orders = [Int32](repeating: -1, count: nodeCount)
    var lows = [Int32](repeating: 0, count: nodeCount)
    var next = [Int32](repeating: 0, count: nodeCount)
    var path: [Int32] = []
    var waiting: [Int32] = []
    var order: Int32 = 0

    for root in roots where orders[Int(root)] < 0 {
      orders[Int(root)] = order
      lows[Int(root)] = order
      order += 1
      next[Int(root)] = graph.starts[Int(root)]
      path.append(root)
      while let node = path.last {
        let place = next[Int(node)]
        guard place < graph.starts[Int(node) + 1] else {
          path.removeLast()
          let parent = parents[Int(node)]
          guard parent >= 0 else { continue }
          lows[Int(parent)] = min(lows[Int(parent)], lows[Int(node)])
          if lows[Int(node)] >= orders[Int(parent)] {
            close(upTo: parentEdges[Int(node)], &waiting)
          }
          continue
        }
        next[Int(node)] = place + 1
        let half = graph.halves[Int(place)]
        let edge = Int32(half.edge)
        if edge == parentEdges[Int(node)] || !counts(Int(edge)) { continue }
        let other = Int(half.node)
        if other == Int(node) {
          if blocks[Int(edge)] < 0 {
            blocks[Int(edge)] = Int32(sizes.count)
            sizes.append(-1)
          }
        } else if orders[other] < 0 {
          orders[other] = order
          lows[other] = order
          order += 1
          parents[other] = node
          parentEdges[other] = edge
          next[other] = graph.starts[other]
          waiting.append(edge)
          path.append(Int32(other))
        } else if orders[other] < orders[Int(node)] {
          waiting.append(edge)
          lows[Int(node)] = min(lows[Int(node)], orders[other])
        }
      }
    }
  }

  private mutating func close(upTo last: Int32, _ waiting: inout [Int32]) {
    let block = Int32(sizes.count)
    var size: Int32 = 0
    while let edge = waiting.popLast() {
      blocks[Int(edge)] = block
      size += 1
      if edge == last { break }
    }
    sizes.append(size)
  }

  /// Whether an edge is part of a loop.
  func isLoop(_ edge: Int) -> Bool {
    let block = blocks[edge]
    return block >= 0 && sizes[Int(block)] != 1
  }

  /// Whether an edge is the only way to what lies beyond it.
  func isBridge(_ edge: Int) -> Bool {
    let block = blocks[edge]
    return block >= 0 && sizes[Int(block)] == 1
  }
}
