extension Topology {
  /// A part of the network that is isolated as one: what lies between valves.
  public struct IsolationSegment: Sendable {
    /// The elements, in order.
    public let elements: TraceElements
    /// The valves of which exactly one side is in the segment, in the order of features.
    public let valves: [FeatureID]
  }

  /// Divides the network at its valves.
  ///
  /// - Parameters:
  ///   - valves: Which elements are valves; nil for those of the category `Isolating` or, where no
  ///     asset type has it, for all devices with a status that bars when set.
  ///   - ignoresStatus: Whether what is shut or open now makes no difference.
  ///   - assumptions: What is taken for granted though the network says otherwise.
  /// - Returns: The segments, in the order of their first features. A valve is part of none.
  /// - Throws: ``TraceError`` when a condition names what the network has not.
  /// - Complexity: Linear in the size of the network.
  public func isolationSegments(
    valves: TraceCondition? = nil,
    ignoresStatus: Bool = false,
    assuming assumptions: TraceAssumptions = TraceAssumptions()
  ) throws(TraceError) -> [IsolationSegment] {
    var definition = try conductionDefinition(ignoringStatus: ignoresStatus)
    definition.filter.barriers = valves ?? defaultValves
    guard definition.filter.barriers != nil else {
      throw TraceError(
        .filterBarrierMissing,
        "The network does not say what its valves are: give a condition, such as \"Asset type\" = 1."
      )
    }
    let setting = try TraceSetting(definition, of: self, assuming: assumptions)
    var search = SegmentSearch(setting)
    return search.segments()
  }

  /// What is a valve where nobody says: what has the category `Isolating`, alone or behind the sign of
  /// a commodity such as `G:`; else devices that have a status.
  private var defaultValves: TraceCondition? {
    let names = Set(
      network.definition.categories + network.catalog.entries.flatMap(\.type.categories)
    )
    let categories = names.filter {
      $0.lowercased() == "isolating" || $0.lowercased().hasSuffix(":isolating")
    }
    if !categories.isEmpty { return .or(categories.sorted().map { .hasCategory($0) }) }
    let status = "Device Status"
    guard network.definition.networkAttribute(named: status) != nil else { return nil }
    return .attribute(status, .greaterThanEqual, .integer(0))
  }

  /// What bars in any tier, as one condition; nothing when status makes no difference.
  private func conductionDefinition(
    ignoringStatus: Bool
  ) throws(TraceError) -> TraceConfiguration {
    var configuration = TraceConfiguration()
    guard !ignoringStatus else { return configuration }
    var parts: [TraceCondition] = []
    for choice in tierChoices {
      guard let barriers = choice.tier.traceConfiguration?.traversability.barriers else { continue }
      for part in barriers.alternatives where part.categoryNames.isEmpty && !parts.contains(part) {
        parts.append(part)
      }
    }
    if !parts.isEmpty { configuration.traversability.barriers = .or(parts) }
    return configuration
  }
}

/// Divides a network at its valves: what is joined without passing one is a segment.
private struct SegmentSearch {
  private let setting: TraceSetting
  private let topology: Topology
  private var parents: [Int32]

  init(_ setting: TraceSetting) {
    self.setting = setting
    topology = setting.topology
    parents = (0..<Int32(topology.graph.nodeCount)).map { $0 }
  }

  private mutating func root(_ node: Int) -> Int {
    var node = node
    while Int(parents[node]) != node {
      parents[node] = parents[Int(parents[node])]
      node = Int(parents[node])
    }
    return node
  }

  private func isValve(node: Int) -> Bool {
    setting.filter.holds(at: topology.element(node: node), setting.attributes)
  }

  /// Whether an element takes part: structures carry, and isolate nothing.
  private func takesPart(_ element: TraceElement) -> Bool {
    guard element.type >= 0 else { return true }
    let domain = topology.rules.classes[Int(element.type)].domain
    return domain >= 0
      && !topology.network.definition.domainNetworks[Int(domain)].isStructureNetwork
  }

  private func stops(atNode node: Int) -> Bool {
    setting.barriers.bars(node: node, of: topology, setting.attributes)
      || (isValve(node: node) && !topology.hasSeveralTerminals(topology.element(node: node)))
  }

  mutating func segments() -> [Topology.IsolationSegment] {
    let graph = topology.graph
    let isStop = (0..<graph.nodeCount).map { stops(atNode: $0) }
    for edge in 0..<graph.edgeCount {
      let (from, to) = graph.nodes(of: edge)
      guard !isStop[from], !isStop[to], isPassed(edge, from, to) else { continue }
      let (one, other) = (root(from), root(to))
      parents[max(one, other)] = Int32(min(one, other))
    }
    var codes: [Int: [Int32]] = [:]
    /// For each valve the segments at its sides.
    var sides: [Int32: [Int]] = [:]
    for node in 0..<graph.nodeCount {
      let element = topology.element(node: node)
      guard takesPart(element) else { continue }
      if isValve(node: node) {
        if topology.hasSeveralTerminals(element) {
          sides[element.feature, default: []].append(root(node))
        }
      } else if element.feature >= 0 {
        codes[root(node), default: []].append(Int32(node))
      }
    }
    for edge in topology.lineEdges {
      let element = topology.element(edge: edge)
      guard takesPart(element) else { continue }
      let (from, to) = graph.nodes(of: edge)
      // What ends at a valve without terminals belongs to its other end or, between two, is a segment
      // of its own.
      let place =
        isStop[from] && isStop[to] ? graph.nodeCount + edge : root(isStop[from] ? to : from)
      codes[place, default: []].append(Int32(graph.nodeCount + edge))
      for end in [from, to] where isStop[end] && isValve(node: end) {
        sides[topology.nodeFeatures[end], default: []].append(place)
      }
    }
    var valves: [Int: [Int32]] = [:]
    for valve in sides.keys.sorted() {
      let around = sides[valve] ?? []
      for place in Set(around) where around.count(where: { $0 == place }) == 1 {
        valves[place, default: []].append(valve)
      }
    }
    return codes.keys.sorted { firstFeature(codes[$0]) < firstFeature(codes[$1]) }.map { place in
      Topology.IsolationSegment(
        elements: TraceElements(codes: codes[place] ?? [], topology: topology),
        valves: (valves[place] ?? []).map { topology.network.feature(ordinal: $0) }
      )
    }
  }

  private func isPassed(_ edge: Int, _ from: Int, _ to: Int) -> Bool {
    if topology.lineEdges.contains(edge) {
      return !setting.barriers.bars(edge: edge, of: topology, setting.attributes)
    }
    guard topology.internalEdges.contains(edge) else { return true }
    return setting.passage(ofInternal: edge, from: from, to: to).contains(.joined)
      && !isValve(node: from) && !isValve(node: to)
  }

  private func firstFeature(_ codes: [Int32]?) -> Int32 {
    codes?.map { topology.featureOrdinal($0) }.min() ?? -1
  }
}
