/// The connectivity graph of a network: what is joined to what, by place, by rule and by association.
///
/// Each terminal of a junction is a node. Lines become edges between the nodes they join, one edge
/// from each connected vertex to the next; two terminals of a device have an internal edge between
/// them, and a connectivity association is an edge. Where the ends of lines of one asset type meet
/// without a junction, and where a line's end joins nothing, stands a node without a feature: a
/// system junction.
///
/// Nothing connects at a drawn crossing, at a vertex whose line connects at its ends only, or where
/// no rule allows it; what meets and may not connect is in ``problems``. An immutable value, which
/// any number of threads may walk on.
public struct Topology: Sendable {
  /// The network.
  public let network: UtilityNetwork
  /// How near two vertices must be to be one place.
  public let tolerance: CoincidenceTolerance
  /// The nodes and edges.
  public let graph: Graph
  /// What meets without connecting, in the order of features.
  public let problems: [TopologyProblem]

  package let rules: JoinRules
  /// For each node the ordinal of its feature; -1 for a system junction.
  @usableFromInline package let nodeFeatures: [Int32]
  /// For each node the number of its terminal among those of its asset type.
  let nodeTerminals: [UInt8]
  /// For each edge the ordinal of its line or device or, for an association, its index.
  @usableFromInline package let edgeFeatures: [Int32]
  /// For each edge of a line where along the line it ends, from 0 to 1; it starts where the edge
  /// before ends, or at 0.
  @usableFromInline let lineEdgeEnds: [Double]
  /// For each internal edge the way the commodity may pass.
  @usableFromInline package let passages: [TerminalPaths.Passage]
  /// For each feature its first node or, for lines, its first edge; -1 for others.
  package let firsts: [Int32]
  package let caches: TopologyCaches

  /// The edges of lines, which come first.
  public var lineEdges: Range<Int> { 0..<lineEdgeEnds.count }
  /// The edges between two terminals of a device.
  public var internalEdges: Range<Int> {
    lineEdgeEnds.count..<lineEdgeEnds.count + passages.count
  }
  /// The edges that are connectivity associations.
  public var associationEdges: Range<Int> {
    lineEdgeEnds.count + passages.count..<edgeFeatures.count
  }
}

extension Topology {
  /// The nodes of a junction, one for each terminal, in the order of its terminals; none for what is
  /// no junction of the graph.
  public func nodes(of feature: FeatureID) -> Range<Int> {
    let ordinal = Int(network.ordinal(of: feature))
    let type = network.assetTypeOrdinals[ordinal]
    guard type >= 0, firsts[ordinal] >= 0 else { return 0..<0 }
    let topologyClass = rules.classes[Int(type)]
    guard topologyClass.part == .point || topologyClass.part == .object else { return 0..<0 }
    let first = Int(firsts[ordinal])
    return first..<first + Int(topologyClass.terminalCount)
  }

  /// The edges of a line, from its start to its end; none for what is no line of the graph.
  public func edges(of feature: FeatureID) -> Range<Int> {
    let ordinal = network.ordinal(of: feature)
    let type = network.assetTypeOrdinals[Int(ordinal)]
    guard type >= 0, firsts[Int(ordinal)] >= 0 else { return 0..<0 }
    let part = rules.classes[Int(type)].part
    guard part == .line || part == .edgeObject else { return 0..<0 }
    let first = Int(firsts[Int(ordinal)])
    var end = first
    while end < lineEdges.upperBound && edgeFeatures[end] == ordinal { end += 1 }
    return first..<end
  }

  /// The feature that a node belongs to; nil for a system junction.
  public func feature(ofNode node: Int) -> FeatureID? {
    nodeFeatures[node] < 0 ? nil : network.feature(ordinal: nodeFeatures[node])
  }

  /// The line or the device that an edge belongs to; nil for an association.
  public func feature(ofEdge edge: Int) -> FeatureID? {
    associationEdges.contains(edge) ? nil : network.feature(ordinal: edgeFeatures[edge])
  }

  /// The association that an edge stands for; nil for others.
  public func association(ofEdge edge: Int) -> Association? {
    associationEdges.contains(edge) ? network.associations[Int(edgeFeatures[edge])] : nil
  }

  /// The terminal that a node stands for; nil for a junction without named terminals and for a
  /// system junction.
  public func terminal(ofNode node: Int) -> Terminal? {
    guard nodeFeatures[node] >= 0 else { return nil }
    let type = network.assetTypeOrdinals[Int(nodeFeatures[node])]
    let terminals = rules.classes[Int(type)].terminals
    return terminals.isEmpty ? nil : terminals[Int(nodeTerminals[node])]
  }

  /// Where along its line an edge begins and ends, from 0 to 1; the whole for other edges.
  public func positions(ofEdge edge: Int) -> ClosedRange<Double> {
    guard lineEdges.contains(edge) else { return 0...1 }
    let isFirst = edge == 0 || edgeFeatures[edge - 1] != edgeFeatures[edge]
    let from = isFirst ? 0 : lineEdgeEnds[edge - 1]
    return from...max(from, lineEdgeEnds[edge])
  }
}
