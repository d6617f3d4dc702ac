/// A region that is explored no farther than it is asked for: where a trace begins at the controllers,
/// what nothing comes to need not be looked at.
struct GrowingRegion: RegionRows {
  typealias Failure = TraceError

  private var exploration: Exploration
  private let trace: UInt32
  private var scratch: TraceScratch
  private let visit: ((Int) -> Void)?
  private var leftCount = 0
  /// For each node its half-edge that was found last: twice its edge, and one more against it; -1 for
  /// none.
  private var lasts: [Int32] = []
  /// For each half-edge the one that was found before it at its node; -1 for none.
  private var befores: [Int32] = []

  var nodeCount: Int { exploration.region.nodes.count }
  var edgeCount: Int { exploration.region.edges.count }

  /// Begins somewhere.
  ///
  /// - Parameters:
  ///   - origins: Nodes.
  ///   - setting: What bars.
  ///   - scratch: Where to note what was found; it is given back by ``finish(_:)``.
  ///   - visit: Told now and then how many elements were found.
  init(
    from origins: [TraceOrigin],
    _ setting: TraceSetting,
    _ scratch: inout TraceScratch,
    _ visit: ((Int) -> Void)?
  ) {
    exploration = Exploration(setting, findingFarEnds: true)
    self.visit = visit
    trace = scratch.begin()
    for origin in origins { exploration.begin(at: origin, trace, &scratch) }
    self.scratch = TraceScratch(nodeCount: 0)
    swap(&self.scratch, &scratch)
    lasts = [Int32](repeating: -1, count: exploration.region.nodes.count)
  }

  mutating func leave(_ node: Int) throws(TraceError) -> Bool {
    if exploration.region.nodeMarks[node].contains(.isLeft) { return false }
    leftCount += 1
    if leftCount & (Exploration.pace - 1) == 0 {
      visit?(nodeCount + edgeCount)
      if Task.isCancelled { throw .cancelled }
    }
    let first = edgeCount
    exploration.leave(Int32(node), trace, &scratch)
    while lasts.count < nodeCount { lasts.append(-1) }
    for edge in first..<edgeCount {
      let (from, to) = (end(of: edge, .back), end(of: edge, .forth))
      befores.append(lasts[from])
      lasts[from] = Int32(2 * edge)
      befores.append(lasts[to])
      lasts[to] = Int32(2 * edge + 1)
    }
    return true
  }

  @inline(__always)
  func forEachHalfEdge(of node: Int, _ body: (_ edge: Int, _ isAgainst: Bool) -> Void) {
    var half = Int(lasts[node])
    while half >= 0 {
      body(half >> 1, half & 1 != 0)
      half = Int(befores[half])
    }
  }

  @inline(__always)
  func marks(ofNode node: Int) -> TraceRegion.Marks { exploration.region.nodeMarks[node] }

  @inline(__always)
  func marks(ofEdge edge: Int) -> TraceRegion.Marks { exploration.region.edgeMarks[edge] }

  @inline(__always)
  func outward(_ edge: Int) -> TraceRegion.Ways { exploration.region.outward[edge] }

  @inline(__always)
  func number(ofNode node: Int) -> Int { Int(exploration.region.nodes[node]) }

  @inline(__always)
  func number(ofEdge edge: Int) -> Int { Int(exploration.region.edges[edge]) }

  @inline(__always)
  func end(of edge: Int, _ way: TraceRegion.Ways) -> Int {
    Int(way == .forth ? exploration.region.to[edge] : exploration.region.from[edge])
  }

  /// The controllers from which the commodity can come, with their nodes in the region.
  func candidates(
    _ wanted: [ControllerPlace],
    _ setting: TraceSetting
  ) -> [(place: ControllerPlace, node: Int32)] {
    exploration.region.candidates(wanted, setting, scratch)
  }

  /// The region, with its rows.
  mutating func finish(_ scratch: inout TraceScratch) -> TraceRegion {
    swap(&self.scratch, &scratch)
    var region = exploration.region
    region.close()
    visit?(nodeCount + edgeCount)
    return region
  }
}
