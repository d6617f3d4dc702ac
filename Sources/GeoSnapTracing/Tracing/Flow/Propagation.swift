/// Propagates values from the controllers.
///
/// Values travel in rounds: an element gets its values from those of its neighbours in the round before, so that the
/// order of edges does not matter. An element is reached in the round in which its values pass the test of every
/// propagator; from then on it sends its value on whenever it changes. Without propagators everything that the
/// commodity can reach is reached.
struct Propagation {
  /// The values of the nodes, or of the edges.
  private struct Elements {
    struct State: BitwiseCopyable {
      /// The round of the last arrival.
      var round: Int32 = -1
      var isReached = false
      var hasChanged = false
    }

    var states: [State] = []
    /// The values that arrived, one for each propagator.
    var values: [Propagator.Value] = []
    /// The elements with arrivals in this round.
    var touched: [Int32] = []
    /// The elements that send in this round, with their values at its beginning.
    var sending: [Int32] = []
    var sent: [Propagator.Value] = []

    mutating func grow(to count: Int, _ nothing: [Propagator.Value]) {
      let more = count - states.count
      guard more > 0 else { return }
      states.append(contentsOf: repeatElement(State(), count: more))
      if nothing.count == 1 {
        values.append(contentsOf: repeatElement(nothing[0], count: more))
      } else {
        for _ in 0..<more { values += nothing }
      }
    }

    @inline(__always)
    private mutating func touch(_ target: Int, _ round: Int32) {
      guard states[target].round != round else { return }
      states[target].round = round
      touched.append(Int32(target))
    }

    /// Adds an arriving value, for a single propagator of bits that are not rewritten.
    @inline(__always)
    mutating func take(_ bits: Propagator.Value, at target: Int, _ round: Int32) {
      touch(target, round)
      let merged = values[target] | bits
      if merged != values[target] {
        values[target] = merged
        states[target].hasChanged = true
      }
    }

    /// Adds arriving values, one for each propagator, before the element's own effect on them.
    mutating func take(
      _ arriving: ArraySlice<Propagator.Value>,
      at target: Int,
      _ element: TraceElement?,
      isInternal: Bool,
      _ round: Int32,
      _ setting: TraceSetting
    ) {
      touch(target, round)
      for number in setting.propagators.indices {
        var value = arriving[arriving.startIndex + number]
        if let element {
          value = setting.propagators[number].value(
            value,
            at: element,
            isInternal: isInternal,
            setting.attributes
          )
        }
        let place = target * arriving.count + number
        let merged = setting.propagators[number].merged(values[place], value)
        if merged != values[place] {
          values[place] = merged
          states[target].hasChanged = true
        }
      }
    }

    /// Ends a round; its arrivals are sent on in the next.
    mutating func settle(_ propagators: [Propagator]) {
      let width = propagators.count
      sending.removeAll(keepingCapacity: true)
      sent.removeAll(keepingCapacity: true)
      for target in touched {
        let place = Int(target)
        let isNew =
          !states[place].isReached
          && propagators.indices.allSatisfy { propagators[$0].passes(values[place * width + $0]) }
        if isNew { states[place].isReached = true }
        if states[place].isReached && (isNew || states[place].hasChanged) {
          sending.append(target)
          for number in 0..<width { sent.append(values[place * width + number]) }
        }
        states[place].hasChanged = false
      }
      touched.removeAll(keepingCapacity: true)
    }
  }

  private let setting: TraceSetting
  private let propagators: [Propagator]
  private let nothing: [Propagator.Value]
  /// The values of the only propagator's attribute, when they alone determine the result; empty otherwise.
  private let column: FeatureValues?
  private let asksNodes: Bool
  private let topology: Topology
  private var nodes = Elements()
  private var edges = Elements()
  private var round: Int32 = 0

  init(_ setting: TraceSetting) {
    self.setting = setting
    propagators = setting.propagators
    nothing = propagators.map(\.nothing)
    let plain = propagators.count == 1 ? propagators[0].plainColumn(setting.attributes) : nil
    column = plain?.values
    asksNodes = plain?.areAtNodes ?? true
    topology = setting.topology
  }

