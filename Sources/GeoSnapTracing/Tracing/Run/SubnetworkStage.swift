/// The first pass of a subnetwork trace: the region of the starts, and the controllers that feed or drain them.
package struct SubnetworkStage {
  let choice: TierChoice
  package let setting: TraceSetting
  package let region: TraceRegion
  package let reach: OutwardReach
  /// The controllers, with their nodes in the region.
  package let controllers: [(place: ControllerPlace, node: Int32)]
  /// The starts that are barriers: they are in the result, but nothing beyond them is.
  let barringStarts: [Int32]

  var controllerNodes: [Int32] { controllers.map(\.node) }
}

extension SubnetworkStage {
  /// Finds the subnetworks of some starts; `named` are the controllers of a requested subnetwork, which are the starts.
  @inline(never)
  package static func find(
    from origins: [TraceOrigin],
    _ setting: TraceSetting,
    in choice: TierChoice,
    named: [ControllerPlace]? = nil,
    _ progress: ((Int) -> Void)?
  ) throws(TraceError) -> SubnetworkStage {
    var setting = setting
    let topology = setting.topology
    var scratch = topology.lentScratch()
    defer { topology.giveBack(scratch) }
    setting.end(at: choice)
    let wanted = named?.filter { topology.controls($0, choice) }
    if let wanted, !setting.propagators.contains(where: \.rewrites),
      let stage = try SubnetworkStage(
        growingFrom: wanted,
        origins,
        setting,
        choice,
        &scratch,
        progress
      )
    {
      return stage
    }
    return try SubnetworkStage(from: origins, wanted, setting, choice, &scratch, progress)
  }

  /// Finds the region of some starts, independently of the flow direction, and all controllers in it, if any.
  static func joined(
    with origins: [TraceOrigin],
    _ setting: TraceSetting,
    in choice: TierChoice,
    _ progress: ((Int) -> Void)?
  ) throws(TraceError) -> SubnetworkStage {
    let setting = setting.joined(in: choice)
    let topology = setting.topology
    var scratch = topology.lentScratch()
    defer { topology.giveBack(scratch) }
    let region = try Exploration.region(setting, from: origins, &scratch, progress)
    try TraceError.checkCancellation()
    let candidates = region.candidates(nil, in: choice, setting, scratch)
    return SubnetworkStage(
      choice: choice,
      setting: setting,
      region: region,
      reach: OutwardReach(region, from: candidates.map(\.node), setting),
      controllers: candidates,
      barringStarts: region.barringStarts
    )
  }

