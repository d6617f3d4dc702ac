package import GeoSnapColumns

/// The graph of a packed network, in columns; edits are stored in an overlay.
@usableFromInline
package final class PackedTopology: Sendable {
  package let network: UtilityNetwork
  package let tolerance: CoincidenceTolerance
  @usableFromInline package let graph: Graph
  /// The features that meet without connecting, in the order of features.
  package let problems: [TopologyProblem]
  package let rules: JoinRules
  /// The ordinal of each node's feature; -1 for a system junction.
  @usableFromInline package let nodeFeatures: Column<Int32>
  /// The number of each node's terminal among those of its asset type.
  package let nodeTerminals: Column<UInt8>
  /// The ordinal of each edge's line or device or, for an association, its index.
  @usableFromInline package let edgeFeatures: Column<Int32>
  /// The position, from 0 to 1, at which each line edge ends; it starts where the previous edge ends, or at 0.
  @usableFromInline let lineEdgeEnds: Column<Double>
  /// The directions in which each internal edge can be traversed.
  @usableFromInline package let passages: Column<TerminalPaths.Passage>
  /// The first node of each junction or the first edge of each line; -1 for others.
  let firsts: Column<Int32>
  /// Results computed from the graph without edits.
  let caches = TopologyCaches()

  init(_ draft: TopologyDraft, _ graph: Graph, _ nodes: NodeColumns, _ edges: EdgeColumns) {
    network = draft.network
    tolerance = draft.tolerance
    self.graph = graph
    problems = draft.problems
    rules = draft.plan.rules
    nodeFeatures = Column(nodes.features)
    nodeTerminals = Column(nodes.terminals)
    firsts = Column(nodes.firsts)
    edgeFeatures = Column(edges.features)
    lineEdgeEnds = Column(edges.lineEnds)
    passages = Column(edges.passages)
  }

  init(_ network: UtilityNetwork, from image: inout ImageReader) throws(ImageError) {
    self.network = network
    rules = JoinRules(network)
    tolerance = CoincidenceTolerance(known: try image.read("xy"), z: try image.read("z"))
    graph = try image.read("graph")
    problems = try [TopologyProblem](from: &image)
    nodeFeatures = try image.read("nodeFeatures")
    nodeTerminals = try image.read("nodeTerminals")
    firsts = try image.read("firsts")
    edgeFeatures = try image.read("edgeFeatures")
    lineEdgeEnds = try image.read("lineEdgeEnds")
    passages = try image.read("passages")
    guard nodeFeatures.count == graph.nodeCount, nodeTerminals.count == graph.nodeCount,
      edgeFeatures.count == graph.edgeCount, firsts.count == network.featureCount,
      lineEdgeEnds.count + passages.count <= graph.edgeCount
    else { throw ImageError("The topology does not fit the network.") }
  }

  func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(tolerance.xy, "xy")
    try image.write(tolerance.z, "z")
    try image.write(graph, "graph")
    try problems.write(to: &image)
    try image.write(nodeFeatures, "nodeFeatures")
    try image.write(nodeTerminals, "nodeTerminals")
    try image.write(firsts, "firsts")
    try image.write(edgeFeatures, "edgeFeatures")
    try image.write(lineEdgeEnds, "lineEdgeEnds")
    try image.write(passages, "passages")
  }

  /// The edges of lines, which come first.
  package var lineEdges: Range<Int> { 0..<lineEdgeEnds.count }
  /// The edges between two terminals of a device.
  package var internalEdges: Range<Int> { lineEdgeEnds.count..<lineEdgeEnds.count + passages.count }
  package var associationEdges: Range<Int> {
    lineEdgeEnds.count + passages.count..<edgeFeatures.count
  }

  /// The nodes of a junction, in the order of its terminals.
  func nodes(of ordinal: Int32) -> Range<Int> {
    let type = network.assetTypeOrdinals[Int(ordinal)]
    guard type >= 0, firsts[Int(ordinal)] >= 0 else { return 0..<0 }
    let topologyClass = rules.classes[Int(type)]
    guard topologyClass.part.isJunction else { return 0..<0 }
    let first = Int(firsts[Int(ordinal)])
    return first..<first + Int(topologyClass.terminalCount)
  }

  /// The edges of a line, from its start to its end.
  func edges(of ordinal: Int32) -> Range<Int> {
    let type = network.assetTypeOrdinals[Int(ordinal)]
    guard type >= 0, firsts[Int(ordinal)] >= 0 else { return 0..<0 }
    guard rules.classes[Int(type)].part.isEdge else { return 0..<0 }
    let first = Int(firsts[Int(ordinal)])
    var end = first
    while end < lineEdges.upperBound && edgeFeatures[end] == ordinal { end += 1 }
    return first..<end
  }

  /// The positions along its line at which an edge begins and ends; 0 to 1 for other edges.
  func positions(ofEdge edge: Int) -> ClosedRange<Double> {
    guard lineEdges.contains(edge) else { return 0...1 }
    let isFirst = edge == 0 || edgeFeatures[edge - 1] != edgeFeatures[edge]
    let from = isFirst ? 0 : lineEdgeEnds[edge - 1]
    return from...max(from, lineEdgeEnds[edge])
  }
}

