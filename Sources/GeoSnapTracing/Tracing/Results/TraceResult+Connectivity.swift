/// One connection within a trace's result: a line, a path within a device or an association, with its ends.
public struct TraceConnection: Equatable, Sendable {
  /// The kind of connection.
  public enum Way: Equatable, Sendable {
    /// A stretch of a line, or of an edge object.
    case edge(NetworkElement)
    /// A connectivity association.
    case association(Association)
    /// The path between two terminals of a device.
    case within(FeatureID)
  }

  /// One of the two ends.
  public struct End: Equatable, Sendable {
    /// The number of the node in the topology's graph, which is the same in all connections.
    public let node: Int
    /// The junction with its terminal; nil where lines meet without one.
    public let element: NetworkElement?
  }

  /// The connection.
  public let via: Way
  /// The ends, as drawn or recorded.
  public let from: End
  /// The second end.
  public let to: End
}

extension TraceResult {
  /// The connections among the elements, in the order of the graph's edges: O(n log n) for n elements with them.
  ///
  /// A line is included when its stretch is among the elements, with or without its ends; an association or a path
  /// within a device when both its ends are, or lines that meet at an end without a junction. A path within a device
  /// is included when its paths join the terminals, also when it is blocked.
  public var connectivity: [TraceConnection] {
    let (nodeCount, edgeCount) = (Int32(topology.nodeLimit), Int32(topology.edgeLimit))
    var edges: Set<Int32> = []
    /// The nodes, also those where lines meet without a junction, which are not elements.
    var places: Set<Int32> = []
    for code in elements.codes {
      if code < nodeCount {
        places.insert(code)
      } else if code < nodeCount + edgeCount {
        edges.insert(code - nodeCount)
        let (from, to) = topology.ends(ofEdge: Int(code - nodeCount))
        if topology.featureOrdinal(ofNode: from) < 0 { places.insert(Int32(from)) }
        if topology.featureOrdinal(ofNode: to) < 0 { places.insert(Int32(to)) }
      }
    }
    for node in places {
      for half in topology.halfEdges(of: Int(node))
      where !topology.isLine(half.edge) && places.contains(half.node) && isJoined(half.edge) {
        edges.insert(Int32(half.edge))
      }
    }
    return Array(edges).rising.map { connection(ofEdge: Int($0)) }
  }

  /// The associations with both sides among the features, in the order of the network.
  public var associations: [Association] {
    let network = topology.network
    var numbers: [Int32] = []
    for feature in elements.features { numbers += Set(network.associationPositions(of: feature)) }
    numbers = numbers.rising
    var found: [Association] = []
    for (place, number) in numbers.enumerated() where place == 0 || numbers[place - 1] != number {
      let isTwice = place + 1 < numbers.count && numbers[place + 1] == number
      guard let association = network.association(at: number) else { continue }
      // Both sides may be one feature.
      if isTwice || association.from.globalID == association.to.globalID {
        found.append(association)
      }
    }
    return found
  }

  /// Whether an edge is not internal, or is one that the device's paths join.
  private func isJoined(_ edge: Int) -> Bool {
    !topology.isInternal(edge) || topology.passage(ofInternal: edge).contains(.joined)
  }

  private func connection(ofEdge edge: Int) -> TraceConnection {
    let (from, to) = topology.ends(ofEdge: edge)
    return TraceConnection(via: way(ofEdge: edge), from: end(from), to: end(to))
  }

  private func way(ofEdge edge: Int) -> TraceConnection.Way {
    if let association = topology.association(ofEdge: edge) { return .association(association) }
    if topology.isInternal(edge) {
      return .within(topology.network.feature(ordinal: topology.featureOrdinal(ofEdge: edge)))
    }
    return .edge(topology.networkElement(Int32(topology.nodeLimit + edge)))
  }

  private func end(_ node: Int) -> TraceConnection.End {
    TraceConnection.End(
      node: node,
      element: topology.featureOrdinal(ofNode: node) < 0
        ? nil : topology.networkElement(Int32(node))
    )
  }
}
