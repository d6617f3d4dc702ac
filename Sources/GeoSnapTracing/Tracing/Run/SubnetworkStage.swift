/// The first pass of a subnetwork trace: the tier, the region of the starts' subnetworks, and the controllers that
/// feed or drain them.
package struct SubnetworkStage {
  let choice: TierChoice
  package let setting: TraceSetting
  package let region: TraceRegion
  package let reach: OutwardReach
  /// The controllers, with their nodes in the region.
  package let controllers: [(place: ControllerPlace, node: Int32)]
  /// The starts that are barriers: they are in the result, but nothing beyond them is.
  let barringStarts: [Int32]

  package init(
    choice: TierChoice,
    setting: TraceSetting,
    region: TraceRegion,
    reach: OutwardReach,
    controllers: [(place: ControllerPlace, node: Int32)],
    barringStarts: [Int32]
  ) {
    self.choice = choice
    self.setting = setting
    self.region = region
    self.reach = reach
    self.controllers = controllers
    self.barringStarts = barringStarts
  }

  var controllerNodes: [Int32] { controllers.map(\.node) }

  /// Finds the subnetworks of some starts; `setting` gets the ends of the tier.
  ///
  /// `named` are the controllers of the requested subnetwork, which are the starts; nil for none. `progress` receives
  /// the number of elements found.
  ///
  /// - Throws: ``TraceError`` of code `noControllers` when a start has none.
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
    return try SubnetworkStage(
      from: origins,
      wanted,
      setting,
      choice,
      &scratch,
      progress
    )
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
          let finder = StopFinder(region, setting, walk, reach, usingFilter: false)
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

  /// Follows only the commodity from some controllers; nil when it reaches a device that is a hub, of which all
  /// terminals have to be known.
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
