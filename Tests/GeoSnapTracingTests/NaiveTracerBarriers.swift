import GeoSnap

/// What bars whatever way one comes: conditions, blocked features, barrier locations.
struct NaiveBarriers {
  /// Nodes that are reached and not left.
  var nodes: Set<Int> = []
  /// Parts of lines that are reached and not left at the far end.
  var edges: Set<Int> = []
  /// Internal edges that are not there.
  var shut: Set<Int> = []
  /// For parts of lines the fractions at which barriers stand.
  var places: [Int: [Double]] = [:]
  /// Terminals of several at which the condition holds.
  var terminals: Set<Int> = []

  func bars(_ element: Int, _ network: NaiveGraph) -> Bool {
    network.isNode(element)
      ? nodes.contains(element)
      : edges.contains(element - network.nodeCount) || places[element - network.nodeCount] != nil
  }

  func union(_ other: NaiveBarriers) -> NaiveBarriers {
    NaiveBarriers(
      nodes: nodes.union(other.nodes),
      edges: edges.union(other.edges),
      shut: shut.union(other.shut),
      places: places.merging(other.places) { $0 + $1 },
      terminals: terminals.union(other.terminals)
    )
  }

  /// What of the barriers is on elements that are wanted.
  func restricted(_ network: NaiveGraph, to isWanted: (Int) -> Bool) -> NaiveBarriers {
    var kept = NaiveBarriers()
    kept.nodes = nodes.filter(isWanted)
    kept.edges = edges.filter { isWanted(network.element(edge: $0)) }
    kept.places = places.filter { isWanted(network.element(edge: $0.key)) }
    kept.terminals = terminals.filter(isWanted)
    for terminal in kept.terminals {
      kept.shut.formUnion(network.edgesAt[terminal].filter { network.edges[$0].isInternal })
    }
    return kept
  }
}

enum NaiveStart {
  case node(Int)
  /// A part of a line, and where along the line.
  case edge(Int, Double)
}

extension NaiveGraph {
  /// The nodes, or the part of a line, of a location; none when it is nowhere.
  func places(of location: TraceLocation) -> [NaiveStart] {
    let nodes = topology.nodes(of: location.feature)
    if !nodes.isEmpty {
      guard let id = location.terminalID else { return nodes.map { .node($0) } }
      return nodes.filter { (topology.terminal(ofNode: $0)?.id ?? 1) == id }.map { .node($0) }
    }
    let parts = Array(topology.edges(of: location.feature))
    guard !parts.isEmpty else { return [] }
    func length(_ part: Int) -> Double {
      let positions = topology.positions(ofEdge: part)
      return positions.upperBound - positions.lowerBound
    }
    guard let fraction = location.fractionAlongEdge else {
      var longest = parts[0]
      for part in parts where length(part) > length(longest) { longest = part }
      let positions = topology.positions(ofEdge: longest)
      return [.edge(longest, (positions.lowerBound + positions.upperBound) / 2)]
    }
    let joints = joints(of: parts, at: fraction, on: location.feature)
    if !joints.isEmpty { return joints.map { .node($0.node) } }
    let holding = parts.first {
      let positions = topology.positions(ofEdge: $0)
      return positions.lowerBound <= fraction && fraction < positions.upperBound
    }
    return [.edge(holding ?? parts[parts.count - 1], fraction)]
  }

  /// The nodes at a place of a line where others are joined with it, and the parts that end there.
  func joints(
    of parts: [Int],
    at fraction: Double,
    on line: FeatureID
  ) -> [(node: Int, parts: [Int])] {
    let borders = parts.flatMap { part -> [(place: Double, node: Int, part: Int)] in
      let positions = topology.positions(ofEdge: part)
      return [
        (positions.lowerBound, edges[part].from, part),
        (positions.upperBound, edges[part].to, part),
      ]
    }
    let away = borders.map { abs($0.place - fraction) }.min() ?? .infinity
    let length = topology.network.geometry(of: line)?.length ?? 0
    guard away == 0 || (length > 0 && away * length <= topology.tolerance.xy) else { return [] }
    let near = borders.filter { abs($0.place - fraction) == away }
    var nodes: [Int] = []
    for border in near where !nodes.contains(border.node) { nodes.append(border.node) }
    return nodes.filter { node in
      let degree = edgesAt[node].map { edges[$0].from == edges[$0].to ? 2 : 1 }.reduce(0, +)
      return feature(of: node) != nil || degree > 1
    }.map { node in (node, near.filter { $0.node == node }.map(\.part)) }
  }

