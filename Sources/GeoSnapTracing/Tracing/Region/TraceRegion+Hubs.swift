internal import GeoSnapSupport

extension TraceRegion {
  /// Replaces the internal edges of devices that join three or more terminals, each with each in both directions, by
  /// a hub.
  ///
  /// Three terminals have three internal edges, which would be a loop, but a device is not a loop. The hub is a node,
  /// with an edge, a spoke, to each terminal.
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

extension [Int32] {
  var rising: [Int32] { ordered(by: <) }
}
