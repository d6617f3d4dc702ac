/// One trace: from the question to the answer.
struct TraceRun {
  private let topology: Topology
  private let parameters: TraceParameters
  private let configuration: TraceConfiguration
  private let progress: ((Int) -> Void)?

  // What was found so far; a trace on to other tiers adds to it.
  private var codes: [Int32] = []
  private var isFound: Set<Int32> = []
  private var told: [[Double?]]
  private var finders: [StopFinder] = []
  private var warnings: [TraceWarning] = []
  private var controllers: [SubnetworkController] = []
  private var isolation: TraceIsolation?
  private var cost: Double?

  init(
    _ topology: Topology,
    _ parameters: TraceParameters,
    _ progress: ((Int) -> Void)?
  ) throws(TraceError) {
    self.topology = topology
    self.parameters = parameters
    self.progress = progress
    if let given = parameters.configuration {
      configuration = given
    } else {
      configuration = try topology.defaultConfiguration(
        of: parameters.type,
        from: parameters.starts
      )
    }
    told = parameters.propagatedAttributeNames.map { _ in [] }
  }

  /// Runs the trace.
  mutating func result() throws(TraceError) -> TraceResult {
    let origins = try startOrigins()
    let setting = try makeSetting(configuration, origins)
    let functions = setting.functionBarriers + setting.filterFunctionBarriers
    if [.loops, .subnetworkControllers].contains(parameters.type),
      functions.contains(where: { $0.function == .subtract })
    {
      throw TraceError(
        .notOffered,
        "A \(parameters.type.rawValue) trace offers no function barrier that subtracts."
      )
    }
    switch parameters.type {
    case .connected: try connected(setting, origins)
    case .loops: try loops(setting, origins)
    case .shortestPath: try shortestPath(setting, origins)
    case .upstream, .downstream:
      if configuration.usesDigitizedDirection {
        try drawn(setting, origins)
      } else {
        try subnetworkBased(setting, origins)
      }
    case .subnetwork, .subnetworkControllers, .isolation:
      try subnetworkBased(setting, origins)
    }
    return try assemble(setting)
  }

  // MARK: The question

  private func startOrigins() throws(TraceError) -> [TraceOrigin] {
    var origins: [TraceOrigin] = []
    for start in parameters.starts {
      origins += try topology.origins(
        of: start,
        takingAllTerminals: parameters.type == .connected
      )
    }
    let byName = configuration.subnetworkName?.isEmpty == false
    if parameters.type == .shortestPath {
      guard origins.count == 2 else {
        throw TraceError(
          .startMissing,
          "A shortest path needs two starts: there are \(origins.count)."
        )
      }
    } else if origins.isEmpty
      && !(byName && [.subnetwork, .subnetworkControllers].contains(parameters.type))
    {
      throw TraceError(
        .startMissing,
        "The trace needs a start\(parameters.type == .subnetwork ? ", or a subnetwork's name" : "")."
      )
    }
    return origins
  }

  private func makeSetting(
    _ configuration: TraceConfiguration,
    _ origins: [TraceOrigin]
  ) throws(TraceError) -> TraceSetting {
    var setting = try TraceSetting(
      configuration,
      of: topology,
      assuming: parameters.assumptions,
      telling: parameters.propagatedAttributeNames
    )
    for barrier in parameters.barriers {
      for place in try topology.origins(of: barrier, takingAllTerminals: true) {
        setting.barriers.stand(at: place)
      }
    }
    for barrier in parameters.filterBarriers {
      for place in try topology.origins(of: barrier, takingAllTerminals: true) {
        setting.filter.stand(at: place)
      }
    }
    if configuration.ignoresBarriersAtStartingPoints {
      for origin in origins {
        let element =
          origin.edge >= 0
          ? topology.element(edge: Int(origin.edge)) : topology.element(node: Int(origin.node))
        setting.barriers.exempt.insert(element.feature)
        setting.filter.exempt.insert(element.feature)
      }
    }
    if !parameters.type.isSubnetworkBased || configuration.usesDigitizedDirection {
      // Propagators belong to subnetworks.
      setting.propagators = []
      setting.toldPropagators = []
    }
    setting.settle()
    return setting
  }

  private func explore(
    _ setting: TraceSetting,
    _ origins: [TraceOrigin]
  ) throws(TraceError) -> TraceRegion {
    try topology.withScratch { scratch throws(TraceError) in
      try Exploration.region(setting, from: origins, &scratch, progress)
    }
  }

