/// Finds what has to be shut to isolate some starts.
struct IsolationSearch {
  /// What can be shut: a device by its feature, or a node or an edge on which a barrier stands.
  enum Shutoff: Hashable {
    case device(Int32)
    case node(Int32)
    case edge(Int32)
  }

  /// An edge to isolate.
  struct StartEdge {
    let edge: Int32
    /// The ends by which a trace leaves it.
    let exits: TraceRegion.Ways
    /// The same where what can be shut on the edge itself is shut.
    let exitsWhenShut: TraceRegion.Ways
  }

  private let region: TraceRegion
  private let setting: TraceSetting
  private let reach: OutwardReach
  private let topology: Topology

  /// What can be shut and touches the region, in the order in which it was found.
  private(set) var boundary: [Shutoff] = []
  /// Of those what has to be shut.
  private(set) var needed: [Shutoff] = []
  /// The nodes and, from their number, the edges that are isolated.
  private(set) var isolated: [Int32] = []
  /// The same without what only lies behind what need not be shut.
  private(set) var core: [Int32] = []

  init(_ region: TraceRegion, _ setting: TraceSetting, _ reach: OutwardReach) {
    self.region = region
    self.setting = setting
    self.reach = reach
    topology = setting.topology
  }

  /// A flood's outcome.
  private struct Flood {
    var elements: [Int32] = []
    var touched: [Shutoff] = []
    var isTouched: Set<Shutoff> = []
  }

  /// Searches.
  ///
  /// - Parameters:
  ///   - nodes: The nodes to isolate.
  ///   - edges: The edges to isolate.
  ///   - controllers: The nodes of the controllers.
  mutating func run(
    nodes: [Int32],
    edges: [StartEdge],
    from controllers: [Int32]
  ) {
    let inside = flood(nodes, edges) { _ in true }
    let found = inside.isTouched
    let fed = flood(controllers, []) { found.contains($0) }
    core = inside.elements
    boundary = inside.touched
    needed = boundary.filter { fed.isTouched.contains($0) }
    let shut = Set(needed)
    isolated =
      shut.count == boundary.count
      ? core : flood(nodes, edges) { shut.contains($0) }.elements
  }

  /// Floods what is traversable, both ways, up to what is shut.
  private func flood(
    _ nodes: [Int32],
    _ edges: [StartEdge],
    _ isShut: (Shutoff) -> Bool
  ) -> Flood {
    var flood = Flood()
    let nodeCount = region.nodes.count
    var isSeen = [Bool](repeating: false, count: nodeCount + region.edges.count)
    var queue: [Int32] = []
    func touch(_ shutoff: Shutoff) {
      if flood.isTouched.insert(shutoff).inserted { flood.touched.append(shutoff) }
    }
    func reachNode(_ node: Int32) {
      guard !isSeen[Int(node)], reach.reaches(node: Int(node)) else { return }
      isSeen[Int(node)] = true
      queue.append(node)
    }
    for node in nodes { reachNode(node) }
    for start in edges {
      isSeen[nodeCount + Int(start.edge)] = true
      let shutoff = Shutoff.edge(start.edge)
      var exits = start.exits
      if isShutoff(shutoff) && isShut(shutoff) {
        touch(shutoff)
        exits = start.exitsWhenShut
      } else {
        flood.elements.append(Int32(nodeCount) + start.edge)
      }
      if exits.contains(.forth) { reachNode(region.to[Int(start.edge)]) }
      if exits.contains(.back) { reachNode(region.from[Int(start.edge)]) }
    }
    var head = 0
    while head < queue.count {
      let node = queue[head]
      head += 1
      if isShutoff(.node(node)) {
        let own = shutoff(atNode: node)
        touch(own)
        if isShut(own) { continue }
      }
      let device = device(at: node)
      if let device { touch(device) }
      // A device that may be shut is the border, not what is within.
      if device.map({ isShut($0) }) != true { flood.elements.append(node) }
      if region.nodeMarks[Int(node)].contains(.bars) { continue }
      for half in region.graph.halfEdges(of: Int(node)) {
        let edge = Int32(half.edge)
        guard reach.reaches(edge: half.edge), !isSeen[nodeCount + half.edge] else { continue }
        guard region.isPassable(half.edge) else {
          // What bars already may be what can be shut.
          if isShutoff(.edge(edge)) { touch(.edge(edge)) }
          continue
        }
        if region.edgeMarks[half.edge].contains(.isInternal) {
          let own = device ?? self.device(at: half.node)
          if let own, isShut(own), isShutInside(half.edge) { continue }
          isSeen[nodeCount + half.edge] = true
        } else {
          isSeen[nodeCount + half.edge] = true
          let shutoff = Shutoff.edge(edge)
          if isShutoff(shutoff) {
            touch(shutoff)
            if isShut(shutoff) {
              // It may be touched from its other end as well.
              isSeen[nodeCount + half.edge] = false
              continue
            }
          }
          flood.elements.append(Int32(nodeCount) + edge)
        }
        reachNode(half.node)
      }
    }
    return flood
  }

  /// The device at a terminal that can be shut there, or between it and a terminal it is joined with.
  private func device(at node: Int32) -> Shutoff? {
    guard region.nodes[Int(node)] >= 0 else { return nil }
    let element = topology.element(node: Int(region.nodes[Int(node)]))
    guard topology.hasSeveralTerminals(element) else { return nil }
    if isShut(terminal: node) { return .device(element.feature) }
    if region.nodeMarks[Int(node)].contains(.bars) { return nil }
    for half in region.graph.halfEdges(of: Int(node))
    where region.edgeMarks[half.edge].contains(.isInternal) {
      if isShut(terminal: half.node) { return .device(element.feature) }
      guard region.nodes[Int(half.node)] < 0 else { continue }
      let spokes = region.graph.halfEdges(of: Int(half.node))
      if spokes.contains(where: { isShut(terminal: $0.node) }) { return .device(element.feature) }
    }
    return nil
  }

  /// Whether what can be shut shuts the ways within a device at one of its terminals.
  private func isShut(terminal node: Int32) -> Bool {
    let number = Int(region.nodes[Int(node)])
    return number >= 0 && setting.filter.shuts(node: number, of: topology, setting.attributes)
  }

  /// Whether an edge within a device is shut where the device is.
  private func isShutInside(_ edge: Int) -> Bool {
    isShut(terminal: region.from[edge]) || isShut(terminal: region.to[edge])
  }

  /// What a barrier at a node shuts: the device whose terminal it is, or the junction.
  private func shutoff(atNode node: Int32) -> Shutoff {
    let element = topology.element(node: Int(region.nodes[Int(node)]))
    return topology.hasSeveralTerminals(element) ? .device(element.feature) : .node(node)
  }

  private func isShutoff(_ shutoff: Shutoff) -> Bool {
    switch shutoff {
    case .device: true
    case .node(let node):
      region.nodes[Int(node)] >= 0
        && setting.filter.bars(
          node: Int(region.nodes[Int(node)]),
          of: topology,
          setting.attributes
        )
    case .edge(let edge):
      region.edges[Int(edge)] >= 0
        && Int(region.edges[Int(edge)]) < topology.lineEdges.upperBound
        && setting.filter.bars(
          edge: Int(region.edges[Int(edge)]),
          of: topology,
          setting.attributes
        )
    }
  }
}
