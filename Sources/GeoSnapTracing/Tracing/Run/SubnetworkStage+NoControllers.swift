extension SubnetworkStage {
  /// The error for a start that no controller feeds; it says so if the tier has none.
  static func noControllers(
    _ region: TraceRegion,
    _ setting: TraceSetting,
    _ reach: OutwardReach,
    from start: Int32,
    onEdge edge: Int32? = nil,
    in choice: TierChoice? = nil,
    _ sentence: (String) -> String = noneIsReached
  ) -> TraceError {
    var walk = RegionWalk(
      region,
      setting,
      over: [TraceRegion.Ways](repeating: .both, count: region.edges.count),
      collecting: false
    )
    walk.run(fromNodes: [start], edges: [])
    let finder = StopFinder(region, setting, walk, reach, usingFilter: false)
    let stops = finder.stops(withDeadEnds: false)
    if let choice, !setting.topology.hasController(in: choice) {
      return TraceError(
        .noControllers,
        "Tier \(TierChoice.names([choice])) has no controller\(TraceError.controllerRemedy)",
        stops: stops
      )
    }
    let name =
      edge.map { setting.topology.feature(ofEdge: Int(region.edges[Int($0)])) }
      ?? setting.topology.lineOrJunction(at: Int(region.nodes[Int(start)]))
    let isOnly = region.startNodes.count + region.startEdges.count == 1
    return noControllers(
      setting.topology,
      stops,
      sentence(
        isOnly
          ? "the start" : name.map { "the start \(setting.topology.name(of: $0))" } ?? "a start"
      )
    )
  }

  static func noneIsReached(from start: String) -> String {
    "No controller of a subnetwork is reached from \(start)."
  }

  /// The error, which names the nearest of some stops.
  static func noControllers(
    _ topology: Topology,
    _ stops: [TraceStop],
    _ sentence: String = noneIsReached(from: "the start")
  ) -> TraceError {
    let nearest =
      stops.first.map { stop in
        " The nearest barrier on the way is \(topology.name(of: stop.element.feature)): "
          + stop.detail
      } ?? " There is no barrier: the features connected with the start have no controller."
    return TraceError(
      .noControllers,
      "\(sentence)\(nearest)",
      stops: stops
    )
  }
}

extension Topology {
  /// The feature of a node; for a node without a feature a line that ends there.
  fileprivate func lineOrJunction(at node: Int) -> FeatureID? {
    feature(ofNode: node) ?? halfEdges(of: node).lazy.compactMap { feature(ofEdge: $0.edge) }.first
  }
}
