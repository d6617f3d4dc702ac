extension TraceRun {
  mutating func connected(
    _ setting: TraceSetting,
    _ origins: [TraceOrigin]
  ) throws(TraceError) {
    var setting = setting
    setting.joinsAllTerminals = true
    if setting.returnsAllExplored && !origins.contains(where: { $0.edge >= 0 }) {
      codes = try ConnectedWalk.codes(from: origins.map(\.node), setting, progress)
      stopSources.append(.connected(origins, setting))
      return
    }
    let region = try explore(setting, origins)
    let allowed = [TraceRegion.Ways](repeating: .both, count: region.edges.count)
    try collect(region, setting, over: allowed, sharingBits: false)
  }

  /// Traces upstream or downstream by the digitized direction of lines.
  mutating func drawn(
    _ setting: TraceSetting,
    _ origins: [TraceOrigin]
  ) throws(TraceError) {
    let region = try explore(setting, origins)
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
    let (open, barring) = openStarts(region, setting)
    addBarring(barring, region, setting, nil)
    var walk = RegionWalk(region, setting, over: allowed, collecting: true)
    if sharesBits { try walk.keepBits(sharedWith: startElements) }
    let edges = starts(region, setting).map { $0.leaving(by: allowed[Int($0.edge)]) }
    try TraceError.checkCancellation()
    walk.run(fromNodes: open, edges: edges)
    try collect(region, setting, walk, over: allowed, from: edges, nil, barringStarts: barring)
  }

  mutating func loops(
    _ setting: TraceSetting,
    _ origins: [TraceOrigin]
  ) throws(TraceError) {
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
    let region = try explore(setting, origins)
    let search = try LoopSearch(region, setting)
    for item in search.elements { add(code(item, region)) }
  }
}
