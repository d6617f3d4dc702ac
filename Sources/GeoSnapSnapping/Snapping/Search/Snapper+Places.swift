extension Snapper {
  /// The places of a segment of some kinds, near or not, for calls that are not time-critical.
  @inline(never)
  func places(
    of hit: SegmentHit,
    _ kinds: SnapKinds,
    layer: Int32,
    near point: Coordinate
  ) -> [SnapCandidate] {
    var places: [SnapCandidate] = []
    forEachPlace(of: hit, kinds, layer: layer, near: point) { places.append($0) }
    return places
  }

  /// Calls `body` for each place of a segment of some kinds, near or not.
  @inline(__always)
  func forEachPlace(
    of hit: SegmentHit,
    _ kinds: SnapKinds,
    layer: Int32,
    near point: Coordinate,
    _ body: (SnapCandidate) -> Void
  ) {
    if hit.flags.contains(.place) {
      guard kinds.contains(.point) else { return }
      body(SnapCandidate(hit, .point, rank: 0, layer: layer, hit.squaredDistance))
      return
    }
    let isRing = hit.flags.contains(.ring)
    let startKind = !isRing && hit.flags.contains(.startsPart) ? SnapKind.lineEnd : .vertex
    if kinds.contains(startKind) {
      let squared = hit.geometry.start.squaredDistance(to: point)
      body(SnapCandidate(hit, startKind, rank: 0, layer: layer, squared))
    }
    let endKind = !isRing && hit.flags.contains(.endsPart) ? SnapKind.lineEnd : .vertex
    // A ring's closing vertex is its first one.
    if kinds.contains(endKind), !(isRing && hit.flags.contains(.endsPart)) {
      let squared = hit.geometry.end.squaredDistance(to: point)
      body(SnapCandidate(hit, endKind, rank: 0, layer: layer, squared, isAtEnd: true))
    }
    if kinds.contains(.midpoint) {
      let squared = hit.geometry.middle.squaredDistance(to: point)
      body(SnapCandidate(hit, .midpoint, rank: 2, layer: layer, squared))
    }
    let edgeKind = isRing ? SnapKind.boundary : .segment
    if kinds.contains(edgeKind) {
      body(SnapCandidate(hit, edgeKind, rank: 4, layer: layer, hit.squaredDistance))
    }
  }

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
  func forEachCentroid(_ query: SnapQuery, _ offers: SnapOffers, _ body: (SnapFinding) -> Void) {
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
  func forEachArea(_ query: SnapQuery, _ offers: SnapOffers, _ body: (SnapFinding) -> Void) {
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

  /// The ordinal of a line at a candidate's place that must not meet the edited feature there, if any.
  ///
  /// A line is there if a vertex that allows connections has exactly the same x, y and, if both have one, z.
  @inline(never)
  func companion(at candidate: SnapCandidate, _ query: SnapQuery) -> Int32? {
    let place = candidate.location(near: query.point)
    return excludedVertex(at: place, beside: candidate.feature, query) { vertex in
      meets(vertex, candidate, at: place)
    }
  }

  /// Whether two crossing lines, or a line with a vertex there, must not meet the edited junction.
  func refusesCrossing(
    of first: Int32,
    and second: Int32,
    at place: Coordinate,
    _ query: SnapQuery
  ) -> Bool {
    guard let rules else { return false }
    let classes = (scene.featureClass(of: first), scene.featureClass(of: second))
    func excludes(_ one: Int32, _ other: Int32) -> Bool {
      Int(one) < rules.verdicts.count
        && rules.verdicts[Int(one)].excludedCompanions?.contains(other) == true
    }
    if excludes(classes.0, classes.1) || excludes(classes.1, classes.0) { return true }
    return [first, second].contains { feature in
      excludedVertex(at: place, beside: feature, query) { _ in true } != nil
    }
  }

  /// The ordinal of the first feature with a vertex at a place that excludes another feature; nil when there is none.
  private func excludedVertex(
    at place: Coordinate,
    beside feature: Int32,
    _ query: SnapQuery,
    where meets: (VertexHit) -> Bool
  ) -> Int32? {
    let featureClass = Int(scene.featureClass(of: feature))
    guard let rules, featureClass < rules.verdicts.count,
      let excluded = rules.verdicts[featureClass].excludedCompanions
    else { return nil }
    let entries = scene.network.catalog.entries
    var found: Int32?
    scene.features.forEachVertex(within: 0, of: place) { vertex in
      guard vertex.feature != feature, vertex.feature != query.excluded else { return }
      let other = scene.featureClass(of: vertex.feature)
      guard excluded.contains(other) else { return }
      let isEnd = !vertex.flags.isDisjoint(with: [.startsPart, .endsPart])
      guard isEnd || entries[Int(other)].type.connectivityPolicy == .anyVertex else { return }
      if meets(vertex) { found = min(found ?? .max, vertex.feature) }
    }
    return found
  }

  /// Whether two features have the same height at a place, or one has none.
  private func meets(
    _ vertex: VertexHit,
    _ candidate: SnapCandidate,
    at place: Coordinate
  ) -> Bool {
    // The last vertex of a part starts no segment and belongs to the one before.
    let before = max(vertex.vertex - 1, 0)
    let segment = candidate.rank == 0 ? max(candidate.vertex - 1, 0) : candidate.vertex
    func height(_ feature: Int32, _ part: Int32, _ segment: Int32) -> Double? {
      // Most have no height and need not be unpacked.
      guard scene.dimensions(feature)?.hasZ ?? false else { return nil }
      return scene.geometry(of: feature)?
        .z(part: Int(part), segment: Int(segment), closestTo: place)
    }
    guard let one = height(vertex.feature, vertex.part, before),
      let other = height(candidate.feature, candidate.part, segment)
    else { return true }
    return one == other
  }

  /// The public form of a finding, with everything that an editor needs.
  func match(_ finding: SnapFinding, _ query: SnapQuery) -> SnapMatch {
    var match = SnapMatch(
      place: SnapPlace(finding, by: self),
      permission: .unruled,
      insertsVertex: false
    )
    match.guides = finding.guides
    match.editedOrdinal = query.excluded
    guard finding.feature >= 0 else { return match }
    match.crossing = finding.crossing.map { segment($0, at: finding.location) }
    guard let answer = answers?[Int(offers.featureClass(of: finding.feature))] else { return match }
    match.permission = answer.permission
    match.splitsLine =
      answer.splitsMidspan
      && (query.isInner || !(finding.kind == .point || finding.kind == .lineEnd))
    match.insertsVertex =
      answer.insertsVertex && !finding.isAtVertex && SnapKinds.needingVertex.contains(finding.kind)
    return match
  }

  private func segment(_ key: SegmentKey, at location: Coordinate) -> SnapSegment {
    SnapSegment(
      target: scene.target(of: key.feature),
      part: Int(key.part),
      vertex: Int(key.vertex),
      fraction: scene.fraction(
        of: key.feature,
        part: Int(key.part),
        segment: Int(key.vertex),
        closestTo: location
      )
    )
  }
}

/// The effect of rules on snaps to a class of features, as far as a match contains it.
struct ClassAnswer {
  let permission: SnapPermission
  let insertsVertex: Bool
  let splitsMidspan: Bool

  static let unruled = ClassAnswer(permission: .unruled, insertsVertex: false, splitsMidspan: false)

  /// The answers for all classes of a scene; nil without rules.
  static func answers(_ scene: SnapScene, _ rules: SnapRules?) -> [ClassAnswer]? {
    guard let rules else { return nil }
    return (0..<scene.classCount).map { featureClass in
      guard featureClass < rules.verdicts.count else { return .unruled }
      let verdict = rules.verdicts[featureClass]
      return ClassAnswer(
        permission: verdict.permission ?? .unruled,
        insertsVertex: verdict.places.contains(.insertsVertex),
        splitsMidspan: verdict.splitsMidspan
      )
    }
  }
}

extension SnapKinds {
  /// The kinds of places where a line has no vertex.
  fileprivate static let needingVertex = SnapKinds(kinds: [.segment, .midpoint, .intersection])
}
