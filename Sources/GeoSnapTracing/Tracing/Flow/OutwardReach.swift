internal import GeoSnapSupport

/// The elements of a region that the commodity of some controllers reaches, and the propagated values there.
package struct OutwardReach {
  /// Whether each node of the region, then each edge, is reached.
  var isReached: [Bool]
  /// The values that arrived for each propagator, by node and then by edge; empty when no values are reported.
  var values: [[Propagator.Value]]
  let nodeCount: Int

  /// Starts at some controllers; a cancelled task ends the search early, and the caller has to check for it.
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

  /// Reaches a hub and its spokes; a hub is not an element, so it takes no round.
  mutating func passHub(_ hub: Int, _ region: TraceRegion) {
    isReached[hub] = true
    for half in region.graph.halfEdges(of: hub) { isReached[nodeCount + half.edge] = true }
  }

  /// Propagates values where taps rewrite bits: a value must not return to the element that sent it.
  mutating func propagateRewriting(
    _ region: TraceRegion,
    from controllers: [Int32],
    _ setting: TraceSetting
  ) {
    let propagators = setting.propagators
    let width = propagators.count
    let nothing = propagators.map(\.nothing)
    /// The values that entered each edge at its first and second node, one for each propagator.
    var entered = [[Propagator.Value]?](repeating: nil, count: 2 * region.edges.count)
    /// The values that each edge passed to its first and second node.
    var handed = [[Propagator.Value]?](repeating: nil, count: 2 * region.edges.count)
    var starts = [[Propagator.Value]?](repeating: nil, count: region.nodes.count)
    for node in controllers {
      let element = setting.topology.element(node: Int(region.nodes[Int(node)]))
      starts[Int(node)] = propagators.map { $0.start(at: element, setting.attributes) }
      isReached[Int(node)] = true
    }
    @inline(never)
    func merged(_ one: [Propagator.Value], _ other: [Propagator.Value]) -> [Propagator.Value] {
      (0..<width).map { propagators[$0].merged(one[$0], other[$0]) }
    }
    /// The values at a node, without those from one edge.
    @inline(never)
    func value(atNode node: Int, without edge: Int?) -> [Propagator.Value]? {
      var all = starts[node]
      for half in region.graph.halfEdges(of: node) where half.edge != edge {
        // The half-edge leaves the node, so the node is its first end.
        guard let given = handed[2 * half.edge + (half.isAgainst ? 1 : 0)] else { continue }
        all = all.map { merged($0, given) } ?? given
      }
      return all
    }
    @inline(never)
    func passing(_ values: [Propagator.Value], _ element: TraceElement?, _ isInternal: Bool)
      -> [Propagator.Value]
    {
      guard let element else { return values }
      return (0..<width).map {
        propagators[$0].value(values[$0], at: element, isInternal: isInternal, setting.attributes)
      }
    }
    @inline(never)
    func total(_ item: Int) -> [Propagator.Value] {
      if item < nodeCount { return value(atNode: item, without: nil) ?? nothing }
      let edge = item - nodeCount
      let sides = [entered[2 * edge], entered[2 * edge + 1]].compactMap { $0 }
      return sides.dropFirst().reduce(sides.first ?? nothing, merged)
    }
    @inline(never)
    func passes(_ item: Int) -> Bool {
      let value = total(item)
      return (0..<width).allSatisfy { propagators[$0].passes(value[$0]) }
    }

    var sending = controllers.map { Int($0) }
    var sentCount = 0
    while !sending.isEmpty {
      sentCount += sending.count
      if sentCount >= Exploration.pace {
        sentCount = 0
        if Task.isCancelled { break }
      }
      // All values of a round come from the round before; they are set at its end.
      var updates: [(isEntered: Bool, place: Int, value: [Propagator.Value])] = []
      var touched: [Int] = []
      for item in sending {
        if item < nodeCount {
          if region.nodeMarks[item].contains(.bars) { continue }
          for half in region.graph.halfEdges(of: item) {
            let edge = half.edge
            guard region.outward[edge].contains(half.isAgainst ? .back : .forth),
              let sent = value(atNode: item, without: edge)
            else { continue }
            let number = region.edges[edge]
            let isLine = !region.edgeMarks[edge].contains(.isInternal) && number >= 0
            let element = isLine ? setting.topology.element(edge: Int(number)) : nil
            // A spoke passes its terminal's values if they pass there: not from a source that they do not pass.
            if number < 0 && passes(item) { isReached[nodeCount + edge] = true }
            let place = 2 * edge + (half.isAgainst ? 1 : 0)
            let arriving = passing(sent, element, false)
            if entered[place] != arriving {
              updates.append((true, place, arriving))
              touched.append(nodeCount + edge)
            }
          }
        } else {
          let edge = item - nodeCount
          guard region.isPassable(edge) else { continue }
          let isInternal = region.edgeMarks[edge].contains(.isInternal)
          for (way, side, node) in [
            (TraceRegion.Ways.forth, 0, region.to[edge]), (.back, 1, region.from[edge]),
          ] where region.outward[edge].contains(way) {
            guard let sent = entered[2 * edge + side] else { continue }
            if region.nodes[Int(node)] < 0 {
              for half in region.graph.halfEdges(of: Int(node)) where half.edge != edge {
                let number = Int(region.nodes[Int(half.node)])
                let arriving = passing(sent, setting.topology.element(node: number), true)
                // A spoke begins at its terminal; several others may pass it values.
                let place = 2 * half.edge
                if handed[place].map({ merged($0, arriving) != $0 }) ?? true {
                  updates.append((false, place, arriving))
                  touched.append(Int(half.node))
                }
              }
              passHub(Int(node), region)
              continue
            }
            let element = setting.topology.element(node: Int(region.nodes[Int(node)]))
            let arriving = passing(sent, element, isInternal)
            let place = 2 * edge + (1 - side)
            if handed[place] != arriving {
              updates.append((false, place, arriving))
              touched.append(Int(node))
            }
          }
        }
      }
      for update in updates {
        if update.isEntered {
          let before = entered[update.place]
          entered[update.place] = before.map { merged($0, update.value) } ?? update.value
        } else {
          let before = handed[update.place]
          handed[update.place] = before.map { merged($0, update.value) } ?? update.value
        }
      }
      sending.removeAll(keepingCapacity: true)
      var last = -1
      for item in touched.ordered(by: <) where item != last {
        last = item
        isReached[item] = isReached[item] || passes(item)
        if isReached[item] { sending.append(item) }
      }
    }
    values = (0..<width).map { _ in [] }
    for item in isReached.indices {
      let value = total(item)
      for number in 0..<width { values[number].append(value[number]) }
    }
  }
}