  private func starts(
    _ region: TraceRegion,
    _ setting: TraceSetting
  ) -> [(edge: Int32, exits: TraceRegion.Ways)] {
    region.startEdges.indices.map { number in
      let origin = TraceOrigin(
        edge: Int(region.edges[Int(region.startEdges[number])]),
        fraction: region.startFractions[number]
      )
      return (region.startEdges[number], setting.collectingExits(from: origin))
    }
  }

  // MARK: Connected, loops, shortest path

  private mutating func connected(
    _ setting: TraceSetting,
    _ origins: [TraceOrigin]
  ) throws(TraceError) {
    var setting = setting
    setting.joinsAllTerminals = true
    let region = try explore(setting, origins)
    let allowed = [TraceRegion.Ways](repeating: .both, count: region.edges.count)
    var walk = RegionWalk(region, setting, over: allowed, collecting: true)
    walk.run(fromNodes: region.startNodes, edges: starts(region, setting))
    try collect(region, setting, walk, over: allowed, nil)
  }

  /// Upstream or downstream by the direction in which lines are drawn.
  private mutating func drawn(
    _ setting: TraceSetting,
    _ origins: [TraceOrigin]
  ) throws(TraceError) {
    let region = try explore(setting, origins)
    let isDownstream = parameters.type == .downstream
    let allowed = region.outward.map { isDownstream ? $0 : $0.turned }
    var walk = RegionWalk(region, setting, over: allowed, collecting: true)
    walk.run(fromNodes: region.startNodes, edges: exits(region, setting, over: allowed))
    try collect(region, setting, walk, over: allowed, nil)
  }

  private mutating func loops(
    _ setting: TraceSetting,
    _ origins: [TraceOrigin]
  ) throws(TraceError) {
    var setting = setting
    // Controllers bar, unless the trace starts there.
    let starts = Set(origins.map(\.node))
    for place in topology.controllerPlaces where !starts.contains(place.node) {
      if topology.hasSeveralTerminals(topology.element(node: Int(place.node))) {
        setting.boundaries.insert(place.node)
      } else {
        setting.barriers.nodes.insert(place.node)
      }
    }
    setting.ignoresDirection = true
    setting.settle()
    let region = try explore(setting, origins)
    let search = try LoopSearch(region, setting)
    for item in search.elements { add(code(item, region)) }
  }

  private mutating func shortestPath(
    _ setting: TraceSetting,
    _ origins: [TraceOrigin]
  ) throws(TraceError) {
    guard let name = configuration.shortestPathAttributeName, !name.isEmpty else {
      throw TraceError(
        .badCost,
        "A shortest path needs the name of an attribute that costs, such as Length."
      )
    }
    var setting = setting
    setting.ignoresDirection = true
    let region = try explore(setting, [origins[0]])
    var ways = try CheapestWays(region, setting, costing: name)
    let allowed = collectingWays(region, setting)
    try ways.run(
      fromNodes: region.startNodes.filter { !bars($0, region, setting) },
      edges: starts(region, setting).map { ($0.edge, origins[0].fraction, $0.exits) },
      over: allowed
    )
    guard let path = try cheapestPath(region, ways, origins, setting) else { return }
    cost = path.cost
    for item in path.elements { add(code(item, region)) }
  }

  /// Whether a node bars, the filter's barriers included.
  private func bars(_ node: Int32, _ region: TraceRegion, _ setting: TraceSetting) -> Bool {
    let number = Int(region.nodes[Int(node)])
    return region.nodeMarks[Int(node)].contains(.bars)
      || (number >= 0
        && setting.filter.bars(node: number, of: topology, setting.attributes))
  }

  /// The ways that may be passed where the filter's barriers count like others.
  private func collectingWays(
    _ region: TraceRegion,
    _ setting: TraceSetting
  ) -> [TraceRegion.Ways] {
    region.edges.indices.map { edge in
      let number = Int(region.edges[edge])
      let ends = [region.from[edge], region.to[edge]]
      if number >= 0 && number < topology.lineEdges.upperBound
        && setting.filter.bars(edge: number, of: topology, setting.attributes)
      {
        return []
      }
      if region.edgeMarks[edge].contains(.isInternal) {
        let isShut = ends.contains { node in
          let number = Int(region.nodes[Int(node)])
          return number >= 0
            && setting.filter.shuts(node: number, of: topology, setting.attributes)
        }
        if isShut { return [] }
      }
      var ways = TraceRegion.Ways.both
      if bars(ends[0], region, setting) { ways.remove(.forth) }
      if bars(ends[1], region, setting) { ways.remove(.back) }
      return ways
    }
  }