  /// The element that a barrier is reported at: at a node without a feature, that of the line that named it.
  func told(_ location: TraceLocation) -> [(element: Int, told: Int)] {
    let parts = Array(topology.edges(of: location.feature))
    let joints =
      location.fractionAlongEdge.map { self.joints(of: parts, at: $0, on: location.feature) } ?? []
    guard parts.isEmpty || joints.isEmpty else {
      return joints.map { joint in
        let isNamed = feature(of: joint.node) != nil
        return (joint.node, isNamed ? joint.node : element(edge: joint.parts.min() ?? 0))
      }
    }
    return places(of: location).map { (element(of: $0), element(of: $0)) }
  }

  func barriers(
    _ condition: TraceCondition?,
    _ scope: TraversabilityScope,
    blocked: Set<FeatureID> = [],
    sparing spared: Set<FeatureID> = []
  ) -> NaiveBarriers {
    var barriers = NaiveBarriers()
    func bars(_ element: Int, _ isAsked: Bool) -> Bool {
      guard let feature = feature(of: element) else { return false }
      if blocked.contains(feature) { return true }
      guard isAsked, !spared.contains(feature), let condition else { return false }
      return holds(condition, at: element)
    }
    for node in 0..<nodeCount where bars(node, scope != .edges) {
      if isOfSeveral(node) {
        barriers.terminals.insert(node)
        barriers.shut.formUnion(edgesAt[node].filter { edges[$0].isInternal })
      } else {
        barriers.nodes.insert(node)
      }
    }
    for edge in edges.indices where edges[edge].isLine {
      if bars(element(edge: edge), scope != .junctions) { barriers.edges.insert(edge) }
    }
    return barriers
  }

  /// Where a trace starts: at a junction that is shut a place on a line is on the line's parts there.
  func sides(of location: TraceLocation, _ shut: Set<Int>) -> [NaiveStart] {
    guard let fraction = location.fractionAlongEdge else { return places(of: location) }
    let parts = Array(topology.edges(of: location.feature))
    let joints = joints(of: parts, at: fraction, on: location.feature)
    if joints.isEmpty { return places(of: location) }
    return joints.flatMap { joint -> [NaiveStart] in
      guard shut.contains(joint.node) else { return [.node(joint.node)] }
      return Set(joint.parts).sorted().map { part in
        let positions = topology.positions(ofEdge: part)
        let isFirst = abs(positions.lowerBound - fraction) < abs(positions.upperBound - fraction)
        return .edge(part, isFirst ? positions.lowerBound : positions.upperBound)
      }
    }
  }

  func barriers(at locations: [TraceLocation]) -> NaiveBarriers {
    var barriers = NaiveBarriers()
    for place in locations.flatMap({ places(of: $0) }) {
      switch place {
      case .node(let node): barriers.nodes.insert(node)
      case .edge(let edge, let fraction): barriers.places[edge, default: []].append(fraction)
      }
    }
    return barriers
  }

  /// The ends of its part by which a start leaves: none for one that bars.
  func exits(_ start: NaiveStart, _ barriers: NaiveBarriers) -> [Int] {
    switch start {
    case .node(let node): return barriers.nodes.contains(node) ? [] : [node]
    case .edge(let edge, let fraction):
      return sides(of: edge, from: fraction, barriers).map {
        $0 == 0 ? edges[edge].from : edges[edge].to
      }
    }
  }

  /// The ends of a part of a line, 0 and 1, that nothing bars from a place on it.
  func sides(of edge: Int, from fraction: Double, _ barriers: NaiveBarriers) -> [Double] {
    if barriers.edges.contains(edge) { return [] }
    let places = barriers.places[edge] ?? []
    var sides: [Double] = []
    if !places.contains(where: { $0 <= fraction }) { sides.append(0) }
    if !places.contains(where: { $0 >= fraction }) { sides.append(1) }
    return sides
  }

  func element(of start: NaiveStart) -> Int {
    switch start {
    case .node(let node): node
    case .edge(let edge, _): element(edge: edge)
    }
  }
}
