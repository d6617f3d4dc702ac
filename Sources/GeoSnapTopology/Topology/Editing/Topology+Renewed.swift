extension Topology {
  /// The features of which a commit has changed values, edges, or what meets them: whatever else the graph has
  /// is as it was, under the same numbers.
  ///
  /// They are those touched, the lines that were made anew with what they meet and met, and what associations
  /// of any kind join with those.
  ///
  /// - Parameters:
  ///   - commit: The commit that led to this topology.
  ///   - before: The topology before it.
  /// - Returns: Ordinals, among them those of features that are deleted.
  /// - Complexity: Linear in the number of features that meet those touched.
  package func renewedFeatures(by commit: NetworkCommit, from before: Topology) -> Set<Int32> {
    precondition(
      commit.follows(before.network) && commit.leads(to: network),
      "The commit leads from one topology to the other"
    )
    var found = Set(commit.touched.map { network.ordinal(of: $0) })
    guard let renewed = edits?.renewed else { return found }
    for position in renewed.associations {
      for network in [before.network, network] {
        guard let association = network.association(at: position) else { continue }
        for end in [association.from, association.to] {
          if let feature = network.feature(globalID: end.globalID) {
            found.insert(network.ordinal(of: feature))
          }
        }
      }
    }
    found.formUnion(renewed.lines)
    for topology in [before, self] {
      for line in renewed.lines {
        let feature = network.feature(ordinal: line)
        guard topology.network.contains(feature) else { continue }
        for edge in topology.edges(of: feature) {
          let (from, to) = topology.ends(ofEdge: edge)
          topology.addFeatures(at: from, to: &found)
          topology.addFeatures(at: to, to: &found)
        }
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
