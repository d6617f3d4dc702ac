internal import GeoSnapSupport

extension TraceRun {
  mutating func isolate(_ stage: SubnetworkStage) throws(TraceError) {
    let region = stage.region
    let domain = stage.choice.domain
    let supply = SupplySources(topology, inDomain: domain)
    let others = supply.nodes(of: region, stage.setting)
    let sourceNodes = stage.controllerNodes + others.sources
    let reach =
      others.sources.isEmpty ? stage.reach : OutwardReach(region, from: sourceNodes, stage.setting)
    try TraceError.checkCancellation()
    if let (start, edge) = region.startWithoutSupply(reach) {
      let sources = supply.nodes(of: topology)
      guard topology.hasController(in: stage.choice) || !sources.isEmpty else {
        throw topology.noSource("isolated", of: [stage.choice])
      }
      throw SubnetworkStage.noControllers(
        region,
        stage.setting,
        stage.reach,
        from: start,
        onEdge: edge,
        in: stage.choice,
        or: sources,
        { "No source is joined with \($0): it is isolated already." }
      )
    }
    var search = IsolationSearch(region, stage.setting, within: reach)
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
    func features(_ nodes: [Int32], where isWanted: (Int32) -> Bool = { _ in true }) -> [FeatureID]
    {
      let ordinals = nodes.filter(isWanted).map {
        topology.featureOrdinal(ofNode: Int(region.nodes[Int($0)]))
      }
      return Array(Set(ordinals)).ordered(by: <).map { topology.network.feature(ordinal: $0) }
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
    let places = BarrierPlaces(search: search, stage: stage)
    let needed = drivingOrder(
      search.needed.flatMap { shutoff in
        places.elements(element(shutoff, stage), of: shutoff, isNeeded: true).map { (shutoff, $0) }
      }
    )
    let shut = shutWithSources(search, stage)
    isolation = TraceIsolation(
      boundary: search.boundary.flatMap { places.elements(element($0, stage), of: $0) },
      needed: needed.map(\.element),
      alreadyShut: shut.flatMap {
        places.elements(element($0.shutoff, stage), of: $0.shutoff, isShut: true)
      },
      region: regionElements,
      withoutSupply: withoutSupply,
      sources: features(sourceNodes),
      sourcesInside: sourcesInside,
      controllersInside: controllersInside,
      ignoredSources: ignored,
      demands: sourcesInside.isEmpty
        ? topology.network.demands(of: regionElements.features + withoutSupply.features) : []
    )
    for (shutoff, _) in needed {
      let code = code(shutoff, stage)
      add(code, telling: item(shutoff, code, region), stage)
    }
    if isIncluded { for item in items { add(region.code(item, topology), telling: item, stage) } }
    let names = topology.name(of:)
    for source in sourcesInside {
      warn(
        controllersInside.contains { $0.feature == source } ? .controllerInside : .sourceInside,
        "No feature that can be shut lies between the start and the source \(names(source))."
      )
    }
    for source in ignored {
      warn(
        .sourceIgnored,
        "\(names(source)) stays joined with the start. It can feed the start, but does not count as a source in "
          + "this network."
      )
    }
    warnOfShut(shut, stage)
    warnOfUnblocked(Set(regionElements.features + withoutSupply.features), stage.setting)
  }

  /// Warns of features that would be shut or are barriers, but are not by an assumption.
  private mutating func warnOfUnblocked(_ features: Set<FeatureID>, _ setting: TraceSetting) {
    for feature in parameters.assumptions.unblocked where features.contains(feature) {
      let nodes = topology.nodes(of: feature).prefix(1).map { topology.element(node: $0) }
      let edges = topology.edges(of: feature).prefix(1).map { topology.element(edge: $0) }
      let isShutoff = (nodes + edges).contains { element in
        [setting.filter.condition, setting.barriers.condition].contains {
          $0?.holds(at: element, setting.attributes) == true
        }
      }
      guard isShutoff else { continue }
      warn(
        .takenAsOpen,
        "\(topology.name(of: feature)) is assumed to be open: nothing is shut there."
      )
    }
  }

  /// The existing barriers with the sources behind them; those beyond barriers that stay open only with a source.
  private func shutWithSources(
    _ search: IsolationSearch,
    _ stage: SubnetworkStage
  ) -> [(shutoff: IsolationSearch.Shutoff, source: Int32?)] {
    guard !search.shut.isEmpty || !search.shutBeyond.isEmpty else { return [] }
    var behind = SourcesBehind(stage, inside: search.isolated, shutting: search.needed)
    let atCore = search.shut.map { ($0, behind.source(behind: $0, in: stage.region)) }
    let beyond = search.shutBeyond.map { ($0, behind.source(behind: $0, in: stage.region)) }
    return atCore + beyond.filter { $0.1 != nil }
  }

  private mutating func warnOfShut(
    _ shut: [(shutoff: IsolationSearch.Shutoff, source: Int32?)],
    _ stage: SubnetworkStage
  ) {
    var told: [(feature: FeatureID, source: Int32?)] = []
    for (shutoff, source) in shut {
      let feature = element(shutoff, stage).feature
      if let known = told.firstIndex(where: { $0.feature == feature }) {
        told[known].source = told[known].source ?? source
      } else {
        told.append((feature, source))
      }
    }
    let names = topology.name(of:)
    // Those that would feed the start come first, since an image has room for only some.
    for (feature, source) in told.filter({ $0.source != nil }) + told.filter({ $0.source == nil }) {
      let source = source.map { names(topology.network.feature(ordinal: $0)) }
      warn(
        .takenAsShut,
        "\(names(feature)) is assumed to be shut already: check that it is and stays shut."
          + (source.map {
            " The source \($0) behind it would feed the start if \(names(feature)) were opened or started."
          } ?? "")
      )
    }
  }

  mutating func warn(_ code: TraceWarning.Code, _ message: String) {
    warnings.append(TraceWarning(code: code, message: message))
  }

  private func elements(_ items: [Int32], _ region: TraceRegion) -> TraceElements {
    TraceElements(
      codes: items.map { region.code($0, topology) }.filter { topology.isReturned($0) },
      topology: topology
    )
  }

  private func drivingOrder(
    _ shutoffs: [(shutoff: IsolationSearch.Shutoff, element: NetworkElement)]
  ) -> [(shutoff: IsolationSearch.Shutoff, element: NetworkElement)] {
    let start = parameters.starts.lazy.compactMap { topology.coordinate(of: $0) }.first
    let places = shutoffs.map { topology.coordinate(of: TraceLocation($0.element)) }
    return DrivingOrder.positions(places, from: start).map { shutoffs[$0] }
  }

  /// Adds an element with the values that arrive at an item of the region.
  private mutating func add(_ code: Int32, telling item: Int32?, _ stage: SubnetworkStage) {
    guard let item else { return add(code) }
    guard topology.isReturned(code) && isFound.insert(code).inserted else { return }
    codes.append(code)
    tell(item, stage.setting, stage.reach)
  }

  func code(_ shutoff: IsolationSearch.Shutoff, _ stage: SubnetworkStage) -> Int32 {
    switch shutoff {
    case .device(let feature):
      // The first terminal represents the whole device.
      Int32(topology.nodes(of: topology.network.feature(ordinal: feature)).lowerBound)
    case .node(let node): barrierCode(ofNode: Int(stage.region.nodes[Int(node)]), stage.setting)
    case .edge(let edge): stage.region.code(Int32(stage.region.nodes.count) + edge, topology)
    }
  }

  private func barrierCode(ofNode node: Int, _ setting: TraceSetting) -> Int32 {
    let code = setting.filter.code(ofNode: node, topology)
    return code == node ? setting.barriers.code(ofNode: node, topology) : code
  }

  /// The item of the region for a shutoff; nil for a terminal that was not found.
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

  func element(_ shutoff: IsolationSearch.Shutoff, _ stage: SubnetworkStage) -> NetworkElement {
    var element = topology.networkElement(code(shutoff, stage))
    if case .device = shutoff { element.terminal = nil }
    return element
  }

  /// Warns of filter categories that no asset type of the domain network has; another domain network may have them.
  mutating func warnOfMissingCategories(in choice: TierChoice) {
    guard let filter = configuration.filter.barriers else { return }
    let types = zip(topology.network.catalog.entries, topology.rules.classes)
    let known = Set(
      types.filter { $0.1.domain == choice.domain }.flatMap(\.0.type.categories)
        .map { $0.lowercased() }
    )
    let missing = filter.shuttingCategories.filter { !known.contains($0.lowercased()) }
    guard !missing.isEmpty else { return }
    let suggested = topology.suggestedIsolationFilter(from: parameters.starts)
      .map { " A condition that fits: \($0.expression(in: topology.network.definition))" }
    for name in missing {
      warn(
        .categoryMissing,
        "No asset type of \(choice.domainNetwork.name) has the category '\(name)': "
          + "nothing can be shut by it.\(suggested ?? "")"
      )
    }
  }
}

extension TraceRegion {
  /// A node of the first start that is not reached, with the start's edge; nil when all are reached.
  fileprivate func startWithoutSupply(_ reach: OutwardReach) -> (node: Int32, edge: Int32?)? {
    for node in openStartNodes where !reach.reaches(node: Int(node)) { return (node, nil) }
    for (edge, exits) in zip(startEdges, startExits) where !exits.isEmpty {
      let ends = [(Ways.back, from[Int(edge)]), (Ways.forth, to[Int(edge)])]
        .filter { exits.contains($0.0) }.map(\.1)
      let isFed = ends.contains {
        reach.reaches(node: Int($0)) && !nodeMarks[Int($0)].contains(.bars)
      }
      if !isFed || !reach.reaches(edge: Int(edge)) { return (from[Int(edge)], edge) }
    }
    return nil
  }