  /// Explores the region of the starts, and follows the commodity from the controllers there.
  package init(
    from origins: [TraceOrigin],
    _ wanted: [ControllerPlace]?,
    _ setting: TraceSetting,
    _ choice: TierChoice,
    _ scratch: inout TraceScratch,
    _ progress: ((Int) -> Void)?
  ) throws(TraceError) {
    let topology = setting.topology
    let region = try Exploration.region(setting, from: origins, &scratch, progress)
    try TraceError.checkCancellation()
    let candidates = region.candidates(wanted, in: choice, setting, scratch)

    let openNodes = region.openStartNodes
    let openEdges = region.startEdges.indices.filter { !region.startExits[$0].isEmpty }
    barringStarts = region.barringStarts
    var reach = OutwardReach(region, from: candidates.map(\.node), setting)
    try TraceError.checkCancellation()
    var feeding = candidates
    if wanted == nil {
      // Each node reached is reached from a controller; one walk backwards finds which for all starts.
      var fed: [Int32] = []
      for node in openNodes {
        guard reach.reaches(node: Int(node)) else {
          throw SubnetworkStage.noControllers(region, setting, reach, from: node, in: choice)
        }
        fed.append(node)
      }
      for number in openEdges {
        let edge = Int(region.startEdges[number])
        let exits = region.startExits[number]
        let ends = SubnetworkStage.entrances(of: edge, exits, region, reach)
        if ends.isEmpty {
          throw SubnetworkStage.noControllers(
            region,
            setting,
            reach,
            from: region.from[edge],
            onEdge: Int32(edge),
            in: choice
          )
        }
        fed += ends
      }
      let isFeeding = SubnetworkStage.feeders(of: fed, region, reach)
      try TraceError.checkCancellation()
      feeding = candidates.filter { isFeeding[Int($0.node)] }
      if feeding.count != candidates.count {
        reach = OutwardReach(region, from: feeding.map(\.node), setting)
        try TraceError.checkCancellation()
      }
    }
    if !setting.functionBarriers.isEmpty && wanted == nil && !feeding.isEmpty {
      let within = region.edges.indices.map { reach.reaches(edge: $0) ? TraceRegion.Ways.both : [] }
      for number in 0..<openNodes.count + openEdges.count {
        try TraceError.checkCancellation()
        var walk = RegionWalk(region, setting, over: within, within: reach, collecting: false)
        if number < openNodes.count {
          walk.run(fromNodes: [openNodes[number]], edges: [])
        } else {
          let start = region.start(onEdge: openEdges[number - openNodes.count])
          walk.run(fromNodes: [], edges: [start])
        }
        guard feeding.contains(where: { walk.isSeen[Int($0.node)] }) else {
          let finder = StopFinder(walk, reach, usingFilter: false)
          let stops = finder.stops(withDeadEnds: false).filter { $0.reason == .function }
          throw TraceError(
            .noControllers,
            SubnetworkStage.noneIsReached(from: "the start")
              + (stops.first.map { SubnetworkStage.nearest($0, topology) } ?? ""),
            stops: stops
          )
        }
      }
    }
    self.choice = choice
    self.setting = setting
    self.region = region
    self.reach = reach
    controllers = feeding
  }

  /// Follows only the commodity from some controllers; nil at a hub, of which all terminals have to be known.
  private init?(
    growingFrom wanted: [ControllerPlace],
    _ origins: [TraceOrigin],
    _ setting: TraceSetting,
    _ choice: TierChoice,
    _ scratch: inout TraceScratch,
    _ progress: ((Int) -> Void)?
  ) throws(TraceError) {
    var growing = GrowingRegion(from: origins, setting, &scratch, progress)
    controllers = growing.candidates(wanted, in: choice, setting)
    var propagation = Propagation(setting)
    propagation.run(from: controllers.map(\.node), over: &growing)
    let region = growing.finish(&scratch)
    try TraceError.checkCancellation()
    if region.hasHubs { return nil }
    self.choice = choice
    self.setting = setting
    self.region = region
    reach = OutwardReach(propagation, region, setting)
    barringStarts = region.barringStartNodes
  }

  /// The ends by which the commodity enters an edge with a start.
  static func entrances(
    of edge: Int,
    _ exits: TraceRegion.Ways,
    _ region: TraceRegion,
    _ reach: OutwardReach
  ) -> [Int32] {
    // Nothing leaves an end that is a barrier.
    func isFed(_ end: Int32) -> Bool {
      reach.reaches(node: Int(end)) && !region.nodeMarks[Int(end)].contains(.bars)
    }
    var ends: [Int32] = []
    if exits.contains(.back), region.outward[edge].contains(.forth), isFed(region.from[edge]) {
      ends.append(region.from[edge])
    }
    if exits.contains(.forth), region.outward[edge].contains(.back), isFed(region.to[edge]) {
      ends.append(region.to[edge])
    }
    return reach.reaches(edge: edge) ? ends : []
  }

  /// Whether each node reaches one of some nodes.
  static func feeders(of nodes: [Int32], _ region: TraceRegion, _ reach: OutwardReach) -> [Bool] {
    var isSeen = [Bool](repeating: false, count: region.nodes.count)
    var queue: [Int32] = []
    for node in nodes where reach.reaches(node: Int(node)) && !isSeen[Int(node)] {
      isSeen[Int(node)] = true
      queue.append(node)
    }
    var head = 0
    while head < queue.count {
      let node = queue[head]
      head += 1
      for place in region.graph.places(of: Int(node)) {
        let half = region.graph.halves[place]
        let other = Int(half.node)
        guard !isSeen[other], region.isPassable(half.edge), reach.reaches(edge: half.edge),
          reach.reaches(node: other), !region.nodeMarks[other].contains(.bars),
          region.outward[half.edge].contains(half.isAgainst ? .forth : .back)
        else { continue }
        isSeen[other] = true
        queue.append(half.node)
      }
    }
    return isSeen
  }

