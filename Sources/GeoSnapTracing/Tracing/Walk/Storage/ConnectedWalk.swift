internal import CHints
internal import GeoSnapColumns
internal import GeoSnapSupport

// Pointers refer to the columns of the packed graph, which this keeps alive, and to the queue only for prefetching:
// their positions are below the counts of these.
/// Collects all elements connected with some nodes when only barriers matter, over the rows of the network.
struct ConnectedWalk {
  /// The result: the nodes of one distance from the starts, then, from the number of nodes, the edges found from them.
  private(set) var codes: [Int32] = []

  private let network: WalkedNetwork
  private let spareNodes: Bool
  private let includesBarriers: Bool
  private let firstEdge: Int32
  private let marks: ZeroedMemory<UInt8>
  private var queue: [Int32] = []

  private static let found: UInt8 = 1
  private static let barring: UInt8 = 2
  private static let left: UInt8 = 3

  // One byte for each node, all 0, as they are again after the walk.
  private init(_ setting: TraceSetting, _ marks: ZeroedMemory<UInt8>) {
    network = WalkedNetwork(setting)
    self.marks = marks
    spareNodes = setting.barriers.spareNodes
    includesBarriers = setting.configuration.includesBarriers
    firstEdge = Int32(setting.topology.nodeLimit)
  }

  /// Collects the codes of elements connected with some nodes; `visit` receives the number of elements found so far.
  static func codes(
    from nodes: [Int32],
    _ setting: TraceSetting,
    _ visit: ((Int) -> Void)?
  ) throws(TraceError) -> [Int32] {
    let topology = setting.topology
    var walk = ConnectedWalk(setting, topology.lentMarks())
    defer {
      for node in walk.queue { walk.marks[Int(node)] = 0 }
      topology.giveBack(walk.marks)
    }
    for node in nodes where walk.marks[Int(node)] == 0 { walk.find(Int(node)) }
    try walk.run(visit)
    return walk.codes
  }

  private mutating func run(_ visit: ((Int) -> Void)?) throws(TraceError) {
    var level = 0..<queue.count
    var checked = 0
    while !level.isEmpty {
      for place in level { take(Int(queue[place])) }
      var place = level.lowerBound
      while place < level.upperBound {
        if place - checked >= Exploration.pace {
          checked = place
          visit?(codes.count)
          if Task.isCancelled { throw .cancelled }
        }
        let end = min(level.upperBound, place + Exploration.pace)
        leave(place..<end)
        place = end
      }
      level = level.upperBound..<queue.count
    }
    visit?(codes.count)
  }

  /// Adds a node to the result, if it belongs there.
  @inline(__always)
  private mutating func take(_ node: Int) {
    guard network.topology.featureOrdinal(ofNode: node) >= 0 else { return }
    if !spareNodes && !includesBarriers && marks[node] == ConnectedWalk.barring
      && !network.topology.hasSeveralTerminals(network.topology.element(node: node))
    {
      return
    }
    codes.append(Int32(truncatingIfNeeded: node))
  }

  /// Processes the edges of some nodes of the queue that are not barriers.
  private mutating func leave(_ places: Range<Int>) {
    // Rows are not in caches, so they are prefetched some nodes ahead.
    let starts = unsafe network.graph.starts.start
    let halves = unsafe network.graph.halves.start
    for place in places {
      if place + 12 < queue.count { unsafe chints_prefetch(starts + Int(queue[place + 12])) }
      if place + 6 < queue.count, Int(queue[place + 6]) < network.graph.nodeCount {
        unsafe chints_prefetch(halves + Int(network.graph.starts[Int(queue[place + 6])]))
      }
      let node = Int(queue[place])
      if marks[node] == ConnectedWalk.barring { continue }
      marks[node] = ConnectedWalk.left
      if network.hasWritten && leaveWritten(node) { continue }
      for half in network.graph.places(of: node) { pass(network.graph.halves[half], from: node) }
    }
    withExtendedLifetime(network.graph) {}
  }

  /// Processes the edges of a node whose row edits have written; returns whether it is one.
  @inline(never)
  private mutating func leaveWritten(_ node: Int) -> Bool {
    guard let written = network.written, written.hasRow(node) else { return false }
    written.forEachHalfEdge(of: node) { pass($0, from: node) }
    return true
  }

  @inline(__always)
  private mutating func pass(_ half: HalfEdge, from node: Int) {
    let (edge, other) = (half.edge, Int(half.node))
    let mark = marks[other]
    // An edge is found from the end that is left first, and a loop from its first end.
    if mark == ConnectedWalk.left && (other != node || half.isAgainst) { return }
    if network.topology.isLine(edge) {
      let bars = network.bars(edge)
      if !bars || includesBarriers { codes.append(firstEdge &+ Int32(truncatingIfNeeded: edge)) }
      if bars { return }
    } else if network.topology.isInternal(edge) {
      guard network.setting.passage(ofInternal: edge, from: node, to: other).contains(.joined)
      else {
        return
      }
    }
    if mark == 0 { find(other) }
  }

  @inline(__always)
  private mutating func find(_ node: Int) {
    let bars =
      !spareNodes && network.setting.barriers.bars(node: node, network.setting.attributes)
    marks[node] = bars ? ConnectedWalk.barring : ConnectedWalk.found
    queue.append(Int32(truncatingIfNeeded: node))
  }
}

extension Topology {
  /// Lends a byte for each node, all 0, to one walk, which returns them as zeros.
  fileprivate func lentMarks() -> ZeroedMemory<UInt8> {
    let kept = sharedTraceCaches.marks.withLock { $0.popLast() }
    if let kept, kept.count >= nodeLimit { return kept }
    return ZeroedMemory(count: edits == nil ? nodeLimit : nodeLimit + nodeLimit / 8)
  }

  fileprivate func giveBack(_ marks: ZeroedMemory<UInt8>) {
    sharedTraceCaches.marks.withLock { $0.append(marks) }
  }
}
