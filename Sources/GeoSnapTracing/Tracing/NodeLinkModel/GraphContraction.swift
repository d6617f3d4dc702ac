internal import GeoSnapSupport

struct GraphContraction {
  /// A path between two places, over one or more edges.
  private struct Way {
    var from: Int
    var to: Int
    /// The origins along it, with their rank as the name of a link.
    var names: [Name]
    var isConducting: Bool
    var isEnabled: Bool
    /// Whether it is a single device with a status.
    var isSwitch: Bool
    let edge: Int
  }

  private struct Name {
    /// 0 for lines, 1 for devices without a status, 2 for devices with one.
    let rank: Int
    let origin: String
  }

  private let topology: Topology
  private let conduction: Conduction
  private var places: DisjointSets
  /// The origins of the nodes at each place, at the roots; nil when there is no node.
  private var nodeNames: [[String]?]
  /// Whether the node at each place is a barrier, such as a bus out of service.
  private var isBarred: [Bool]
  private var ways: [Way?] = []
  /// The paths that end at each place.
  private var touching: [[Int]]

  private let progress: ((Double) -> Void)?

  init(
    _ topology: Topology,
    assuming assumptions: TraceAssumptions,
    _ progress: ((Double) -> Void)?
  ) throws(TraceError) {
    self.topology = topology
    self.progress = progress
    conduction = try Conduction(topology, assuming: assumptions)
    let count = topology.nodeLimit
    places = DisjointSets(count: count)
    nodeNames = [[String]?](repeating: nil, count: count)
    isBarred = [Bool](repeating: false, count: count)
    touching = [[Int]](repeating: [], count: count)
    try joinAssociated()
    try nameNodes()
    try gatherWays()
    try foldPlaces()
  }

  /// Reports the progress of one of the three passes over the network.
  private func note(_ pass: Int, _ done: Int, of count: Int) throws(TraceError) {
    // Naming takes longer than a step of a walk.
    guard done & (1 << 12 - 1) == 0 else { return }
    try TraceError.checkCancellation()
    progress?((Double(pass) + Double(done) / Double(count)) / 3)
  }

  private mutating func joinAssociated() throws(TraceError) {
    for edge in 0..<topology.edgeLimit {
      try note(0, edge, of: topology.edgeLimit)
      guard topology.hasEdge(edge), topology.isAssociation(edge) else { continue }
      let (from, to) = topology.ends(ofEdge: edge)
      if !isOpening(from) && !isOpening(to) { places.join(from, to) }
    }
  }

  /// Whether a device with one terminal joins others only while it is closed.
  private func isOpening(_ node: Int) -> Bool {
    guard let feature = topology.feature(ofNode: node), topology.nodes(of: feature).count == 1,
      topology.halfEdges(of: node).count > 1
    else { return false }
    let isNode = origin(feature)?.originElements.contains(where: \.isNodeOrigin) ?? false
    return !isNode && conduction.hasStatus(topology.element(node: node))
  }

  // MARK: Nodes

  private func origin(_ feature: FeatureID) -> String? { topology.network.origin(of: feature) }

  private func globalID(_ feature: FeatureID) -> String {
    topology.network.globalID(of: feature)?.description ?? ""
  }

  /// Names the places that are nodes: by the origins of buses and nodes if the network has any; otherwise each
  /// junction with one terminal and each system junction is a node.
  private mutating func nameNodes() throws(TraceError) {
    var hasOrigins = false
    for node in 0..<topology.nodeLimit where topology.hasNode(node) {
      try note(1, node, of: topology.nodeLimit)
      guard let feature = topology.feature(ofNode: node), !isSupport(feature) else { continue }
      for element in origin(feature)?.originElements ?? [] where element.isNodeOrigin {
        hasOrigins = true
        add(element, at: node)
        if conduction.bars(topology.element(node: node)) { isBarred[places.root(node)] = true }
      }
    }
    guard !hasOrigins else { return }
    for node in 0..<topology.nodeLimit where topology.hasNode(node) {
      guard let feature = topology.feature(ofNode: node) else {
        let (root, halves) = (places.root(node), topology.halfEdges(of: node))
        if halves.count != 2, nodeNames[root] == nil { nodeNames[root] = [] }
        continue
      }
      if topology.nodes(of: feature).count == 1 {
        add(origin(feature) ?? globalID(feature), at: node)
      }
    }
  }

  /// Whether a feature is a structure or container, which has the origin of the element that it supports.
  private func isSupport(_ feature: FeatureID) -> Bool {
    let network = topology.network
    let source = network.base.tables[Int(feature.table)].sourceID
    let domain = source.flatMap { network.definition.domainNetwork(ofSource: $0) }
    return domain?.isStructureNetwork == true
      || network.assetType(of: feature)?.type.associationRole != AssociationRole.none
  }

