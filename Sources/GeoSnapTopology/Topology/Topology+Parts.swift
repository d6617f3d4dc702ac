extension Topology {
  /// Whether a feature is a junction or a line of the graph.
  package func isInGraph(_ feature: FeatureID) -> Bool {
    !nodes(of: feature).isEmpty || !edges(of: feature).isEmpty
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
}
