public import GeoSnapColumns

extension Topology {
  /// Whether a feature is in the graph, so that a trace can start at it: a junction, a device or a line.
  package func takesPart(_ feature: FeatureID) -> Bool {
    !nodes(of: feature).isEmpty || !edges(of: feature).isEmpty
  }

  /// The nodes of a junction, in the order of its terminals; empty for features that are not junctions of the graph.
  public func nodes(of feature: FeatureID) -> Range<Int> {
    guard network.contains(feature) else { return 0..<0 }
    let ordinal = network.ordinal(of: feature)
    return edits?.nodes(ofJunction: ordinal) ?? packed.nodes(of: ordinal)
  }

  /// The edges of a line, from its start to its end; empty for features that are not lines of the graph.
  public func edges(of feature: FeatureID) -> [Int] {
    guard network.contains(feature) else { return [] }
    let ordinal = network.ordinal(of: feature)
    return edits?.edges(ofLine: ordinal).map { Int($0) } ?? Array(packed.edges(of: ordinal))
  }

  /// Whether a line joins a junction at its start and at its end; only without edits.
  package func joinsJunctions(line ordinal: Int32) -> (start: Bool, end: Bool) {
    guard let nodes = endNodes(line: ordinal) else { return (false, false) }
    return (packed.nodeFeatures[nodes.start] >= 0, packed.nodeFeatures[nodes.end] >= 0)
  }

  /// The nodes at the ends of a line, nil for features that are not lines of the graph; only without edits.
  package func endNodes(line ordinal: Int32) -> (start: Int, end: Int)? {
    precondition(edits == nil, "Of edited lines the ordinal says nothing")
    let edges = packed.edges(of: ordinal)
    guard let first = edges.first, let last = edges.last else { return nil }
    return (packed.graph.nodes(of: first).from, packed.graph.nodes(of: last).to)
  }

  /// The feature of a node; nil for a system junction and for numbers that are not nodes.
  public func feature(ofNode node: Int) -> FeatureID? {
    guard hasNode(node) else { return nil }
    let ordinal = featureOrdinal(ofNode: node)
    return ordinal < 0 ? nil : network.feature(ordinal: ordinal)
  }

  /// The line or device of an edge; nil for an association and for numbers that are not edges.
  package func feature(ofEdge edge: Int) -> FeatureID? {
    guard hasEdge(edge), !isAssociation(edge) else { return nil }
    return network.feature(ordinal: featureOrdinal(ofEdge: edge))
  }

  /// The association of an edge; nil for others.
  package func association(ofEdge edge: Int) -> Association? {
    guard hasEdge(edge), isAssociation(edge) else { return nil }
    return network.association(at: featureOrdinal(ofEdge: edge))
  }

  /// The terminal of a node; nil for junctions without named terminals, system junctions and numbers that are not
  /// nodes.
  package func terminal(ofNode node: Int) -> Terminal? {
    guard hasNode(node) else { return nil }
    let ordinal = featureOrdinal(ofNode: node)
    guard ordinal >= 0 else { return nil }
    let terminals = rules.classes[Int(network.assetTypeOrdinal(at: ordinal))].terminals
    return terminals.isEmpty ? nil : terminals[Int(terminalNumber(ofNode: node))]
  }

  /// The number of the terminal of a node, among those of its asset type.
  package func terminalNumber(ofNode node: Int) -> UInt8 {
    isPacked(node: node) ? packed.nodeTerminals[node] : added.edits.overlay.node(node).terminal
  }

  /// The positions along its line, from 0 to 1, at which an edge begins and ends; 0 to 1 for other edges.
  package func positions(ofEdge edge: Int) -> ClosedRange<Double> {
    edits?.overlay.positions(ofEdge: edge) ?? packed.positions(ofEdge: edge)
  }

  /// The half-edges that leave a node; empty when it was removed.
  package func halfEdges(of node: Int) -> Slice<Column<HalfEdge>> {
    edits?.overlay.row(node) ?? packed.graph.halfEdges(of: node)
  }

  /// All nodes connected to a node, which comes first, in breadth-first order; only the node itself when it was
  /// removed.
  ///
  /// - Precondition: The node is below ``nodeLimit``.
  /// - Complexity: O(n) for ``nodeLimit`` and the edges visited.
  package func connectedNodes(from node: Int) -> [Int32] {
    edits?.connectedNodes(from: node) ?? packed.graph.connectedNodes(from: node)
  }

  /// Whether a number is an existing node; all are below ``nodeLimit``.
  package func hasNode(_ node: Int) -> Bool {
    (0..<nodeLimit).contains(node) && edits?.overlay.hasNode(node) ?? true
  }

  /// Whether a number is an existing edge; all are below ``edgeLimit``.
  package func hasEdge(_ edge: Int) -> Bool {
    (0..<edgeLimit).contains(edge) && edits?.overlay.hasEdge(edge) ?? true
  }

  /// The nodes that edits have added or changed.
  package var changedNodes: [Int] {
    guard let edits else { return [] }
    return network.changedFeatures.flatMap { edits.nodes(ofJunction: network.ordinal(of: $0)) }
      + (packed.nodeFeatures.count..<nodeLimit).filter { hasNode($0) }
  }

