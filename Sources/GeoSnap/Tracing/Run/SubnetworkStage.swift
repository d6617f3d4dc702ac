/// The first pass of a trace of a subnetwork: the tier, what of it belongs to the starts' subnetworks,
/// and the controllers that feed or drain them.
struct SubnetworkStage {
  let choice: TierChoice
  let setting: TraceSetting
  let region: TraceRegion
  let reach: OutwardReach
  /// The controllers, with their nodes in the region.
  let controllers: [(place: ControllerPlace, node: Int32)]
  /// The starts that bar: they are returned, and nothing goes on from them.
  let barringStarts: [Int32]

  /// The nodes of the controllers.
  var controllerNodes: [Int32] { controllers.map(\.node) }

  /// Finds the subnetworks of some starts.
  ///
  /// - Parameters:
  ///   - origins: The starts.
  ///   - setting: What is traced; takes in where the tier ends.
  ///   - choice: The tier.
  ///   - named: The controllers that were asked for by name, of which the starts are; nil for none.
  ///   - scratch: Where to note what was found.
  ///   - progress: Told now and then how many elements were found.
  /// - Throws: ``TraceError`` of code `noControllers` when one of the starts has none.
  init(
    from origins: [TraceOrigin],
    _ setting: TraceSetting,
    in choice: TierChoice,
    named: [ControllerPlace]? = nil,
    _ scratch: inout TraceScratch,
    _ progress: ((Int) -> Void)?
  ) throws(TraceError) {
    var setting = setting
    let topology = setting.topology
    let all = topology.controllerPlaces.filter { $0.domain == choice.domain }
    let ending =
      choice.domainNetwork.tierDefinition == .partitioned
      ? all : all.filter { topology.controls($0, choice) }
    setting.boundaries = Set(ending.map(\.node))
    setting.drainsToSinks = choice.domainNetwork.subnetworkControllerType == .sink
    let region = try Exploration.region(setting, from: origins, &scratch, progress)

    var locals: [Int32: Int32] = [:]
    let wanted = (named ?? all).filter { topology.controls($0, choice) }
    let nodes = Set(wanted.map(\.node))
    for (local, node) in region.nodes.enumerated() where node >= 0 && nodes.contains(node) {
      if !region.nodeMarks[local].contains(.outside) { locals[node] = Int32(local) }
    }
    let candidates = wanted.compactMap { place -> (place: ControllerPlace, node: Int32)? in
      guard let local = locals[place.node] else { return nil }
      // Nothing comes out of a controller that bars, such as a transformer out of service.
      if region.nodeMarks[Int(local)].contains(.bars)
        || setting.barriers.shuts(node: Int(place.node), of: topology, setting.attributes)
      {
        return nil
      }
      return (place, local)
    }

    let openNodes = region.startNodes.filter { !region.nodeMarks[Int($0)].contains(.bars) }
    let openEdges = region.startEdges.indices.filter { !region.startExits[$0].isEmpty }
    barringStarts =
      region.startNodes.filter { region.nodeMarks[Int($0)].contains(.bars) }
      + region.startEdges.indices.filter { region.startExits[$0].isEmpty }
      .map { Int32(region.nodes.count) + region.startEdges[$0] }
    var reach = OutwardReach(region, from: candidates.map(\.node), setting)
    var feeding = candidates
    if named == nil {
      var feeders: Set<Int32> = []
      let isSimple = !region.isDirected && setting.propagators.isEmpty
      // Where everything passes both ways, all that the starts are joined with feeds them.
      let all = Set(candidates.map(\.node))
      for node in openNodes {
        let found =
          isSimple
          ? reach.reaches(node: Int(node)) ? all : []
          : SubnetworkStage.feeders(of: [node], region, reach, candidates.map(\.node))
        if found.isEmpty {
          throw SubnetworkStage.noControllers(region, setting, reach, from: node)
        }
        feeders.formUnion(found)
      }
      for number in openEdges {
        let edge = Int(region.startEdges[number])
        let exits = region.startExits[number]
        let ends = SubnetworkStage.entrances(of: edge, exits, region, reach)
        let found = SubnetworkStage.feeders(of: ends, region, reach, candidates.map(\.node))
        if found.isEmpty {
          throw SubnetworkStage.noControllers(region, setting, reach, from: region.from[edge])
        }
        feeders.formUnion(found)
      }
      feeding = candidates.filter { feeders.contains($0.node) }
      if feeding.count != candidates.count {
        reach = OutwardReach(region, from: feeding.map(\.node), setting)
      }
    }
    if !setting.functionBarriers.isEmpty && named == nil && !feeding.isEmpty {
      let within = region.edges.indices.map { reach.reaches(edge: $0) ? TraceRegion.Ways.both : [] }
      let starts: [(nodes: [Int32], edges: [(edge: Int32, exits: TraceRegion.Ways)])] =
        openNodes.map { ([$0], []) }
        + openEdges.map { ([], [(region.startEdges[$0], region.startExits[$0])]) }
      for start in starts {
        var walk = RegionWalk(region, setting, over: within, within: reach, collecting: false)
        walk.run(fromNodes: start.nodes, edges: start.edges)
        guard feeding.contains(where: { walk.isSeen[Int($0.node)] }) else {
          let finder = StopFinder(region, setting, walk, reach, usingFilter: false)
          throw SubnetworkStage.noControllers(
            topology,
            finder.stops(withDeadEnds: false).filter { $0.reason == .function }
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

  /// The ends by which the commodity enters an edge on which a trace starts.
  private static func entrances(
    of edge: Int,
    _ exits: TraceRegion.Ways,
    _ region: TraceRegion,
    _ reach: OutwardReach
  ) -> [Int32] {
    // Nothing comes out of an end that bars.
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

  /// The controllers from which some nodes are reached.
  private static func feeders(
    of nodes: [Int32],
    _ region: TraceRegion,
    _ reach: OutwardReach,
    _ controllers: [Int32]
  ) -> Set<Int32> {
    let wanted = Set(controllers)
    var found: Set<Int32> = []
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
      if wanted.contains(node) { found.insert(node) }
      for half in region.graph.halfEdges(of: Int(node)) {
        let other = Int(half.node)
        guard !isSeen[other], region.isPassable(half.edge), reach.reaches(edge: half.edge),
          reach.reaches(node: other), !region.nodeMarks[other].contains(.bars),
          region.outward[half.edge].contains(half.isAgainst ? .forth : .back)
        else { continue }
        isSeen[other] = true
        queue.append(half.node)
      }
    }
    return found
  }

  // MARK: Without controllers

  private static func noControllers(
    _ region: TraceRegion,
    _ setting: TraceSetting,
    _ reach: OutwardReach,
    from start: Int32
  ) -> TraceError {
    var walk = RegionWalk(
      region,
      setting,
      over: [TraceRegion.Ways](repeating: .both, count: region.edges.count),
      collecting: false
    )
    walk.run(fromNodes: [start], edges: [])
    let finder = StopFinder(region, setting, walk, reach, usingFilter: false)
    return noControllers(setting.topology, finder.stops(withDeadEnds: false))
  }

  private static func noControllers(_ topology: Topology, _ stops: [TraceStop]) -> TraceError {
    let nearest =
      stops.first.map { stop in
        " The nearest thing on the way that bars is \(topology.name(of: stop.element.feature)): "
          + stop.detail
      } ?? " Nothing bars: what is connected with the start has no controller."
    return TraceError(
      .noControllers,
      "No controller of a subnetwork is reached from the start.\(nearest)",
      stops: stops
    )
  }
}
