public import GeoSnapGraph

/// What a walk asks of each node and edge.
extension Topology {
  /// Nodes are numbers below it.
  @inlinable
  public var nodeLimit: Int { nodeFeatures.count }

  /// Edges are numbers below it.
  @inlinable
  public var edgeLimit: Int { edgeFeatures.count }

  /// The half-edges that leave a node.
  @inlinable
  public func halfEdges(of node: Int) -> ArraySlice<HalfEdge> { graph.halfEdges(of: node) }

  /// The two nodes that an edge joins.
  @inlinable
  public func ends(ofEdge edge: Int) -> (from: Int, to: Int) { graph.nodes(of: edge) }

  /// Whether an edge is a stretch of a line, or of an edge object.
  @inlinable
  public func isLine(_ edge: Int) -> Bool { edge < lineEdgeEnds.count }

  /// Whether an edge is the way between two terminals of a device.
  @inlinable
  public func isInternal(_ edge: Int) -> Bool {
    let place = edge - lineEdgeEnds.count
    return place >= 0 && place < passages.count
  }

  /// Whether an edge is a connectivity association.
  @inlinable
  public func isAssociation(_ edge: Int) -> Bool { edge - lineEdgeEnds.count >= passages.count }

  /// The ordinal of the feature that a node belongs to; -1 for a system junction.
  @inlinable
  package func featureOrdinal(ofNode node: Int) -> Int32 { nodeFeatures[node] }

  /// The ordinal of the line or device that an edge belongs to; of an association its position.
  @inlinable
  package func featureOrdinal(ofEdge edge: Int) -> Int32 { edgeFeatures[edge] }

  /// How the commodity may pass between two terminals of a device.
  ///
  /// - Precondition: The edge is internal.
  @inlinable
  package func passage(ofInternal edge: Int) -> TerminalPaths.Passage {
    passages[edge - lineEdgeEnds.count]
  }
}
