internal import CHints
internal import GeoSnapColumns

extension GraphSearch {
  /// Walks breadth-first; see ``collectConnected(from:barriers:nodes:edges:)``.
  func walk(
    from starts: [Int32],
    barriers: EdgeSet?,
    nodes: inout [Int32],
    edges: inout [Int32]
  ) {
    // One place more than is needed: even a graph of nothing has memory to point to.
    nodes.append(addingCapacity: graph.nodeCount + 1) { nodes in
      edges.append(addingCapacity: graph.edgeCount + 1) { edges in
        unsafe nodes.withUnsafeMutableBufferPointer { nodes, nodeCount in
          unsafe edges.withUnsafeMutableBufferPointer { edges, edgeCount in
            guard let nodes = nodes.baseAddress, let edges = edges.baseAddress else { return }
            unsafe graph.halves.withUnsafeBufferPointer { halves in
              // A graph without edges has no half-edges to point to, and none is read.
              var walk = unsafe SearchRun(marks, halves.baseAddress, nodes: nodes, edges: edges)
              for start in starts {
                precondition(
                  UInt32(bitPattern: start) < UInt32(graph.nodeCount),
                  "A search starts at nodes of the graph"
                )
                unsafe walk.start(at: start)
              }
              if let barriers {
                unsafe barriers.words.withUnsafeBufferPointer { words in
                  unsafe walk.run(barriers: words.baseAddress, halfCount: halves.count)
                }
              } else {
                unsafe walk.run(barriers: nil, halfCount: halves.count)
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
private struct SearchRun {
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

  mutating func run(barriers: UnsafePointer<UInt64>?, halfCount: Int) {
    guard let halves = unsafe halves else { return }
    if let barriers = unsafe barriers {
      unsafe run(halves, halfCount) { edge in
        unsafe barriers[edge >> 6] >> UInt64(edge & 63) & 1 != 0
      }
    } else {
      unsafe run(halves, halfCount) { _ in false }
    }
  }

  @inline(__always)
  private mutating func run(
    _ halves: UnsafePointer<HalfEdge>,
    _ halfCount: Int,
    isBarrier: (Int) -> Bool
  ) {
    let found = unsafe found
    let left = found + 1
    var (head, tail, edgeCount) = unsafe (0, nodeCount, edgeCount)
    while head < tail {
      let node = unsafe nodes[head]
      head += 1
      if head + 4 < tail, halfCount >= 4 {
        // Its row was asked for when it was found, and has come by now: ask for its neighbours. Rows
        // are short, and how short nobody can guess: always four, be they of the next row, cost less
        // than a loop. The last four half-edges are as far as it goes.
        let row = unsafe min(Int(marks[Int(nodes[head + 4])].row), halfCount - 4)
        unsafe chints_prefetch(marks + Int(halves[row].node))
        unsafe chints_prefetch(marks + Int(halves[row + 1].node))
        unsafe chints_prefetch(marks + Int(halves[row + 2].node))
        unsafe chints_prefetch(marks + Int(halves[row + 3].node))
      }
      unsafe marks[Int(node)].stamp = left
      for place in unsafe Int(marks[Int(node)].row)..<Int(marks[Int(node) + 1].row) {
        let half = unsafe halves[place]
        if isBarrier(half.edge) { continue }
        let mark = unsafe marks + Int(half.node)
        let stamp = unsafe mark.pointee.stamp
        if stamp == left {
          // The edge was found at its other node; a loop has no other, and is found on its way along.
          guard half.node == node, !half.isAgainst else { continue }
        } else if stamp != found {
          unsafe mark.pointee.stamp = found
          unsafe nodes[tail] = half.node
          tail += 1
          unsafe chints_prefetch(halves + Int(mark.pointee.row))
        }
        unsafe edges[edgeCount] = Int32(truncatingIfNeeded: half.edge)
        edgeCount += 1
      }
    }
    unsafe (self.nodeCount, self.edgeCount) = (tail, edgeCount)
  }
}
