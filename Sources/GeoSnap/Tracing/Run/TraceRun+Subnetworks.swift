extension TraceRun {
  mutating func subnetworkBased(
    _ setting: TraceSetting,
    _ origins: [TraceOrigin]
  ) throws(TraceError) {
    if parameters.type == .isolation && setting.filter.isEmpty {
      throw TraceError(
        .filterBarrierMissing,
        "An isolation trace needs to know what can be shut: give a filter condition or filter barriers."
      )
    }
    var choice = try topology.tierChoice(of: configuration, for: origins)
    var setting = setting
    var origins = origins
    var named: [ControllerPlace]?
    if let name = configuration.subnetworkName, !name.isEmpty,
      parameters.type == .subnetwork || parameters.type == .subnetworkControllers
    {
      let places = topology.controllerPlaces.filter {
        $0.controller.subnetworkName == name && topology.controls($0, choice)
      }
      guard !places.isEmpty else {
        throw topology.unknownSubnetwork(name, in: [choice])
      }
      if origins.isEmpty {
        named = places
        origins = places.map { TraceOrigin(node: Int($0.node)) }
      }
    }
    var visited: Set<Int> = [choice.tier.id]
    var isFirst = true
    while true {
      let next: [TraceOrigin]
      do {
        next = try runStage(setting, origins, choice, named, isFirst: isFirst)
      } catch {
        guard !isFirst && error.code == .noControllers else { throw error }
        warnings.append(
          TraceWarning(
            code: .ignored,
            message: "The trace did not go on into tier \(choice.tier.name): \(error.message)"
          )
        )
        return
      }
      guard let following = followingTier(choice), visited.insert(following.tier.id).inserted,
        !next.isEmpty
      else { return }
      isFirst = false
      choice = following
      origins = next
      var definition = following.tier.traceConfiguration ?? TraceConfiguration()
      // What trims the answer is the question's; what is traversable, the tier's.
      definition.filter = configuration.filter
      definition.includesBarriers = configuration.includesBarriers
      definition.allowsIndeterminateFlow = configuration.allowsIndeterminateFlow
      setting = try makeSetting(definition, [])
    }
  }

  /// The tier that the trace goes on to; nil when it ends in this one.
  func followingTier(_ choice: TierChoice) -> TierChoice? {
    guard let target = configuration.targetTierName, !target.isEmpty,
      parameters.type == .upstream || parameters.type == .downstream,
      target.lowercased() != choice.tier.name.lowercased()
    else { return nil }
    let tiers = topology.tierChoices.filter { $0.domain == choice.domain }
    guard
      let goal = tiers.first(where: { $0.tier.name.lowercased() == target.lowercased() })
    else { return nil }
    let between = tiers.filter {
      goal.tier.rank < choice.tier.rank
        ? $0.tier.rank < choice.tier.rank && $0.tier.rank >= goal.tier.rank
        : $0.tier.rank > choice.tier.rank && $0.tier.rank <= goal.tier.rank
    }
    return goal.tier.rank < choice.tier.rank
      ? between.max { $0.tier.rank < $1.tier.rank }
      : between.min { $0.tier.rank < $1.tier.rank }
  }

  /// Traces one tier.
  ///
  /// - Returns: Where a trace in the next tier begins.
  mutating func runStage(
    _ setting: TraceSetting,
    _ origins: [TraceOrigin],
    _ choice: TierChoice,
    _ named: [ControllerPlace]?,
    isFirst: Bool
  ) throws(TraceError) -> [TraceOrigin] {
    let progress = progress
    let question = isFirst ? FlowQuestion(parameters, configuration, in: choice) : nil
    let kept = question.flatMap { topology.keptFlow(of: $0, in: choice, setting) }
    let stage: SubnetworkStage
    if let kept {
      stage = kept.stage
    } else {
      stage = try topology.withScratch { scratch throws(TraceError) in
        try SubnetworkStage.find(
          from: origins,
          setting,
          in: choice,
          named: named,
          &scratch,
          progress
        )
      }
    }
    var known = Set(controllers)
    for entry in stage.controllers where known.insert(entry.place.controller).inserted {
      controllers.append(entry.place.controller)
    }
    addBarring(stage.barringStarts, stage.region, stage.setting, stage.reach)
    if named == nil
      && stage.barringStarts.count == stage.region.startNodes.count
        + stage.region.startEdges.count
    {
      // All that was to be traced bars.
      return []
    }
    switch parameters.type {
    case .subnetwork:
      let allowed = stage.outward
      var walk = RegionWalk(
        stage.region,
        stage.setting,
        over: allowed,
        within: stage.reach,
        collecting: true
      )
      walk.run(fromNodes: stage.controllerNodes, edges: [])
      try collect(
        stage.region,
        stage.setting,
        walk,
        over: allowed,
        from: starts(stage.region, stage.setting),
        stage.reach
      )
    case .subnetworkControllers:
      for controller in stage.controllers {
        guard isFound.insert(controller.place.node).inserted else { continue }
        codes.append(controller.place.node)
        tell(controller.node, stage.setting, stage.reach)
      }
    case .isolation: isolate(stage)
    default: return try directed(stage, kept?.direction, question)
    }
    return []
  }
}

extension SubnetworkStage {
  /// For each edge the ways the commodity may run away from the controllers.
  var outward: [TraceRegion.Ways] {
    region.edges.indices.map { reach.reaches(edge: $0) ? region.outward[$0] : [] }
  }
}
