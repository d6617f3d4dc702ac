internal import GeoSnapColumns

/// Finds the region that is connected with some starts, independently of the flow direction.
struct Exploration {
  private let network: WalkedNetwork
  private var startEdges: Set<Int32> = []
  /// Whether the commodity flows to sinks, and so against the direction of devices; false for digitized direction.
  private let runsToSinks: Bool
  /// Whether the far ends of edges that are barriers are found as well.
  private let findsFarEnds: Bool
  private(set) var region: TraceRegion
  /// The number of nodes between two checks for cancellation.
  static let pace = 1 << 16

  /// Prepares an exploration, perhaps continuing that of `region`.
  init(
    _ setting: TraceSetting,
    findingFarEnds findsFarEnds: Bool = false,
    resuming region: TraceRegion = TraceRegion()
  ) {
    network = WalkedNetwork(setting)
    self.region = region
    self.findsFarEnds = findsFarEnds
    runsToSinks = setting.drainsToSinks && !setting.usesDigitizedDirection
  }

  /// Explores from `origins`; `visit` receives the number of elements found so far.
  @inline(never)
  static func region(
    _ setting: TraceSetting,
    from origins: [TraceOrigin],
    _ scratch: inout TraceScratch,
    _ visit: ((Int) -> Void)?
  ) throws(TraceError) -> TraceRegion {
    var exploration = Exploration(setting)
    let trace = scratch.begin()
    for origin in origins { exploration.begin(at: origin, trace, &scratch) }
    var head = 0
    while exploration.goOn(&head, trace, &scratch) {
      visit?(exploration.region.nodes.count + exploration.region.edges.count)
      if Task.isCancelled { throw .cancelled }
    }
    visit?(exploration.region.nodes.count + exploration.region.edges.count)
    return exploration.finish(trace, &scratch)
  }

  /// Explores from `origins` without checking for cancellation.
  static func wholeRegion(
    _ setting: TraceSetting,
    from origins: [TraceOrigin],
    _ scratch: inout TraceScratch
  ) -> TraceRegion {
    var exploration = Exploration(setting)
    let trace = scratch.begin()
    for origin in origins { exploration.begin(at: origin, trace, &scratch) }
    var head = 0
    while exploration.goOn(&head, trace, &scratch) {}
    return exploration.finish(trace, &scratch)
  }

  mutating func finish(
    _ trace: UInt32,
    _ scratch: inout TraceScratch,
    joiningHubs joinsHubs: Bool = true
  ) -> TraceRegion {
    if region.hasBarringEdges { findFarEnds(trace, &scratch) }
    if joinsHubs { region.joinHubs(network.setting) }
    region.close()
    return region
  }

  mutating func begin(at origin: TraceOrigin, _ trace: UInt32, _ scratch: inout TraceScratch) {
    guard origin.edge >= 0 else {
      let local = find(Int(origin.node), trace, &scratch)
      if !region.nodeMarks[Int(local)].contains(.isStart) {
        region.nodeMarks[Int(local)].insert(.isStart)
        region.startNodes.append(local)
      }
      return
    }
    let edge = Int(origin.edge)
    let (from, to) = network.topology.ends(ofEdge: edge)
    var marks: TraceRegion.Marks = .isStart
    let exits = network.setting.exits(from: origin)
    if exits != .both { marks.insert(.bars) }
    let known = region.startEdges.first { region.edges[Int($0)] == origin.edge }
    startEdges.insert(origin.edge)
    region.startEdges.append(known ?? Int32(region.edges.count))
    region.startFractions.append(origin.fraction)
    region.startExits.append(exits)
    if let known {
      // Two starts on one part of a line: each leaves it by the ends that it can reach.
      if exits.contains(.back) { region.from[Int(known)] = find(from, trace, &scratch) }
      if exits.contains(.forth) { region.to[Int(known)] = find(to, trace, &scratch) }
      return
    }
    let first = exits.contains(.back) ? find(from, trace, &scratch) : ~Int32(from)
    let second = exits.contains(.forth) ? find(to, trace, &scratch) : ~Int32(to)
    var outward = TraceRegion.Ways.both
    if network.setting.usesDigitizedDirection { outward = .forth }
    add(edge, first, second, marks, outward)
  }

  private mutating func add(
    _ edge: Int,
    _ from: Int32,
    _ to: Int32,
    _ marks: TraceRegion.Marks,
    _ outward: TraceRegion.Ways
  ) {
    region.edges.append(Int32(edge))
    region.from.append(from)
    region.to.append(to)
    region.edgeMarks.append(marks)
    region.outward.append(outward)
    if outward != .both { region.isDirected = true }
    if marks.contains(.bars) { region.hasBarringEdges = true }
  }

  /// The local number of a node, which is added if it is new.
  @inline(never)
  private mutating func find(
    _ node: Int,
    _ trace: UInt32,
    _ scratch: inout TraceScratch
  ) -> Int32 {
    let entry = scratch[node]
    if entry.trace == trace { return entry.local }
    let local = Int32(region.nodes.count)
    scratch[node] = TraceScratch.Entry(trace: trace, local: local)
    region.nodes.append(Int32(node))
    region.nodeMarks.append(
      network.setting.barriers.bars(node: node, network.setting.attributes) ? .bars : []
    )
    return local
  }

