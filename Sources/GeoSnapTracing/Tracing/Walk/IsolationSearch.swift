struct IsolationSearch {
  /// An element that can be shut: a device by its feature, or a node or an edge with a barrier.
  enum Shutoff {
    case device(Int32)
    case node(Int32)
    case edge(Int32)
  }

  struct StartEdge {
    let edge: Int32
    /// The ends by which a trace leaves it.
    let exits: TraceRegion.Ways
    /// The same when all barriers on the edge are shut.
    let exitsWhenShut: TraceRegion.Ways
  }

  private let region: TraceRegion
  private let setting: TraceSetting
  /// The part that the sources reach; the search does not go beyond it.
  private let reach: OutwardReach
  private let topology: Topology

  /// The shutoffs that touch the region, in the order in which they were found.
  private(set) var boundary: [Shutoff] = []
  /// Those of ``boundary`` that have to be shut.
  private(set) var needed: [Shutoff] = []
  /// The existing barriers between the core and the rest, whether they can be shut or not.
  private(set) var shut: [Shutoff] = []
  /// The same between the part behind shutoffs that need not be shut, and the rest.
  private(set) var shutBeyond: [Shutoff] = []
  /// The isolated elements: nodes by number, edges from the number of nodes.
  private(set) var isolated: [Int32] = []
  /// The same without the part behind shutoffs that need not be shut.
  private(set) var core: [Int32] = []
  /// Whether each node of the region is reached by the core, and by a source, while all shutoffs are shut.
  private(set) var isInside: [Bool] = []
  private(set) var isFed: [Bool] = []

  init(_ region: TraceRegion, _ setting: TraceSetting, within reach: OutwardReach) {
    self.region = region
    self.setting = setting
    self.reach = reach
    topology = setting.topology
  }

  private struct Flood {
    /// The shut elements, by key; nil for all shutoffs.
    let shut: Set<Int32>?
    var isSeen: [Bool]
    var queue: [Int32] = []
    var elements: [Int32] = []
    var touched: [Shutoff] = []
    var touchedKeys: Set<Int32> = []
    /// The keys of touched shutoffs that are open now.
    var openKeys: Set<Int32> = []

    func isShut(_ key: Int32) -> Bool { shut?.contains(key) ?? true }

    mutating func touch(_ shutoff: Shutoff, _ key: Int32, isOpen: Bool) {
      if touchedKeys.insert(key).inserted { touched.append(shutoff) }
      if isOpen { openKeys.insert(key) }
    }

    mutating func enter(_ node: Int32) {
      guard !isSeen[Int(node)] else { return }
      isSeen[Int(node)] = true
      queue.append(node)
    }
  }

  /// The key of a shutoff: a device by its feature, below zero; a node by number; then edges.
  private func key(_ shutoff: Shutoff) -> Int32 {
    switch shutoff {
    case .device(let feature): ~feature
    case .node(let node): node
    case .edge(let edge): Int32(region.nodes.count) + edge
    }
  }

  /// Searches; `sources` are the nodes that feed or drain the network, and a cancelled task ends the search early.
  mutating func run(nodes: [Int32], edges: [StartEdge], from sources: [Int32]) {
    let inside = flood(nodes, edges, shutting: nil)
    let fed = flood(sources, [], shutting: inside.touchedKeys)
    core = inside.elements
    isInside = inside.isSeen
    isFed = fed.isSeen
    boundary = inside.touched
    needed = boundary.filter {
      let key = key($0)
      return inside.openKeys.contains(key) && fed.touchedKeys.contains(key)
    }
    shut = barring(inside)
    // A barrier next to a start blocks one end of the start's part.
    var known = Set(shut.map { key($0) })
    for start in edges where start.exits != .both && known.insert(key(.edge(start.edge))).inserted {
      shut.append(.edge(start.edge))
    }
    isolated = core
    guard needed.count < boundary.count else { return }
    let all = flood(nodes, edges, shutting: Set(needed.map { key($0) }))
    isolated = all.elements
    let atCore = Set(shut.map { key($0) })
    shutBeyond = barring(all).filter { !atCore.contains(key($0)) }
  }

  /// Floods the traversable elements in both directions, up to those that are shut.
  private func flood(_ nodes: [Int32], _ edges: [StartEdge], shutting shut: Set<Int32>?) -> Flood {
    let nodeCount = region.nodes.count
    var flood = Flood(
      shut: shut,
      isSeen: [Bool](repeating: false, count: nodeCount + region.edges.count)
    )
    for node in nodes where reaches(node) { flood.enter(node) }
    for start in edges {
      let item = Int32(nodeCount) + start.edge
      flood.isSeen[Int(item)] = true
      var exits = start.exits
      if isShutoff(edge: start.edge) && flood.isShut(item) {
        flood.touch(.edge(start.edge), item, isOpen: true)
        exits = start.exitsWhenShut
      } else {
        flood.elements.append(item)
      }
      let (from, to) = (region.from[Int(start.edge)], region.to[Int(start.edge)])
      if exits.contains(.forth) && reaches(to) { flood.enter(to) }
      if exits.contains(.back) && reaches(from) { flood.enter(from) }
    }
    var head = 0
    while head < flood.queue.count {
      let node = flood.queue[head]
      head += 1
      if head & (Exploration.pace - 1) == 0 && Task.isCancelled { break }
      if isShutoff(node: node) {
        let own = shutoff(atNode: node)
        let key = key(own)
        flood.touch(own, key, isOpen: !region.nodeMarks[Int(node)].contains(.bars))
        if flood.isShut(key) { continue }
      }
      let device = device(at: node)
      if let device { flood.touch(.device(device), ~device, isOpen: isJoinedInside(node)) }
      // A device that can be shut belongs to the border, not to the region.
      if device.map({ flood.isShut(~$0) }) != true { flood.elements.append(node) }
      if region.nodeMarks[Int(node)].contains(.bars) { continue }
      for place in region.graph.places(of: Int(node)) {
        let half = region.graph.halves[place]
        let edge = Int32(half.edge)
        let item = Int32(nodeCount) + edge
        guard reach.reaches(edge: half.edge), !flood.isSeen[Int(item)] else { continue }
        guard region.isPassable(half.edge) else {
          // An existing barrier may be a shutoff as well.
          if isShutoff(edge: edge) { flood.touch(.edge(edge), item, isOpen: false) }
          continue
        }
        if region.edgeMarks[half.edge].contains(.isInternal) {
          let own = device ?? self.device(at: half.node)
          if let own, flood.isShut(~own), isShutInside(half.edge) { continue }
        } else {
          if isShutoff(edge: edge) {
            flood.touch(.edge(edge), item, isOpen: true)
            // It may be touched from its other end as well.
            if flood.isShut(item) { continue }
          }
          flood.elements.append(item)
        }
        flood.isSeen[Int(item)] = true
        if reaches(half.node) { flood.enter(half.node) }
      }
    }
    return flood
  }

  private func reaches(_ node: Int32) -> Bool { reach.reaches(node: Int(node)) }

  /// Whether a terminal has a connection within its device.
  private func isJoinedInside(_ node: Int32) -> Bool {
    region.graph.halfEdges(of: Int(node)).contains {
      region.edgeMarks[$0.edge].contains(.isInternal) && region.isPassable($0.edge)
    }
  }

  /// The existing barriers at the border of a flood, independently of shutoffs.
  private func barring(_ flood: Flood) -> [Shutoff] {
    let nodeCount = region.nodes.count
    var found: [Shutoff] = []
    var keys: Set<Int32> = []
    func note(_ shutoff: Shutoff) {
      if keys.insert(key(shutoff)).inserted { found.append(shutoff) }
    }
    for node in flood.queue where region.nodes[Int(node)] >= 0 {
      if region.nodeMarks[Int(node)].contains(.bars) {
        note(shutoff(atNode: node))
        continue
      }
      for place in region.graph.places(of: Int(node)) {
        let half = region.graph.halves[place]
        guard !region.isPassable(half.edge), !flood.isSeen[nodeCount + half.edge],
          !flood.isSeen[Int(half.node)]
        else { continue }
        note(.edge(Int32(half.edge)))
      }
      let number = Int(region.nodes[Int(node)])
      if setting.barriers.spareNodes { continue }
      let element = topology.element(node: number)
      guard topology.hasSeveralTerminals(element) else { continue }
      let isShut = topology.halfEdges(of: number).contains { half in
        topology.isInternal(half.edge) && topology.passage(ofInternal: half.edge).contains(.joined)
          && (setting.barriers.shuts(node: number, setting.attributes)
            || setting.barriers.shuts(node: Int(half.node), setting.attributes))
      }
      if isShut { note(.device(element.feature)) }
    }
    // A shut device with all terminals in the core separates nothing.
    let terminals = Set(flood.queue.map { region.nodes[Int($0)] })
    return found.filter { shutoff in
      guard case .device(let feature) = shutoff else { return true }
      let nodes = topology.nodes(of: topology.network.feature(ordinal: feature))
      return !nodes.allSatisfy { terminals.contains(Int32($0)) }
    }
  }

  /// The device at a terminal, if it can be shut there or at a terminal joined with it.
  private func device(at node: Int32) -> Int32? {
    if setting.filter.spareNodes { return nil }
    guard region.nodes[Int(node)] >= 0 else { return nil }
    let element = topology.element(node: Int(region.nodes[Int(node)]))
    guard topology.hasSeveralTerminals(element) else { return nil }
    if isShut(terminal: node) { return element.feature }
    if region.nodeMarks[Int(node)].contains(.bars) { return nil }
    for half in region.graph.halfEdges(of: Int(node))
    where region.edgeMarks[half.edge].contains(.isInternal) {
      if isShut(terminal: half.node) { return element.feature }
      guard region.nodes[Int(half.node)] < 0 else { continue }
      let spokes = region.graph.halfEdges(of: Int(half.node))
      if spokes.contains(where: { isShut(terminal: $0.node) }) { return element.feature }
    }
    return nil
  }

  /// Whether a shutoff shuts the connections of a device at one of its terminals.
  private func isShut(terminal node: Int32) -> Bool {
    let number = Int(region.nodes[Int(node)])
    return number >= 0 && setting.filter.shuts(node: number, setting.attributes)
  }

  /// Whether an internal edge is shut together with its device.
  private func isShutInside(_ edge: Int) -> Bool {
    isShut(terminal: region.from[edge]) || isShut(terminal: region.to[edge])
  }

  /// The shutoff of a barrier at a node: the device of the terminal, or the junction.
  private func shutoff(atNode node: Int32) -> Shutoff {
    let element = topology.element(node: Int(region.nodes[Int(node)]))
    return topology.hasSeveralTerminals(element) ? .device(element.feature) : .node(node)
  }

  private func isShutoff(node: Int32) -> Bool {
    let number = Int(region.nodes[Int(node)])
    return number >= 0 && setting.filter.bars(node: number, setting.attributes)
  }

  private func isShutoff(edge: Int32) -> Bool {
    let number = Int(region.edges[Int(edge)])
    return number >= 0 && topology.isLine(number)
      && setting.filter.bars(edge: number, setting.attributes)
  }
}