  private mutating func add(_ name: String, at node: Int) {
    let place = places.root(node)
    var names = nodeNames[place] ?? []
    if !names.contains(name) { names.append(name) }
    nodeNames[place] = names
  }

  // MARK: Paths

  private mutating func gatherWays() throws(TraceError) {
    for edge in 0..<topology.edgeLimit where topology.hasEdge(edge) && !topology.isAssociation(edge)
    {
      try note(2, edge, of: topology.edgeLimit)
      let element = topology.element(edge: edge)
      let feature = topology.network.feature(ordinal: element.feature)
      let (from, to) = topology.ends(ofEdge: edge)
      if isLoose(from) || isLoose(to) { continue }
      var isConducting = !conduction.bars(element)
      var isSwitch = false
      if topology.isInternal(edge) {
        isSwitch = conduction.hasStatus(element)
        let passage = topology.passage(ofInternal: edge)
        if !passage.contains(.joined) { isConducting = false }
      }
      // A junction that is a barrier, such as an open device with one terminal, blocks the lines that end there.
      for node in [from, to] where topology.isLine(edge) {
        let end = topology.element(node: node)
        if end.feature >= 0, nodeNames[places.root(node)] == nil, conduction.bars(end) {
          isConducting = false
        }
      }
      add(feature, element, from: from, to: to, isConducting, isSwitch: isSwitch, edge)
    }
    for edge in 0..<topology.edgeLimit where topology.hasEdge(edge) && topology.isAssociation(edge)
    {
      gatherOpening(edge)
    }
  }

  private mutating func isLoose(_ node: Int) -> Bool {
    nodeNames[places.root(node)] == nil
      && topology.halfEdges(of: node).allSatisfy { topology.isInternal($0.edge) }
  }

  /// Adds the path of an association to a device with one terminal.
  private mutating func gatherOpening(_ edge: Int) {
    let ends = topology.ends(ofEdge: edge)
    for (node, other) in [(ends.0, ends.1), (ends.1, ends.0)] where isOpening(node) {
      guard let feature = topology.feature(ofNode: node) else { continue }
      let element = topology.element(node: node)
      let isConducting = !conduction.bars(element)
      add(feature, element, from: other, to: node, isConducting, isSwitch: true, edge)
      return
    }
  }

  /// Adds the path of an edge; a pump that is a link comes before a valve next to it, a switch before a fuse.
  private mutating func add(
    _ feature: FeatureID,
    _ element: TraceElement,
    from: Int,
    to: Int,
    _ isConducting: Bool,
    isSwitch: Bool,
    _ edge: Int
  ) {
    let origin = origin(feature)
    let isLink = !isSwitch || origin?.isLinkOrigin == true
    let rank = topology.isLine(edge) ? 0 : isLink ? 1 : 2
    let isEnabled = conduction.isEnabled(element)
    add(
      Way(
        from: places.root(from),
        to: places.root(to),
        names: [Name(rank: rank, origin: origin ?? globalID(feature))],
        isConducting: isConducting && isEnabled,
        isEnabled: isEnabled,
        isSwitch: isSwitch,
        edge: edge
      )
    )
  }

  private mutating func add(_ way: Way) {
    ways.append(way)
    touching[way.from].append(ways.count - 1)
    if way.to != way.from { touching[way.to].append(ways.count - 1) }
  }

  private mutating func remove(_ number: Int) {
    guard let way = ways[number] else { return }
    ways[number] = nil
    for place in [way.from, way.to] { touching[place].removeAll { $0 == number } }
  }

  // MARK: Places without nodes

  private mutating func foldPlaces() throws(TraceError) {
    var waiting = touching.indices.filter { !touching[$0].isEmpty && nodeNames[$0] == nil }
    var stuck: [Int] = []
    while let place = waiting.popLast() {
      if waiting.count & (1 << 12 - 1) == 0 { try TraceError.checkCancellation() }
      let here = touching[place]
      guard nodeNames[place] == nil, !here.isEmpty else { continue }
      let isLoop = here.contains { ways[$0].map { $0.from == $0.to } == true }
      if here.count == 2 && !isLoop {
        fold(place, here[0], here[1])
      } else if here.count == 1 && !isLoop {
        // A dead end has no link.
        guard let way = ways[here[0]] else { continue }
        remove(here[0])
        waiting.append(way.from == place ? way.to : way.from)
      } else if let device = here.first(where: { ways[$0]?.isSwitch == true }), !isLoop {
        waiting += contract(device, at: place)
      } else {
        stuck.append(place)
      }
    }
    // A place that joins three or more paths becomes a node.
    for place in stuck where nodeNames[place] == nil && !touching[place].isEmpty {
      nodeNames[place] = []
    }
  }

