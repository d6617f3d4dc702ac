internal import CHints

extension GraphSearch {
  /// Walks breadth-first; see ``collectConnected(from:barriers:nodes:edges:)``.
  func walk(
    from starts: [Int32],
    barriers: EdgeSet?,
    nodes: inout [Int32],
    edges: inout [Int32]
  ) {
    // One place more than can be found: the loop writes before it knows whether to keep.
    nodes.append(addingCapacity: graph.nodeCount + 1) { nodes in
      edges.append(addingCapacity: graph.edgeCount + 1) { edges in
        unsafe nodes.withUnsafeMutableBufferPointer { nodes, nodeCount in
          unsafe edges.withUnsafeMutableBufferPointer { edges, edgeCount in
            guard let nodes = nodes.baseAddress, let edges = edges.baseAddress else {
              return
            }
            unsafe graph.halves.withUnsafeBufferPointer { halves in
              // A graph without edges has no half-edges to point to, and none is read.
              var walk = unsafe Walk(marks, halves.baseAddress, nodes: nodes, edges: edges)
              for start in starts {
                precondition(
                  UInt32(bitPattern: start) < UInt32(graph.nodeCount),
                  "A search starts at nodes of the graph"
                )
                unsafe walk.start(at: start)
              }
              if let barriers {
                unsafe barriers.words.withUnsafeBufferPointer { words in
                  unsafe walk.run(barriers: words.baseAddress)
                }
              } else {
                unsafe walk.run(barriers: nil)
              }
              unsafe nodeCount = walk.nodeCount
              unsafe edgeCount = walk.edgeCount
            }
          }
        }
      }
    }
  }
}

/// A search under way.
// Rows and nodes come from the graph, whose invariants bound them; `nodes` and `edges` have room for
// all of the graph's and one more. Each node is found once and each edge once, so both suffice.
@unsafe
private struct Walk {
  private let marks: UnsafeMutablePointer<NodeMarks.Mark>
  private let halves: UnsafePointer<HalfEdge>?
  private let nodes: UnsafeMutablePointer<Int32>
  private let edges: UnsafeMutablePointer<Int32>
  private let found: UInt32
  private(set) var nodeCount = 0
  private(set) var edgeCount = 0

  init(
    _ marks: NodeMarks,
    _ halves: UnsafePointer<HalfEdge>?,
    nodes: UnsafeMutablePointer<Int32>,
    edges: UnsafeMutablePointer<Int32>
  ) {
    unsafe self.marks = marks.marks
    unsafe self.halves = halves
    unsafe self.nodes = nodes
    unsafe self.edges = edges
    unsafe found = marks.begin()
  }

  mutating func start(at node: Int32) {
    guard unsafe marks[Int(node)].stamp != found else { return }
    unsafe marks[Int(node)].stamp = found
    unsafe nodes[nodeCount] = node
    unsafe nodeCount += 1
  }

  mutating func run(barriers: UnsafePointer<UInt64>?) {
    guard let halves = unsafe halves else { return }
    if let barriers = unsafe barriers {
      unsafe run(halves) { edge in
        unsafe UInt32(truncatingIfNeeded: ~barriers[edge >> 6] >> UInt64(edge & 63)) & 1
      }
    } else {
      unsafe run(halves) { _ in 1 }
    }
  }

  /// Which way a half-edge goes is as good as random: what is kept is counted, not branched on.
  ///
  /// `isOpen` is 1 for an edge that may be walked and 0 for a barrier.
  @inline(__always)
  private mutating func run(_ halves: UnsafePointer<HalfEdge>, isOpen: (Int) -> UInt32) {
    let found = unsafe found
    let left = found + 1
    var (head, tail, edgeCount) = unsafe (0, nodeCount, edgeCount)
    while head < tail {
      let node = unsafe nodes[head]
      head += 1
      if head + 1 < tail {
        // The row of the node after the next has come by now: ask for its neighbours.
        let coming = unsafe Int(nodes[head + 1])
        let first = unsafe Int(marks[coming].row)
        for place in unsafe first..<min(Int(marks[coming + 1].row), first + 4) {
          unsafe chints_prefetch(marks + Int(halves[place].node))
        }
      }
      unsafe marks[Int(node)].stamp = left
      let (first, end) = unsafe (Int(marks[Int(node)].row), Int(marks[Int(node) + 1].row))
      for place in first..<end {
        let half = unsafe halves[place]
        let mark = unsafe marks + Int(half.node)
        let stamp = unsafe mark.pointee.stamp
        let open = isOpen(half.edge)
        // An edge is found from the node that is left first; a loop on its way along.
        let isLoop = half.node == node && !half.isAgainst
        let isNewEdge = open & ((stamp != left ? 1 : 0) | (isLoop ? 1 : 0))
        let isNewNode = open & (stamp < found ? 1 : 0)
        unsafe edges[edgeCount] = Int32(truncatingIfNeeded: half.edge)
        edgeCount += Int(isNewEdge)
        unsafe nodes[tail] = half.node
        tail += Int(isNewNode)
        unsafe mark.pointee.stamp = isNewNode != 0 ? found : stamp
        unsafe chints_prefetch(halves + Int(mark.pointee.row))
      }
    }
    unsafe (self.nodeCount, self.edgeCount) = (tail, edgeCount)
  }
}
