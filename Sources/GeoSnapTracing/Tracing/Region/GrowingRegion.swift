/// A region that is explored only as far as needed, or a complete one; it returns single values, since copying a region
/// at each step is expensive.
struct GrowingRegion {
  private var exploration: Exploration
  private let isComplete: Bool
  private let trace: UInt32
  private var scratch: TraceScratch
  private let visit: ((Int) -> Void)?
  private var leftCount = 0
  /// The last half-edge found at each node: twice its edge, plus one against its direction; -1 for none.
  private var lasts: [Int32] = []
  /// The half-edge found before each half-edge at its node; -1 for none.
  private var befores: [Int32] = []
  /// Whether the task was cancelled; then nothing more is explored.
  private(set) var isCancelled = false

  var nodeCount: Int { exploration.region.nodes.count }
  var edgeCount: Int { exploration.region.edges.count }

  init(explored region: TraceRegion, _ setting: TraceSetting) {
    exploration = Exploration(setting, resuming: region)
    isComplete = true
    trace = 0
    scratch = TraceScratch(nodeCount: 0)
    visit = nil
  }

  /// Begins at `origins`; ``finish(_:)`` returns the scratch memory.
  init(
    from origins: [TraceOrigin],
    _ setting: TraceSetting,
    _ scratch: inout TraceScratch,
    _ visit: ((Int) -> Void)?
  ) {
    exploration = Exploration(setting, findingFarEnds: true)
    isComplete = false
    self.visit = visit
    trace = scratch.begin()
    for origin in origins { exploration.begin(at: origin, trace, &scratch) }
    self.scratch = TraceScratch(nodeCount: 0)
    swap(&self.scratch, &scratch)
    gather(from: 0)
  }

  /// The region explored so far, without rows.
  var explored: TraceRegion { exploration.region }

  /// The local number of a node of the topology; nil when it was not found.
  func local(of node: Int32) -> Int32? { scratch.local(of: node) }

  /// Adds edges from a number on to the lists of their nodes.
  private mutating func gather(from first: Int) {
    while lasts.count < nodeCount { lasts.append(-1) }
    for edge in first..<edgeCount {
      // An end by which a start does not leave its edge has no number.
      let (from, to) = (end(of: edge, .back), end(of: edge, .forth))
      befores.append(from < 0 ? -1 : lasts[from])
      if from >= 0 { lasts[from] = Int32(2 * edge) }
      befores.append(to < 0 ? -1 : lasts[to])
      if to >= 0 { lasts[to] = Int32(2 * edge + 1) }
    }
  }

  /// Explores the half-edges of a node if needed; returns whether the region has grown.
  mutating func leave(_ node: Int) -> Bool {
    if isComplete || exploration.region.nodeMarks[node].contains(.isLeft) { return false }
    leftCount += 1
    if leftCount & (Exploration.pace - 1) == 0 {
      visit?(nodeCount + edgeCount)
      isCancelled = isCancelled || Task.isCancelled
    }
    let first = edgeCount
    exploration.leave(Int32(node), trace, &scratch)
    gather(from: first)
    return true
  }

  /// The positions of the first half-edge of a node and of its end.
  @inline(__always)
  func halfEdges(of node: Int) -> (place: Int, end: Int) {
    if isComplete {
      return (
        Int(exploration.region.graph.starts[node]), Int(exploration.region.graph.starts[node + 1])
      )
    }
    return (Int(lasts[node]), -1)
  }

  /// The half-edge at a position, and the position after it.
  @inline(__always)
  func halfEdge(at place: Int) -> (edge: Int, isAgainst: Bool, next: Int) {
    if isComplete {
      let half = exploration.region.graph.halves[place]
      return (half.edge, half.isAgainst, place + 1)
    }
    return (place >> 1, place & 1 != 0, Int(befores[place]))
  }

  /// The node that the half-edge at a position leads to.
  @inline(__always)
  func other(at place: Int) -> Int {
    isComplete
      ? Int(exploration.region.graph.halves[place].node)
      : end(of: place >> 1, place & 1 != 0 ? .back : .forth)
  }

  @inline(__always)
  func marks(ofNode node: Int) -> TraceRegion.Marks { exploration.region.nodeMarks[node] }

  @inline(__always)
  func marks(ofEdge edge: Int) -> TraceRegion.Marks { exploration.region.edgeMarks[edge] }

  @inline(__always)
  func outward(_ edge: Int) -> TraceRegion.Ways { exploration.region.outward[edge] }

  /// The number of a node in the topology; -1 for a hub.
  @inline(__always)
  func number(ofNode node: Int) -> Int { Int(exploration.region.nodes[node]) }

  /// The number of an edge in the topology; -1 for a spoke of a hub.
  @inline(__always)
  func number(ofEdge edge: Int) -> Int { Int(exploration.region.edges[edge]) }

  /// The node to which an edge leads in one direction.
  @inline(__always)
  func end(of edge: Int, _ way: TraceRegion.Ways) -> Int {
    Int(way == .forth ? exploration.region.to[edge] : exploration.region.from[edge])
  }

  /// The controllers from which the commodity can come, with their nodes in the region.
  func candidates(
    _ wanted: [ControllerPlace],
    in choice: TierChoice,
    _ setting: TraceSetting
  ) -> [(place: ControllerPlace, node: Int32)] {
    exploration.region.candidates(wanted, in: choice, setting, scratch)
  }

  /// Returns the scratch memory; nothing more can be explored.
  mutating func giveBack(_ scratch: inout TraceScratch) { swap(&self.scratch, &scratch) }

  /// The region with its rows; returns the scratch memory.
  mutating func finish(_ scratch: inout TraceScratch) -> TraceRegion {
    giveBack(&scratch)
    let region = exploration.finish(trace, &scratch, joiningHubs: false)
    visit?(nodeCount + edgeCount)
    return region
  }
}