  /// The ends by which the starts on a part of a line leave it, independently of shutoffs.
  func startExits(onEdge edge: Int32) -> Ways {
    startEdges.indices.reduce(into: []) { exits, number in
      if startEdges[number] == edge { exits.formUnion(startExits[number]) }
    }
  }
}

/// The positions of barriers on lines at the border of an isolated region.
struct BarrierPlaces {
  let search: IsolationSearch
  let stage: SubnetworkStage

  private var region: TraceRegion { stage.region }
  private var setting: TraceSetting { stage.setting }

  /// The elements of a shutoff: for a part of a line one for each barrier on it that can be shut (or exists, `isShut`), and
  /// that has a source behind it (`isNeeded`).
  func elements(
    _ element: NetworkElement,
    of shutoff: IsolationSearch.Shutoff,
    isNeeded: Bool = false,
    isShut: Bool = false
  ) -> [NetworkElement] {
    guard let part = element.positions else { return [element] }
    let places: [Double]
    switch shutoff {
    case .device: return [element]
    case .node(let node):
      // The node has no feature: it is an end of the part.
      let number = Int(region.nodes[Int(node)])
      let barriers = isShut ? setting.barriers : setting.filter
      guard let edge = barriers.parts[Int32(number)] else { return [element] }
      let isStart = setting.topology.ends(ofEdge: Int(edge)).from == number
      places = [isStart ? part.lowerBound : part.upperBound]
    case .edge(let edge): places = self.places(onEdge: edge, isNeeded: isNeeded, isShut: isShut)
    }
    guard !places.isEmpty else { return [element] }
    return places.map { place in
      var element = element
      element.positions = place...place
      return element
    }
  }