  /// The edges that edits have added or changed.
  package var changedEdges: [Int] {
    guard let edits else { return [] }
    return network.changedFeatures.flatMap { edges(of: $0) }
      + edits.overlay.changedEdges.map { Int($0) }
  }

  /// The ordinals of the features, also deleted ones, whose values or edges a commit has changed, and of those that new
  /// edges lead to.
  ///
  /// A trace that visited none of these features, and looked at all edges of each node that it left, has the same
  /// result as before: it would have seen a removed edge, and a new edge leads to one of these features.
  package func renewedFeatures(by commit: NetworkCommit) -> Set<Int32> {
    precondition(commit.leads(to: network), "The commit leads to the topology")
    var found = Set(commit.touched.map { network.ordinal(of: $0) })
    guard let renewed = edits?.renewed else { return found }
    found.formUnion(renewed.lines)
    for position in renewed.associations {
      for network in [commit.before, commit.after] {
        guard let association = network.association(at: position) else { continue }
        for end in [association.from, association.to] {
          if let feature = network.feature(globalID: end.globalID) {
            found.insert(network.ordinal(of: feature))
          }
        }
      }
    }
    for line in renewed.lines {
      let feature = network.feature(ordinal: line)
      guard network.contains(feature) else { continue }
      for edge in edges(of: feature) {
        let (from, to) = ends(ofEdge: edge)
        addFeatures(at: from, to: &found)
        addFeatures(at: to, to: &found)
      }
    }
    return found
  }

  /// Adds the feature of a node or, at a system junction, the features of its edges.
  private func addFeatures(at node: Int, to found: inout Set<Int32>) {
    let feature = featureOrdinal(ofNode: node)
    if feature >= 0 {
      found.insert(feature)
      return
    }
    for half in halfEdges(of: node) {
      let other =
        isAssociation(half.edge)
        ? featureOrdinal(ofNode: Int(half.node)) : featureOrdinal(ofEdge: half.edge)
      if other >= 0 { found.insert(other) }
    }
  }
}

/// The data of nodes and edges for walks: for all packed numbers it is read from the packed columns.
extension Topology {
  @inlinable
  func isPacked(node: Int) -> Bool { node < nodeFeatures.count }

  @inlinable
  func isPacked(edge: Int) -> Bool { edge < edgeFeatures.count }

  /// The edits, for numbers beyond the packed graph.
  @inlinable var added: TopologyEditBox {
    guard let box else { preconditionFailure("Without edits there are packed numbers alone") }
    return box
  }

  /// The two nodes of an edge.
  @inlinable
  public func ends(ofEdge edge: Int) -> (from: Int, to: Int) {
    isPacked(edge: edge) ? packed.graph.nodes(of: edge) : added.ends(ofEdge: edge)
  }

  /// Whether an edge is a stretch of a line or of an edge object.
  @inlinable
  package func isLine(_ edge: Int) -> Bool {
    edge < lineEnd || !isPacked(edge: edge) && added.isEdge(edge, .line)
  }

  /// Whether an edge joins two terminals of a device.
  @inlinable
  package func isInternal(_ edge: Int) -> Bool {
    edge < internalEnd ? edge >= lineEnd : !isPacked(edge: edge) && added.isEdge(edge, .internal)
  }

  /// Whether an edge is a connectivity association.
  @inlinable
  package func isAssociation(_ edge: Int) -> Bool {
    isPacked(edge: edge) ? edge >= internalEnd : added.isEdge(edge, .association)
  }

  /// The ordinal of the feature of a node; -1 for a system junction.
  @inlinable
  package func featureOrdinal(ofNode node: Int) -> Int32 {
    isPacked(node: node) ? nodeFeatures[node] : added.feature(ofNode: node)
  }

  /// The ordinal of the line or device of an edge; for an association its position.
  @inlinable
  package func featureOrdinal(ofEdge edge: Int) -> Int32 {
    isPacked(edge: edge) ? edgeFeatures[edge] : added.feature(ofEdge: edge)
  }

  /// The directions in which the commodity may pass between two terminals of a device; the edge has to be internal.
  @inlinable
  package func passage(ofInternal edge: Int) -> TerminalPaths.Passage {
    box?.passage(ofInternal: edge) ?? packed.passages[edge - lineEnd]
  }
}

/// The data of added nodes and edges for walks; in the box, since copying the topology for each call is expensive.
extension TopologyEditBox {
  @usableFromInline
  func ends(ofEdge edge: Int) -> (from: Int, to: Int) {
    let record = edits.overlay.edge(edge)
    return (Int(record.from), Int(record.to))
  }

  @usableFromInline
  func isEdge(_ edge: Int, _ kind: GraphOverlay.Edge.Kind) -> Bool {
    edits.overlay.edge(edge).kind == kind
  }

  @usableFromInline
  func feature(ofNode node: Int) -> Int32 { edits.overlay.node(node).feature }

  @usableFromInline
  func feature(ofEdge edge: Int) -> Int32 { edits.overlay.edge(edge).feature }

  @usableFromInline
  func passage(ofInternal edge: Int) -> TerminalPaths.Passage { edits.overlay.edge(edge).passage }
}
