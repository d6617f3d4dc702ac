/// The position of a start in the graph: a node, or a point on a part of a line.
package struct TraceOrigin: Equatable, Sendable {
  /// The node; -1 on a part of a line.
  var node: Int32 = -1
  /// The part of a line; -1 at a node.
  var edge: Int32 = -1
  /// The position along the line, from 0 to 1.
  var fraction = 0.0
  /// The part of a line that ends at the node, when a position along the line refers to the node; otherwise -1.
  var part: Int32 = -1

  package init(node: Int) { self.node = Int32(node) }

  package init(edge: Int, fraction: Double) {
    self.edge = Int32(edge)
    self.fraction = fraction
  }

  init(node: Int, part: Int, fraction: Double) {
    self.node = Int32(node)
    self.part = Int32(part)
    self.fraction = fraction
  }
}

extension Topology {
  /// The positions of a location in the graph: one, or one for each terminal of a device; where a feature joins a line
  /// it is the node there.
  func origins(
    of location: TraceLocation,
    takingAllTerminals takesAllTerminals: Bool
  ) throws(TraceError) -> [TraceOrigin] {
    try check(location.feature)
    let nodes = nodes(of: location.feature)
    if !nodes.isEmpty {
      let terminals = nodes.compactMap(terminal(ofNode:))
      if location.fractionAlongEdge != nil {
        throw bad(location, "is a junction, which has terminals and no fraction")
      }
      guard let id = location.terminalID else {
        if nodes.count > 1 && !takesAllTerminals {
          let names = terminals.map { "\($0.id) \($0.name)" }
          throw bad(location, "has several terminals: name one of \(Words.names(names))")
        }
        return nodes.map { TraceOrigin(node: $0) }
      }
      if terminals.isEmpty {
        guard id == 1 else { throw bad(location, "has only terminal 1") }
        return [TraceOrigin(node: nodes.lowerBound)]
      }
      guard let number = terminals.firstIndex(where: { $0.id == id }) else {
        let names = terminals.map { "\($0.id) \($0.name)" }
        throw bad(location, "has no terminal \(id): it has \(Words.names(names))")
      }
      return [TraceOrigin(node: nodes.lowerBound + number)]
    }
    let edges = edges(of: location.feature)
    guard !edges.isEmpty else {
      throw bad(location, "is not part of the graph: start at a junction, a device or a line")
    }
    if location.terminalID != nil {
      throw bad(location, "is an edge, which has no terminals: give a fraction from 0 to 1")
    }
    guard let fraction = location.fractionAlongEdge else {
      let longest = edges.max { length(ofPart: $0) < length(ofPart: $1) } ?? edges[0]
      let positions = positions(ofEdge: longest)
      return [
        TraceOrigin(edge: longest, fraction: (positions.lowerBound + positions.upperBound) / 2)
      ]
    }
    guard fraction >= 0 && fraction <= 1 else {
      throw bad(location, "has no place at fraction \(fraction): the fraction must be from 0 to 1")
    }
    let joints = joints(of: edges, at: fraction, on: location.feature)
    if !joints.isEmpty { return joints }
    let edge = edges.first { fraction < positions(ofEdge: $0).upperBound } ?? edges[edges.count - 1]
    return [TraceOrigin(edge: edge, fraction: fraction)]
  }

  /// The nodes that join a line at a position, within the tolerance; empty between them and at loose ends.
  private func joints(of edges: [Int], at fraction: Double, on line: FeatureID) -> [TraceOrigin] {
    var place = Double.infinity
    for edge in edges {
      let positions = positions(ofEdge: edge)
      for border in [positions.lowerBound, positions.upperBound]
      where abs(border - fraction) < abs(place - fraction) { place = border }
    }
    guard place == fraction || isOnePlace(place, fraction, on: line) else { return [] }
    var joints: [TraceOrigin] = []
    for edge in edges {
      for node in ends(ofEdge: edge, at: place)
      where !joints.contains(where: { $0.node == node }) && !isLooseEnd(node) {
        joints.append(TraceOrigin(node: node, part: edge, fraction: place))
      }
    }
    return joints
  }

  /// The ends of a part of a line at a position along the line.
  private func ends(ofEdge edge: Int, at place: Double) -> [Int] {
    let positions = positions(ofEdge: edge)
    let ends = ends(ofEdge: edge)
    return (positions.lowerBound == place ? [ends.from] : [])
      + (positions.upperBound == place ? [ends.to] : [])
  }

  private func isOnePlace(_ one: Double, _ other: Double, on line: FeatureID) -> Bool {
    guard let length = network.geometry(of: line)?.length else { return false }
    return abs(one - other) * length <= tolerance.xy
  }

  /// Whether a node is a line's end without other connections.
  private func isLooseEnd(_ node: Int) -> Bool {
    featureOrdinal(ofNode: node) < 0 && halfEdges(of: node).count == 1
  }

  /// The positions at which a trace starts: when a position along a line is at a junction that is a barrier or can be
  /// shut, the parts of the line on both sides of it.
  func sides(of origins: [TraceOrigin], _ setting: TraceSetting) -> [TraceOrigin] {
    guard origins.contains(where: { $0.part >= 0 && setting.mayShut($0.node) }) else {
      return origins
    }
    return origins.flatMap { origin -> [TraceOrigin] in
      guard origin.part >= 0 && setting.mayShut(origin.node),
        let line = feature(ofEdge: Int(origin.part))
      else { return [origin] }
      return edges(of: line)
        .filter { ends(ofEdge: $0, at: origin.fraction).contains(Int(origin.node)) }
        .map { TraceOrigin(edge: $0, fraction: origin.fraction) }
    }
  }

  func element(at origin: TraceOrigin) -> TraceElement {
    let edge = max(origin.edge, origin.part)
    return edge >= 0 ? element(edge: Int(edge)) : element(node: Int(origin.node))
  }

  /// Throws ``TraceError`` of code `badLocation` for a feature that is not in the network.
  func check(_ feature: FeatureID) throws(TraceError) {
    guard network.contains(feature) else {
      throw TraceError(
        .badLocation,
        "There is no feature in row \(feature.row) of table \(feature.table): name a feature of this network."
      )
    }
  }

  private func length(ofPart edge: Int) -> Double {
    let positions = positions(ofEdge: edge)
    return positions.upperBound - positions.lowerBound
  }

  private func bad(_ location: TraceLocation, _ what: String) -> TraceError {
    TraceError(.badLocation, "\(name(of: location.feature)) \(what).")
  }

  /// The name of a feature in messages: its origin or its global id.
  func name(of feature: FeatureID) -> String {
    network.origin(of: feature) ?? network.globalID(of: feature)?.description
      ?? "Row \(network.rowID(of: feature) ?? Int64(feature.row)) of \(network.tableName(of: feature))"
  }
}

extension TraceSetting {
  /// Whether a condition makes a junction a barrier or allows it to be shut, and it has no explicit barrier.
  fileprivate func mayShut(_ node: Int32) -> Bool {
    let element = topology.element(node: Int(node))
    guard element.feature >= 0 else { return false }
    return [barriers, filter].contains { $0.holds(at: element, attributes) }
      && ![barriers, filter].contains { $0.nodes.contains(node) }
  }
}
