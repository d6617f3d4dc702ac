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
  /// - Complexity: For each feature that was moved, linear in its vertices and those of the features that it is no
  ///   longer joined with.
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
      let parted = topology.joined(with: feature).filter {
        !joined.contains($0) && next.network.contains($0)
      }
      if parted.isEmpty { return nil }
      let places = NearPlaces(left, within: topology.tolerance.xy)
      let others = parted.filter { other in
        guard next.network.geometry(of: other)?.coordinates.contains(where: places.hold) ?? false
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
}

/// Places by the cells of a grid, so that those near another are found at once.
private struct NearPlaces {
  private let reach: Double
  private var cells: [SIMD2<Double>: [Coordinate]] = [:]

  init(_ places: [Coordinate], within reach: Double) {
    self.reach = reach
    for place in places { cells[cell(place), default: []].append(place) }
  }

  /// Whether one of the places is no farther from another than the reach.
  func hold(_ place: Coordinate) -> Bool {
    let own = cell(place)
    for x in -1...1 {
      for y in -1...1 {
        let near = cells[own + SIMD2(Double(x), Double(y))] ?? []
        if near.contains(where: { $0.squaredDistance(to: place) <= reach * reach }) { return true }
      }
    }
    return false
  }

  private func cell(_ place: Coordinate) -> SIMD2<Double> {
    guard reach > 0 else { return SIMD2(place.x, place.y) }
    return SIMD2((place.x / reach).rounded(.down), (place.y / reach).rounded(.down))
  }
}

extension Topology {
  /// The features that meet one at its nodes; no associated ones.
  package func joined(with feature: FeatureID) -> Set<FeatureID> {
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
