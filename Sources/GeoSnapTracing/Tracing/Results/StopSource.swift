/// The data from which the stops of a trace are computed on access.
enum StopSource: Sendable {
  /// A walk that was kept.
  case walk(StopFinder)
  /// The starts of a connected trace, which is explored again.
  case connected([TraceOrigin], TraceSetting)
  /// Known stops: those of a decoded result.
  case told([TraceStop])

  /// The stops in the order of the walk, each place and reason once, in O(n) for n elements reached.
  func stops(withDeadEnds deadEnds: Bool) -> [TraceStop] {
    switch self {
    case .told(let stops): return stops
    case .walk(let finder): return finder.stops(withDeadEnds: deadEnds)
    case .connected(let origins, let setting):
      // The trace is complete: cancelling the task since does not matter.
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
