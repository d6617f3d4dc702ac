internal import GeoSnapSupport

/// A segment that may cross others near a place.
private struct CrossingSegment {
  let key: SegmentKey
  let segment: Segment
  let distance: Double
}

extension Snapper {
  /// The intersection that wins; nil when there is none near enough.
  func bestCrossing(_ query: SnapQuery, _ offers: SnapOffers) -> SnapFinding? {
    crossings(query, offers, onlyBest: true).best
  }

  /// The intersections near enough of two segments that offer theirs: all, or the one that wins.
  ///
  /// - Complexity: Of the segments that come nearer than the last interest, the square.
  func crossings(
    _ query: SnapQuery,
    _ offers: SnapOffers,
    onlyBest: Bool
  ) -> (best: SnapFinding?, all: [SnapFinding]) {
    // Both segments of an intersection come as near as the intersection itself.
    var few = InlineArray<24, CrossingSegment?>(repeating: nil)
    var many: [CrossingSegment] = []
    var count = 0
    forEachCrossingSegment(query, offers) { found in
      if count < few.count { few[count] = found } else { many.append(found) }
      count += 1
    }
    var best: SnapFinding?
    var all: [SnapFinding] = []
    // How far away another may be that is still of interest, which only shrinks.
    var interest = Double.infinity
    func take(_ one: CrossingSegment, _ other: CrossingSegment) {
      guard let crossing = crossing(one, other, query, offers) else { return }
      guard onlyBest else { return all.append(crossing) }
      if best.map({ crossing.wins(over: $0) }) ?? true { best = crossing }
      interest = min(interest, best?.distance ?? .infinity)
    }
    guard many.isEmpty else {
      for index in few.indices { if let found = few[index] { many.append(found) } }
      // The nearest first, so that what is too far for the best so far ends it.
      many = many.rising(by: \.distance)
      for one in many.indices where many[one].distance <= interest {
        for other in 0..<one where many[other].distance <= interest {
          take(many[one], many[other])
        }
      }
      return (best, all)
    }
    for one in 0..<count {
      for other in 0..<one {
        if let first = few[one], let second = few[other] { take(first, second) }
      }
    }
    return (best, all)
  }

  private func forEachCrossingSegment(
    _ query: SnapQuery,
    _ offers: SnapOffers,
    _ body: (CrossingSegment) -> Void
  ) {
    scene.features.forEachSegment(within: query.radius, of: query.point) { hit in
      guard hit.feature != query.excluded, !hit.flags.contains(.place) else { return }
      let offer = offers.offer(of: hit.feature)
      guard offer.kinds.contains(.intersection) else { return }
      let limit = offers.tolerance(offer, .intersection, query.tolerance)
      guard hit.distance <= limit else { return }
      let key = SegmentKey(
        layer: offer.layer,
        feature: hit.feature,
        part: hit.part,
        vertex: hit.segment
      )
      body(CrossingSegment(key: key, segment: hit.geometry, distance: hit.distance))
    }
  }

  private func crossing(
    _ one: CrossingSegment,
    _ other: CrossingSegment,
    _ query: SnapQuery,
    _ offers: SnapOffers
  ) -> SnapFinding? {
    let (first, second) = one.key.precedes(other.key) ? (one, other) : (other, one)
    guard let location = first.segment.crossing(with: second.segment) else { return nil }
    var finding = SnapFinding(
      .intersection,
      layer: first.key.layer,
      feature: first.key.feature,
      part: first.key.part,
      vertex: first.key.vertex,
      at: location,
      near: query.point
    )
    finding.crossing = second.key
    // The narrower of the two tolerances decides.
    let limit = min(
      offers.tolerance(
        offers.offer(of: first.key.feature),
        .intersection,
        query.tolerance
      ),
      offers.tolerance(
        offers.offer(of: second.key.feature),
        .intersection,
        query.tolerance
      )
    )
    guard finding.distance <= limit,
      !refusesCrossing(of: first.key.feature, and: second.key.feature, at: location, query)
    else { return nil }
    return finding
  }
}
