/// A feature that was moved away from others which were joined with it, or deleted between them.
package struct Parting: Sendable {
  /// The feature that was moved or deleted.
  package let feature: FeatureID
  /// Those that are no longer joined with it, in order; of one that was deleted those that it joined.
  package let others: [FeatureID]
}

extension NetworkState {
  /// What a commit has moved away from what was joined with it there, and what it has deleted between others.
  ///
  /// What a new piece of a line that was split takes over is no parting, nor is a deleted feature whose neighbours are
  /// one line now, or still meet, nor a line that is deleted.
  ///
  /// - Parameters:
  ///   - commit: A commit on the network of this state.
  ///   - next: The state after it.
  /// - Returns: The partings, in the order of the features that the commit touched.
  /// - Complexity: For each feature that was moved, linear in its vertices and those of the features that it is no
  ///   longer joined with; for each that was deleted, in what the features that it joined meet.
  package func partings(of commit: NetworkCommit, to next: NetworkState) -> [Parting] {
    var meetings = Meetings(next)
    return commit.touched.compactMap { feature in
      next.network.contains(feature)
        ? parting(byMoving: feature, next) : parting(byDeleting: feature, &meetings)
    }
  }

  /// What a feature was moved away from; nil where it left nothing behind.
  private func parting(byMoving feature: FeatureID, _ next: NetworkState) -> Parting? {
    guard network.contains(feature), let old = network.geometry(of: feature),
      let new = next.network.geometry(of: feature), old != new
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
    return others.isEmpty ? nil : Parting(feature: feature, others: others.inOrder)
  }

  /// What a deleted feature joined, and is left in pieces that do not meet; nil where all of it meets.
  private func parting(byDeleting feature: FeatureID, _ meetings: inout Meetings) -> Parting? {
    guard network.contains(feature), !topology.nodes(of: feature).isEmpty else { return nil }
    let others = topology.neighbours(of: feature).filter { meetings.state.network.contains($0) }
      .inOrder
    guard let first = others.first else { return nil }
    var queue = [first]
    var head = 0
    var apart = Set(others.dropFirst())
    var passed: Set<FeatureID> = []
    while head < queue.count, !apart.isEmpty {
      let other = queue[head]
      head += 1
      for met in meetings.with(other) {
        // What the commit has made may lie between.
        let isNew = !network.contains(met) && passed.insert(met).inserted
        if apart.remove(met) != nil || isNew { queue.append(met) }
      }
    }
    return apart.isEmpty ? nil : Parting(feature: feature, others: others)
  }
}

/// What meets what in a state, looked up once for each feature.
private struct Meetings {
  let state: NetworkState
  private var known: [FeatureID: Set<FeatureID>] = [:]

  init(_ state: NetworkState) { self.state = state }

  mutating func with(_ feature: FeatureID) -> Set<FeatureID> {
    if let known = known[feature] { return known }
    let found = state.topology.neighbours(of: feature)
    known[feature] = found
    return found
  }
}

extension Set<FeatureID> {
  fileprivate var inOrder: [FeatureID] { sorted { ($0.table, $0.row) < ($1.table, $1.row) } }
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
    meeting(feature, withAssociated: false)
  }

  /// The features that meet one at its nodes, and those that connectivity associations join with it.
  package func neighbours(of feature: FeatureID) -> Set<FeatureID> {
    meeting(feature, withAssociated: true)
  }

  private func meeting(_ feature: FeatureID, withAssociated: Bool) -> Set<FeatureID> {
    var nodes = Set(nodes(of: feature))
    for edge in edges(of: feature) {
      let ends = ends(ofEdge: edge)
      nodes.formUnion([ends.from, ends.to])
    }
    var found: Set<FeatureID> = []
    func addLines(_ node: Int) {
      for half in halfEdges(of: node) where isLine(half.edge) {
        if let line = self.feature(ofEdge: half.edge) { found.insert(line) }
      }
    }
    for node in nodes {
      if let own = self.feature(ofNode: node) { found.insert(own) }
      addLines(node)
      guard withAssociated else { continue }
      for half in halfEdges(of: node) where isAssociation(half.edge) {
        let far = Int(half.node)
        if let other = self.feature(ofNode: far) { found.insert(other) } else { addLines(far) }
      }
    }
    found.remove(feature)
    return found
  }
}
