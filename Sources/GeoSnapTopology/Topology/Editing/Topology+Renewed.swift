extension Topology {
  /// The features of which a commit has changed values or edges, and those that new edges lead to.
  ///
  /// Whoever has looked at none of them, and at all edges of each node that was left, has seen nothing that changed:
  /// an edge that is gone was among those looked at, and one that is new leads to a feature that was. The rest of the
  /// graph is as it was, under the same numbers.
  ///
  /// - Parameter commit: The commit that led to this topology.
  /// - Returns: Ordinals, among them those of features that are deleted.
  /// - Complexity: Linear in the number of features that meet those touched.
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

  /// Adds the feature that a node belongs to or, at a system junction, those of all that meets there.
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
