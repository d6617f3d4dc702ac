internal import GeoSnapSupport

/// The part of a network that a trace can reach, with local numbers.
///
/// Nodes and edges are numbered in the order in which they were found, so that arrays are small however large the
/// network is. Edges that are barriers are included with both nodes; a node beyond them that was not found otherwise
/// is outside.
package struct TraceRegion {
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
  var hasBarringEdges = false
  /// Whether there are hubs, or devices that need one.
  var hasHubs = false
  /// Whether an edge may be passed in one direction only.
  var isDirected = false

  var graph = Graph(nodeCount: 0, from: [], to: [])

  /// Builds the rows, once all edges are known.
  mutating func close() { graph = Graph(nodeCount: nodes.count, from: from, to: to) }

  var openStartNodes: [Int32] {
    startNodes.filter { !nodeMarks[Int($0)].contains(.bars) }
  }

  var barringStartNodes: [Int32] {
    startNodes.filter { nodeMarks[Int($0)].contains(.bars) }
  }

  /// The starts that are barriers: nodes by number, edges from the number of nodes.
  var barringStarts: [Int32] {
    var barring = barringStartNodes
    for number in startEdges.indices where startExits[number].isEmpty {
      barring.append(Int32(nodes.count) + startEdges[number])
    }
    return barring
  }

  /// The code of an item, a node or after these an edge, for ``TraceElements``; -1 for hubs and their spokes.
  func code(_ item: Int32, _ topology: Topology) -> Int32 {
    if Int(item) < nodes.count { return nodes[Int(item)] }
    let edge = edges[Int(item) - nodes.count]
    return edge < 0 ? -1 : Int32(topology.nodeLimit) + edge
  }

  @inline(__always)
  func isPassable(_ edge: Int) -> Bool { !edgeMarks[edge].contains(.bars) }

  func start(onEdge number: Int) -> StartEdge {
    StartEdge(edge: startEdges[number], fraction: startFractions[number], exits: startExits[number])
  }

  /// Replaces the internal edges of devices that join three or more terminals, which would be loops, by a hub: a node with
  /// an edge, a spoke, to each terminal.
  mutating func joinHubs(_ setting: TraceSetting) {
    guard !setting.joinsAllTerminals else { return }
    let topology = setting.topology
    var inner: [(device: Int32, edge: Int)] = []
    for edge in edges.indices
    where edgeMarks[edge].contains(.isInternal) && outward[edge] == .both {
      let number = Int(edges[edge])
      if topology.joinsSeveral(number) {
        inner.append((topology.featureOrdinal(ofEdge: number), edge))
      }
    }
    guard inner.count > 1 else { return }
    inner = inner.ordered { $0.device < $1.device }
    var isReplaced = [Bool](repeating: false, count: edges.count)
    var hasReplaced = false
    var first = 0
    while first < inner.count {
      var end = first + 1
      while end < inner.count && inner[end].device == inner[first].device { end += 1 }
      let device = inner[first..<end].map(\.edge)
      first = end
      for terminals in TraceRegion.groups(device.map { (from[$0], to[$0]) })
      where terminals.count > 2 {
        let own = device.filter { terminals.contains(from[$0]) }
        // Where not each is joined with each, a path leads through the terminals between. Internal edges between two
        // terminals that are barriers cannot be passed and were not found.
        let barring = terminals.count { nodeMarks[Int($0)].contains(.bars) }
        let pairs = terminals.count * (terminals.count - 1) - barring * (barring - 1)
        guard own.count == pairs / 2 else { continue }
        for edge in own { isReplaced[edge] = true }
        hasReplaced = true
        addHub(joining: terminals)
      }
    }
    if hasReplaced { remove(isReplaced) }
  }

  private mutating func addHub(joining terminals: [Int32]) {
    hasHubs = true
    let hub = Int32(nodes.count)
    nodes.append(-1)
    nodeMarks.append([])
    for terminal in terminals {
      edges.append(-1)
      from.append(terminal)
      to.append(hub)
      edgeMarks.append(.isInternal)
      outward.append(.both)
    }
  }

  /// The connected groups of nodes of pairs, each in ascending order.
  private static func groups(_ pairs: [(Int32, Int32)]) -> [[Int32]] {
    var groups: [[Int32]] = []
    for (one, other) in pairs {
      var joined = one == other ? [one] : [one, other]
      var apart: [[Int32]] = []
      for group in groups {
        if group.contains(one) || group.contains(other) {
          joined += group.filter { $0 != one && $0 != other }
        } else {
          apart.append(group)
        }
      }
      groups = apart + [joined]
    }
    return groups.map(\.rising)
  }

  /// Removes marked edges; edges added after the marks stay.
  private mutating func remove(_ isRemoved: [Bool]) {
    // Edges with starts are parts of lines, which stay; they come first.
    var count = 0
    for edge in edges.indices where edge >= isRemoved.count || !isRemoved[edge] {
      edges[count] = edges[edge]
      from[count] = from[edge]
      to[count] = to[edge]
      edgeMarks[count] = edgeMarks[edge]
      outward[count] = outward[edge]
      count += 1
    }
    let removedCount = edges.count - count
    edges.removeLast(removedCount)
    from.removeLast(removedCount)
    to.removeLast(removedCount)
    edgeMarks.removeLast(removedCount)
    outward.removeLast(removedCount)
  }
}

extension Graph {
  /// The positions in ``halves`` of the half-edges that leave a node.
  @inline(__always)
  func places(of node: Int) -> Range<Int> { Int(starts[node])..<Int(starts[node + 1]) }
}

/// A part of a line with a start, in the numbers of a region.
struct StartEdge {
  let edge: Int32
  /// The position of the start along the line.
  let fraction: Double
  /// The ends by which the trace leaves it.
  let exits: TraceRegion.Ways

  /// The same start with only those exits that are among `ways`.
  func leaving(by ways: TraceRegion.Ways) -> StartEdge {
    StartEdge(edge: edge, fraction: fraction, exits: exits.intersection(ways))
  }
}

extension [Int32] { var rising: [Int32] { ordered(by: <) } }
