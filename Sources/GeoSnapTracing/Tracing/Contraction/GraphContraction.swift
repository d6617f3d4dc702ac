internal import GeoSnapSupport

/// Contracts a topology to the nodes and links that other programs know.
struct GraphContraction {
  /// A way between two places, perhaps over several edges.
  private struct Way {
    var from: Int
    var to: Int
    /// The origins on the way, with what they are worth as the name of a link.
    var names: [Name]
    var isConducting: Bool
    var isEnabled: Bool
    /// Whether it is a single device with a status.
    var isSwitch: Bool
    /// The first of its edges.
    let edge: Int
  }

  private struct Name {
    /// 0 for lines, 1 for devices without a status, 2 for devices with one.
    let rank: Int
    let origin: String
  }

  private let topology: Topology
  private let conduction: Conduction
  private var parents: [Int]
  /// For each place the origins of the nodes there, at the roots; nil where there is no node.
  private var nodeNames: [[String]?]
  /// For each place whether its node bars, such as a bus out of service.
  private var isBarred: [Bool]
  private var ways: [Way?] = []
  /// For each place the ways that touch it.
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
    parents = Array(0..<count)
    nodeNames = [[String]?](repeating: nil, count: count)
    isBarred = [Bool](repeating: false, count: count)
    touching = [[Int]](repeating: [], count: count)
    try joinAssociated()
    try nameNodes()
    try gatherWays()
    try foldPlaces()
  }

  /// Notes how far one of the three passes over the network has come, now and then.
  private func note(_ pass: Int, _ done: Int, of count: Int) throws(TraceError) {
    // Names take longer than a step of a walk.
    guard done & (1 << 12 - 1) == 0 else { return }
    try TraceError.checkCancellation()
    progress?((Double(pass) + Double(done) / Double(count)) / 3)
  }

  private mutating func root(_ place: Int) -> Int {
    var place = place
    while parents[place] != place {
      parents[place] = parents[parents[place]]
      place = parents[place]
    }
    return place
  }

  private mutating func join(_ one: Int, _ other: Int) {
    let (one, other) = (root(one), root(other))
    parents[max(one, other)] = min(one, other)
  }

  private mutating func joinAssociated() throws(TraceError) {
    for edge in 0..<topology.edgeLimit {
      try note(0, edge, of: topology.edgeLimit)
      guard topology.hasEdge(edge), topology.isAssociation(edge) else { continue }
      let (from, to) = topology.ends(ofEdge: edge)
      if !isOpening(from) && !isOpening(to) { join(from, to) }
    }
  }

  /// Whether a device of one terminal stands between others that it joins while it is closed.
  private func isOpening(_ node: Int) -> Bool {
    guard let feature = topology.feature(ofNode: node), topology.nodes(of: feature).count == 1,
      topology.halfEdges(of: node).count > 1
    else { return false }
    let isNode = origin(feature)?.originElements.contains(where: \.isNodeOrigin) ?? false
    return !isNode && conduction.hasStatus(topology.element(node: node))
  }

  // MARK: Nodes

  private func origin(_ feature: FeatureID) -> String? {
    topology.network.origin(of: feature)
  }

  private func globalID(_ feature: FeatureID) -> String {
    topology.network.globalID(of: feature)?.description ?? ""
  }

  /// Names the places that are nodes: by the origins of buses and nodes where the network has any; else wherever a
  /// junction of one terminal stands, or a system junction.
  private mutating func nameNodes() throws(TraceError) {
    var hasOrigins = false
    for node in 0..<topology.nodeLimit where topology.hasNode(node) {
      try note(1, node, of: topology.nodeLimit)
      guard let feature = topology.feature(ofNode: node), !isSupport(feature) else { continue }
      for element in origin(feature)?.originElements ?? [] where element.isNodeOrigin {
        hasOrigins = true
        add(element, at: node)
        if conduction.bars(topology.element(node: node)) { isBarred[root(node)] = true }
      }
    }
    guard !hasOrigins else { return }
    for node in 0..<topology.nodeLimit where topology.hasNode(node) {
      guard let feature = topology.feature(ofNode: node) else {
        let (root, halves) = (root(node), topology.halfEdges(of: node))
        if halves.count != 2, nodeNames[root] == nil { nodeNames[root] = [] }
        continue
      }
      if topology.nodes(of: feature).count == 1 {
        add(origin(feature) ?? globalID(feature), at: node)
      }
    }
  }

  /// Whether a feature only carries or holds others: it bears the origin of what it stands for, but is not it.
  private func isSupport(_ feature: FeatureID) -> Bool {
    let network = topology.network
    let domain = network.definition.domainNetworks.first { domain in
      domain.sources.contains { $0.sourceID == network.base.tables[Int(feature.table)].sourceID }
    }
    return domain?.isStructureNetwork == true
      || network.assetType(of: feature)?.type.associationRole != AssociationRole.none
  }

  private mutating func add(_ name: String, at node: Int) {
    let place = root(node)
    var names = nodeNames[place] ?? []
    if !names.contains(name) { names.append(name) }
    nodeNames[place] = names
  }

  // MARK: Ways

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
      // A junction that bars, such as an open device of one terminal, bars what ends there.
      for node in [from, to] where topology.isLine(edge) {
        let end = topology.element(node: node)
        if end.feature >= 0, nodeNames[root(node)] == nil, conduction.bars(end) {
          isConducting = false
        }
      }
      let origin = origin(feature)
      // A pump that is a link of its own names it before a valve beside it, a switch before a fuse.
      let isLink = !isSwitch || origin?.isLinkOrigin == true
      let rank = topology.isLine(edge) ? 0 : isLink ? 1 : 2
      let isEnabled = conduction.isEnabled(element)
      add(
        Way(
          from: root(from),
          to: root(to),
          names: [Name(rank: rank, origin: origin ?? globalID(feature))],
          isConducting: isConducting && isEnabled,
          isEnabled: isEnabled,
          isSwitch: isSwitch,
          edge: edge
        )
      )
    }
    for edge in 0..<topology.edgeLimit where topology.hasEdge(edge) && topology.isAssociation(edge)
    {
      gatherOpening(edge)
    }
  }

  /// Whether a node is a terminal that nothing is joined to: no way leads there.
  private mutating func isLoose(_ node: Int) -> Bool {
    nodeNames[root(node)] == nil
      && topology.halfEdges(of: node).allSatisfy { topology.isInternal($0.edge) }
  }

  /// Adds the way from what an association joins to a device of one terminal, as far as the device.
  private mutating func gatherOpening(_ edge: Int) {
    let ends = topology.ends(ofEdge: edge)
    for (node, other) in [(ends.0, ends.1), (ends.1, ends.0)] where isOpening(node) {
      guard let feature = topology.feature(ofNode: node) else { continue }
      let element = topology.element(node: node)
      let isEnabled = conduction.isEnabled(element)
      let origin = origin(feature)
      let rank = origin?.isLinkOrigin == true ? 1 : 2
      add(
        Way(
          from: root(other),
          to: root(node),
          names: [Name(rank: rank, origin: origin ?? globalID(feature))],
          isConducting: isEnabled && !conduction.bars(element),
          isEnabled: isEnabled,
          isSwitch: true,
          edge: edge
        )
      )
      return
    }
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

  // MARK: Places that are no nodes

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
        // A stub leads nowhere.
        guard let way = ways[here[0]] else { continue }
        remove(here[0])
        waiting.append(way.from == place ? way.to : way.from)
      } else if let device = here.first(where: { ways[$0]?.isSwitch == true }), !isLoop {
        waiting += contract(device, at: place)
      } else {
        stuck.append(place)
      }
    }
    // What joins three ways or more is a node after all.
    for place in stuck where nodeNames[place] == nil && !touching[place].isEmpty {
      nodeNames[place] = []
    }
  }

  /// Makes one way of the two that meet at a place.
  private mutating func fold(_ place: Int, _ one: Int, _ other: Int) {
    guard let first = ways[min(one, other)], let second = ways[max(one, other)] else { return }
    let start = first.from == place ? first.to : first.from
    let end = second.from == place ? second.to : second.from
    // A way keeps the direction of the line that names it.
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

  /// The way that names the link of two.
  private func lead(_ one: Way, _ other: Way) -> Way {
    let ranks = [one, other].map { way in way.names.map(\.rank).min() ?? 3 }
    return ranks[0] <= ranks[1] ? one : other
  }

  /// Draws a device into the ways at a place that only it leads away from; answers the places to look at again.
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

  /// The nodes and links.
  func result() throws(TraceError) -> ContractedGraph {
    var numbers = [Int](repeating: -1, count: nodeNames.count)
    var nodes: [ContractedGraph.Node] = []
    for (place, names) in nodeNames.enumerated() {
      if place & (1 << 12 - 1) == 0 { try TraceError.checkCancellation() }
      guard let names else { continue }
      numbers[place] = nodes.count
      nodes.append(
        ContractedGraph.Node(
          origin: names.isEmpty ? "junction \(place)" : names.joined(separator: ";")
        )
      )
    }
    var links: [ContractedGraph.Link] = []
    for (place, way) in ways.compactMap({ $0 }).ordered(by: { $0.edge < $1.edge }).enumerated() {
      if place & (1 << 12 - 1) == 0 { try TraceError.checkCancellation() }
      let (from, to) = (numbers[way.from], numbers[way.to])
      guard from >= 0 && to >= 0 else { continue }
      let best = way.names.map(\.rank).min() ?? 0
      let origins = way.names.filter { $0.rank == best }.map(\.origin).uniqued()
      links.append(
        ContractedGraph.Link(
          origin: origins.joined(separator: ";"),
          via: way.names.map(\.origin).uniqued().filter { !origins.contains($0) },
          from: from,
          to: to,
          isConducting: way.isConducting && !isBarred[way.from] && !isBarred[way.to],
          isEnabled: way.isEnabled
        )
      )
    }
    return ContractedGraph(nodes: nodes, links: links)
  }
}

