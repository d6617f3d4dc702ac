/// A set of edges of a graph, a bit each: barriers of a search, or the bridges it has.
public struct EdgeSet: Equatable, Sendable {
  // Invariant: bits from `edgeCount` on are zero.

  /// The number of edges of the graph.
  public let edgeCount: Int
  @usableFromInline var words: [UInt64]

  /// Makes the empty set of a graph of so many edges.
  public init(edgeCount: Int) {
    precondition(edgeCount >= 0, "A graph has no negative number of edges")
    self.edgeCount = edgeCount
    words = [UInt64](repeating: 0, count: (edgeCount + 63) / 64)
  }

  /// Makes the set of the edges for which something holds, such as a condition on columns of values.
  ///
  /// - Parameters:
  ///   - edgeCount: The number of edges of the graph.
  ///   - holds: Whether it holds for an edge.
  /// - Complexity: O(m) for m edges; `holds` is asked once for each, in their order.
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

  /// Puts an edge into the set.
  public mutating func insert(_ edge: Int) {
    precondition(UInt(bitPattern: edge) < UInt(bitPattern: edgeCount), "No such edge")
    words[edge >> 6] |= 1 << UInt64(edge & 63)
  }

  /// Takes an edge out of the set.
  public mutating func remove(_ edge: Int) {
    precondition(UInt(bitPattern: edge) < UInt(bitPattern: edgeCount), "No such edge")
    words[edge >> 6] &= ~(1 << UInt64(edge & 63))
  }

  /// The number of edges in the set.
  ///
  /// - Complexity: O(m) for m edges of the graph, 64 at a time.
  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
}
