/// A feature that was moved away from features joined to it, or was deleted between them.
package struct Parting: Sendable {
  package let feature: FeatureID
  /// The features no longer joined to it, in order; for a deleted feature those that it joined.
  package let others: [FeatureID]
}

extension NetworkState {
  /// The features that a commit has moved away from features joined to them, or has deleted between others.
  package func partings(of commit: NetworkCommit, to next: NetworkState) -> [Parting] {
    var meetings = Meetings(next)
    return commit.touched.compactMap { feature in
      next.network.contains(feature)
        ? parting(byMoving: feature, next) : parting(byDeleting: feature, &meetings)
    }
  }

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

  /// The neighbours of a deleted feature; nil when all of them still meet.
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
        // New features of the commit may connect them.
        let isNew = !network.contains(met) && passed.insert(met).inserted
        if apart.remove(met) != nil || isNew { queue.append(met) }
      }
    }
    return apart.isEmpty ? nil : Parting(feature: feature, others: others)
  }
}

/// The features that meet each feature in a state, looked up once.
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

/// Places in the cells of a grid, to find near ones quickly.
private struct NearPlaces {
  private let reach: Double
  private var cells: [SIMD2<Double>: [Coordinate]] = [:]

  init(_ places: [Coordinate], within reach: Double) {
    self.reach = reach
    for place in places { cells[cell(place), default: []].append(place) }
  }

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
  /// The features that meet a feature at its nodes, without associated ones.
  package func joined(with feature: FeatureID) -> Set<FeatureID> {
    meeting(feature, withAssociated: false)
  }

  /// The features that meet a feature at its nodes, and those that connectivity associations join to it.
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
