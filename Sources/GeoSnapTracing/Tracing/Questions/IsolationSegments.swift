internal import GeoSnapSupport

extension Topology {
  /// A part of the network between valves, which is isolated as a whole.
  public struct IsolationSegment: Sendable {
    /// The elements, in order.
    public let elements: TraceElements
    /// The valves with exactly one side in the segment, in the order of features.
    public let valves: [FeatureID]
  }

  /// The asynchronous twin of `isolationSegments(valves:ignoresStatus:assuming:progress:)`, with progress; throws
  /// `CancellationError` when its task is cancelled.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
  @concurrent
  public func isolationSegments(
    valves: TraceCondition? = nil,
    ignoresStatus: Bool = false,
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> [IsolationSegment] {
    let found = try cancellable { () throws(TraceError) -> [IsolationSegment] in
      try isolationSegments(
        valves: valves,
        ignoresStatus: ignoresStatus,
        assuming: assumptions,
        progress: progress
      )
    }
    progress?(1)
    return found
  }

  /// Divides the network at its valves.
  ///
  /// - Parameters:
  ///   - valves: The condition for valves; nil for the category `Isolating` or, in a domain network without an asset
  ///     type of this category, for all devices with a status that can be a barrier.
  ///   - ignoresStatus: Whether the current status of devices is ignored.
  ///   - assumptions: Assumptions that replace values and barriers of the network.
  ///   - progress: Receives the share that is done, from 0 to 1.
  /// - Returns: The segments, in the order of their first features; valves are in none.
  /// - Throws: ``TraceError`` when a condition names something that the network does not have, or the task was
  ///   cancelled.
  /// - Complexity: Linear in the size of the network.
  public func isolationSegments(
    valves: TraceCondition? = nil,
    ignoresStatus: Bool = false,
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    progress: ((_ done: Double) -> Void)? = nil
  ) throws(TraceError) -> [IsolationSegment] {
    var settings: [TraceSetting] = []
    var knowsValves = false
    for domain in network.definition.domainNetworks.indices {
      var definition = TraceConfiguration()
      if !ignoresStatus {
        definition.traversability.barriers =
          network.definition.domainNetworks[domain].attributeBarriers
      }
      definition.filter.barriers = valves ?? defaultValves(inDomain: domain)
      if definition.filter.barriers != nil { knowsValves = true }
      settings.append(try TraceSetting(definition, of: self, assuming: assumptions))
    }
    guard knowsValves else {
      throw TraceError(
        .filterBarrierMissing,
        "The network does not say which features are valves: give a condition, such as \"Asset type\" = 1."
      )
    }
    var search = SegmentSearch(
      self,
      settings,
      elsewhere: try TraceSetting(TraceConfiguration(), of: self, assuming: assumptions),
      progress
    )
    return try search.segments()
  }

  /// The filter condition for isolation traces that fits the network: the category `Isolating` where a feature has it,
  /// or else devices that have a status; nil when there is neither.
  ///
  /// `starts` are the starts of the trace. The time is linear in the number of features.
  public func suggestedIsolationFilter(from starts: [TraceLocation]) -> TraceCondition? {
    guard let domain = domain(of: starts) else { return nil }
    let status = network.definition.networkAttribute(named: Self.statusName).map(column)
    var isUsed = [Bool](repeating: false, count: rules.classes.count)
    var hasStatus = false
    network.forEachFeature { feature in
      let type = network.assetTypeOrdinal(of: feature)
      guard type >= 0, rules.classes[Int(type)].domain == domain else { return }
      isUsed[Int(type)] = true
      hasStatus = hasStatus || status?.number(network.ordinal(of: feature)) != nil
    }
    return switch defaultValves(inDomain: domain, among: { isUsed[$0] }) {
    case .or(let parts) where parts.count == 1: parts[0]
    case .attribute where !hasStatus: nil
    case let valves: valves
    }
  }

  private static let statusName = "Device Status"

  /// The sentence about what an isolation trace from some starts may shut, after `words` if a condition fits.
  func isolationAdvice(from starts: [TraceLocation], _ words: String) -> String? {
    if let filter = suggestedIsolationFilter(from: starts) {
      return words + filter.expression(in: network.definition)
    }
    guard let domain = domain(of: starts) else { return nil }
    let categories = isolatingCategories(inDomain: domain) { _ in true }
    guard !categories.isEmpty else { return nil }
    return ". No feature has the category \(Words.list(categories.map { "'\($0)'" }, "or"))"
  }

  /// The domain network of the first start that is in one.
  private func domain(of starts: [TraceLocation]) -> Int? {
    starts.lazy.map { network.assetTypeOrdinal(of: $0.feature) }
      .compactMap { $0 < 0 ? nil : Int(rules.classes[Int($0)].domain) }.first { $0 >= 0 }
  }

  /// The categories of valves that asset types have: `Isolating`, also after the sign of a commodity such as `G:`.
  private func isolatingCategories(inDomain domain: Int, among isCounted: (Int) -> Bool) -> [String]
  {
    let types = network.catalog.entries.indices.filter {
      rules.classes[$0].domain == domain && isCounted($0)
    }
    let categories = Set(types.flatMap { network.catalog.entries[$0].type.categories }).filter {
      $0.lowercased() == "isolating" || $0.lowercased().hasSuffix(":isolating")
    }
    return Array(categories).ordered(by: <)
  }

  /// The default valves of a domain network: the categories of valves, or else devices that have a status.
  private func defaultValves(
    inDomain domain: Int,
    among isCounted: (Int) -> Bool = { _ in true }
  ) -> TraceCondition? {
    let categories = isolatingCategories(inDomain: domain, among: isCounted)
    if !categories.isEmpty { return .or(categories.map { .hasCategory($0) }) }
    guard network.definition.networkAttribute(named: Self.statusName) != nil else { return nil }
    return .attribute(Self.statusName, .greaterThanEqual, .integer(0))
  }
}

/// Divides a network at its valves: elements connected without passing one are a segment.
private struct SegmentSearch {
  private let topology: Topology
  /// The barriers and valves of each domain network; the last is for elements outside domain networks.
  private let settings: [TraceSetting]
  private var sets: DisjointSets
  private let progress: ((Double) -> Void)?

