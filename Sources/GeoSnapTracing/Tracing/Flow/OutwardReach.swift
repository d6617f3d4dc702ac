/// The elements of a region that the commodity of some controllers reaches, and the propagated values there.
package struct OutwardReach {
  /// Whether each node of the region, then each edge, is reached.
  var isReached: [Bool]
  /// The values that arrived for each propagator, by node and then by edge; empty when no values are reported.
  var values: [[Propagator.Value]]
  let nodeCount: Int

  /// Starts at some controllers; a cancelled task ends the search early, and the caller has to check for it.
  ///
  /// O(n) for n elements without propagators; with them each element may be visited once for each bit or level it
  /// gains.
  init(_ region: TraceRegion, from controllers: [Int32], _ setting: TraceSetting) {
    nodeCount = region.nodes.count
    isReached = [Bool](repeating: false, count: region.nodes.count + region.edges.count)
    values = []
    if setting.propagators.isEmpty {
      flood(region, from: controllers)
    } else if setting.propagators.contains(where: \.rewrites) {
      propagateRewriting(region, from: controllers, setting)
    } else {
      var propagation = Propagation(setting)
      var rows = GrowingRegion(explored: region, setting)
      propagation.run(from: controllers, over: &rows)
      take(propagation, region, setting)
    }
  }

  init(_ propagation: Propagation, _ region: TraceRegion, _ setting: TraceSetting) {
    nodeCount = region.nodes.count
    isReached = []
    values = []
    take(propagation, region, setting)
  }

  private mutating func take(
    _ propagation: Propagation,
    _ region: TraceRegion,
    _ setting: TraceSetting
  ) {
    isReached = propagation.isReached(in: region)
    if !setting.toldPropagators.isEmpty { values = propagation.values(in: region) }
  }

  @inline(__always)
  package func reaches(node: Int) -> Bool { isReached[node] }

  @inline(__always)
  package func reaches(edge: Int) -> Bool { isReached[nodeCount + edge] }

  // MARK: Without values

  private mutating func flood(_ region: TraceRegion, from controllers: [Int32]) {
    var queue: [Int32] = []
    queue.reserveCapacity(nodeCount)
    for node in controllers where !isReached[Int(node)] {
      isReached[Int(node)] = true
      queue.append(node)
    }
    var head = 0
    while head < queue.count {
      if Task.isCancelled { return }
      flood(region, &queue, &head, upTo: min(queue.count, head + Exploration.pace))
    }
  }

  /// Continues from the next of the reached nodes, up to `end`.
  private mutating func flood(
    _ region: TraceRegion,
    _ queue: inout [Int32],
    _ head: inout Int,
    upTo end: Int
  ) {
    while head < end {
      let node = Int(queue[head])
      head += 1
      if region.nodeMarks[node].contains(.bars) { continue }
      for place in region.graph.places(of: node) {
        let half = region.graph.halves[place]
        let edge = half.edge
        guard region.outward[edge].contains(half.isAgainst ? .back : .forth) else { continue }
        isReached[nodeCount + edge] = true
        guard region.isPassable(edge) else { continue }
        if !isReached[Int(half.node)] {
          isReached[Int(half.node)] = true
          queue.append(half.node)
        }
      }
    }
  }

  /// Reaches a hub and its spokes; a hub is not an element, so a value passes a device in as many rounds as an
  /// internal edge.
  mutating func passHub(_ hub: Int, _ region: TraceRegion) {
    isReached[hub] = true
    for half in region.graph.halfEdges(of: hub) { isReached[nodeCount + half.edge] = true }
  }
}
