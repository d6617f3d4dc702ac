extension TraceRun {
  /// Collects the elements with or against the flow, and returns the starts of a trace in the next tier.
  ///
  /// `known` is the flow direction, nil when it has to be found; `question` is its key for the cache, nil when it is
  /// not kept.
  mutating func directed(
    _ stage: SubnetworkStage,
    _ known: FlowDirection?,
    _ question: FlowQuestion?
  ) throws(TraceError) -> [TraceOrigin] {
    let region = stage.region
    let mode = configuration.allowsIndeterminateFlow ? parameters.indeterminateFlow : .none
    let direction =
      known
      ?? FlowDirection(
        region,
        stage.reach,
        from: stage.controllerNodes,
        stage.setting,
        findingBlocks: mode == .path
      )
    try TraceError.checkCancellation()
    if let question, known == nil { topology.keep(stage, direction, of: question) }
    let isOutward = (parameters.type == .downstream) != stage.setting.drainsToSinks
    let onTheWay = mode == .path ? direction.blocksOnTheWay(region) : []
    let allowed = region.edges.indices.map { edge -> TraceRegion.Ways in
      let ways = direction.ways[edge]
      if !region.isPassable(edge) { return isOutward ? ways : [] }
      if ways == .both {
        if mode == .none { return [] }
        if mode == .path && !onTheWay.contains(direction.blocks[edge]) { return [] }
      }
      return isOutward ? ways : ways.turned
    }
    var walk = RegionWalk(
      region,
      stage.setting,
      over: allowed,
      within: stage.reach,
      collecting: true
    )
    try keepBits(&walk)
    let (open, barring) = openStarts(region, stage.setting)
    addBarring(barring, region, stage.setting, stage.reach)
    let edges = exits(region, stage.setting, over: allowed, upTo: isOutward ? nil : stage.reach)
    walk.run(fromNodes: open, edges: edges)
    try collect(
      region,
      stage.setting,
      walk,
      over: allowed,
      from: edges,
      stage.reach,
      barringStarts: barring
    )
    guard configuration.targetTierName?.isEmpty == false else { return [] }
    return isOutward ? lowerOrigins(stage, walk) : upperOrigins(stage, walk)
  }

  /// Limits a walk to elements that share bits with the trace's first starts, in all tiers.
  private mutating func keepBits(_ walk: inout RegionWalk) throws(TraceError) {
    if let startBits {
      if let startBits { try walk.keepBits(startBits) }
    } else {
      try walk.keepBits(sharedWith: startElements)
      startBits = .some(walk.bitset?.bits)
    }
  }

  /// The ends by which a trace leaves the edges of its starts.
  func exits(
    _ region: TraceRegion,
    _ setting: TraceSetting,
    over allowed: [TraceRegion.Ways],
    upTo reach: OutwardReach?
  ) -> [StartEdge] {
    starts(region, setting).map { start in
      let edge = Int(start.edge)
      guard region.isPassable(edge) else {
        // A barrier is on the same part: towards the controllers the trace leaves by its open end.
        guard let reach else { return start.leaving(by: []) }
        var ways = TraceRegion.Ways.both
        if !reach.reaches(node: Int(region.to[edge])) { ways.remove(.forth) }
        if !reach.reaches(node: Int(region.from[edge])) { ways.remove(.back) }
        return start.leaving(by: ways)
      }
      return start.leaving(by: allowed[edge])
    }
  }

  /// The far terminals of the controllers that a walk towards them has reached.
  func upperOrigins(_ stage: SubnetworkStage, _ walk: RegionWalk) -> [TraceOrigin] {
    // Elements that share no bits with the starts are seen, but not visited.
    let visited = Set(walk.order)
    return stage.controllers.filter { visited.contains($0.node) }.flatMap { entry in
      topology.nodes(of: entry.place.controller.feature)
        .filter { $0 != Int(entry.place.node) }
        .map { TraceOrigin(node: $0) }
    }
  }

  /// The controllers of other tiers whose devices a walk away from its controllers has reached.
  func lowerOrigins(_ stage: SubnetworkStage, _ walk: RegionWalk) -> [TraceOrigin] {
    var nodes: [Int32] = []
    for item in walk.order where Int(item) < stage.region.nodes.count {
      nodes.append(stage.region.nodes[Int(item)])
    }
    let own = Set(stage.controllers.map(\.place.node))
    return topology.controllerPlaces(ofFeaturesAt: nodes).filter { place in
      place.domain == stage.choice.domain && !own.contains(place.node)
        && !topology.controls(place, stage.choice)
    }.map { TraceOrigin(node: Int($0.node)) }
  }
}