  private func cheapestPath(
    _ region: TraceRegion,
    _ ways: CheapestWays,
    _ origins: [TraceOrigin],
    _ setting: TraceSetting
  ) throws(TraceError) -> (cost: Double, elements: [Int32])? {
    let goal = origins[1]
    let nodeCount = Int32(region.nodes.count)
    if goal.edge < 0 {
      guard let node = region.nodes.firstIndex(of: goal.node), ways.costs[node].isFinite
      else { return nil }
      return (ways.costs[node], path(to: Int32(node), region, ways))
    }
    guard let edge = region.edges.firstIndex(of: goal.edge) else { return nil }
    let entrances = setting.collectingExits(from: goal)
    var best: (cost: Double, elements: [Int32])?
    let element = topology.element(edge: Int(goal.edge))
    if region.startEdges.first.map({ Int($0) }) == edge,
      !setting.barriers.holds(at: element, setting.attributes),
      !setting.filter.holds(at: element, setting.attributes),
      ![setting.barriers, setting.filter].contains(where: {
        $0.stands(onEdge: goal.edge, from: origins[0].fraction, to: goal.fraction)
      })
    {
      let along = try ways.cost(ofEdge: edge, from: origins[0].fraction, to: goal.fraction)
      best = (along, [nodeCount + Int32(edge)])
    }
    for (node, way) in [(region.from[edge], TraceRegion.Ways.back), (region.to[edge], .forth)]
    where entrances.contains(way) && ways.costs[Int(node)].isFinite && !bars(node, region, setting)
    {
      let positions = topology.positions(ofEdge: Int(goal.edge))
      let place = way == .back ? positions.lowerBound : positions.upperBound
      let total =
        try ways.costs[Int(node)] + ways.cost(ofEdge: edge, from: place, to: goal.fraction)
      if best.map({ total < $0.cost }) ?? true {
        best = (total, path(to: node, region, ways) + [nodeCount + Int32(edge)])
      }
    }
    return best
  }

  /// The elements from a start to a node, both with it.
  private func path(to node: Int32, _ region: TraceRegion, _ ways: CheapestWays) -> [Int32] {
    var elements: [Int32] = [node]
    var node = node
    while ways.entrances[Int(node)] >= 0 {
      let edge = ways.entrances[Int(node)]
      elements.append(Int32(region.nodes.count) + edge)
      if region.startEdges.contains(edge) && isStart(edge, node, region, ways) { break }
      node =
        region.from[Int(edge)] == node ? region.to[Int(edge)] : region.from[Int(edge)]
      elements.append(node)
    }
    return elements.reversed()
  }

  /// Whether a way began on an edge rather than passed it.
  private func isStart(
    _ edge: Int32,
    _ node: Int32,
    _ region: TraceRegion,
    _ ways: CheapestWays
  ) -> Bool {
    let other = region.from[Int(edge)] == node ? region.to[Int(edge)] : region.from[Int(edge)]
    // Passing the edge on which everything begins would lead back to where it began.
    return ways.costs[Int(other)] >= ways.costs[Int(node)]
      || ways.entrances[Int(other)] == edge
      || ways.entrances[Int(other)] < 0
  }

  // MARK: Subnetworks

