public import GeoSnapColumns

/// A graph of nodes and edges in compressed sparse rows, for all traces.
///
/// Nodes and edges are numbered from zero. Each edge leads from one node to another and can be traversed both ways;
/// parallel edges and loops are kept. The graph takes 4 bytes per node and 20 per edge.
@usableFromInline
package struct Graph: Sendable {
  // Invariants: `starts` has a position for each node and one more, ascending to `halves.count`; `halves` has each
  // edge twice, in the rows of its two nodes (twice in the same row for a loop).

  /// The position of each node's first half-edge in ``halves``; one more at the end.
  @usableFromInline package let starts: Column<Int32>
  /// The half-edges, row by row, in each row in the order of their edges.
  @usableFromInline package let halves: Column<HalfEdge>
  let origins: Column<Int32>

  init(starts: Column<Int32>, halves: Column<HalfEdge>, origins: Column<Int32>) {
    self.starts = starts
    self.halves = halves
    self.origins = origins
  }

  /// The number of nodes.
  @inlinable package var nodeCount: Int { starts.count - 1 }

  /// The number of edges.
  package var edgeCount: Int { origins.count }

  /// The half-edges that leave a node, in the order of their edges.
  @inlinable
  package func halfEdges(of node: Int) -> Slice<Column<HalfEdge>> {
    halves[Int(starts[node])..<Int(starts[node + 1])]
  }

  /// Calls `body` with each half-edge that leaves a node, in the order of their edges.
  @inlinable
  @inline(__always)
  package func forEachHalfEdge(of node: Int, _ body: (HalfEdge) -> Void) {
    var place = Int(starts[node])
    let end = Int(starts[node + 1])
    while place < end {
      body(halves[place])
      place &+= 1
    }
  }

  /// All nodes connected to a node, which comes first, in breadth-first order; O(n) in their number and their edges.
  ///
  /// - Precondition: The node is in the graph.
  package func connectedNodes(from node: Int) -> [Int32] {
    GraphWalk.connectedNodes(from: node, nodeLimit: nodeCount, over: self)
  }

  /// The two nodes of an edge: the one it leads from, and the one it leads to.
  ///
  /// - Complexity: O(log k) for k half-edges of the first node.
  @usableFromInline
  package func nodes(of edge: Int) -> (from: Int, to: Int) {
    let from = Int(origins[edge])
    // Rows are in the order of edges; of a loop the forward half comes first.
    var (low, high) = (Int(starts[from]), Int(starts[from + 1]))
    while low < high {
      let middle = (low + high) / 2
      if halves[middle].edge < edge { low = middle + 1 } else { high = middle }
    }
    return (from, Int(halves[low].node))
  }
}

/// One of the two directions of an edge, in the row of the node that it leaves.
@usableFromInline
package struct HalfEdge: Equatable, Sendable, BitwiseCopyable {
  /// The node that it leads to.
  @usableFromInline package let node: Int32
  /// The number of the edge; the highest bit is the direction.
  @usableFromInline let edgeAndWay: UInt32

  @inlinable static var againstBit: UInt32 { 1 << 31 }

  package init(node: Int32, edge: Int, isAgainst: Bool) {
    self.node = node
    edgeAndWay = UInt32(truncatingIfNeeded: edge) | (isAgainst ? HalfEdge.againstBit : 0)
  }

  /// The edge.
  @inlinable
  @inline(__always)
  package var edge: Int { Int(edgeAndWay & ~HalfEdge.againstBit) }

  /// Whether it leads from the edge's second node to its first.
  @inlinable
  @inline(__always)
  package var isAgainst: Bool { edgeAndWay & HalfEdge.againstBit != 0 }
}

extension Graph: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    starts = try image.read("starts")
    halves = try image.read("halves")
    origins = try image.read("origins")
    guard starts.count > 0, Int(starts[starts.count - 1]) == halves.count,
      halves.count == 2 * origins.count
    else { throw ImageError("The edges of a graph are missing.") }
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(starts, "starts")
    try image.write(halves, "halves")
    try image.write(origins, "origins")
  }
}

/// A set of edges of a graph, one bit each, such as the barriers of a search or the bridges of a graph.
@usableFromInline
package struct EdgeSet: Equatable, Sendable {
  // Invariant: bits from `edgeCount` on are zero.

  @usableFromInline package let edgeCount: Int
  @usableFromInline var words: [UInt64]

  @usableFromInline
  package init(edgeCount: Int) {
    precondition(edgeCount >= 0, "A graph has no negative number of edges")
    self.edgeCount = edgeCount
    words = [UInt64](repeating: 0, count: (edgeCount + 63) / 64)
  }

  /// Creates the set of the edges that satisfy a condition; `holds` is called once for each edge, in order.
  @inlinable
  package init(edgeCount: Int, where holds: (_ edge: Int) -> Bool) {
    self.init(edgeCount: edgeCount)
    for first in stride(from: 0, to: edgeCount, by: 64) {
      var word: UInt64 = 0
      for edge in first..<Swift.min(first + 64, edgeCount) {
        word |= (holds(edge) ? 1 : 0) << UInt64(edge - first)
      }
      words[first >> 6] = word
    }
  }

  @inlinable
  @inline(__always)
  package func contains(_ edge: Int) -> Bool {
    precondition(UInt(bitPattern: edge) < UInt(bitPattern: edgeCount), "No such edge")
    return words[edge >> 6] >> UInt64(edge & 63) & 1 != 0
  }

  package mutating func remove(_ edge: Int) {
    precondition(UInt(bitPattern: edge) < UInt(bitPattern: edgeCount), "No such edge")
    words[edge >> 6] &= ~(1 << UInt64(edge & 63))
  }
}
