/// What the places where a trace stopped are worked out of, once they are asked for.
enum StopSource: Sendable {
  /// A walk that was kept.
  case walk(StopFinder)
  /// The nodes from which all that is joined was returned: it is explored again.
  case connected([TraceOrigin], TraceSetting)
  /// Stops that were worked out before: those of a result that was read.
  case told([TraceStop])

  /// The stops, in the order of the walk.
  ///
  /// - Parameter deadEnds: Whether places are told from which nothing leads on.
  /// - Returns: The stops, each place and reason once.
  /// - Complexity: O(n) for n elements reached.
  func stops(withDeadEnds deadEnds: Bool) -> [TraceStop] {
    switch self {
    case .told(let stops): return stops
    case .walk(let finder): return finder.stops(withDeadEnds: deadEnds)
    case .connected(let origins, let setting):
      // The trace is done: a task that was cancelled since does not stop this.
      let region = setting.topology.wholeRegion(from: origins, setting)
      var walk = RegionWalk(
        region,
        setting,
        over: [TraceRegion.Ways](repeating: .both, count: region.edges.count),
        collecting: true
      )
      walk.isCancellable = false
      walk.run(fromNodes: region.startNodes, edges: [])
      return StopFinder(region, setting, walk, nil, usingFilter: true)
        .stops(withDeadEnds: deadEnds)
    }
  }
}
