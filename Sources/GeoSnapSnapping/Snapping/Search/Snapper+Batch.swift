extension Snapper {
  /// The places to snap to for many pointer positions, on one thread.
  ///
  /// Each result is that of ``snap(at:tolerance:role:editing:sketch:previous:)``, with its errors. In large networks,
  /// many places at once take less time, since the searches wait for memory together.
  ///
  /// - Complexity: One snap for each place.
  public func snap(
    atEach places: [Coordinate],
    tolerance: Double? = nil,
    role: SnapRole? = nil,
    editing edited: FeatureID? = nil
  ) throws(SnapRuleError) -> [SnapMatch?] {
    try check(role, tolerance)
    return matches(atEach: places, 0..<places.count, tolerance, role, edited)
  }

  /// The asynchronous twin of ``snap(atEach:tolerance:role:editing:)``, on all cores and with progress.
  ///
  /// `progress` receives the number of completed places, from one thread at a time. Throws `CancellationError`
  /// when its task is cancelled.
  @concurrent
  public func snap(
    atEach places: [Coordinate],
    tolerance: Double? = nil,
    role: SnapRole? = nil,
    editing edited: FeatureID? = nil,
    progress: (@Sendable (_ done: Int) -> Void)?
  ) async throws -> [SnapMatch?] {
    try check(role, tolerance)
    var matches: [SnapMatch?] = []
    matches.reserveCapacity(places.count)
    try await forEachChunk(of: places.count, progress: progress) { range in
      self.matches(atEach: places, range, tolerance, role, edited)
    } collect: {
      matches += $0
    }
    return matches
  }

  /// The best places for a checked query at many positions.
  package func matches(
    atEach places: [Coordinate],
    _ range: Range<Int>,
    _ tolerance: Double?,
    _ role: SnapRole?,
    _ edited: FeatureID?
  ) -> [SnapMatch?] {
    let common = query(Coordinate(x: 0, y: 0), tolerance, role, edited)
    let offers = common.isInner ? innerOffers : offers
    guard common.tolerance >= 0, isOn else {
      return Array(repeating: nil, count: range.count)
    }
    let isOnSegments = !offers.kinds.isDisjoint(with: .onSegments)
    var matches: [SnapMatch?] = []
    matches.reserveCapacity(range.count)
    var best = [SnapCandidate?](repeating: nil, count: min(batchGroupSize, range.count))
    for first in stride(from: range.lowerBound, to: range.upperBound, by: batchGroupSize) {
      let group = first..<min(first + batchGroupSize, range.upperBound)
      for place in 0..<group.count { best[place] = nil }
      if isOnSegments {
        scene.features.forEachSegment(
          within: common.radius,
          ofEach: places.span.extracting(group)
        ) { place, hit in
          consider(hit, common.moved(to: hit.point), offers, &best[place])
        }
      }
      for place in 0..<group.count {
        let query = common.moved(to: places[first + place])
        var finding: SnapFinding?
        if offers.kinds.contains(.intersection), allowsCrossing(best[place]) {
          finding = bestCrossing(of: crossingSegments(query, offers), query, offers)
        }
        finding = finding ?? betterFinding(than: best[place], query, offers, nil)
        matches.append(finding.map { match($0, query) })
      }
    }
    return matches
  }
}

extension SnapQuery {
  @inline(__always)
  fileprivate func moved(to point: Coordinate) -> SnapQuery {
    var query = self
    query.point = point
    return query
  }
}
