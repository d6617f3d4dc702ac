internal import CHints
internal import GeoSnapColumns

extension PropagationSearch {
  /// Sends bits out; see ``collectReached(from:edgeBits:wanted:barriers:nodes:edges:)``.
  func propagate(
    from starts: [Int32],
    _ edgeBits: [UInt8],
    _ wanted: UInt8,
    _ barriers: EdgeSet?,
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
              unsafe edgeBits.withUnsafeBufferPointer { edgeBits in
                var walk = unsafe PropagationRun(arrivals, wanted, nodes: nodes, edges: edges)
                for start in starts {
                  precondition(
                    UInt32(bitPattern: start) < UInt32(graph.nodeCount),
                    "A search starts at nodes of the graph"
                  )
                  unsafe walk.start(at: start)
                }
                let halfCount = halves.count
                if halfCount > 0, let halves = halves.baseAddress,
                  let edgeBits = edgeBits.baseAddress
                {
                  if let barriers {
                    unsafe barriers.words.withUnsafeBufferPointer { words in
                      unsafe walk.run(halves, halfCount, edgeBits) { edge in
                        unsafe words[edge >> 6] >> UInt64(edge & 63) & 1 != 0
                      }
                    }
                  } else {
                    unsafe walk.run(halves, halfCount, edgeBits) { _ in false }
                  }
                }
                unsafe walk.forgetEdges()
                unsafe nodeCount = walk.nodeCount
                unsafe edgeCount = walk.edgeCount
              }
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
private struct PropagationRun {
  private let arrivals: ArrivedBits
  private let marks: UnsafeMutablePointer<ArrivedBits.Node>
  private let wanted: UInt8
  private let nodes: UnsafeMutablePointer<Int32>
  private let edges: UnsafeMutablePointer<Int32>
  private let search: UInt32
  private(set) var nodeCount = 0
  private(set) var edgeCount = 0

  init(
    _ arrivals: ArrivedBits,
    _ wanted: UInt8,
    nodes: UnsafeMutablePointer<Int32>,
    edges: UnsafeMutablePointer<Int32>
  ) {
    unsafe self.arrivals = arrivals
    unsafe marks = arrivals.nodes
    unsafe self.wanted = wanted
    unsafe self.nodes = nodes
    unsafe self.edges = edges
    unsafe search = arrivals.begin()
  }

  mutating func start(at node: Int32) {
    let mark = unsafe marks + Int(node)
    guard unsafe mark.pointee.stamp != search else { return }
    unsafe reach(mark, .max)
    unsafe nodes[nodeCount] = node
    unsafe nodeCount += 1
  }

  @inline(__always)
  private func reach(_ mark: UnsafeMutablePointer<ArrivedBits.Node>, _ bits: UInt8) {
    unsafe mark.pointee.stamp = search
    unsafe mark.pointee.bits = bits
    unsafe mark.pointee.isWaiting = true
  }

  @inline(__always)
  mutating func run(
    _ halves: UnsafePointer<HalfEdge>,
    _ halfCount: Int,
    _ edgeBits: UnsafePointer<UInt8>,
    isBarrier: (Int) -> Bool
  ) {
    let (arrivals, marks, wanted) = unsafe (arrivals, marks, wanted)
    let (nodes, edges, search) = unsafe (nodes, edges, search)
    let foundEdges = unsafe arrivals.foundEdges
    var again = arrivals.again
    arrivals.again = []
    var (head, tail, edgeCount) = unsafe (0, nodeCount, edgeCount)
    while true {
      let node: Int
      if head < tail {
        node = unsafe Int(nodes[head])
        head += 1
        if head + 4 < tail, halfCount >= 4 {
          // Its row was asked for when it was found: ask for its neighbours, always four, as in the
          // walk of ``GraphSearch``.
          let row = unsafe min(Int(marks[Int(nodes[head + 4])].row), halfCount - 4)
          for place in row..<row + 4 { unsafe chints_prefetch(marks + Int(halves[place].node)) }
        }
      } else if let waiting = again.popLast() {
        node = Int(waiting)
      } else {
        break
      }
      let mark = unsafe marks + node
      unsafe mark.pointee.isWaiting = false
      var bits = unsafe mark.pointee.bits
      for place in unsafe Int(mark.pointee.row)..<Int(marks[node + 1].row) {
        let half = unsafe halves[place]
        let edge = half.edge
        if isBarrier(edge) { continue }
        let other = unsafe marks + Int(half.node)
        let known: UInt8 = unsafe other.pointee.stamp == search ? other.pointee.bits : 0
        let passing = unsafe (bits | known) & edgeBits[edge]
        guard passing & wanted != 0 else { continue }
        let (word, bit) = (edge >> 6, UInt64(1) << UInt64(edge & 63))
        if unsafe foundEdges[word] & bit == 0 {
          unsafe foundEdges[word] |= bit
          unsafe edges[edgeCount] = Int32(truncatingIfNeeded: edge)
          edgeCount += 1
        }
        if unsafe other.pointee.stamp != search {
          unsafe reach(other, passing)
          unsafe nodes[tail] = half.node
          tail += 1
          unsafe chints_prefetch(halves + Int(other.pointee.row))
        } else if passing & ~known != 0 {
          unsafe other.pointee.bits = known | passing
          if unsafe !other.pointee.isWaiting {
            unsafe other.pointee.isWaiting = true
            again.append(half.node)
          }
        }
        if passing & ~bits != 0 {
          // The edge lets through to here what had come to its other node alone.
          bits |= passing
          unsafe mark.pointee.bits = bits
          if unsafe !mark.pointee.isWaiting {
            unsafe mark.pointee.isWaiting = true
            again.append(Int32(truncatingIfNeeded: node))
          }
        }
      }
    }
    arrivals.again = again
    unsafe (self.nodeCount, self.edgeCount) = (tail, edgeCount)
  }

  /// Makes all edges unfound again.
  func forgetEdges() {
    for place in unsafe 0..<edgeCount {
      // An edge that was found has a bit.
      unsafe arrivals.foundEdges[Int(edges[place]) >> 6] = 0
    }
  }
}
