/// Whether one location is reached from another, with the path or the barriers between them.
public struct WhyAnswer: Sendable {
  /// Whether it is reached.
  public let isReached: Bool
  /// The path from the first to the second with the fewest barriers and, of those, with the fewest elements; empty when
  /// there is no connection.
  public let way: [NetworkElement]
  /// The barriers on the paths with the fewest barriers; empty when it is reached, or when there is no connection.
  public let blockers: [TraceStop]

  /// The path, if it has no barriers.
  package var path: [NetworkElement] { isReached ? way : [] }
}

extension Topology {
  /// Explains why a location is reached from another, or why not.
  ///
  /// - Parameters:
  ///   - from: The first location.
  ///   - to: The second location.
  ///   - configuration: The configuration with the barriers; nil for the tier's definition.
  ///   - assumptions: Assumptions that replace values and barriers of the network.
  ///   - progress: Receives the number of elements visited.
  /// - Returns: The path, or the least set of barriers on one.
  /// - Throws: ``TraceError`` as ``trace(_:)``.
  /// - Complexity: Linear in the size of the part of the network that is connected.
  public func why(
    from: TraceLocation,
    to: TraceLocation,
    configuration: TraceConfiguration? = nil,
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    progress: ((_ visited: Int) -> Void)? = nil
  ) throws(TraceError) -> WhyAnswer {
    let bars = try self.configuration(configuration, of: .shortestPath, from: [from])
    let setting = try TraceSetting(bars, of: self, assuming: assumptions)
    let starts = sides(of: try origins(of: from, takingAllTerminals: true), setting)
    let goals = sides(of: try origins(of: to, takingAllTerminals: true), setting)
    return try why(from: starts, to: goals, setting, progress)
  }

  /// The asynchronous twin of `why(from:to:configuration:assuming:progress:)`, with progress; throws
  /// `CancellationError` when its task is cancelled.
  ///
  /// `progress` receives the number of elements visited, from one thread at a time.
  @concurrent
  public func why(
    from: TraceLocation,
    to: TraceLocation,
    configuration: TraceConfiguration? = nil,
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    progress: (@Sendable (_ visited: Int) -> Void)?
  ) async throws -> WhyAnswer {
    try cancellable { () throws(TraceError) in
      try why(
        from: from,
        to: to,
        configuration: configuration,
        assuming: assumptions,
        progress: progress
      )
    }
  }

  func why(
    from starts: [TraceOrigin],
    to goals: [TraceOrigin],
    _ setting: TraceSetting,
    _ progress: ((Int) -> Void)? = nil
  ) throws(TraceError) -> WhyAnswer {
    try WhySearch(setting, progress).answer(from: starts, to: goals)
  }
}

/// Searches for the path with the fewest barriers and, of those, with the fewest elements.
private struct WhySearch {
  private let setting: TraceSetting
  private let topology: Topology
  /// The cost of the path to each node plus 1, with barriers weighted above edges; 0 when there is none.
  private let reached: ZeroedMemory<Double>
  /// The edge by which each node is reached plus 1; 0 for none.
  private let entrances: ZeroedMemory<Int32>

  /// The cost of a barrier, greater than the number of edges of any network; an edge costs 1.
  private static let barrier = 4294967296.0

  private let progress: ((Int) -> Void)?

  init(_ setting: TraceSetting, _ progress: ((Int) -> Void)?) {
    self.setting = setting
    self.progress = progress
    topology = setting.topology
    reached = ZeroedMemory(count: topology.nodeLimit)
    entrances = ZeroedMemory(count: topology.nodeLimit)
  }

  private func cost(_ node: Int) -> Double { reached[node] == 0 ? .infinity : reached[node] - 1 }

  /// The edge by which a node is reached; -1 for none.
  private func entrance(_ node: Int) -> Int32 { entrances[node] - 1 }

  private func reach(_ node: Int, by edge: Int32, _ cost: Double) {
    reached[node] = cost + 1
    entrances[node] = edge + 1
  }

  func answer(from starts: [TraceOrigin], to goals: [TraceOrigin]) throws(TraceError) -> WhyAnswer {
    if let shared = starts.first(where: { start in
      start.edge >= 0 && goals.contains { $0.edge == start.edge }
    }) {
      // A start that is a barrier blocks everything, also its own part of a line.
      let code = Int32(topology.nodeLimit) + shared.edge
      let isReached = !setting.barriers.bars(edge: Int(shared.edge), setting.attributes)
      return WhyAnswer(
        isReached: isReached,
        way: [topology.networkElement(code)],
        blockers: isReached ? [] : blockers(on: [code])
      )
    }
    try search(from: starts, to: goals)
    var best: (cost: Double, codes: [Int32])?
    for goal in goals {
      guard let found = way(to: goal, from: starts) else { continue }
      if best.map({ found.cost < $0.cost }) ?? true { best = found }
    }
    guard let best else { return WhyAnswer(isReached: false, way: [], blockers: []) }
    let isReached = best.cost < WhySearch.barrier
    let way = best.codes.filter { topology.isReturned($0) }.map { topology.networkElement($0) }
    return WhyAnswer(
      isReached: isReached,
      way: way,
      blockers: isReached ? [] : blockers(on: best.codes)
    )
  }

  private func weight(node: Int) -> Double {
    setting.barriers.bars(node: node, setting.attributes) ? WhySearch.barrier : 0
  }

