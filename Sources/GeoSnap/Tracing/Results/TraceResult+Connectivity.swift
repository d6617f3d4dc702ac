/// One connection within a trace's results: a line, a way within a device or an association, with what it
/// joins.
public struct TraceConnection: Hashable, Sendable {
  /// What connects.
  public enum Way: Hashable, Sendable {
    /// A stretch of a line, or of an edge object.
    case edge(NetworkElement)
    /// A connectivity association.
    case association(Association)
    /// The way from terminal to terminal within a device.
    case within(FeatureID)
  }

  /// One of the two places that are joined.
  public struct End: Hashable, Sendable {
    /// The number of the place in the topology's graph, which is the same in all connections.
    public let node: Int
    /// The junction with its terminal; nil where lines meet without one.
    public let element: NetworkElement?
  }

  /// What connects.
  public let via: Way
  /// Where it begins, as it is drawn or recorded.
  public let from: End
  /// Where it ends.
  public let to: End
}

extension TraceResult {
  /// What connects the elements with each other, in the order of the graph's edges.
  ///
  /// A line is there when the stretch is among the elements, be its ends or not; an association and a way
  /// within a device when both its ends are, or the lines that meet there without a junction. A way
  /// within a device is there when its paths join the terminals, be it barred or not.
  ///
  /// - Complexity: O(n log n) for n elements and what joins them.
  public var connectivity: [TraceConnection] {
    let graph = topology.graph
    var edges: Set<Int> = []
    var nodes: Set<Int> = []
    for code in elements.codes.map({ Int($0) }) {
      if code < graph.nodeCount {
        nodes.insert(code)
      } else if code < graph.nodeCount + graph.edgeCount {
        edges.insert(code - graph.nodeCount)
      }
    }
    // Where lines meet without a junction there is no element to be found.
    var places = nodes
    for edge in edges {
      let (from, to) = graph.nodes(of: edge)
      for node in [from, to] where topology.nodeFeatures[node] < 0 { places.insert(node) }
    }
    for node in places {
      for half in graph.halfEdges(of: node)
      where half.edge >= topology.lineEdges.upperBound && places.contains(Int(half.node))
        && isJoined(half.edge)
      {
        edges.insert(half.edge)
      }
    }
    return edges.sorted().map(connection(ofEdge:))
  }

  /// The associations whose two sides are both among the features, in the order of the network.
  ///
  /// - Complexity: O(n log n) for n features and their associations.
  public var associations: [Association] {
    let network = topology.network
    let features = Set(elements.features.map { network.ordinal(of: $0) })
    var times: [Int32: Int] = [:]
    for feature in features {
      for number in Set(network.associationsOfFeature[feature]) { times[number, default: 0] += 1 }
    }
    return times.keys.sorted().map { (network.associations[Int($0)], times[$0]) }
      .filter { association, times in
        // Both sides may be one feature.
        times == 2 || association.from.globalID == association.to.globalID
      }
      .map(\.0)
  }

  /// Whether an edge is no way within a device, or one that its paths join.
  private func isJoined(_ edge: Int) -> Bool {
    let ways = topology.internalEdges
    return !ways.contains(edge) || topology.passages[edge - ways.lowerBound].contains(.joined)
  }

  private func connection(ofEdge edge: Int) -> TraceConnection {
    let (from, to) = topology.graph.nodes(of: edge)
    return TraceConnection(via: way(ofEdge: edge), from: end(from), to: end(to))
  }

  private func way(ofEdge edge: Int) -> TraceConnection.Way {
    if let association = topology.association(ofEdge: edge) { return .association(association) }
    if topology.internalEdges.contains(edge) {
      return .within(topology.network.feature(ordinal: topology.edgeFeatures[edge]))
    }
    return .edge(topology.networkElement(Int32(topology.graph.nodeCount + edge)))
  }

  private func end(_ node: Int) -> TraceConnection.End {
    TraceConnection.End(
      node: node,
      element: topology.nodeFeatures[node] < 0 ? nil : topology.networkElement(Int32(node))
    )
  }
}
