extension EditedTopology {
  /// A node as an element, with the number of its feature.
  ///
  /// - Precondition: The node is there.
  func element(node: Int) -> TraceElement {
    element(isEdge: false, node, of: overlay.node(node).feature)
  }

  /// An edge as an element, with the number of its feature.
  ///
  /// - Precondition: The edge is there.
  func element(edge: Int) -> TraceElement {
    let record = overlay.edge(edge)
    return element(isEdge: true, edge, of: record.kind == .association ? -1 : record.feature)
  }

  private func element(isEdge: Bool, _ index: Int, of feature: Int32) -> TraceElement {
    TraceElement(
      isEdge: isEdge,
      index: index,
      feature: feature,
      type: feature < 0 ? -1 : network.assetTypeOrdinal(of: network.feature(ordinal: feature))
    )
  }
}