  /// Propagates from some controllers until nothing changes, or the task is cancelled.
  mutating func run(from controllers: [Int32], over rows: inout GrowingRegion) {
    grow(to: rows.nodeCount, rows.edgeCount)
    for node in controllers where !nodes.states[Int(node)].isReached {
      start(at: node, rows.number(ofNode: Int(node)))
    }
    var sentCount = 0
    while !nodes.sending.isEmpty || !edges.sending.isEmpty {
      sentCount += nodes.sending.count + edges.sending.count
      if sentCount >= Exploration.pace {
        sentCount = 0
        if Task.isCancelled { return }
      }
      for sender in nodes.sending.indices {
        let node = Int(nodes.sending[sender])
        if rows.marks(ofNode: node).contains(.bars) { continue }
        if rows.leave(node) {
          grow(to: rows.nodeCount, rows.edgeCount)
          if rows.isCancelled { return }
        }
        var (place, end) = rows.halfEdges(of: node)
        while place != end {
          let half = rows.halfEdge(at: place)
          place = half.next
          guard rows.outward(half.edge).contains(half.isAgainst ? .back : .forth) else { continue }
          send(sender, into: half.edge, rows.number(ofEdge: half.edge))
        }
      }
      for sender in edges.sending.indices {
        let edge = Int(edges.sending[sender])
        let marks = rows.marks(ofEdge: edge)
        if marks.contains(.bars) { continue }
        let (ways, isInternal) = (rows.outward(edge), marks.contains(.isInternal))
        var way = TraceRegion.Ways.forth
        while true {
          if ways.contains(way) {
            let node = rows.end(of: edge, way)
            let number = rows.number(ofNode: node)
            if number < 0 {
              send(sender, overHub: node, along: edge, &rows)
            } else {
              send(sender, to: node, number, isInternal: isInternal)
            }
          }
          if way == .back { break }
          way = .back
        }
      }
      nodes.settle(propagators)
      edges.settle(propagators)
      round += 1
    }
  }

  private mutating func start(at node: Int32, _ number: Int) {
    nodes.states[Int(node)].isReached = true
    let element = topology.element(node: number)
    nodes.sending.append(node)
    for number in propagators.indices {
      let value = propagators[number].start(at: element, setting.attributes)
      nodes.values[Int(node) * propagators.count + number] = value
      nodes.sent.append(value)
    }
  }

  private mutating func grow(to nodeCount: Int, _ edgeCount: Int) {
    nodes.grow(to: nodeCount, nothing)
    edges.grow(to: edgeCount, nothing)
  }

  @inline(__always)
  private mutating func send(_ sender: Int, into edge: Int, _ number: Int) {
    let isLine = number >= 0 && topology.isLine(number)
    if column != nil {
      let own = isLine ? bits(of: topology.featureOrdinal(ofEdge: number)) : -1
      edges.take(nodes.sent[sender] & own, at: edge, round)
    } else {
      let first = sender * propagators.count
      edges.take(
        nodes.sent[first..<first + propagators.count],
        at: edge,
        isLine ? topology.element(edge: number) : nil,
        isInternal: false,
        round,
        setting
      )
    }
  }

  /// Sends from an edge through a hub to all other edges there; a hub is not an element, so it takes no round.
  private mutating func send(
    _ sender: Int,
    overHub hub: Int,
    along edge: Int,
    _ rows: inout GrowingRegion
  ) {
    nodes.states[hub].isReached = true
    var (place, end) = rows.halfEdges(of: hub)
    while place != end {
      let spoke = rows.halfEdge(at: place)
      place = spoke.next
      edges.states[spoke.edge].isReached = true
      if spoke.edge == edge { continue }
      let terminal = rows.end(of: spoke.edge, spoke.isAgainst ? .back : .forth)
      send(sender, to: terminal, rows.number(ofNode: terminal), isInternal: true)
    }
  }

  private mutating func send(_ sender: Int, to node: Int, _ number: Int, isInternal: Bool) {
    if column != nil {
      let own = asksNodes && number >= 0 ? bits(of: topology.featureOrdinal(ofNode: number)) : -1
      nodes.take(edges.sent[sender] & own, at: node, round)
    } else {
      let first = sender * propagators.count
      nodes.take(
        edges.sent[first..<first + propagators.count],
        at: node,
        number < 0 ? nil : topology.element(node: number),
        isInternal: isInternal,
        round,
        setting
      )
    }
  }

  /// The bits that a feature lets through: all when it has no value.
  @inline(__always)
  private func bits(of feature: Int32) -> Int64 {
    guard feature >= 0, let column else { return -1 }
    let own = column.integer(feature)
    return own == AttributeColumn.noInteger ? -1 : own
  }

  /// Whether each node of a region, then each edge, is reached.
  func isReached(in region: TraceRegion) -> [Bool] {
    var isReached: [Bool] = []
    isReached.reserveCapacity(region.nodes.count + region.edges.count)
    for state in nodes.states { isReached.append(state.isReached) }
    for _ in nodes.states.count..<region.nodes.count { isReached.append(false) }
    for state in edges.states { isReached.append(state.isReached) }
    return isReached
  }

  /// The values that arrived for each propagator, by node of a region and then by edge.
  func values(in region: TraceRegion) -> [[Propagator.Value]] {
    let width = propagators.count
    return propagators.indices.map { number in
      region.nodes.indices.map {
        $0 < nodes.states.count ? nodes.values[$0 * width + number] : nothing[number]
      } + region.edges.indices.map { edges.values[$0 * width + number] }
    }
  }
}
