/// What the commodity of some controllers reaches within a region, and what is left of its attributes
/// there.
///
/// Values travel in rounds: what an element has in one round comes from its neighbours' values of the
/// round before, so that the order of edges makes no difference. An element is reached in the round
/// in which what arrived so far passes the test of every propagator; from then on it sends on its
/// value whenever it changes.
struct OutwardReach {
  /// For each node of the region, then for each edge, whether it is reached.
  var isReached: [Bool]
  /// For each propagator the values that arrived, by node and then edge.
  var values: [[Propagator.Value]]
  let nodeCount: Int

  /// Runs from some controllers.
  ///
  /// - Complexity: O(n) for n elements without propagators; with them each element may be looked at
  ///   once for each bit or level it gains.
  init(_ region: TraceRegion, from controllers: [Int32], _ setting: TraceSetting) {
    nodeCount = region.nodes.count
    isReached = [Bool](repeating: false, count: region.nodes.count + region.edges.count)
    values = []
    if setting.propagators.isEmpty {
      flood(region, from: controllers)
    } else if setting.propagators.contains(where: \.rewrites) {
      propagateRewriting(region, from: controllers, setting)
    } else {
      propagate(region, from: controllers, setting)
    }
  }

  /// Whether a node is reached.
  @inline(__always)
  func reaches(node: Int) -> Bool { isReached[node] }

  /// Whether an edge is reached.
  @inline(__always)
  func reaches(edge: Int) -> Bool { isReached[nodeCount + edge] }

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
      let node = Int(queue[head])
      head += 1
      if region.nodeMarks[node].contains(.bars) { continue }
      for half in region.graph.halfEdges(of: node) {
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

  // MARK: With values

  /// Reaches a hub and its spokes, and gives the terminals that it joins.
  ///
  /// A hub is no element: a value passes a device in as many rounds as an edge between two terminals.
  mutating func passHub(_ hub: Int, _ region: TraceRegion) -> [Int32] {
    isReached[hub] = true
    return region.graph.halfEdges(of: hub).map { half in
      isReached[nodeCount + half.edge] = true
      return half.node
    }
  }

  private mutating func propagate(
    _ region: TraceRegion,
    from controllers: [Int32],
    _ setting: TraceSetting
  ) {
    let propagators = setting.propagators
    let width = propagators.count
    let count = isReached.count
    /// What arrived at each element so far, one value for each propagator.
    var arrived: [Propagator.Value] = []
    arrived.reserveCapacity(count * width)
    for _ in 0..<count { for propagator in propagators { arrived.append(propagator.nothing) } }
    var round: Int32 = 0
    var touchedIn = [Int32](repeating: -1, count: count)
    var touched: [Int32] = []
    var changed = [Bool](repeating: false, count: count)
    var sending: [Int32] = []
    var sent: [Propagator.Value] = []

    for node in controllers where !isReached[Int(node)] {
      isReached[Int(node)] = true
      let element = setting.topology.element(node: Int(region.nodes[Int(node)]))
      sending.append(node)
      for (number, propagator) in propagators.enumerated() {
        let value = propagator.start(at: element, setting.attributes)
        arrived[Int(node) * width + number] = value
        sent.append(value)
      }
    }

    func arrive(_ target: Int, _ element: TraceElement?, isInternal: Bool, from sender: Int) {
      if touchedIn[target] != round {
        touchedIn[target] = round
        touched.append(Int32(target))
      }
      for number in 0..<width {
        let propagator = propagators[number]
        var value = sent[sender * width + number]
        if let element {
          value = propagator.value(value, at: element, isInternal: isInternal, setting.attributes)
        }
        let place = target * width + number
        let merged = propagator.merged(arrived[place], value)
        if merged != arrived[place] {
          arrived[place] = merged
          changed[target] = true
        }
      }
    }

    while !sending.isEmpty {
      touched.removeAll(keepingCapacity: true)
      for (sender, item) in sending.enumerated() {
        let item = Int(item)
        if item < nodeCount {
          if region.nodeMarks[item].contains(.bars) { continue }
          for half in region.graph.halfEdges(of: item) {
            let edge = half.edge
            guard region.outward[edge].contains(half.isAgainst ? .back : .forth) else { continue }
            let isLine = !region.edgeMarks[edge].contains(.isInternal) && region.edges[edge] >= 0
            arrive(
              nodeCount + edge,
              isLine ? setting.topology.element(edge: Int(region.edges[edge])) : nil,
              isInternal: false,
              from: sender
            )
          }
        } else {
          let edge = item - nodeCount
          guard region.isPassable(edge) else { continue }
          let isInternal = region.edgeMarks[edge].contains(.isInternal)
          for (way, node) in [
            (TraceRegion.Ways.forth, region.to[edge]), (.back, region.from[edge]),
          ] where region.outward[edge].contains(way) {
            if region.nodes[Int(node)] < 0 {
              for other in passHub(Int(node), region) where other != region.from[edge] {
                let element = setting.topology.element(node: Int(region.nodes[Int(other)]))
                arrive(Int(other), element, isInternal: true, from: sender)
              }
              continue
            }
            arrive(
              Int(node),
              setting.topology.element(node: Int(region.nodes[Int(node)])),
              isInternal: isInternal,
              from: sender
            )
          }
        }
      }
      sending.removeAll(keepingCapacity: true)
      sent.removeAll(keepingCapacity: true)
      for target in touched {
        let target = Int(target)
        let isNew =
          !isReached[target]
          && propagators.indices.allSatisfy {
            propagators[$0].passes(arrived[target * width + $0])
          }
        if isNew { isReached[target] = true }
        if isReached[target] && (isNew || changed[target]) {
          sending.append(Int32(target))
          for number in 0..<width { sent.append(arrived[target * width + number]) }
        }
        changed[target] = false
      }
      round += 1
    }
    values = propagators.indices.map { number in
      (0..<count).map { arrived[$0 * width + number] }
    }
  }
}
