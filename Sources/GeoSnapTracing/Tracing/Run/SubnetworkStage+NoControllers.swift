extension SubnetworkStage {
  /// The error for a start that no controller feeds; it says so if the tier has none.
  ///
  /// - `sources`: The nodes that feed it in addition to controllers; nil if only controllers do.
  static func noControllers(
    _ region: TraceRegion,
    _ setting: TraceSetting,
    _ reach: OutwardReach,
    from start: Int32,
    onEdge edge: Int32? = nil,
    in choice: TierChoice,
    or sources: [Int32]? = nil,
    _ sentence: (String) -> String = noneIsReached
  ) -> TraceError {
    let topology = setting.topology
    var walk = RegionWalk(
      region,
      setting,
      over: [TraceRegion.Ways](repeating: .both, count: region.edges.count),
      collecting: false
    )
    walk.run(fromNodes: [start], edges: [])
    let finder = StopFinder(region, setting, walk, reach, usingFilter: false)
    let stops = finder.stops(withDeadEnds: false)
    if sources == nil && !topology.hasController(in: choice) {
      let remedy = topology.tierRemedy(in: [choice]).map { ": \($0)" }
      return TraceError(
        .noControllers,
        "Tier \(TierChoice.names([choice])) has no controller\(remedy ?? TraceError.controllerRemedy)",
        stops: stops
      )
    }
    let name =
      edge.map { topology.feature(ofEdge: Int(region.edges[Int($0)])) }
      ?? topology.lineOrJunction(at: Int(region.nodes[Int(start)]))
    let isOnly = region.startNodes.count + region.startEdges.count == 1
    let message = sentence(
      isOnly ? "the start" : name.map { "the start \(topology.name(of: $0))" } ?? "a start"
    )
    let nodes = Set(
      region.nodes.indices.filter { walk.isSeen[$0] }.map { region.nodes[$0] }
    )
    if let remedy = topology.tierRemedy(in: [choice], at: nodes) {
      return TraceError(.noControllers, "\(message) S\(remedy.dropFirst())", stops: stops)
    }
    // The barriers on the way to the nearest source; the trace itself stops at others too.
    let origin =
      edge.map { TraceOrigin(edge: Int(region.edges[Int($0)]), fraction: 0.5) }
      ?? TraceOrigin(node: Int(region.nodes[Int(start)]))
    let controllers = topology.controllerPlaces.filter { topology.controls($0, choice) }
    let goals = (controllers.map(\.node) + (sources ?? [])).map { TraceOrigin(node: Int($0)) }
    let answer = try? topology.why(from: [origin], to: goals, setting)
    let way = Set((answer?.way ?? []).map(\.feature))
    let blocker = answer?.blockers.first
    let barrier =
      stops.first { $0.element.feature == blocker?.element.feature } ?? blocker
      ?? stops.first { way.contains($0.element.feature) }
    let reason =
      barrier.map { nearest($0, topology) }
      ?? (way.isEmpty ? " The features connected with the start have no controller." : "")
    return TraceError(.noControllers, message + reason, stops: stops)
  }

  static func noneIsReached(from start: String) -> String {
    "No controller of a subnetwork is reached from \(start)."
  }

  /// The sentence about the barrier between a start and its controllers.
  static func nearest(_ stop: TraceStop, _ topology: Topology) -> String {
    " The nearest barrier on the path is \(topology.name(of: stop.element.feature)): \(stop.detail)"
  }
}

extension Topology {
  /// The instruction to correct the tier of a controller that names none of its domain network; nil without one.
  ///
  /// - `nodes`: The nodes of the controllers; nil for all.
  func tierRemedy(in choices: [TierChoice], at nodes: Set<Int32>? = nil) -> String? {
    for place in controllerPlaces where nodes?.contains(place.node) ?? true {
      guard let name = place.controller.tierName, !name.isEmpty,
        let network = choices.first(where: { $0.domain == place.domain })?.domainNetwork,
        !network.hasTier(named: name)
      else { continue }
      return "set \(ControllerField.tier) of \(self.name(of: place.controller.feature)), which is "
        + "'\(name)', to a tier of \(network.name)."
    }
    return nil
  }
}

extension Topology {
  /// The feature of a node; for a node without a feature a line that ends there.
  fileprivate func lineOrJunction(at node: Int) -> FeatureID? {
    feature(ofNode: node) ?? halfEdges(of: node).lazy.compactMap { feature(ofEdge: $0.edge) }.first
  }
}
