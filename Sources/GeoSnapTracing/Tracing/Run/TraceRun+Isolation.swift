extension TraceRun {
  mutating func isolate(_ stage: SubnetworkStage) throws(TraceError) {
    let region = stage.region
    let others = SupplySources(topology, inDomain: stage.choice.domain).nodes(of: region, stage.setting)
    let sourceNodes = stage.controllerNodes + others.sources
    let starts = region.openStartNodes + region.startEdges.map { region.from[Int($0)] }
    if sourceNodes.isEmpty, let start = starts.first {
      throw SubnetworkStage.noControllers(
        region,
        stage.setting,
        stage.reach,
        from: start,
        "No source is joined with the start: it is isolated already."
      )
    }
    var search = IsolationSearch(region, stage.setting, within: reach(stage, from: sourceNodes))
    search.run(
      nodes: region.openStartNodes,
      edges: region.startEdges.indices.filter { !region.startExits[$0].isEmpty }.map { number in
        IsolationSearch.StartEdge(
          edge: region.startEdges[number],
          exits: region.startExits[number],
          exitsWhenShut: collectingExits(number, region, stage.setting)
        )
      },
      from: sourceNodes
    )
    try TraceError.checkCancellation()
    let isIncluded = configuration.includesIsolatedFeatures
    let items = isIncluded ? search.isolated : search.core
    let inside = Set(items)
    func features(_ nodes: [Int32], where isWanted: (Int32) -> Bool = { _ in true }) -> [FeatureID] {
      Set(nodes.filter(isWanted).map { topology.featureOrdinal(ofNode: Int(region.nodes[Int($0)])) })
        .ordered(by: <).map { topology.network.feature(ordinal: $0) }
    }
    let controllersInside = stage.controllers.filter { inside.contains($0.node) }
      .map(\.place.controller)
    let sourcesInside = features(sourceNodes, where: inside.contains)
    let ignored = features(others.ignored, where: Set(search.isolated).contains)
    let regionElements = elements(items, region)
    let withoutSupply = elements(
      sourcesInside.isEmpty ? search.isolated.filter { !inside.contains($0) } : [],
      region
    )
    let needed = drivingOrder(search.needed, stage)
    isolation = TraceIsolation(
      boundary: search.boundary.map { element($0, stage) },
      needed: needed.map { element($0, stage) },
      alreadyShut: search.shut.map { element($0, stage) },
      region: regionElements,
      withoutSupply: withoutSupply,
      sources: features(sourceNodes),
      sourcesInside: sourcesInside,
      controllersInside: controllersInside,
      ignoredSources: ignored,
      demands: topology.network.demands(of: regionElements.features + withoutSupply.features)
    )
    for shutoff in needed {
      let code = code(shutoff, stage)
      add(code, telling: item(shutoff, code, region), stage)
    }
    if isIncluded { for item in items { add(code(item, region), telling: item, stage) } }
    let names = topology.name(of:)
    for source in sourcesInside {
      warn(
        controllersInside.contains { $0.feature == source } ? .controllerInside : .sourceInside,
        "Nothing that can be shut lies between the start and the source \(names(source))."
      )
    }
    for source in ignored {
      warn(
        .sourceIgnored,
        "\(names(source)) stays joined with the start. It can feed it, but counts as no source in this network."
      )
    }
    for feature in features(of: search.shut, stage) {
      warn(.takenAsShut, "\(names(feature)) is taken to be shut already: check it.")
    }
  }

  private mutating func warn(_ code: TraceWarning.Code, _ message: String) {
    warnings.append(TraceWarning(code: code, message: message))
  }

  /// What propagated values reach from all sources and the starts; nil where nothing that is propagated bars.
  private func reach(_ stage: SubnetworkStage, from sources: [Int32]) -> OutwardReach? {
    guard stage.setting.propagators.contains(where: { !$0.isOnlyTold }) else { return nil }
    let region = stage.region
    var nodes = sources + region.openStartNodes
    for (edge, exits) in zip(region.startEdges, region.startExits) {
      if exits.contains(.back) { nodes.append(region.from[Int(edge)]) }
      if exits.contains(.forth) { nodes.append(region.to[Int(edge)]) }
    }
    return OutwardReach(region, from: nodes, stage.setting)
  }

  private func elements(_ items: [Int32], _ region: TraceRegion) -> TraceElements {
    TraceElements(
      codes: items.map { code($0, region) }.filter { topology.isReturned($0) },
      topology: topology
    )
  }

  /// The features of what can be shut or bars, each once.
  private func features(
    of shutoffs: [IsolationSearch.Shutoff],
    _ stage: SubnetworkStage
  ) -> [FeatureID] {
    var seen: Set<FeatureID> = []
    return shutoffs.map { element($0, stage).feature }.filter { seen.insert($0).inserted }
  }

  /// What has to be shut, in the order in which somebody would drive from one to the next.
  private func drivingOrder(
    _ shutoffs: [IsolationSearch.Shutoff],
    _ stage: SubnetworkStage
  ) -> [IsolationSearch.Shutoff] {
    func place(_ feature: FeatureID) -> Coordinate? {
      topology.network.geometry(of: feature)?.envelope.center
    }
    let start = parameters.starts.lazy.compactMap { place($0.feature) }.first
    return DrivingOrder.positions(shutoffs.map { place(element($0, stage).feature) }, from: start)
      .map { shutoffs[$0] }
  }

  /// Adds an element with the values that arrive at an item of the region.
  private mutating func add(_ code: Int32, telling item: Int32?, _ stage: SubnetworkStage) {
    guard topology.isReturned(code) && isFound.insert(code).inserted else { return }
    codes.append(code)
    if let item {
      tell(item, stage.setting, stage.reach)
    } else {
      for number in told.indices { told[number].append(nil) }
    }
  }

  func code(_ shutoff: IsolationSearch.Shutoff, _ stage: SubnetworkStage) -> Int32 {
    switch shutoff {
    case .device(let feature):
      // The device as a whole goes by its first terminal.
      Int32(topology.nodes(of: topology.network.feature(ordinal: feature)).lowerBound)
    case .node(let node): code(node, stage.region)
    case .edge(let edge): code(Int32(stage.region.nodes.count) + edge, stage.region)
    }
  }

  /// The item of the region that stands for what can be shut; nil for a terminal that was not found.
  private func item(
    _ shutoff: IsolationSearch.Shutoff,
    _ code: Int32,
    _ region: TraceRegion
  ) -> Int32? {
    switch shutoff {
    case .device: told.isEmpty ? nil : region.nodes.firstIndex(of: code).map { Int32($0) }
    case .node(let node): node
    case .edge(let edge): Int32(region.nodes.count) + edge
    }
  }

  func element(
    _ shutoff: IsolationSearch.Shutoff,
    _ stage: SubnetworkStage
  ) -> NetworkElement {
    var element = topology.networkElement(code(shutoff, stage))
    if case .device = shutoff { element.terminal = nil }
    return element
  }
}