  /// The positions next to the starts on a part, and those next to its ends that the starts reach otherwise.
  private func places(onEdge edge: Int32, isNeeded: Bool, isShut: Bool) -> [Double] {
    let number = region.edges[Int(edge)]
    let shut = setting.barriers.edges[number] ?? []
    let places = isShut ? shut : setting.filter.edges[number] ?? []
    let (from, to) = (Int(region.from[Int(edge)]), Int(region.to[Int(edge)]))
    let starts = region.startEdges.indices.filter { region.startEdges[$0] == edge }
      .map { region.startFractions[$0] }
    var found: [(place: Double, isFed: Bool)] = []
    func add(_ place: Double?, towards end: Int, _ between: ClosedRange<Double>) {
      guard let place else { return }
      found.append((place, search.isFed[end] && !shut.contains(where: between.contains)))
    }
    func back(_ place: Double?) { place.map { add($0, towards: from, 0...$0) } }
    func forth(_ place: Double?) { place.map { add($0, towards: to, $0...1) } }
    if let first = starts.min(), let last = starts.max() {
      back(places.filter { $0 <= first }.max())
      forth(places.filter { $0 >= last }.min())
    }
    if search.isInside[from] { forth(places.min()) }
    if search.isInside[to] { back(places.max()) }
    let fed = found.filter(\.isFed)
    let counted = isNeeded && !fed.isEmpty ? fed : found
    return Array(Set(counted.map(\.place))).ordered(by: <)
  }
}

extension TraceCondition {
  /// The categories that elements must have, each once.
  fileprivate var shuttingCategories: [String] {
    switch self {
    case .hasCategory(let name): [name]
    case .and(let parts), .or(let parts):
      parts.flatMap(\.shuttingCategories).reduce(into: []) { names, name in
        if !names.contains(name) { names.append(name) }
      }
    case .attribute, .attributes, .lacksCategory: []
    }
  }
}
