import GeoSnap

struct NaiveStop: Hashable {
  let element: Int
  let reason: TraceStop.Reason
}

/// What a walk has gone over, and how it was allowed to go.
struct NaiveWays {
  let walk: NaiveWalk
  /// The starts that bar.
  let barring: [Int]
  /// Where it began, with the ends by which it leaves parts of lines; nil for all starts that let it out.
  var seeds: [NaiveSeed]?
  /// What controllers reach; nil where there are none.
  var reach: NaiveReach?
  let enters: (_ node: Int, _ edge: Int, _ next: Int) -> Bool

  var visited: Set<Int> { walk.visited }
}

extension NaiveTracer {
  /// Where a walk did not go on: each element that was visited is asked for every neighbour that was not.
  func stops(_ ways: NaiveWays) -> Set<NaiveStop> {
    var stops: Set<NaiveStop> = []
    func add(_ element: Int, _ reason: TraceStop.Reason) {
      if network.isResult(element) { stops.insert(NaiveStop(element: element, reason: reason)) }
    }
    func stands(_ locations: [TraceLocation], at element: Int) -> Bool {
      locations.flatMap { network.places(of: $0) }.contains { network.element(of: $0) == element }
    }
    /// The element at which barriers there are reported.
    func told(_ element: Int) -> Int {
      (parameters.barriers + parameters.filterBarriers).flatMap { network.told($0) }
        .last { $0.element == element }?.told ?? element
    }
    func isBlocked(_ element: Int) -> Bool {
      network.feature(of: element).map { parameters.assumptions.blocked.contains($0) } ?? false
    }
    func reason(at element: Int) -> TraceStop.Reason? {
      if stands(parameters.barriers, at: element) { return .barrier }
      if own.bars(element, network) { return isBlocked(element) ? .barrier : .condition }
      if stands(parameters.filterBarriers, at: element) { return .barrier }
      return filter.bars(element, network) ? .condition : nil
    }
    /// Why the way within a device is shut.
    func reasonInside(_ edge: Int, from node: Int, to far: Int) -> TraceStop.Reason {
      if type != .connected && !network.edges[edge].isJoined { return .validPath }
      if boundaries.contains(node) { return .controller }
      if boundaries.contains(far) { return .tierBoundary }
      let isOwn = own.terminals.contains(node) || own.terminals.contains(far)
      return isOwn && isBlocked(node) ? .barrier : .condition
    }
    /// Whether a function barrier rose at a way within a star, of which it ended all that go in there.
    func isEndedInside(_ edge: Int) -> Bool {
      stars[edge] != nil && ways.walk.stopped.contains(network.element(edge: edge))
    }
    /// Whether a terminal's way into its star was gone.
    func isStarEntered(_ node: Int) -> Bool {
      network.edgesAt[node].contains {
        stars[$0] != nil && ways.visited.contains(network.element(edge: $0)) && !isEndedInside($0)
      }
    }
    /// Whether a walk went into a star from a node, and a function barrier rose before it left.
    func endsInside(starOf edge: Int, from node: Int) -> Bool {
      guard let star = stars[edge] else { return false }
      return network.edgesAt[node].contains {
        stars[$0] == star && isEndedInside($0)
          && ways.enters(node, $0, network.edges[$0].other(than: node))
      }
    }
    func isReached(_ element: Int) -> Bool { ways.reach?.elements.contains(element) ?? true }

    for element in ways.barring + ways.walk.order {
      let isStopped = ways.walk.stopped.contains(element)
      if isStopped { add(element, .function) }
      if let reason = reason(at: element) {
        add(told(element), reason)
        continue
      }
      if isStopped { continue }
      guard network.isNode(element) else {
        let edge = element - network.nodeCount
        let ends = network.edges[edge]
        for (node, far) in [(ends.from, ends.to), (ends.to, ends.from)]
        where ways.enters(node, edge, far) && !ways.visited.contains(far) {
          if !isReached(far) {
            add(network.isResult(far) ? far : element, .propagator)
          } else if !sharesBits(far) {
            add(far, .condition)
          }
        }
        continue
      }
      for edge in network.edgesAt[element] {
        let ends = network.edges[edge]
        let far = ends.other(than: element)
        let way = network.element(edge: edge)
        let place = ends.isLine ? way : element
        if ends.isInternal && !isOpen[edge] {
          add(element, reasonInside(edge, from: element, to: far))
        } else if endsInside(starOf: edge, from: element)
          || (ways.visited.contains(way) && !isEndedInside(edge))
          || (stars[edge] != nil && isStarEntered(element) && isStarEntered(far))
        {
          continue
        } else if filter.shut.contains(edge) {
          add(element, .condition)
        } else if ways.enters(element, edge, far) && isReached(way) {
          // It was met, and not visited.
          add(place, .condition)
        } else if !sharesBits(way) && ways.visited.contains(far) && reason(at: far) == nil
          && !ways.walk.stopped.contains(far) && ways.enters(far, edge, element) && isReached(way)
        {
          // It was met from its other end.
          continue
        } else if ways.reach != nil && permits(edge, from: element)
          && (!isReached(way) || (!bars(way) && !isReached(far)))
        {
          add(place, .propagator)
        } else {
          add(place, .direction)
        }
      }
      if parameters.tellsDeadEnds && isDeadEnd(element) { add(element, .deadEnd) }
    }
    return stops
  }

  /// Whether there is nothing at a node but the way by which it was reached, shut ways among it.
  private func isDeadEnd(_ node: Int) -> Bool {
    if starts.contains(where: { network.element(of: $0) == node }) { return false }
    var count = 0
    var inside: Set<Int> = []
    for edge in network.edgesAt[node] {
      let ends = network.edges[edge]
      if ends.isInternal && isOpen[edge] && !filter.shut.contains(edge) {
        // The ways within a star are one.
        inside.insert(type == .connected ? -1 : stars[edge].map { -2 - $0 } ?? edge)
      } else {
        count += ends.from == ends.to ? 2 : 1
      }
    }
    return count + inside.count <= 1
  }
}
