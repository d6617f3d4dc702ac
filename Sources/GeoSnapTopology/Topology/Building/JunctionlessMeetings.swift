/// Joins vertices of lines without a junction: those of one asset type meet at a system junction, those of different
/// types do not connect.
struct JunctionlessMeetings {
  /// The system junction that each vertex joins; -1 for an inner vertex that meets nothing.
  private(set) var groups: [Int32] = []
  private(set) var groupCount = 0
  /// Meetings of lines of different asset types.
  private(set) var refusals: [Refusal] = []

  struct Refusal {
    let one: Int32
    let other: Int32
    let place: Coordinate

    /// The problem; `feature` returns the line with an ordinal or number.
    func problem(_ feature: (Int32) -> FeatureID) -> TopologyProblem {
      TopologyProblem(.noJunctionBetweenLines, [feature(one), feature(other)], at: place)
    }
  }

  private var sets: DisjointSets

  init(_ loose: [PlacedVertex], _ tolerance: CoincidenceTolerance, _ rules: JoinRules) {
    let points = loose.map(\.point)
    sets = DisjointSets(count: points.count)
    guard !points.isEmpty else { return }
    let (table, repeats) = PlaceTable.filled(points, tolerance)
    var isRepeat = [Bool](repeating: false, count: points.count)
    for (item, first) in repeats {
      sets.join(item, first)
      isRepeat[item] = true
    }
    // An inner vertex that represents identical vertices may have an end among its repeats.
    var hasEnd = loose.map { $0.position != .inner }
    for (item, first) in repeats where loose[item].position != .inner { hasEnd[first] = true }
    var meetings: [(one: Int, other: Int)] = []
    for item in 0..<points.count where !isRepeat[item] {
      table.forEachPoint(near: points[item].x, points[item].y) { point, other, _ in
        guard other < item, tolerance.holds(points[item].z, point.z, heights: ()) else { return }
        meetings.append((item, other))
      }
    }
    for (one, other) in meetings {
      if points[one].type == points[other].type {
        sets.join(one, other)
      } else if hasEnd[one] || hasEnd[other],
        rules.shareDomain(points[one].type, points[other].type)
      {
        refusals.append(
          Refusal(one: points[one].owner, other: points[other].owner, place: points[one].place)
        )
      }
    }
    number(loose)
  }

  /// Numbers the groups that need a node: those with a line's end, and those of several lines.
  ///
  /// Where a line meets only itself, at a repeated vertex or in a loop, its inner vertices join nothing and the line
  /// is not cut.
  private mutating func number(_ loose: [PlacedVertex]) {
    var lines = [Int32](repeating: -1, count: loose.count)
    var isShared = [Bool](repeating: false, count: loose.count)
    var hasEnd = [Bool](repeating: false, count: loose.count)
    for item in 0..<loose.count {
      let root = sets.root(item)
      let line = loose[item].point.owner
      if lines[root] >= 0 && lines[root] != line { isShared[root] = true }
      lines[root] = line
      if loose[item].position != .inner { hasEnd[root] = true }
    }
    var numbers = [Int32](repeating: -1, count: loose.count)
    groups.reserveCapacity(loose.count)
    for item in 0..<loose.count {
      let root = sets.root(item)
      if numbers[root] < 0 && (hasEnd[root] || isShared[root]) {
        numbers[root] = Int32(groupCount)
        groupCount += 1
      }
      groups.append(isShared[root] || loose[item].position != .inner ? numbers[root] : -1)
    }
  }
}
