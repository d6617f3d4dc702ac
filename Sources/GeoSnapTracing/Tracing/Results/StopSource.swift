/// The data from which the stops of a trace are computed on access.
enum StopSource: Sendable {
  /// A walk that was kept.
  case walk(StopFinder)
  /// The starts of a connected trace, which is explored again.
  case connected([TraceOrigin], TraceSetting)
  /// Known stops: those of a decoded result.
  case told([TraceStop])

  /// The stops in the order of the walk, each place and reason once, in O(n) for n elements reached.
  func stops(withDeadEnds deadEnds: Bool) -> [TraceStop] {
    switch self {
    case .told(let stops): return stops
    case .walk(let finder): return finder.stops(withDeadEnds: deadEnds)
    case .connected(let origins, let setting):
      // The trace is complete: cancelling the task since does not matter.
      let region = setting.topology.wholeRegion(from: origins, setting)
      var walk = RegionWalk(
        region,
        setting,
        over: [TraceRegion.Ways](repeating: .both, count: region.edges.count),
        collecting: true
      )
      walk.isCancellable = false
      walk.run(fromNodes: region.startNodes, edges: [])
      return StopFinder(walk, nil, usingFilter: true).stops(withDeadEnds: deadEnds)
    }
  }
}

/// Stops, each place and reason once.
struct StopList {
  /// The number of features beyond a place that are named.
  private static let namedCount = 5

  private let topology: Topology
  private var stops: [TraceStop] = []
  /// The last stop at each place, and for each stop the previous one at its place; -1 for none.
  private var lasts: [Int32: Int] = [:]
  private var befores: [Int] = []
  /// The features to which associations lead from each stop by direction.
  private var beyond: [[FeatureID]] = []

  init(_ topology: Topology) { self.topology = topology }

  var all: [TraceStop] {
    var all = stops
    for (position, features) in beyond.enumerated() where !features.isEmpty {
      let stop = all[position]
      let names = features.prefix(Self.namedCount).map(topology.name(of:))
      let others = features.count - names.count
      let way = names.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
      all[position] = TraceStop(
        element: stop.element,
        reason: stop.reason,
        detail: StopList.against("to \(way)")
      )
    }
    return all
  }

  private static func against(_ way: String) -> String {
    "The flow does not lead \(way), or may run either way."
  }

  /// Adds a stop by direction: towards a feature by an association or, without one, along the element there.
  mutating func add(_ code: Int32, against feature: FeatureID?) {
    guard let position = add(code, .direction, StopList.against("this way")), let feature,
      !beyond[position].contains(feature)
    else { return }
    beyond[position].append(feature)
  }

  /// Adds a stop, or finds it; returns its position, nil for system junctions, associations and internal edges.
  @discardableResult
  mutating func add(_ code: Int32, _ reason: TraceStop.Reason, _ detail: String) -> Int? {
    guard topology.isReturned(code) else { return nil }
    let last = lasts[code] ?? -1
    var known = last
    while known >= 0 {
      if stops[known].reason == reason { return known }
      known = befores[known]
    }
    lasts[code] = stops.count
    befores.append(last)
    beyond.append([])
    stops.append(TraceStop(element: topology.networkElement(code), reason: reason, detail: detail))
    return stops.count - 1
  }
}