  init(
    _ topology: Topology,
    _ settings: [TraceSetting],
    elsewhere: TraceSetting,
    _ progress: ((Double) -> Void)?
  ) {
    self.topology = topology
    self.progress = progress
    self.settings = settings + [elsewhere]
    sets = DisjointSets(count: topology.nodeLimit)
  }

  /// The position of the setting of an element's domain network.
  private func settingNumber(_ element: TraceElement) -> Int {
    topology.domain(of: element) ?? settings.count - 1
  }

  private func isValve(node: Int) -> Bool {
    let element = topology.element(node: node)
    let number = settingNumber(element)
    return settings[number].filter.holds(at: element, settings[number].attributes)
  }

  /// Whether an element counts; structures do not.
  private func takesPart(_ element: TraceElement) -> Bool {
    guard let domain = topology.domain(of: element) else { return element.type < 0 }
    return !topology.network.definition.domainNetworks[domain].isStructureNetwork
  }

  private func stops(atNode node: Int) -> Bool {
    let element = topology.element(node: node)
    let number = settingNumber(element)
    return settings[number].barriers.bars(node: node, settings[number].attributes)
      || (isValve(node: node) && !topology.hasSeveralTerminals(element))
  }

  mutating func segments() throws(TraceError) -> [Topology.IsolationSegment] {
    var isStop = [Bool](repeating: false, count: topology.nodeLimit)
    for node in 0..<topology.nodeLimit {
      if node & (Exploration.pace - 1) == 0 { try note(0, node, of: topology.nodeLimit) }
      isStop[node] = topology.hasNode(node) && stops(atNode: node)
    }
    for edge in 0..<topology.edgeLimit where topology.hasEdge(edge) {
      if edge & (Exploration.pace - 1) == 0 { try note(1, edge, of: topology.edgeLimit) }
      let (from, to) = topology.ends(ofEdge: edge)
      guard !isStop[from], !isStop[to], isPassed(edge, from, to) else { continue }
      sets.join(from, to)
    }
    try TraceError.checkCancellation()
    var members = SegmentMembers(placeCount: topology.nodeLimit + topology.edgeLimit)
    for node in 0..<topology.nodeLimit where topology.hasNode(node) {
      if node & (Exploration.pace - 1) == 0 { try note(2, node, of: topology.nodeLimit) }
      let element = topology.element(node: node)
      guard takesPart(element) else { continue }
      if isValve(node: node) {
        if topology.hasSeveralTerminals(element) {
          members.border(element.feature, at: sets.root(node))
        }
      } else if element.feature >= 0 {
        members.add(Int32(node), element.feature, at: sets.root(node))
      }
    }
    for edge in 0..<topology.edgeLimit where topology.hasEdge(edge) && topology.isLine(edge) {
      if edge & (Exploration.pace - 1) == 0 { try note(3, edge, of: topology.edgeLimit) }
      let element = topology.element(edge: edge)
      guard takesPart(element) else { continue }
      let (from, to) = topology.ends(ofEdge: edge)
      // An edge that ends at a valve without terminals belongs to its other end; between two such valves it is a
      // segment.
      let place =
        isStop[from] && isStop[to] ? topology.nodeLimit + edge : sets.root(isStop[from] ? to : from)
      members.add(Int32(topology.nodeLimit + edge), element.feature, at: place)
      if isStop[from] && isValve(node: from) {
        members.border(topology.featureOrdinal(ofNode: from), at: place)
      }
      if isStop[to] && isValve(node: to) {
        members.border(topology.featureOrdinal(ofNode: to), at: place)
      }
    }
    return try members.segments(of: topology)
  }