/// The features and attributes of a draft's edges, column by column.
struct EdgeColumns: Sendable {
  /// The ordinal of each edge's line or device or, for an association, its index.
  let features: [Int32]
  let lineEnds: [Double]
  let passages: [TerminalPaths.Passage]
  /// The first edge of each line; -1 for other features.
  private var firsts: [Int32]

  init(_ draft: TopologyDraft) {
    var firsts = [Int32](repeating: -1, count: draft.network.featureCount)
    var lineEnds: [Double] = []
    features = Array(capacity: draft.edgeLimit) { features in
      lineEnds = Array(capacity: draft.edgeLimit) { lineEnds in
        var known: Int32 = -1
        draft.forEachLineEdge { line, _, _, end in
          if line != known { firsts[Int(line)] = Int32(truncatingIfNeeded: features.count) }
          known = line
          features.append(line)
          lineEnds.append(end)
        }
      }
      draft.forEachInternalEdge { device, _, _, _ in features.append(device) }
      for edge in draft.associationEdges { features.append(edge.index) }
    }
    self.lineEnds = lineEnds
    passages = draft.passages()
    self.firsts = firsts
  }

  /// Moves out the first edge of each line; -1 for other features.
  mutating func takeFirsts() -> [Int32] {
    defer { firsts = [] }
    return firsts
  }
}

/// The features of a draft's nodes, column by column, by final node number.
struct NodeColumns: Sendable {
  /// The ordinal of each node's feature; -1 for a system junction.
  let features: [Int32]
  /// The number of each node's terminal among those of its asset type.
  let terminals: [UInt8]
  /// The first node of each junction and the first edge of each line; -1 for other features.
  let firsts: [Int32]

  init(_ draft: TopologyDraft, _ numbers: NodeNumbers, firsts: consuming [Int32]) {
    let plan = draft.plan
    var features = [Int32](repeating: -1, count: draft.nodeCount)
    var terminals = [UInt8](repeating: 0, count: draft.nodeCount)
    // In reverse, so that the first terminal of a junction is written last.
    for node in plan.nodeFeatures.indices.reversed() {
      let feature = plan.nodeFeatures[node]
      let number = numbers[node]
      features[Int(number)] = feature
      firsts[Int(feature)] = number
    }
    for device in plan.devices {
      let first = Int(firsts[Int(device)])
      let type = draft.network.assetTypeOrdinals[Int(device)]
      for terminal in 0..<Int(plan.rules.classes[Int(type)].terminalCount) {
        terminals[first + terminal] = UInt8(truncatingIfNeeded: terminal)
      }
    }
    self.features = features
    self.terminals = terminals
    self.firsts = firsts
  }
}