  /// Joins the two paths that meet at a place.
  private mutating func fold(_ place: Int, _ one: Int, _ other: Int) {
    guard let first = ways[min(one, other)], let second = ways[max(one, other)] else { return }
    let start = first.from == place ? first.to : first.from
    let end = second.from == place ? second.to : second.from
    // A path keeps the direction of the line that names it.
    let leads = lead(first, second).edge == first.edge
    let keeps = leads ? first.to == place : second.from == place
    remove(one)
    remove(other)
    add(
      Way(
        from: keeps ? start : end,
        to: keeps ? end : start,
        names: keeps ? first.names + second.names : second.names + first.names,
        isConducting: first.isConducting && second.isConducting,
        isEnabled: first.isEnabled && second.isEnabled,
        isSwitch: first.isSwitch && second.isSwitch,
        edge: first.edge
      )
    )
  }

  /// The one of two paths that names the link.
  private func lead(_ one: Way, _ other: Way) -> Way {
    let ranks = [one, other].map { way in way.names.map(\.rank).min() ?? 3 }
    return ranks[0] <= ranks[1] ? one : other
  }

  /// Merges a device into the other paths at its place; returns the places to process again.
  private mutating func contract(_ device: Int, at place: Int) -> [Int] {
    guard let way = ways[device] else { return [] }
    let far = way.from == place ? way.to : way.from
    remove(device)
    for number in touching[place] {
      guard var other = ways[number] else { continue }
      remove(number)
      if other.from == place { other.from = far }
      if other.to == place { other.to = far }
      other.names += way.names
      other.isConducting = other.isConducting && way.isConducting
      other.isEnabled = other.isEnabled && way.isEnabled
      add(other)
    }
    touching[place] = []
    return nodeNames[far] == nil ? [far] : []
  }

  // MARK: Result

  func result() throws(TraceError) -> NodeLinkModel {
    var numbers = [Int](repeating: -1, count: nodeNames.count)
    var nodes: [String] = []
    for (place, names) in nodeNames.enumerated() {
      if place & (1 << 12 - 1) == 0 { try TraceError.checkCancellation() }
      guard let names else { continue }
      numbers[place] = nodes.count
      nodes.append(names.isEmpty ? "junction \(place)" : names.joined(separator: ";"))
    }
    var links: [NodeLinkModel.Link] = []
    for (place, way) in ways.compactMap({ $0 }).ordered(by: { $0.edge < $1.edge }).enumerated() {
      if place & (1 << 12 - 1) == 0 { try TraceError.checkCancellation() }
      let (from, to) = (numbers[way.from], numbers[way.to])
      guard from >= 0 && to >= 0 else { continue }
      let best = way.names.map(\.rank).min() ?? 0
      let origins = way.names.filter { $0.rank == best }.map(\.origin).uniqued()
      links.append(
        NodeLinkModel.Link(
          origin: origins.joined(separator: ";"),
          via: way.names.map(\.origin).uniqued().filter { !origins.contains($0) },
          from: from,
          to: to,
          isConducting: way.isConducting && !isBarred[way.from] && !isBarred[way.to],
          isEnabled: way.isEnabled
        )
      )
    }
    return NodeLinkModel(nodes: nodes, links: links)
  }
}

extension Topology {
  /// The network as nodes and links, contracted for comparison with other programs.
  ///
  /// Nodes are the elements that imported networks call `bus/…`, `node/…` or `junction/…`. In a network without such
  /// origins each junction with one terminal is a node. Barriers are those of the tiers' definitions. The time is
  /// linear in the number of edges.
  ///
  /// - Throws: ``TraceError`` when a tier's definition names an attribute that the network does not have.
  public func contracted(
    assuming assumptions: TraceAssumptions = TraceAssumptions()
  ) throws(TraceError) -> NodeLinkModel {
    try GraphContraction(self, assuming: assumptions, nil).result()
  }

  /// The asynchronous twin of ``contracted(assuming:)``, with progress; throws `CancellationError` when its task is
  /// cancelled.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
  @concurrent
  public func contracted(
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> NodeLinkModel {
    let graph = try cancellable { () throws(TraceError) in
      try GraphContraction(self, assuming: assumptions, progress).result()
    }
    progress?(1)
    return graph
  }
}

extension String {
  /// Whether an origin is that of a link: `link/P-1`, `water/link/P-1`, and `line/sw1`, a line that is a switch.
  fileprivate var isLinkOrigin: Bool {
    split(separator: "/", omittingEmptySubsequences: false).dropLast().prefix(2)
      .contains { $0 == "link" || $0 == "line" }
  }

  /// Whether an origin is that of a node: `bus/17`, `lv/bus/17`, `node/J-1`, `junction/3`.
  fileprivate var isNodeOrigin: Bool {
    let parts = split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.prefix(2).contains { ["bus", "bus_dc", "node", "junction"].contains($0) }
  }
}
