extension SubnetworkStage {
  /// What is wrong where no controller feeds a start.
  static func noControllers(
    _ region: TraceRegion,
    _ setting: TraceSetting,
    _ reach: OutwardReach,
    from start: Int32,
    _ sentence: String = noneIsReached
  ) -> TraceError {
    var walk = RegionWalk(
      region,
      setting,
      over: [TraceRegion.Ways](repeating: .both, count: region.edges.count),
      collecting: false
    )
    walk.run(fromNodes: [start], edges: [])
    let finder = StopFinder(region, setting, walk, reach, usingFilter: false)
    return noControllers(setting.topology, finder.stops(withDeadEnds: false), sentence)
  }

  static let noneIsReached = "No controller of a subnetwork is reached from the start."

  /// The error, which names the nearest of some stops.
  static func noControllers(
    _ topology: Topology,
    _ stops: [TraceStop],
    _ sentence: String = noneIsReached
  ) -> TraceError {
    let nearest =
      stops.first.map { stop in
        " The nearest thing on the way that bars is \(topology.name(of: stop.element.feature)): "
          + stop.detail
      } ?? " Nothing bars: what is connected with the start has no controller."
    return TraceError(
      .noControllers,
      "\(sentence)\(nearest)",
      stops: stops
    )
  }
}
