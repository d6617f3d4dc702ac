/// Finds what is joined with some starts, whichever way the commodity runs: the region that a trace
/// has to do with.
struct Exploration {
  private let setting: TraceSetting
  private let topology: Topology
  private(set) var region = TraceRegion()
  /// How many nodes were found between two looks at the clock.
  private static let pace = 1 << 16

  init(_ setting: TraceSetting) {
    self.setting = setting
    topology = setting.topology
  }

  /// Explores.
  ///
  /// - Parameters:
  ///   - setting: What bars.
  ///   - origins: Where to begin.
  ///   - scratch: Where to note what was found.
  ///   - visit: Told now and then how many elements were found.
  /// - Returns: The region, with its rows.
  /// - Throws: ``TraceError`` of code `cancelled` when the task was cancelled.
  static func region(
    _ setting: TraceSetting,
    from origins: [TraceOrigin],
    _ scratch: inout TraceScratch,
    _ visit: ((Int) -> Void)?
  ) throws(TraceError) -> TraceRegion {
    var exploration = Exploration(setting)
    let trace = scratch.begin()
    for origin in origins { exploration.begin(at: origin, trace, &scratch) }
    try exploration.run(trace, &scratch, visit)
    exploration.findFarEnds(trace, &scratch)
    exploration.region.joinHubs(setting)
    exploration.region.close()
    return exploration.region
  }

  private mutating func begin(
    at origin: TraceOrigin,
    _ trace: UInt32,
    _ scratch: inout TraceScratch
  ) {
    guard origin.edge >= 0 else {
      let local = find(Int(origin.node), trace, &scratch)
      if !region.nodeMarks[Int(local)].contains(.isStart) {
        region.nodeMarks[Int(local)].insert(.isStart)
        region.startNodes.append(local)
      }
      return
    }
    let edge = Int(origin.edge)
    let (from, to) = topology.graph.nodes(of: edge)
    var marks: TraceRegion.Marks = .isStart
    let exits = setting.exits(from: origin)
    if exits != .both { marks.insert(.bars) }
    let known = region.startEdges.first { region.edges[Int($0)] == origin.edge }
    region.startEdges.append(known ?? Int32(region.edges.count))
    region.startFractions.append(origin.fraction)
    region.startExits.append(exits)
    if let known {
      // Two starts on one part: each leaves it by the ends it sees.
      if exits.contains(.back) { region.from[Int(known)] = find(from, trace, &scratch) }
      if exits.contains(.forth) { region.to[Int(known)] = find(to, trace, &scratch) }
      return
    }
    let first = exits.contains(.back) ? find(from, trace, &scratch) : ~Int32(from)
    let second = exits.contains(.forth) ? find(to, trace, &scratch) : ~Int32(to)
    var outward = TraceRegion.Ways.both
    if setting.usesDigitizedDirection { outward = .forth }
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
  }

  /// The local number of a node, which is found now if it was not before.
  @inline(__always)
  private mutating func find(
    _ node: Int,
    _ trace: UInt32,
    _ scratch: inout TraceScratch
  ) -> Int32 {
    let entry = scratch.entries[node]
    if entry.trace == trace { return entry.local }
    let local = Int32(region.nodes.count)
    scratch.entries[node] = TraceScratch.Entry(trace: trace, local: local)
    region.nodes.append(Int32(node))
    region.nodeMarks.append(
      setting.barriers.bars(node: node, of: topology, setting.attributes) ? .bars : []
    )
    return local
  }

  private mutating func run(
    _ trace: UInt32,
    _ scratch: inout TraceScratch,
    _ visit: ((Int) -> Void)?
  ) throws(TraceError) {
    let lineEnd = topology.lineEdges.upperBound
    let internalEnd = topology.internalEdges.upperBound
    let starts = Set(region.startEdges.map { region.edges[Int($0)] })
    // As drawn is how the commodity runs, wherever the controllers are.
    let sinks = setting.drainsToSinks && !setting.usesDigitizedDirection
    let isDrawn = setting.usesDigitizedDirection
    var head = 0
    while head < region.nodes.count {
      if head & (Exploration.pace - 1) == 0 && head > 0 {
        visit?(region.nodes.count + region.edges.count)
        if Task.isCancelled { throw TraceError(.cancelled, "The trace was cancelled.") }
      }
      let local = Int32(head)
      let node = Int(region.nodes[head])
      head += 1
      if region.nodeMarks[Int(local)].contains(.bars) { continue }
      for half in topology.graph.halfEdges(of: node) {
        let edge = half.edge
        let other = Int(half.node)
        let known = scratch.entries[other]
        if known.trace == trace {
          // An edge is found from the end that is left first; one to a node that bars from here alone.
          if known.local < local && !region.nodeMarks[Int(known.local)].contains(.bars) { continue }
          if known.local == local && half.isAgainst { continue }
        }
        if !starts.isEmpty && starts.contains(Int32(edge)) { continue }
        var marks: TraceRegion.Marks = []
        var outward = TraceRegion.Ways.both
        if edge < lineEnd {
          if setting.barriers.bars(edge: edge, of: topology, setting.attributes) {
            marks = .bars
            let far = ~Int32(other)
            if half.isAgainst {
              add(edge, far, local, marks, outward)
            } else {
              add(edge, local, far, marks, outward)
            }
            continue
          }
          if isDrawn { outward = .forth }
        } else if edge < internalEnd {
          let passage = setting.passage(ofInternal: edge, from: node, to: other)
          guard passage.contains(.joined) else { continue }
          marks = .isInternal
          outward = setting.ignoresDirection ? .both : passage.ways
        }
        if sinks { outward = outward.turned }
        let far = find(other, trace, &scratch)
        if half.isAgainst {
          add(edge, far, local, marks, outward)
        } else {
          add(edge, local, far, marks, outward)
        }
      }
    }
    visit?(region.nodes.count + region.edges.count)
  }

  /// Gives numbers to the far ends of edges that bar: those found otherwise, and those outside.
  private mutating func findFarEnds(_ trace: UInt32, _ scratch: inout TraceScratch) {
    for edge in region.edges.indices where region.edgeMarks[edge].contains(.bars) {
      if region.from[edge] < 0 {
        region.from[edge] = farEnd(Int(~region.from[edge]), trace, &scratch)
      }
      if region.to[edge] < 0 { region.to[edge] = farEnd(Int(~region.to[edge]), trace, &scratch) }
    }
  }

  private mutating func farEnd(
    _ node: Int,
    _ trace: UInt32,
    _ scratch: inout TraceScratch
  ) -> Int32 {
    let entry = scratch.entries[node]
    if entry.trace == trace { return entry.local }
    let local = Int32(region.nodes.count)
    scratch.entries[node] = TraceScratch.Entry(trace: trace, local: local)
    region.nodes.append(Int32(node))
    region.nodeMarks.append(.outside)
    return local
  }
}

extension TerminalPaths.Passage {
  /// The ways along an internal edge.
  fileprivate var ways: TraceRegion.Ways {
    TraceRegion.Ways(rawValue: rawValue & TraceRegion.Ways.both.rawValue)
  }
}
