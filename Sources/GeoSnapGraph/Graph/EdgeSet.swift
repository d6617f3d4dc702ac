/// A set of edges of a graph, one bit each, such as the barriers of a search or the bridges of a graph.
public struct EdgeSet: Equatable, Sendable {
  // Invariant: bits from `edgeCount` on are zero.

  /// The number of edges of the graph.
  public let edgeCount: Int
  @usableFromInline var words: [UInt64]

  /// Creates the empty set for a graph of `edgeCount` edges.
  public init(edgeCount: Int) {
    precondition(edgeCount >= 0, "A graph has no negative number of edges")
    self.edgeCount = edgeCount
    words = [UInt64](repeating: 0, count: (edgeCount + 63) / 64)
  }

  /// Creates the set of the edges that satisfy a condition; `holds` is called once for each edge, in order.
  @inlinable
  public init(edgeCount: Int, where holds: (_ edge: Int) -> Bool) {
    self.init(edgeCount: edgeCount)
    for first in stride(from: 0, to: edgeCount, by: 64) {
      var word: UInt64 = 0
      for edge in first..<Swift.min(first + 64, edgeCount) {
        word |= (holds(edge) ? 1 : 0) << UInt64(edge - first)
      }
      words[first >> 6] = word
    }
  }

  /// Whether an edge is in the set.
  @inlinable
  @inline(__always)
  public func contains(_ edge: Int) -> Bool {
    precondition(UInt(bitPattern: edge) < UInt(bitPattern: edgeCount), "No such edge")
    return words[edge >> 6] >> UInt64(edge & 63) & 1 != 0
  }

  /// Adds an edge.
  public mutating func insert(_ edge: Int) {
    precondition(UInt(bitPattern: edge) < UInt(bitPattern: edgeCount), "No such edge")
    words[edge >> 6] |= 1 << UInt64(edge & 63)
  }

  /// Removes an edge.
  public mutating func remove(_ edge: Int) {
    precondition(UInt(bitPattern: edge) < UInt(bitPattern: edgeCount), "No such edge")
    words[edge >> 6] &= ~(1 << UInt64(edge & 63))
  }

  /// The number of edges in the set; counted in O(m) for m edges of the graph, 64 at a time.
  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
}
