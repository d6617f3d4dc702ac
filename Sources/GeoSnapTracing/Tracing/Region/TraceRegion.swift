/// The part of a network that a trace can reach, with local numbers.
///
/// Nodes and edges are numbered in the order in which they were found, so that arrays are small however large the
/// network is. Edges that are barriers are included with both nodes; a node beyond them that was not found otherwise
/// is outside.
package struct TraceRegion {
  /// Properties of a node or an edge.
  struct Marks: OptionSet {
    let rawValue: UInt8
    /// It is a barrier: it is reached, but not left.
    static let bars = Marks(rawValue: 1)
    /// It is beyond a barrier and was not reached otherwise.
    static let outside = Marks(rawValue: 2)
    /// An edge within a device.
    static let isInternal = Marks(rawValue: 4)
    static let isStart = Marks(rawValue: 8)
    /// A node whose edges were processed.
    static let isLeft = Marks(rawValue: 16)
  }

  /// The directions in which an edge may be passed.
  struct Ways: OptionSet {
    let rawValue: UInt8
    /// From its first node to its second.
    static let forth = Ways(rawValue: 1)
    /// From its second node to its first.
    static let back = Ways(rawValue: 2)
    static let both: Ways = [.forth, .back]

    /// The same, seen from the other end.
    var turned: Ways { Ways(rawValue: (rawValue >> 1) | ((rawValue & 1) << 1)) }
  }

  /// The number of each node in the topology; -1 for the hub of a device.
  package var nodes: [Int32] = []
  var nodeMarks: [Marks] = []
  /// The number of each edge in the topology; -1 for a spoke of a hub.
  package var edges: [Int32] = []
  var from: [Int32] = []
  var to: [Int32] = []
  var edgeMarks: [Marks] = []
  /// The directions in which the commodity may flow along each edge away from the controllers.
  var outward: [Ways] = []
  /// The nodes and edges of starts.
  var startNodes: [Int32] = []
  var startEdges: [Int32] = []
  /// The position along the line of each start on an edge.
  var startFractions: [Double] = []
  /// The ends by which the trace leaves each of these edges.
  var startExits: [Ways] = []
  /// Whether an edge is a barrier.
  var hasBarringEdges = false
  /// Whether there are hubs, or devices that need one.
  var hasHubs = false
  /// Whether an edge may be passed in one direction only.
  var isDirected = false

  var graph = Graph(nodeCount: 0, from: [], to: [])

  /// Builds the rows, once all edges are known.
  mutating func close() { graph = Graph(nodeCount: nodes.count, from: from, to: to) }

  /// The start nodes that are not barriers.
  var openStartNodes: [Int32] {
    var open: [Int32] = []
    for node in startNodes where !nodeMarks[Int(node)].contains(.bars) { open.append(node) }
    return open
  }

  /// The start nodes that are barriers.
  var barringStartNodes: [Int32] {
    var barring: [Int32] = []
    for node in startNodes where nodeMarks[Int(node)].contains(.bars) { barring.append(node) }
    return barring
  }

  /// The starts that are barriers: nodes by number, edges from the number of nodes.
  var barringStarts: [Int32] {
    var barring = barringStartNodes
    for number in startEdges.indices where startExits[number].isEmpty {
      barring.append(Int32(nodes.count) + startEdges[number])
    }
    return barring
  }

  /// Whether an edge is no barrier.
  @inline(__always)
  func isPassable(_ edge: Int) -> Bool { !edgeMarks[edge].contains(.bars) }
}

extension Graph {
  /// The positions in ``halves`` of the half-edges that leave a node.
  @inline(__always)
  func places(of node: Int) -> Range<Int> { Int(starts[node])..<Int(starts[node + 1]) }
}
