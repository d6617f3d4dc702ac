/// The part of a network that a trace has to do with, under numbers of its own.
///
/// Nodes and edges are numbered in the order in which they were found, so that all that follows stays within a few
/// arrays, however large the network is. Edges that bar are there with both their nodes; a node beyond them that was
/// not found otherwise is outside.
package struct TraceRegion {
  /// What is to know of a node or an edge.
  struct Marks: OptionSet {
    let rawValue: UInt8
    /// It bars: it is reached, but not left.
    static let bars = Marks(rawValue: 1)
    /// It is beyond what bars, and was not found itself.
    static let outside = Marks(rawValue: 2)
    /// An edge within a device.
    static let isInternal = Marks(rawValue: 4)
    /// A trace starts there.
    static let isStart = Marks(rawValue: 8)
    /// A node whose edges were looked at.
    static let isLeft = Marks(rawValue: 16)
  }

  /// How an edge may be passed.
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

  /// For each node its number in the topology; -1 for the hub of a device.
  package var nodes: [Int32] = []
  var nodeMarks: [Marks] = []
  /// For each edge its number in the topology; -1 for a spoke of a hub.
  package var edges: [Int32] = []
  var from: [Int32] = []
  var to: [Int32] = []
  var edgeMarks: [Marks] = []
  /// For each edge the ways in which the commodity may run away from the controllers.
  var outward: [Ways] = []
  /// The nodes and the edges at which the trace starts.
  var startNodes: [Int32] = []
  var startEdges: [Int32] = []
  /// For each of the edges where along the line the trace starts.
  var startFractions: [Double] = []
  /// For each of the edges by which ends the trace leaves it.
  var startExits: [Ways] = []
  /// Whether some edge bars.
  var hasBarringEdges = false
  /// Whether there are hubs, or devices that need one.
  var hasHubs = false
  /// Whether some edge may be passed one way only.
  var isDirected = false

  /// The edges that leave each node.
  var graph = Graph(nodeCount: 0, from: [], to: [])

  /// Gathers the rows, once all edges are there.
  mutating func close() { graph = Graph(nodeCount: nodes.count, from: from, to: to) }

  /// The nodes at which the trace starts and that do not bar.
  var openStartNodes: [Int32] {
    var open: [Int32] = []
    for node in startNodes where !nodeMarks[Int(node)].contains(.bars) { open.append(node) }
    return open
  }

  /// The nodes at which the trace starts and that bar.
  var barringStartNodes: [Int32] {
    var barring: [Int32] = []
    for node in startNodes where nodeMarks[Int(node)].contains(.bars) { barring.append(node) }
    return barring
  }

  /// The nodes and, from their number, the edges at which the trace starts and that bar.
  var barringStarts: [Int32] {
    var barring = barringStartNodes
    for number in startEdges.indices where startExits[number].isEmpty {
      barring.append(Int32(nodes.count) + startEdges[number])
    }
    return barring
  }

  /// Whether an edge can be passed at all.
  @inline(__always)
  func isPassable(_ edge: Int) -> Bool { !edgeMarks[edge].contains(.bars) }
}

extension Graph {
  /// The places in ``halves`` of the half-edges that leave a node.
  @inline(__always)
  func places(of node: Int) -> Range<Int> { Int(starts[node])..<Int(starts[node + 1]) }
}
