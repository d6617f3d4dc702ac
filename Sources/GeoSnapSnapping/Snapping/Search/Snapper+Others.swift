extension Snapper {
  /// The best place for a query, given the best one on a segment, when no intersection wins.
  ///
  /// Each kind is searched only if no place of a better rank was found.
  func betterFinding(
    than best: SnapCandidate?,
    _ query: SnapQuery,
    _ offers: SnapOffers,
    _ sketch: SnapSketch?
  ) -> SnapFinding? {
    let rank = best?.rank ?? .max
    if rank > SnapKind.centroid.rank, centroids != nil,
      let centroid = winner(of: { forEachCentroid(query, offers, $0) })
    {
      return centroid
    }
    if let best { return SnapFinding(best, near: query.point) }
    if let sketch, let guide = bestGuide(query, sketch) { return guide }
    if let node = gridNode(query) { return node }
    guard offers.kinds.contains(.area), !scene.features.areas.isEmpty else { return nil }
    return winner { forEachArea(query, offers, $0) }
  }

  /// The winner of the places that `forEach` passes on.
  func winner(of forEach: ((SnapFinding) -> Void) -> Void) -> SnapFinding? {
    var best: SnapFinding?
    forEach { finding in
      if best.map({ finding.wins(over: $0) }) ?? true { best = finding }
    }
    return best
  }

  /// Calls `body` for the centre of each area that is near enough.
  func forEachCentroid(
    _ query: SnapQuery,
    _ offers: SnapOffers,
    _ body: (SnapFinding) -> Void
  ) {
    centroids?.forEachSegment(within: query.radius, of: query.point) { hit in
      guard hit.feature != query.excluded else { return }
      let offer = offers.offer(of: hit.feature)
      guard offer.kinds.contains(.centroid) else { return }
      let finding = SnapFinding(
        .centroid,
        layer: offer.layer,
        feature: hit.feature,
        at: hit.geometry.start,
        near: query.point
      )
      let tolerance = offers.tolerance(offer, .centroid, query.tolerance)
      if finding.distance <= tolerance { body(finding) }
    }
  }

  /// Calls `body` for each area that contains the pointer.
  func forEachArea(
    _ query: SnapQuery,
    _ offers: SnapOffers,
    _ body: (SnapFinding) -> Void
  ) {
    guard query.tolerance >= 0, query.point.isFinite else { return }
    scene.features.areas.forEachArea(at: query.point) { feature in
      guard feature != query.excluded else { return }
      let offer = offers.offer(of: feature)
      guard offer.kinds.contains(.area) else { return }
      body(
        SnapFinding(.area, layer: offer.layer, feature: feature, at: query.point, near: query.point)
      )
    }
  }

  /// The grid's nearest node; nil when it is not near enough.
  func gridNode(_ query: SnapQuery) -> SnapFinding? {
    guard ownKinds.contains(.grid), query.point.isFinite,
      let node = settings.grid?.node(nearestTo: query.point)
    else { return nil }
    let finding = SnapFinding(.grid, at: node, near: query.point)
    return finding.distance <= tolerance(ofOwn: .grid, query) ? finding : nil
  }
}
