package import GeoSnap

/// Gives each of many groups of features a colour that differs from those of all groups that touch it and, as far as
/// there are enough colours, of those that are near.
package struct NeighbourColors {
  package private(set) var numbers: [Int]

  /// - `reach`: The distance in coordinate units within which groups are near.
  /// - `palette`: The number of colours; more are used only where a group touches that many others.
  package init(_ groups: [[FeatureID]], in network: EditedNetwork, reach: Double, palette: Int) {
    let meetings = GroupMeetings(groups, in: network, reach: reach)
    numbers = [Int](repeating: -1, count: groups.count)
    var uses = [Int](repeating: 0, count: palette)
    for group in Self.order(meetings.touching) {
      let taken = Set(meetings.touching[group].map { numbers[$0] })
      let near = meetings.near[group].map { numbers[$0] }
      let free = uses.indices.filter { !taken.contains($0) }
      func cost(_ color: Int) -> (Int, Int, Int) {
        (near.count { $0 == color }, uses[color], color)
      }
      if let best = free.min(by: { cost($0) < cost($1) }) {
        numbers[group] = best
      } else {
        numbers[group] = uses.count
        uses.append(0)
      }
      uses[numbers[group]] += 1
    }
  }

  /// The groups in the order in which they get colours: each touches as few as possible of those before it.
  private static func order(_ touching: [Set<Int>]) -> [Int] {
    var degrees = touching.map(\.count)
    var isLeft = [Bool](repeating: true, count: touching.count)
    var order: [Int] = []
    for _ in touching.indices {
      guard
        let next = touching.indices.filter({ isLeft[$0] }).min(by: { degrees[$0] < degrees[$1] })
      else { break }
      isLeft[next] = false
      for other in touching[next] { degrees[other] -= 1 }
      order.append(next)
    }
    return order.reversed()
  }
}

/// The groups of features that touch each other, and those that are near each other.
package struct GroupMeetings {
  /// For each group those that share a feature or a place with it, or are associated with it.
  package private(set) var touching: [Set<Int>]
  /// For each group those that have a vertex near one of its vertices.
  private(set) var near: [Set<Int>]

  package init(_ groups: [[FeatureID]], in network: EditedNetwork, reach: Double) {
    touching = [Set<Int>](repeating: [], count: groups.count)
    near = touching
    var ofFeature: [FeatureID: [Int]] = [:]
    var ofPlace: [Coordinate: [Int]] = [:]
    var ofCell: [SIMD2<Int32>: [Int]] = [:]
    for (group, features) in groups.enumerated() {
      for feature in features {
        Self.note(group, &ofFeature[feature, default: []])
        for place in network.geometry(of: feature)?.coordinates ?? [] {
          Self.note(group, &ofPlace[place, default: []])
          if let cell = Self.cell(place, reach) { Self.note(group, &ofCell[cell, default: []]) }
        }
      }
    }
    for meeting in Array(ofFeature.values) + Array(ofPlace.values) {
      Self.join(meeting, meeting, &touching)
    }
    // A valve or switch between two groups may belong to neither.
    var between: [FeatureID: [Int]] = [:]
    for association in network.associations where association.kind.isConnectivity {
      let ends = [association.from, association.to].compactMap {
        network.feature(globalID: $0.globalID)
      }
      let groups = ends.flatMap { end in
        ofFeature[end] ?? network.geometry(of: end)?.coordinates.first.flatMap { ofPlace[$0] } ?? []
      }
      for end in ends { between[end, default: []] += groups }
    }
    for (feature, groups) in between {
      let isMember = ofFeature[feature] != nil
      // For a member only its groups meet the others: the others need not meet each other.
      Self.join(isMember ? ofFeature[feature] ?? [] : groups, groups, &touching)
    }
    for (cell, groups) in ofCell {
      for (x, y) in [(0, 0), (1, -1), (1, 0), (1, 1), (0, 1)] as [(Int32, Int32)] {
        Self.join(groups, ofCell[cell &+ SIMD2(x, y)] ?? [], &near)
      }
    }
  }

  /// Adds a group to a list; as features come group by group, an earlier entry of the group is the last one.
  private static func note(_ group: Int, _ groups: inout [Int]) {
    if groups.last != group { groups.append(group) }
  }

  private static func join(_ some: [Int], _ others: [Int], _ sets: inout [Set<Int>]) {
    for one in some {
      for other in others where other != one {
        sets[one].insert(other)
        sets[other].insert(one)
      }
    }
  }

  /// The square of side `reach` around a place; nil where its numbers would overflow.
  private static func cell(_ place: Coordinate, _ reach: Double) -> SIMD2<Int32>? {
    let (x, y) = ((place.x / reach).rounded(.down), (place.y / reach).rounded(.down))
    guard x.magnitude < 1e9, y.magnitude < 1e9 else { return nil }
    return SIMD2(Int32(x), Int32(y))
  }
}