  /// The error for a start that no controller feeds; `sources` are the nodes that feed it in addition to controllers, nil
  /// if only controllers do.
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
    let finder = StopFinder(walk, reach, usingFilter: false)
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
    let nodes = Set(region.nodes.indices.filter { walk.isSeen[$0] }.map { region.nodes[$0] })
    if let remedy = topology.tierRemedy(in: [choice], at: nodes) {
      return TraceError(.noControllers, "\(message) S\(remedy.dropFirst())", stops: stops)
    }
    // The barriers on the way to the nearest source; the trace itself stops at others too.
    let origin =
      edge.map { TraceOrigin(edge: Int(region.edges[Int($0)]), fraction: 0.5) }
      ?? TraceOrigin(node: Int(region.nodes[Int(start)]))
    let controllers = topology.controllerPlaces.filter { topology.controls($0, choice) }
    let goals = (controllers.map(\.node) + (sources ?? [])).map { TraceOrigin(node: Int($0)) }
    let answer: WhyAnswer
    do { answer = try topology.why(from: [origin], to: goals, setting) } catch {
      // What the search has not seen is not said.
      return error.code == .cancelled ? error : TraceError(.noControllers, message, stops: stops)
    }
    let way = Set(answer.way.map(\.feature))
    let blocker = answer.blockers.first
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

extension TraceSetting {
  /// Ends the trace at the controllers of a tier.
  fileprivate mutating func end(at choice: TierChoice) {
    ending = choice.ending(in: topology)
    drainsToSinks = choice.domainNetwork.subnetworkControllerType == .sink
  }

  /// The setting within a tier that ignores the flow direction.
  func joined(in choice: TierChoice) -> TraceSetting {
    var setting = self
    setting.end(at: choice)
    setting.ignoresDirection = true
    return setting
  }
}

extension TraceRegion {
  /// The controllers from which the commodity can come, with their nodes: the wanted ones, or all of a tier.
  func candidates(
    _ wanted: [ControllerPlace]?,
    in choice: TierChoice,
    _ setting: TraceSetting,
    _ scratch: TraceScratch
  ) -> [(place: ControllerPlace, node: Int32)] {
    let topology = setting.topology
    let places =
      wanted ?? topology.controllerPlaces(at: nodes).filter { topology.controls($0, choice) }
    return places.compactMap { place in
      guard let local = scratch.local(of: place.node),
        nodeMarks[Int(local)].isDisjoint(with: [.outside, .bars])
      else { return nil }
      // Nothing leaves a controller that is a barrier, such as a transformer out of service.
      let isShut = setting.barriers.shuts(node: Int(place.node), setting.attributes)
      return isShut ? nil : (place, local)
    }
  }
}

extension Topology {
  /// The instruction to correct the tier of a controller, at some nodes or anywhere, that names none of its domain
  /// network; nil without one.
  func tierRemedy(in choices: [TierChoice], at nodes: Set<Int32>? = nil) -> String? {
    for place in controllerPlaces where nodes?.contains(place.node) ?? true {
      guard let name = place.controller.tierName, !name.isEmpty,
        let network = choices.first(where: { $0.domain == place.domain })?.domainNetwork,
        network.tier(named: name) == nil
      else { continue }
      return "set \(ControllerField.tier) of \(self.name(of: place.controller.feature)), which is "
        + "'\(name)', to a tier of \(network.name)."
    }
    return nil
  }

  /// The feature of a node; for a node without a feature a line that ends there.
  fileprivate func lineOrJunction(at node: Int) -> FeatureID? {
    feature(ofNode: node) ?? halfEdges(of: node).lazy.compactMap { feature(ofEdge: $0.edge) }.first
  }
}