  private func weight(edge: Int, from: Int, to: Int) -> Double {
    if topology.isLine(edge) {
      return 1 + (setting.barriers.bars(edge: edge, setting.attributes) ? WhySearch.barrier : 0)
    }
    guard topology.isInternal(edge) else { return 1 }
    return setting.joins(internal: edge, from: from, to: to) ? 1 : 1 + WhySearch.barrier
  }

  /// Finds the paths to all nodes until those to the goals are known.
  private func search(from starts: [TraceOrigin], to goals: [TraceOrigin]) throws(TraceError) {
    var wanted: Set<Int32> = []
    for goal in goals {
      if goal.node >= 0 { wanted.insert(goal.node) }
      guard goal.edge >= 0 else { continue }
      let ends = topology.ends(ofEdge: Int(goal.edge))
      wanted.formUnion([Int32(ends.from), Int32(ends.to)])
    }
    let heap = CostHeap()
    for start in starts {
      if start.edge < 0 {
        reach(Int(start.node), by: -1, weight(node: Int(start.node)))
        heap.push(cost(Int(start.node)), start.node)
        continue
      }
      let ends = topology.ends(ofEdge: Int(start.edge))
      let along = weight(edge: Int(start.edge), from: ends.from, to: ends.to)
      for end in [ends.from, ends.to] where along + weight(node: end) < cost(end) {
        reach(end, by: start.edge, along + weight(node: end))
        heap.push(cost(end), Int32(end))
      }
    }
    var visited = 0
    while let (spent, node) = heap.pop() {
      guard spent <= cost(Int(node)) else { continue }
      wanted.remove(node)
      if wanted.isEmpty { return }
      visited += 1
      if visited & (Exploration.pace - 1) == 0 {
        progress?(visited)
        try TraceError.checkCancellation()
      }
      for half in topology.halfEdges(of: Int(node)) {
        let other = Int(half.node)
        let next = spent + weight(edge: half.edge, from: Int(node), to: other) + weight(node: other)
        if next < cost(other) {
          reach(other, by: Int32(half.edge), next)
          heap.push(next, half.node)
        }
      }
    }
  }

  /// The codes of nodes and edges on the best path to a place, from the start.
  private func way(
    to goal: TraceOrigin,
    from starts: [TraceOrigin]
  ) -> (cost: Double, codes: [Int32])? {
    let first = Int32(topology.nodeLimit)
    var codes: [Int32] = []
    var node = Int(goal.node)
    var total = goal.node >= 0 ? cost(node) : 0
    if goal.edge >= 0 {
      let ends = topology.ends(ofEdge: Int(goal.edge))
      node = cost(ends.from) <= cost(ends.to) ? ends.from : ends.to
      total = cost(node) + weight(edge: Int(goal.edge), from: ends.from, to: ends.to)
      codes.append(first + goal.edge)
    }
    guard total.isFinite else { return nil }
    let edges = Set(starts.map(\.edge))
    codes.append(Int32(node))
    while entrance(node) >= 0 {
      let edge = entrance(node)
      codes.append(first + edge)
      let ends = topology.ends(ofEdge: Int(edge))
      let other = ends.from == node ? ends.to : ends.from
      // The path began on this edge.
      if edges.contains(edge) && (entrance(other) == edge || cost(other) >= cost(node)) { break }
      node = other
      codes.append(Int32(node))
    }
    return (total, codes.reversed())
  }

  private func blockers(on codes: [Int32]) -> [TraceStop] {
    let condition = setting.configuration.traversability.barriers
    let first = topology.nodeLimit
    var stops: [TraceStop] = []
    func add(_ code: Int32, _ reason: TraceStop.Reason, _ detail: String) {
      guard topology.featureOrdinal(code) >= 0 else { return }
      stops.append(
        TraceStop(element: topology.networkElement(code), reason: reason, detail: detail)
      )
    }
    for code in codes {
      guard let element = topology.traceElement(code) else { continue }
      let isBlocked = setting.barriers.blocked.contains(element.feature)
      let why = isBlocked ? "The feature is assumed to be shut." : nil
      if !element.isEdge {
        if weight(node: element.index) > 0 {
          add(
            code,
            isBlocked ? .barrier : .condition,
            why ?? setting.explanation(of: condition, at: element)
          )
        }
        continue
      }
      let ends = topology.ends(ofEdge: Int(code) - first)
      guard weight(edge: element.index, from: ends.from, to: ends.to) > 1 else { continue }
      if topology.isInternal(element.index) {
        let passage = topology.passage(ofInternal: element.index)
        let isValid = passage.contains(.joined)
        let shut = setting.barriers.shuts(node: ends.from, setting.attributes)
        let terminal = topology.element(node: shut ? ends.from : ends.to)
        add(
          Int32(ends.from),
          isBlocked ? .barrier : isValid ? .condition : .validPath,
          why
            ?? (isValid
              ? setting.explanation(of: condition, at: terminal)
              : "The device is set so that no path joins the two terminals.")
        )
      } else {
        add(
          code,
          isBlocked ? .barrier : .condition,
          why ?? setting.explanation(of: condition, at: element)
        )
      }
    }
    return stops
  }
}

extension Topology {
  /// Whether the element of a code is in results: a junction in the network, or a part of a line.
  func isReturned(_ code: Int32) -> Bool {
    guard code >= 0 else { return false }
    let edge = Int(code) - nodeLimit
    return edge < 0 ? featureOrdinal(ofNode: Int(code)) >= 0 : isLine(edge)
  }
}