  /// Processes the next nodes; returns whether any are left.
  private mutating func goOn(
    _ head: inout Int,
    _ trace: UInt32,
    _ scratch: inout TraceScratch
  ) -> Bool {
    let end = head + Exploration.pace
    while head < region.nodes.count {
      if head == end { return true }
      fetch(head, scratch)
      leave(Int32(head), trace, &scratch)
      head += 1
    }
    return false
  }

  /// Prefetches the data of the next nodes, which are not in caches.
  @inline(__always)
  private func fetch(_ head: Int, _ scratch: TraceScratch) {
    if let node = next(head + 24) { network.graph.fetchPlace(of: node) }
    if let node = next(head + 16) { network.graph.fetchRow(of: node) }
    if let node = next(head + 8) {
      for place in network.graph.places(of: node) {
        scratch.fetch(Int(network.graph.halves[place].node))
      }
    }
  }

  /// The node at a position of the queue, if it has a packed row.
  @inline(__always)
  private func next(_ place: Int) -> Int? {
    guard place < region.nodes.count, region.nodes[place] < network.graph.nodeCount else {
      return nil
    }
    return Int(region.nodes[place])
  }

  /// Processes the edges of a node that is not a barrier; those that may be passed or are barriers are added.
  mutating func leave(_ local: Int32, _ trace: UInt32, _ scratch: inout TraceScratch) {
    if region.nodeMarks[Int(local)].contains(.bars) { return }
    region.nodeMarks[Int(local)].insert(.isLeft)
    let node = Int(region.nodes[Int(local)])
    if network.hasWritten && leaveWritten(node, local, trace, &scratch) { return }
    for place in network.graph.places(of: node) {
      pass(network.graph.halves[place], from: node, local, trace, &scratch)
    }
  }

  /// The same for a node whose row edits have written; returns whether it is one.
  @inline(never)
  private mutating func leaveWritten(
    _ node: Int,
    _ local: Int32,
    _ trace: UInt32,
    _ scratch: inout TraceScratch
  ) -> Bool {
    guard let written = network.written, written.hasRow(node) else { return false }
    written.forEachHalfEdge(of: node) { pass($0, from: node, local, trace, &scratch) }
    return true
  }

  @inline(__always)
  private mutating func pass(
    _ half: HalfEdge,
    from node: Int,
    _ local: Int32,
    _ trace: UInt32,
    _ scratch: inout TraceScratch
  ) {
    let edge = half.edge
    let other = Int(half.node)
    let known = scratch[other]
    if known.trace == trace {
      if known.local == local {
        if half.isAgainst { return }
      } else if region.nodeMarks[Int(known.local)].contains(.isLeft) {
        return
      }
    }
    if !startEdges.isEmpty && startEdges.contains(Int32(edge)) { return }
    var marks: TraceRegion.Marks = []
    var outward = TraceRegion.Ways.both
    if network.topology.isLine(edge) {
      if network.setting.usesDigitizedDirection { outward = .forth }
      if network.bars(edge) { marks = .bars }
    } else if network.topology.isInternal(edge) {
      let passage = network.setting.passage(ofInternal: edge, from: node, to: other)
      guard passage.contains(.joined) else { return }
      marks = .isInternal
      outward = network.setting.ignoresDirection ? .both : passage.ways
      if findsFarEnds && outward == .both && network.topology.joinsSeveral(edge) {
        region.hasHubs = true
      }
    }
    if runsToSinks { outward = outward.turned }
    let far: Int32
    if marks.contains(.bars) && !findsFarEnds {
      far = ~Int32(other)
    } else {
      far = known.trace == trace ? known.local : find(other, trace, &scratch)
    }
    add(edge, half.isAgainst ? far : local, half.isAgainst ? local : far, marks, outward)
  }

  /// Numbers the far ends of edges that are barriers: those found otherwise, and those outside.
  private mutating func findFarEnds(_ trace: UInt32, _ scratch: inout TraceScratch) {
    for edge in region.edges.indices where region.edgeMarks[edge].contains(.bars) {
      if region.from[edge] < 0 {
        region.from[edge] = farEnd(Int(~region.from[edge]), trace, &scratch)
      }
      if region.to[edge] < 0 { region.to[edge] = farEnd(Int(~region.to[edge]), trace, &scratch) }
    }
  }

  private mutating func farEnd(_ node: Int, _ trace: UInt32, _ scratch: inout TraceScratch) -> Int32
  {
    let known = region.nodes.count
    let local = find(node, trace, &scratch)
    if Int(local) == known { region.nodeMarks[known] = .outside }
    return local
  }
}

extension TerminalPaths.Passage {
  /// The directions of an internal edge.
  fileprivate var ways: TraceRegion.Ways {
    TraceRegion.Ways(rawValue: rawValue & TraceRegion.Ways.both.rawValue)
  }
}

extension Topology {
  /// Whether an edge is within a device of more than two terminals.
  func joinsSeveral(_ edge: Int) -> Bool {
    rules.classes[Int(element(edge: edge).type)].terminalCount > 2
  }
}
