extension TraceRegion {
  /// Joins the terminals of devices that join three or more, each with each and both ways, in a hub.
  ///
  /// Between three terminals there are three internal edges, which would be a loop; within a device
  /// nothing loops. The hub is a node, with an edge to each terminal.
  mutating func joinHubs(_ setting: TraceSetting) {
    guard !setting.joinsAllTerminals else { return }
    let topology = setting.topology
    var edgesByDevice: [Int32: [Int]] = [:]
    for edge in edges.indices
    where edgeMarks[edge].contains(.isInternal) && outward[edge] == .both {
      let number = Int(edges[edge])
      if topology.joinsSeveral(number) {
        edgesByDevice[topology.element(edge: number).feature, default: []].append(edge)
      }
    }
    var isReplaced: Set<Int> = []
    for device in edgesByDevice.keys.sorted() {
      guard let inner = edgesByDevice[device], inner.count > 1 else { continue }
      for terminals in TraceRegion.groups(inner.map { (from[$0], to[$0]) })
      where terminals.count > 2 {
        let members = Set(terminals)
        let own = inner.filter { members.contains(from[$0]) }
        // Where not each is joined with each, a way leads over the terminals between. What joins two
        // that bar is passed by nothing and was not found.
        let barring = terminals.count { nodeMarks[Int($0)].contains(.bars) }
        let pairs = terminals.count * (terminals.count - 1) - barring * (barring - 1)
        guard own.count == pairs / 2 else { continue }
        isReplaced.formUnion(own)
        addHub(joining: terminals)
      }
    }
    if !isReplaced.isEmpty { remove(isReplaced) }
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

  /// The nodes of pairs by what they are joined with, each group in ascending order.
  private static func groups(_ pairs: [(Int32, Int32)]) -> [[Int32]] {
    var groups: [Set<Int32>] = []
    for (one, other) in pairs {
      let touching = groups.indices.filter {
        groups[$0].contains(one) || groups[$0].contains(other)
      }
      var joined: Set<Int32> = [one, other]
      for index in touching.reversed() { joined.formUnion(groups.remove(at: index)) }
      groups.append(joined)
    }
    return groups.map { $0.sorted() }
  }

  private mutating func remove(_ removed: Set<Int>) {
    let kept = edges.indices.filter { !removed.contains($0) }
    // Edges at which the trace starts are parts of lines, which stay; they come first.
    edges = kept.map { edges[$0] }
    from = kept.map { from[$0] }
    to = kept.map { to[$0] }
    edgeMarks = kept.map { edgeMarks[$0] }
    outward = kept.map { outward[$0] }
  }
}
