internal import GeoSnapSupport

struct CrossingSegment {
  fileprivate let key: SegmentKey
  fileprivate let segment: Segment
  fileprivate let distance: Double
}

struct CrossingSegments {
  /// The first segments; usually all.
  private var few = InlineArray<24, CrossingSegment?>(repeating: nil)
  private var many: [CrossingSegment] = []
  private(set) var count = 0

  @inline(never)
  mutating func append(_ segment: CrossingSegment) {
    if count < few.count { few[count] = segment } else { many.append(segment) }
    count += 1
  }

  /// Calls `body` for each pair within the distance that its last call returned.
  fileprivate func forEachPair(_ body: (CrossingSegment, CrossingSegment) -> Double) {
    guard many.isEmpty else {
      // In order of distance, to end at the first that is too far.
      let all = (few.indices.compactMap { few[$0] } + many).rising(by: \.distance)
      var interest = Double.infinity
      for one in all.indices where all[one].distance <= interest {
        for other in 0..<one where all[other].distance <= interest {
          interest = body(all[one], all[other])
        }
      }
      return
    }
    for one in 0..<count {
      for other in 0..<one {
        if let first = few[one], let second = few[other] { _ = body(first, second) }
      }
    }
  }
}

extension Snapper {
  /// Whether an intersection could win over the best place on a segment.
  func allowsCrossing(_ best: SnapCandidate?) -> Bool {
    best?.rank ?? .max > SnapKind.intersection.rank
  }

  /// The winning intersection, if any, in time quadratic in the segments nearer than the best one.
  @inline(never)
  func bestCrossing(
    of segments: CrossingSegments,
    _ query: SnapQuery,
    _ offers: SnapOffers
  ) -> SnapFinding? {
    var best: SnapFinding?
    // Both segments of an intersection are at least as near as the intersection.
    segments.forEachPair { one, other in
      if let crossing = crossing(one, other, query, offers),
        best.map({ crossing.wins(over: $0) }) ?? true
      {
        best = crossing
      }
      return best?.distance ?? .infinity
    }
    return best
  }

  func forEachCrossing(
    of segments: CrossingSegments,
    _ query: SnapQuery,
    _ offers: SnapOffers,
    _ body: (SnapFinding) -> Void
  ) {
    segments.forEachPair { one, other in
      if let crossing = crossing(one, other, query, offers) { body(crossing) }
      return .infinity
    }
  }

  /// The segments near a place with offered intersections.
  func crossingSegments(_ query: SnapQuery, _ offers: SnapOffers) -> CrossingSegments {
    var segments = CrossingSegments()
    scene.features.forEachSegment(within: query.radius, of: query.point) { hit in
      if let found = crossingSegment(hit, query, offers) { segments.append(found) }
    }
    return segments
  }

  /// The segment of a hit with offered intersections; nil when it is not near enough.
  func crossingSegment(
    _ hit: SegmentHit,
    _ query: SnapQuery,
    _ offers: SnapOffers
  ) -> CrossingSegment? {
    guard hit.feature != query.excluded, !hit.flags.contains(.place) else { return nil }
    let offer = offers.offer(of: hit.feature)
    guard offer.kinds.contains(.intersection),
      hit.distance <= offers.tolerance(offer, .intersection, query.tolerance)
    else { return nil }
    let key = SegmentKey(
      layer: offer.layer,
      feature: hit.feature,
      part: hit.part,
      vertex: hit.segment
    )
    return CrossingSegment(key: key, segment: hit.geometry, distance: hit.distance)
  }

  private func crossing(
    _ one: CrossingSegment,
    _ other: CrossingSegment,
    _ query: SnapQuery,
    _ offers: SnapOffers
  ) -> SnapFinding? {
    let (first, second) = one.key.precedes(other.key) ? (one, other) : (other, one)
    guard let location = first.segment.crossing(with: second.segment) else { return nil }
    let finding = SnapFinding(of: first.key, and: second.key, at: location, near: query.point)
    // The smaller tolerance applies.
    func reaches(_ segment: CrossingSegment) -> Bool {
      let offer = offers.offer(of: segment.key.feature)
      return finding.distance <= offers.tolerance(offer, .intersection, query.tolerance)
    }
    guard reaches(first), reaches(second),
      !refusesCrossing(of: first.key.feature, and: second.key.feature, at: location, query)
    else { return nil }
    return finding
  }
}