  private mutating func subnetworkBased(
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
        throw TraceError(
          .noControllers,
          "No controller of tier \(choice.tier.name) is of a subnetwork '\(name)'."
        )
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
        next = try runStage(setting, origins, choice, named)
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
  private func followingTier(_ choice: TierChoice) -> TierChoice? {
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
  private mutating func runStage(
    _ setting: TraceSetting,
    _ origins: [TraceOrigin],
    _ choice: TierChoice,
    _ named: [ControllerPlace]?
  ) throws(TraceError) -> [TraceOrigin] {
    let progress = progress
    let stage = try topology.withScratch { scratch throws(TraceError) in
      try SubnetworkStage(from: origins, setting, in: choice, named: named, &scratch, progress)
    }
    for controller in stage.controllers.map(\.place.controller)
    where !controllers.contains(controller) {
      controllers.append(controller)
    }
    for item in stage.barringStarts {
      let code = code(item, stage.region)
      // A terminal of a device is returned wherever it is reached.
      let isTerminal =
        topology.traceElement(code).map { !$0.isEdge && topology.hasSeveralTerminals($0) } ?? false
      if (configuration.includesBarriers || isTerminal) && topology.isReturned(code)
        && isFound.insert(code).inserted
      {
        codes.append(code)
        tell(item, stage.setting, stage.reach)
      }
    }
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
      try collect(stage.region, stage.setting, walk, over: allowed, stage.reach)
    case .subnetworkControllers:
      for controller in stage.controllers {
        guard isFound.insert(controller.place.node).inserted else { continue }
        codes.append(controller.place.node)
        tell(controller.node, stage.setting, stage.reach)
      }
    case .isolation: isolate(stage)
    default: return try directed(stage)
    }
    return []
  }

  private mutating func directed(_ stage: SubnetworkStage) throws(TraceError) -> [TraceOrigin] {
    let region = stage.region
    let mode = configuration.allowsIndeterminateFlow ? parameters.indeterminateFlow : .none
    let direction = FlowDirection(
      region,
      stage.reach,
      from: stage.controllerNodes,
      stage.setting,
      findingBlocks: mode == .path
    )
    let isOutward = (parameters.type == .downstream) != stage.setting.drainsToSinks
    let onTheWay =
      mode == .path
      ? direction.blocksOnTheWay(region, fromNodes: region.startNodes, edges: region.startEdges)
      : []
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
    try walk.keepBits(sharedWith: region.startNodes, region.startEdges)
    walk.run(
      fromNodes: region.startNodes,
      edges: exits(region, stage.setting, over: allowed, upTo: isOutward ? nil : stage.reach)
    )
    try collect(region, stage.setting, walk, over: allowed, stage.reach)
    return isOutward ? lowerOrigins(stage, walk) : upperOrigins(stage, walk)
  }

  /// The ends by which a trace leaves the edges it starts on.
  private func exits(
    _ region: TraceRegion,
    _ setting: TraceSetting,
    over allowed: [TraceRegion.Ways],
    upTo reach: OutwardReach? = nil
  ) -> [(edge: Int32, exits: TraceRegion.Ways)] {
    starts(region, setting).map { edge, open in
      guard region.isPassable(Int(edge)) else {
        // A barrier stands on the same part: towards the controllers it is left by its open end.
        guard let reach else { return (edge, []) }
        var exits = open
        if !reach.reaches(node: Int(region.to[Int(edge)])) { exits.remove(.forth) }
        if !reach.reaches(node: Int(region.from[Int(edge)])) { exits.remove(.back) }
        return (edge, exits)
      }
      return (edge, open.intersection(allowed[Int(edge)]))
    }
  }

  /// The far terminals of the controllers that a walk towards them has met.
  private func upperOrigins(_ stage: SubnetworkStage, _ walk: RegionWalk) -> [TraceOrigin] {
    stage.controllers.filter { walk.isSeen[Int($0.node)] }.flatMap { entry in
      topology.nodes(of: entry.place.controller.feature)
        .filter { $0 != Int(entry.place.node) }
        .map { TraceOrigin(node: $0) }
    }
  }

  /// The controllers of other tiers whose devices a walk away from its own has met.
  private func lowerOrigins(_ stage: SubnetworkStage, _ walk: RegionWalk) -> [TraceOrigin] {
    var features: Set<Int32> = []
    for item in walk.order where Int(item) < stage.region.nodes.count {
      features.insert(topology.nodeFeatures[Int(stage.region.nodes[Int(item)])])
    }
    let own = Set(stage.controllers.map(\.place.node))
    return topology.controllerPlaces.filter { place in
      place.domain == stage.choice.domain && !own.contains(place.node)
        && features.contains(topology.network.ordinal(of: place.controller.feature))
        && !topology.controls(place, stage.choice)
    }.map { TraceOrigin(node: Int($0.node)) }
  }

  private mutating func isolate(_ stage: SubnetworkStage) {
    let region = stage.region
    var search = IsolationSearch(region, stage.setting, stage.reach)
    search.run(
      nodes: region.startNodes,
      edges: starts(region, stage.setting),
      from: stage.controllerNodes
    )
    let isIncluded = configuration.includesIsolatedFeatures
    let items = isIncluded ? search.isolated : search.core
    let inside = Set(items)
    let controllersInside = stage.controllers.filter { inside.contains($0.node) }
      .map(\.place.controller)
    isolation = TraceIsolation(
      boundary: search.boundary.map { element($0, stage) },
      needed: search.needed.map { element($0, stage) },
      region: TraceElements(
        codes: items.map { code($0, region) }.filter { topology.isReturned($0) },
        topology: topology
      ),
      controllersInside: controllersInside
    )
    for shutoff in search.needed { add(code(shutoff, stage)) }
    if isIncluded { for item in items { add(code(item, region)) } }
    for controller in controllersInside {
      warnings.append(
        TraceWarning(
          code: .controllerInside,
          message: "Nothing that can be shut lies between the start and the controller "
            + "\(topology.name(of: controller.feature))."
        )
      )
    }
  }

  private func code(_ shutoff: IsolationSearch.Shutoff, _ stage: SubnetworkStage) -> Int32 {
    switch shutoff {
    case .device(let feature):
      // The device as a whole goes by its first terminal.
      Int32(topology.nodes(of: topology.network.feature(ordinal: feature)).lowerBound)
    case .node(let node): code(node, stage.region)
    case .edge(let edge): code(Int32(stage.region.nodes.count) + edge, stage.region)
    }
  }

  private func element(
    _ shutoff: IsolationSearch.Shutoff,
    _ stage: SubnetworkStage
  ) -> NetworkElement {
    var element = topology.networkElement(code(shutoff, stage))
    if case .device = shutoff { element.terminal = nil }
    return element
  }

  // MARK: The answer

  /// The code of an item of a region for ``TraceElements``.
  private func code(_ item: Int32, _ region: TraceRegion) -> Int32 {
    if Int(item) < region.nodes.count { return region.nodes[Int(item)] }
    let edge = region.edges[Int(item) - region.nodes.count]
    return edge < 0 ? -1 : Int32(topology.graph.nodeCount) + edge
  }

  private mutating func add(_ code: Int32) {
    guard topology.isReturned(code) && isFound.insert(code).inserted else { return }
    codes.append(code)
    for number in told.indices { told[number].append(nil) }
  }

  private mutating func collect(
    _ region: TraceRegion,
    _ setting: TraceSetting,
    _ walk: RegionWalk,
    over allowed: [TraceRegion.Ways],
    _ reach: OutwardReach?
  ) throws(TraceError) {
    finders.append(
      StopFinder(region, setting, walk, reach, usingFilter: true)
    )
    var items: [Int32]
    if let nearest = configuration.filter.nearestNeighbors, nearest.count >= 0 {
      items = try neighbors(nearest, region, setting, walk, over: allowed)
    } else {
      items = zip(walk.order, walk.isReturned).filter(\.1).map(\.0)
    }
    let isFresh = codes.isEmpty
    codes.reserveCapacity(codes.count + items.count)
    for item in items {
      let code = code(item, region)
      guard topology.isReturned(code) else { continue }
      // The items of one walk are distinct; only a second one has to be compared with the first.
      if !isFresh && !isFound.insert(code).inserted { continue }
      codes.append(code)
      tell(item, setting, reach)
    }
    if isFresh && configuration.targetTierName?.isEmpty == false { isFound = Set(codes) }
  }

  /// Notes the values that arrive at an item.
  private mutating func tell(_ item: Int32, _ setting: TraceSetting, _ reach: OutwardReach?) {
    for (number, propagator) in setting.toldPropagators.enumerated() {
      guard let reach, !reach.values.isEmpty, reach.isReached[Int(item)] else {
        told[number].append(nil)
        continue
      }
      let value = reach.values[propagator][Int(item)]
      told[number].append(setting.propagators[propagator].told(value))
    }
  }

  /// The elements of the kinds asked for that are cheapest to reach.
  private mutating func neighbors(
    _ nearest: NearestNeighbors,
    _ region: TraceRegion,
    _ setting: TraceSetting,
    _ walk: RegionWalk,
    over allowed: [TraceRegion.Ways]
  ) throws(TraceError) -> [Int32] {
    var attributes = setting.attributes
    var categories: [Int] = []
    for name in nearest.categories { categories.append(try attributes.category(named: name)) }
    let types = Set(nearest.assetTypes.compactMap { topology.network.catalog.ordinal($0) })
    func isWanted(_ element: TraceElement) -> Bool {
      guard element.type >= 0 else { return false }
      return types.contains(element.type)
        || categories.contains { attributes.categories[$0][Int(element.type)] }
    }
    let returned = Set(zip(walk.order, walk.isReturned).filter(\.1).map(\.0))
    let seen = region.edges.indices.map { edge in
      walk.isSeen[region.nodes.count + edge] ? allowed[edge] : []
    }
    var ways = try CheapestWays(
      region,
      setting,
      costing: nearest.costAttributeName ?? SystemAttribute.shapeLength.rawValue
    )
    try ways.run(
      fromNodes: region.startNodes,
      edges: region.startEdges.map { edge in
        let positions = topology.positions(ofEdge: Int(region.edges[Int(edge)]))
        return (edge, (positions.lowerBound + positions.upperBound) / 2, seen[Int(edge)])
      },
      over: seen
    )
    var found: [(cost: Double, item: Int32)] = []
    var features: Set<Int32> = []
    for node in ways.order where region.nodes[Int(node)] >= 0 && returned.contains(node) {
      let element = topology.element(node: Int(region.nodes[Int(node)]))
      if isWanted(element) && features.insert(element.feature).inserted {
        found.append((ways.costs[Int(node)], node))
      }
    }
    for edge in region.edges.indices where region.edges[edge] >= 0 {
      let item = Int32(region.nodes.count + edge)
      guard returned.contains(item), Int(region.edges[edge]) < topology.lineEdges.upperBound else {
        continue
      }
      let element = topology.element(edge: Int(region.edges[edge]))
      guard isWanted(element) else { continue }
      let ends = [region.from[edge], region.to[edge]].map { ways.costs[Int($0)] }
      let cost =
        region.startEdges.contains(Int32(edge))
        ? 0 : try (ends.min() ?? .infinity) + ways.cost(ofEdge: edge)
      if cost.isFinite { found.append((cost, item)) }
    }
    found.sort { ($0.cost, $0.item) < ($1.cost, $1.item) }
    var chosen: [Int32] = []
    var counted: Set<Int32> = []
    for entry in found {
      let feature = topology.featureOrdinal(code(entry.item, region))
      if !counted.contains(feature) && counted.count == nearest.count { break }
      counted.insert(feature)
      chosen.append(entry.item)
    }
    if counted.count < nearest.count {
      warnings.append(
        TraceWarning(
          code: .neighborsNotFound,
          message: "\(counted.count) of \(nearest.count) nearest neighbours were found."
        )
      )
    }
    return chosen
  }

  private func assemble(_ setting: TraceSetting) throws(TraceError) -> TraceResult {
    let functions = try setting.outputs(of: configuration.functions, over: codes)
    let all = Array(codes)
    var kept = try setting.returned(all)
    var values = told
    if kept.count != all.count && !values.isEmpty {
      var positions: [Int32: Int] = [:]
      for (position, code) in all.enumerated() { positions[code] = position }
      values = values.map { list in
        kept.map { code in positions[code].flatMap { $0 < list.count ? list[$0] : nil } }
      }
    }
    let added = AssociatedFeatures(topology, configuration).additions(to: kept)
    let first = Int32(topology.graph.nodeCount + topology.graph.edgeCount)
    kept += added.map { $0 + first }
    let propagated = parameters.propagatedAttributeNames.enumerated().map { number, name in
      TraceResult.PropagatedValues(
        attributeName: name,
        values: (0..<kept.count).map { $0 < values[number].count ? values[number][$0] : nil }
      )
    }
    return TraceResult(
      topology: topology,
      elements: TraceElements(codes: kept, topology: topology),
      functions: functions,
      warnings: warnings,
      controllers: controllers,
      isolation: isolation,
      propagated: propagated,
      cost: cost,
      finders: finders,
      tellsDeadEnds: parameters.tellsDeadEnds
    )
  }
}

extension SubnetworkStage {
  /// For each edge the ways the commodity may run away from the controllers.
  var outward: [TraceRegion.Ways] {
    region.edges.indices.map { reach.reaches(edge: $0) ? region.outward[$0] : [] }
  }
}
