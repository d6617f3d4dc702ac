internal import GeoSnapSupport

extension TraceRun {
  mutating func subnetworkBased(
    _ setting: TraceSetting,
    _ origins: [TraceOrigin]
  ) throws(TraceError) {
    if parameters.type == .isolation && setting.filter.isEmpty {
      let advice = topology.isolationAdvice(from: parameters.starts, ", such as the condition ")
      throw TraceError(
        .filterBarrierMissing,
        "An isolation trace needs to know which features can be shut: give a filter condition or filter barriers"
          + "\(advice ?? "")."
      )
    }
    let choice = try topology.tierChoice(of: configuration, for: origins)
    if parameters.type == .isolation { warnOfMissingCategories(in: choice) }
    var origins = origins
    var named: [ControllerPlace]?
    if let name = configuration.subnetworkName, !name.isEmpty,
      parameters.type == .subnetwork || parameters.type == .subnetworkControllers
    {
      let places = topology.controllerPlaces(ofSubnetwork: name).filter {
        topology.controls($0, choice)
      }
      guard !places.isEmpty else { throw topology.unknownSubnetwork(name, in: [choice]) }
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
      && stage.barringStarts.count == stage.region.startNodes.count + stage.region.startEdges.count
    {
      // All starts are barriers.
      let walk = RegionWalk(stage.region, stage.setting, over: stage.outward, collecting: true)
      let barring = stage.barringStarts
      stopSources.append(
        .walk(StopFinder(walk, stage.reach, usingFilter: true, barringStarts: barring))
      )
      return []
    }
    try TraceError.checkCancellation()
    switch parameters.type {
    case .subnetwork:
      var walk = RegionWalk(
        stage.region,
        stage.setting,
        over: stage.outward,
        within: stage.reach,
        collecting: true
      )
      walk.run(fromNodes: stage.controllerNodes, edges: [])
      let edges = starts(stage.region, stage.setting)
      try collect(walk, from: edges, barringStarts: stage.barringStarts)
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

  /// Collects the elements with or against the flow, which is found unless known and kept under `question`; returns the
  /// starts of a trace in the next tier.
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
    let (open, barring) = takeStarts(region, stage.setting, stage.reach)
    let edges = exits(region, stage.setting, over: allowed, upTo: isOutward ? nil : stage.reach)
    walk.run(fromNodes: open, edges: edges)
    try collect(walk, from: edges, barringStarts: barring)
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

  /// The tiers in which a trace continues: those up to the target, in order; empty when it ends in its first tier.
  func followingTiers(_ choice: TierChoice) throws(TraceError) -> [TierChoice] {
    guard let target = configuration.targetTierName, !target.isEmpty,
      parameters.type == .upstream || parameters.type == .downstream
    else { return [] }
    let goal = try topology.tiers(named: target, inDomainNetwork: choice.domainNetwork.name)[0]
    if goal.tier.name == choice.tier.name { return [] }
    let (own, last) = (choice.tier.rank, goal.tier.rank)
    let between = topology.tierChoices.filter { tier in
      let rank = tier.tier.rank
      return tier.domain == choice.domain && rank > min(own, last) && rank < max(own, last)
    }
    let isRising = own < last
    let ordered = between.ordered { one, other in
      isRising ? one.tier.rank < other.tier.rank : one.tier.rank > other.tier.rank
    }
    return ordered + [goal]
  }

  /// Continues in further tiers from the positions that the trace has reached at their border.
  mutating func goOn(from border: [TraceOrigin], into tiers: [TierChoice]) throws(TraceError) {
    var border = border
    for tier in tiers {
      let places = border.filter { begins(at: $0, in: tier) }
      guard !places.isEmpty else { continue }
      var definition = tier.tier.traceConfiguration ?? TraceConfiguration()
      // The filter is that of the trace's parameters; the traversability is the tier's.
      definition.filter = configuration.filter
      definition.includesBarriers = configuration.includesBarriers
      definition.allowsIndeterminateFlow = configuration.allowsIndeterminateFlow
      let setting = try makeSetting(definition, [])
      let next: [TraceOrigin]
      var begun = places
      do { next = try runStage(setting, places, tier, nil, isFirst: false) } catch {
        guard error.code == .noControllers else { throw error }
        // Positions that a controller feeds continue; others may do so in a later tier.
        begun = []
        for place in places where places.count > 1 {
          if try isFed(place, setting, tier) { begun.append(place) }
        }
        if begun.isEmpty {
          warn(.ignored, "The trace did not continue into tier \(tier.tier.name): \(error.message)")
          continue
        }
        next = try runStage(setting, begun, tier, nil, isFirst: false)
      }
      border = border.filter { !begun.contains($0) }
      border += next.filter { !border.contains($0) }
    }
  }

  /// Whether a trace may continue in a tier from the border of another: towards the controllers anywhere, away from
  /// them at controllers of the tier.
  private func begins(at place: TraceOrigin, in tier: TierChoice) -> Bool {
    let drains = tier.domainNetwork.subnetworkControllerType == .sink
    return (parameters.type == .downstream) == drains
      || topology.controllerPlaces(at: [place.node]).contains { topology.controls($0, tier) }
  }

  func isFed(
    _ place: TraceOrigin,
    _ setting: TraceSetting,
    _ tier: TierChoice
  ) throws(TraceError) -> Bool {
    do {
      _ = try SubnetworkStage.find(from: [place], setting, in: tier, nil)
      return true
    } catch {
      if error.code == .noControllers { return false }
      throw error
    }
  }
}

extension SubnetworkStage {
  /// The directions in which the commodity may flow along each edge away from the controllers.
  var outward: [TraceRegion.Ways] {
    region.edges.indices.map { reach.reaches(edge: $0) ? region.outward[$0] : [] }
  }
}