  /// Reports the progress of one of the four passes over the network.
  private func note(_ pass: Int, _ done: Int, of count: Int) throws(TraceError) {
    try TraceError.checkCancellation()
    progress?((Double(pass) + Double(done) / Double(count)) / 4)
  }

  private func isPassed(_ edge: Int, _ from: Int, _ to: Int) -> Bool {
    let isLine = topology.isLine(edge)
    guard isLine || topology.isInternal(edge) else { return true }
    let number = settingNumber(isLine ? topology.element(edge: edge) : topology.element(node: from))
    if isLine { return !settings[number].barriers.bars(edge: edge, settings[number].attributes) }
    return settings[number].joins(internal: edge, from: from, to: to) && !isValve(node: from)
      && !isValve(node: to)
  }
}

/// Segments while they are gathered, each identified by one of its nodes, or its only edge.
private struct SegmentMembers {
  /// The number of the segment of each place; -1 for none.
  private var numbers: [Int32]
  private var codes: [[Int32]] = []
  /// The least feature of each segment.
  private var leasts: [Int32] = []
  /// The sides of valves, each with the number of its segment.
  private var sides: [(valve: Int32, segment: Int32)] = []

  init(placeCount: Int) { numbers = [Int32](repeating: -1, count: placeCount) }

  private mutating func segment(at place: Int) -> Int {
    if numbers[place] < 0 {
      numbers[place] = Int32(codes.count)
      codes.append([])
      leasts.append(.max)
    }
    return Int(numbers[place])
  }

  mutating func add(_ code: Int32, _ feature: Int32, at place: Int) {
    let segment = segment(at: place)
    codes[segment].append(code)
    leasts[segment] = min(leasts[segment], feature)
  }

  /// Adds a segment on one side of a valve.
  mutating func border(_ valve: Int32, at place: Int) {
    sides.append((valve, Int32(segment(at: place))))
  }

  /// The segments that have elements, in the order of their first features.
  func segments(of topology: Topology) throws(TraceError) -> [Topology.IsolationSegment] {
    try TraceError.checkCancellation()
    var valves = [[FeatureID]](repeating: [], count: codes.count)
    let sides = sides.ordered {
      $0.valve != $1.valve ? $0.valve < $1.valve : $0.segment < $1.segment
    }
    var first = 0
    while first < sides.count {
      let side = sides[first]
      var end = first + 1
      while end < sides.count && sides[end] == side { end += 1 }
      // A valve with both sides in the same segment is not on its border.
      if end == first + 1 {
        valves[Int(side.segment)].append(topology.network.feature(ordinal: side.valve))
      }
      first = end
    }
    try TraceError.checkCancellation()
    let order = risingOrder(codes.count) { leasts[$0] < leasts[$1] }
    var segments: [Topology.IsolationSegment] = []
    segments.reserveCapacity(order.count)
    for (place, number) in order.enumerated() where !codes[number].isEmpty {
      if place & (Exploration.pace - 1) == 0 { try TraceError.checkCancellation() }
      segments.append(
        Topology.IsolationSegment(
          elements: TraceElements(codes: codes[number], topology: topology),
          valves: valves[number]
        )
      )
    }
    return segments
  }
}
