internal import GeoSnapSupport

extension TraceRun {
  mutating func subnetworkBased(
    _ setting: TraceSetting,
    _ origins: [TraceOrigin]
  ) throws(TraceError) {
    if parameters.type == .isolation && setting.filter.isEmpty {
      let suggested = topology.suggestedIsolationFilter(from: parameters.starts)
        .map { ", such as the condition \($0.expression(in: topology.network.definition))" }
      throw TraceError(
        .filterBarrierMissing,
        "An isolation trace needs to know what can be shut: give a filter condition or filter barriers"
          + "\(suggested ?? "")."
      )
    }
    let choice = try topology.tierChoice(of: configuration, for: origins)
    if parameters.type == .isolation { warnOfMissingCategories(in: choice) }
    var origins = origins
    var named: [ControllerPlace]?
    if let name = configuration.subnetworkName, !name.isEmpty,
      parameters.type == .subnetwork || parameters.type == .subnetworkControllers
    {
      let places = topology.controllerPlaces(ofSubnetwork: name)
        .filter { topology.controls($0, choice) }
      guard !places.isEmpty else {
        throw topology.unknownSubnetwork(name, in: [choice])
      }
      guard origins.isEmpty else {
        throw TraceError(
          .badLocation,
          "A subnetwork is found from starts or by its name: give only one of the two."
        )
      }
      named = places
      origins = places.map { TraceOrigin(node: Int($0.node)) }
    }
    origins = try fedSides(origins, setting, choice)
    let tiers = try followingTiers(choice)
    let border = try runStage(setting, origins, choice, named, isFirst: true)
    try goOn(from: border, into: tiers)
  }

  /// The starts of a trace; of the two sides of one shut junction only those that a controller feeds, if any.
  private func fedSides(
    _ origins: [TraceOrigin],
    _ setting: TraceSetting,
    _ tier: TierChoice
  ) throws(TraceError) -> [TraceOrigin] {
    let places = Dictionary(grouping: origins.filter { $0.edge >= 0 }) { origin in
      [Int64(topology.element(at: origin).feature), Int64(bitPattern: origin.fraction.bitPattern)]
    }
    var unfed: [TraceOrigin] = []
    for sides in places.values where sides.count > 1 {
      var others: [TraceOrigin] = []
      for side in sides where try !isFed(side, setting, tier) { others.append(side) }
      if others.count < sides.count { unfed += others }
    }
    return origins.filter { !unfed.contains($0) }
  }

  /// Checks that the starts are in the subnetwork that the configuration names, if any.
  private func checkSubnetworkName(_ stage: SubnetworkStage) throws(TraceError) {
    guard let name = configuration.subnetworkName, !name.isEmpty else { return }
    let names = Set(stage.controllers.map(\.place.controller.subnetworkName))
    guard !names.contains(name) else { return }
    throw TraceError(
      .noControllers,
      "The starts are not in subnetwork '\(name)': they are in "
        + (names.isEmpty
          ? "no subnetwork." : "\(Words.list(Array(names).ordered(by: <), "and", limit: 10)).")
    )
  }

  /// Traces one tier; returns the starts of a trace in the next tier.
  mutating func runStage(
    _ setting: TraceSetting,
    _ origins: [TraceOrigin],
    _ choice: TierChoice,
    _ named: [ControllerPlace]?,
    isFirst: Bool
  ) throws(TraceError) -> [TraceOrigin] {
    let question =
      isFirst ? FlowQuestion(parameters, from: origins, configuration, in: choice) : nil
    let kept = question.flatMap { topology.keptFlow(of: $0, in: choice, setting) }
    let stage: SubnetworkStage
    if let kept {
      stage = kept.stage
    } else if parameters.type == .isolation {
      stage = try SubnetworkStage.joined(with: origins, setting, in: choice, progress)
    } else {
      stage = try SubnetworkStage.find(from: origins, setting, in: choice, named: named, progress)
    }
    if isFirst, named == nil { try checkSubnetworkName(stage) }
    for entry in stage.controllers {
      // Several tiers may have a controller at one node.
      let isNew = controllerNodes.insert(entry.place.node).inserted
      if isNew || !controllers.contains(entry.place.controller) {
        controllers.append(entry.place.controller)
      }
    }
    addBarring(stage.barringStarts, stage.region, stage.setting, stage.reach)
    if named == nil
      && stage.barringStarts.count == stage.region.startNodes.count
        + stage.region.startEdges.count
    {
      // All starts are barriers.
      let walk = RegionWalk(stage.region, stage.setting, over: stage.outward, collecting: true)
      stopSources.append(
        .walk(
          StopFinder(
            stage.region,
            stage.setting,
            walk,
            stage.reach,
            usingFilter: true,
            barringStarts: stage.barringStarts
          )
        )
      )
      return []
    }
    try TraceError.checkCancellation()
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
        stage.reach,
        barringStarts: stage.barringStarts
      )
    case .subnetworkControllers:
      for controller in stage.controllers {
        guard isFound.insert(controller.place.node).inserted else { continue }
        codes.append(controller.place.node)
        tell(controller.node, stage.setting, stage.reach)
      }
    case .isolation: try isolate(stage)
    default: return try directed(stage, kept?.direction, question)
    }
    return []
  }
}

extension SubnetworkStage {
  /// The directions in which the commodity may flow along each edge away from the controllers.
  var outward: [TraceRegion.Ways] {
    region.edges.indices.map { reach.reaches(edge: $0) ? region.outward[$0] : [] }
  }
}
