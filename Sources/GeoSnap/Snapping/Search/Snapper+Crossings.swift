/// A segment that may cross others near a place.
private struct CrossingSegment {
  let key: SegmentKey
  let segment: Segment
}

extension Snapper {
  /// The intersection that wins; nil when there is none near enough.
  func bestCrossing(_ query: SnapQuery, _ offers: SnapOffers) -> SnapFinding? {
    var best: SnapFinding?
    forEachCrossing(query, offers) { crossing in
      if best.map({ crossing.wins(over: $0) }) ?? true { best = crossing }
    }
    return best
  }

  /// Calls `body` for each intersection near enough of two segments that offer theirs.
  func forEachCrossing(
    _ query: SnapQuery,
    _ offers: SnapOffers,
    _ body: (SnapFinding) -> Void
  ) {
    // Both segments of an intersection come as near as the intersection itself.
    var few = InlineArray<24, CrossingSegment?>(repeating: nil)
    var more: [CrossingSegment] = []
    var count = 0
    scene.features.forEachSegment(within: query.radius, of: query.point) { hit in
      guard hit.feature != query.excluded, !hit.flags.contains(.place) else { return }
      let offer = offers.offer(of: hit.feature, in: scene)
      guard offer.kinds.contains(.intersection) else { return }
      let limit = offers.tolerance(offer, .intersection, query.tolerance)
      guard hit.squaredDistance.squareRoot() <= limit else { return }
      let key = SegmentKey(
        layer: offer.layer,
        feature: hit.feature,
        part: hit.part,
        vertex: hit.segment
      )
      let found = CrossingSegment(key: key, segment: hit.geometry)
      if count < few.count { few[count] = found } else { more.append(found) }
      count += 1
    }
    for one in 0..<count {
      for other in 0..<one {
        let pair = (
          one < few.count ? few[one] : more[one - few.count],
          other < few.count ? few[other] : more[other - few.count]
        )
        guard let first = pair.0, let second = pair.1,
          let crossing = crossing(first, second, query, offers)
        else { continue }
        body(crossing)
      }
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
        offers.offer(of: first.key.feature, in: scene),
        .intersection,
        query.tolerance
      ),
      offers.tolerance(
        offers.offer(of: second.key.feature, in: scene),
        .intersection,
        query.tolerance
      )
    )
    return finding.distance <= limit ? finding : nil
  }
}
