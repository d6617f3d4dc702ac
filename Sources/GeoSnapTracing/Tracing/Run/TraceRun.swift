struct TraceRun {
  let topology: Topology
  let parameters: TraceParameters
  let configuration: TraceConfiguration
  let progress: ((Int) -> Void)?

  // The results so far; a trace into further tiers adds to them.
  var codes: [Int32] = []
  var isFound: Set<Int32> = []
  var told: [[Double?]]
  var stopSources: [StopSource] = []
  var warnings: [TraceWarning] = []
  var controllers: [SubnetworkController] = []
  var controllerNodes: Set<Int32> = []
  var isolation: TraceIsolation?
  var cost: Double?
  private(set) var startElements: [TraceElement] = []
  /// The bits of the trace's first starts for the filter, if any; nil before they are known.
  var startBits: Int64??
  /// The nearest neighbours found in all tiers.
  var neighborFeatures: Set<Int32> = []

  init(
    _ topology: Topology,
    _ parameters: TraceParameters,
    _ progress: ((Int) -> Void)?
  ) throws(TraceError) {
    self.topology = topology
    self.parameters = parameters
    self.progress = progress
    configuration = try topology.configuration(
      parameters.configuration,
      of: parameters.type,
      from: parameters.starts
    )
    told = parameters.propagatedAttributeNames.map { _ in [] }
  }

  /// Whether the flow follows the digitized direction of lines, for upstream and downstream traces only.
  var followsDrawing: Bool {
    configuration.usesDigitizedDirection
      && (parameters.type == .upstream || parameters.type == .downstream)
  }

  mutating func result() throws(TraceError) -> TraceResult {
    var origins = try startOrigins()
    let setting = try makeSetting(configuration, origins)
    startElements = origins.map { topology.element(at: $0) }
    origins = topology.sides(of: origins, setting)
    warnings += topology.unreadableValueWarnings(
      of: setting,
      besides: parameters.type == .shortestPath ? configuration.shortestPathAttributeName : nil
    )
    let functions = setting.functionBarriers + setting.filterFunctionBarriers
    if [.loops, .subnetworkControllers].contains(parameters.type),
      functions.contains(where: { $0.function == .subtract })
    {
      throw TraceError(
        .notOffered,
        "A \(parameters.type.rawValue) trace does not support function barriers that subtract."
      )
    }
    switch parameters.type {
    case .connected: try connected(setting, origins)
    case .loops: try loops(setting, origins)
    case .shortestPath: try shortestPath(setting, origins)
    case .upstream, .downstream:
      if followsDrawing {
        try drawn(setting, origins)
      } else {
        try subnetworkBased(setting, origins)
      }
    case .subnetwork, .subnetworkControllers, .isolation: try subnetworkBased(setting, origins)
    }
    // After cancellation the results are incomplete.
    try TraceError.checkCancellation()
    return try assemble(setting)
  }

  func startOrigins() throws(TraceError) -> [TraceOrigin] {
    var origins: [TraceOrigin] = []
    for start in parameters.starts {
      origins += try topology.origins(of: start, takingAllTerminals: parameters.type == .connected)
    }
    let goesByName = [.subnetwork, .subnetworkControllers].contains(parameters.type)
    let byName = goesByName && configuration.subnetworkName?.isEmpty == false
    if parameters.type == .shortestPath {
      guard parameters.starts.count == 2 else {
        throw TraceError(
          .startMissing,
          "A shortest path needs two starts; got \(parameters.starts.count)."
        )
      }
    } else if origins.isEmpty && !byName {
      throw TraceError(
        .startMissing,
        "The trace needs a start\(goesByName ? ", or a subnetwork's name" : "")."
      )
    }
    return origins
  }

  func makeSetting(
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
        let feature = topology.element(at: origin).feature
        setting.barriers.exempt.insert(feature)
        setting.filter.exempt.insert(feature)
      }
    }
    setting.usesDigitizedDirection = followsDrawing
    if !parameters.type.isSubnetworkBased || followsDrawing {
      // Propagators belong to subnetworks.
      setting.propagators = []
      setting.toldPropagators = []
    }
    setting.settle()
    return setting
  }

  /// The edges of starts that the trace leaves, with the ends by which it does.
  func starts(_ region: TraceRegion, _ setting: TraceSetting) -> [StartEdge] {
    region.startEdges.indices.compactMap { number in
      let exits = collectingExits(number, region, setting)
      return exits.isEmpty
        ? nil
        : StartEdge(
          edge: region.startEdges[number],
          fraction: region.startFractions[number],
          exits: exits
        )
    }
  }

  func collectingExits(
    _ number: Int,
    _ region: TraceRegion,
    _ setting: TraceSetting
  ) -> TraceRegion.Ways {
    let edge = Int(region.edges[Int(region.startEdges[number])])
    return setting.collectingExits(
      from: TraceOrigin(edge: edge, fraction: region.startFractions[number])
    )
  }

  /// The start nodes that the trace leaves, and the starts that are barriers, nodes and edges, which are added.
  mutating func takeStarts(
    _ region: TraceRegion,
    _ setting: TraceSetting,
    _ reach: OutwardReach?
  ) -> (nodes: [Int32], barring: [Int32]) {
    var nodes: [Int32] = []
    var barring: [Int32] = []
    for node in region.startNodes {
      if bars(node, region, setting) { barring.append(node) } else { nodes.append(node) }
    }
    for number in region.startEdges.indices where collectingExits(number, region, setting).isEmpty {
      barring.append(Int32(region.nodes.count) + region.startEdges[number])
    }
    addBarring(barring, region, setting, reach)
    return (nodes, barring)
  }

  /// Adds starts that are barriers: they are in the result, but nothing beyond them is.
  mutating func addBarring(
    _ items: [Int32],
    _ region: TraceRegion,
    _ setting: TraceSetting,
    _ reach: OutwardReach?
  ) {
    for item in items {
      let code = region.code(item, topology)
      // A terminal of a device is in the result wherever it is reached.
      let isTerminal =
        topology.traceElement(code).map { !$0.isEdge && topology.hasSeveralTerminals($0) } ?? false
      // A search for neighbours returns only what is reached from starts.
      if let nearest = configuration.filter.nearestNeighbors, nearest.count >= 0 { continue }
      if (configuration.includesBarriers || isTerminal) && topology.isReturned(code)
        && isFound.insert(code).inserted
      {
        codes.append(code)
        tell(item, setting, reach)
      }
    }
  }

  mutating func add(_ code: Int32) {
    guard topology.isReturned(code) && isFound.insert(code).inserted else { return }
    codes.append(code)
    for number in told.indices { told[number].append(nil) }
  }

  @inline(never)
  mutating func collect(
    _ walk: RegionWalk,
    from starts: [StartEdge],
    barringStarts: [Int32]
  ) throws(TraceError) {
    stopSources.append(
      .walk(StopFinder(walk, walk.reach, usingFilter: true, barringStarts: barringStarts))
    )
    var items = walk.returned
    if let nearest = configuration.filter.nearestNeighbors, nearest.count >= 0 {
      items = try neighbors(nearest, walk, from: starts)
    }
    let isFresh = codes.isEmpty
    codes.reserveCapacity(codes.count + items.count)
    for item in items {
      let code = walk.region.code(item, topology)
      guard topology.isReturned(code) else { continue }
      // The items of one walk are distinct; only those of a second walk have to be compared with the first.
      if !isFresh && !isFound.insert(code).inserted { continue }
      codes.append(code)
      if !walk.setting.toldPropagators.isEmpty { tell(item, walk.setting, walk.reach) }
    }
    if isFresh && configuration.targetTierName?.isEmpty == false { isFound = Set(codes) }
  }

  mutating func tell(_ item: Int32, _ setting: TraceSetting, _ reach: OutwardReach?) {
    for (number, propagator) in setting.toldPropagators.enumerated() {
      guard let reach, !reach.values.isEmpty, reach.isReached[Int(item)] else {
        told[number].append(nil)
        continue
      }
      let value = reach.values[propagator][Int(item)]
      told[number].append(setting.propagators[propagator].told(value))
    }
  }

  mutating func assemble(_ setting: TraceSetting) throws(TraceError) -> TraceResult {
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
    warnOfNeighbors()
    let added = AssociatedFeatures(topology: topology, configuration: configuration).additions(
      to: kept
    )
    let first = Int32(topology.nodeLimit + topology.edgeLimit)
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
      stopSources: stopSources,
      tellsDeadEnds: parameters.tellsDeadEnds
    )
  }

  mutating func connected(_ setting: TraceSetting, _ origins: [TraceOrigin]) throws(TraceError) {
    var setting = setting
    setting.joinsAllTerminals = true
    if setting.returnsAllExplored && !origins.contains(where: { $0.edge >= 0 }) {
      codes = try ConnectedWalk.codes(from: origins.map(\.node), setting, progress)
      stopSources.append(.connected(origins, setting))
      return
    }
    let region = try topology.region(from: origins, setting, progress)
    let allowed = [TraceRegion.Ways](repeating: .both, count: region.edges.count)
    try collect(region, setting, over: allowed, sharingBits: false)
  }

  /// Traces upstream or downstream by the digitized direction of lines.
  mutating func drawn(_ setting: TraceSetting, _ origins: [TraceOrigin]) throws(TraceError) {
    let region = try topology.region(from: origins, setting, progress)
    let isDownstream = parameters.type == .downstream
    let allowed = region.outward.map { isDownstream ? $0 : $0.turned }
    try collect(region, setting, over: allowed, sharingBits: true)
  }

  /// Collects what a walk along `allowed` directions reaches, of elements that share bits with the starts or of all.
  private mutating func collect(
    _ region: TraceRegion,
    _ setting: TraceSetting,
    over allowed: [TraceRegion.Ways],
    sharingBits sharesBits: Bool
  ) throws(TraceError) {
    let (open, barring) = takeStarts(region, setting, nil)
    var walk = RegionWalk(region, setting, over: allowed, collecting: true)
    if sharesBits { try walk.keepBits(sharedWith: startElements) }
    let edges = starts(region, setting).map { $0.leaving(by: allowed[Int($0.edge)]) }
    try TraceError.checkCancellation()
    walk.run(fromNodes: open, edges: edges)
    try collect(walk, from: edges, barringStarts: barring)
  }

  mutating func loops(_ setting: TraceSetting, _ origins: [TraceOrigin]) throws(TraceError) {
    var setting = setting
    // Controllers are barriers, unless the trace starts there.
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
    let region = try topology.region(from: origins, setting, progress)
    let search = try LoopSearch(region, setting)
    for item in search.elements { add(region.code(item, topology)) }
  }
}
