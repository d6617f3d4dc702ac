/// Stops, each place and reason once.
struct StopList {
  /// How many of the features that a place leads to are named.
  private static let namedCount = 5

  private let topology: Topology
  private var stops: [TraceStop] = []
  /// For each place its last stop, and for each stop the one before it at its place; -1 for none.
  private var lasts: [Int32: Int] = [:]
  private var befores: [Int] = []
  /// For each stop, if it is one by direction, the features that associations lead to from there.
  private var beyond: [[FeatureID]] = []

  init(_ topology: Topology) { self.topology = topology }

  /// The stops, with what lies beyond them.
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

  /// Adds a stop where the flow does not lead on, to a feature by an association or, without one, along what stands
  /// there.
  mutating func add(_ code: Int32, against feature: FeatureID?) {
    guard let position = add(code, .direction, StopList.against("this way")), let feature,
      !beyond[position].contains(feature)
    else { return }
    beyond[position].append(feature)
  }

  /// Adds a stop unless it is known.
  ///
  /// - Returns: Its position; nil for what has nothing to be known by: system junctions, associations and ways within
  ///   devices.
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
    stops.append(
      TraceStop(element: topology.networkElement(code), reason: reason, detail: detail)
    )
    return stops.count - 1
  }
}
