extension Topology {
  /// The ordinals of the features whose values or edges a commit has changed, and of those that new edges lead to.
  ///
  /// Deleted features are among them. A trace that visited none of these features, and looked at all edges of each
  /// node that it left, has the same result as before: it would have seen a removed edge, and a new edge leads to one
  /// of these features. The rest of the graph is unchanged, under the same numbers. The time is linear in the number
  /// of features that meet those touched. `commit` is the one that led to this topology.
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
