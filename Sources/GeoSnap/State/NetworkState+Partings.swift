/// A feature that was moved away from others which were joined with it, and which stayed.
package struct Parting: Sendable {
  /// The feature that was moved.
  package let feature: FeatureID
  /// Those that are no longer joined with it, in order.
  package let others: [FeatureID]
}

extension NetworkState {
  /// What a commit has moved away from what was joined with it there.
  ///
  /// What is deleted, and what a new piece of a line that was split takes over, is no parting.
  ///
  /// - Parameters:
  ///   - commit: A commit on the network of this state.
  ///   - next: The state after it.
  /// - Returns: The partings, in the order of the features that the commit touched.
  /// - Complexity: For each feature that was moved, the vertices that it left times those of the features that it
  ///   is no longer joined with.
  package func partings(of commit: NetworkCommit, to next: NetworkState) -> [Parting] {
    commit.touched.compactMap { feature in
      guard network.contains(feature), next.network.contains(feature),
        let old = network.geometry(of: feature), let new = next.network.geometry(of: feature),
        old != new
      else { return nil }
      let kept = Set(new.coordinates)
      let left = old.coordinates.filter { !kept.contains($0) }
      guard !left.isEmpty else { return nil }
      let joined = next.topology.joined(with: feature)
      let others = topology.joined(with: feature).filter { other in
        guard !joined.contains(other), next.network.contains(other),
          next.stands(other, atOneOf: left)
        else { return false }
        return !next.topology.joined(with: other).contains { !network.contains($0) }
      }
      return others.isEmpty
        ? nil
        : Parting(
          feature: feature,
          others: others.sorted { ($0.table, $0.row) < ($1.table, $1.row) }
        )
    }
  }

  /// Whether a feature has a vertex at one of some places.
  private func stands(_ feature: FeatureID, atOneOf places: [Coordinate]) -> Bool {
    let reach = topology.tolerance.xy * topology.tolerance.xy
    return network.geometry(of: feature)?.coordinates.contains { vertex in
      places.contains { $0.squaredDistance(to: vertex) <= reach }
    } ?? false
  }
}

extension Topology {
  /// The features that meet one at its nodes; no associated ones.
  fileprivate func joined(with feature: FeatureID) -> Set<FeatureID> {
    var nodes = Set(nodes(of: feature))
    for edge in edges(of: feature) {
      let ends = ends(ofEdge: edge)
      nodes.formUnion([ends.from, ends.to])
    }
    var found: Set<FeatureID> = []
    for node in nodes {
      if let own = self.feature(ofNode: node) { found.insert(own) }
      for half in halfEdges(of: node) where isLine(half.edge) {
        if let line = self.feature(ofEdge: half.edge) { found.insert(line) }
      }
    }
    found.remove(feature)
    return found
  }
}