extension Topology {
  /// The network as nodes and links, contracted so that it can be compared with other programs.
  ///
  /// Nodes are the elements that imported networks call `bus/…`, `node/…` or `junction/…`. A network without such
  /// origins has a node wherever a junction of one terminal stands. Barriers are those of the tiers' definitions.
  ///
  /// - Parameter assumptions: What is taken for granted though the network says otherwise.
  /// - Returns: The nodes and links.
  /// - Throws: ``TraceError`` when a tier's definition names an attribute that the network has not.
  /// - Complexity: O(n) for n edges.
  public func contracted(
    assuming assumptions: TraceAssumptions = TraceAssumptions()
  ) throws(TraceError) -> ContractedGraph {
    try GraphContraction(self, assuming: assumptions, nil).result()
  }

  /// The network as nodes and links, with progress, and so that it can be cancelled.
  ///
  /// - Parameters:
  ///   - assumptions: What is taken for granted though the network says otherwise.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: The nodes and links, as the other form gives them.
  /// - Throws: ``TraceError`` as the other form; `CancellationError` when the task was cancelled.
  /// - Complexity: O(n) for n edges.
  @concurrent
  public func contracted(
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> ContractedGraph {
    let graph = try cancellable { () throws(TraceError) in
      try GraphContraction(self, assuming: assumptions, progress).result()
    }
    progress?(1)
    return graph
  }
}

extension String {
  /// Whether an origin is that of a link whatever it is: `link/P-1`, `water/link/P-1`, and `line/sw1`, a line that
  /// switches.
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
