internal import GeoSnapSupport

extension Snapper {
  /// All places to snap to at a pointer position, best first: the winner, then the others to cycle through.
  ///
  /// For each part of a feature, the list has all vertices within the tolerance, but only the nearest place on its
  /// segments unless it is one of these vertices. Coinciding places of several features are all in the list.
  ///
  /// Arguments and errors are those of ``snap(at:tolerance:role:editing:sketch:previous:)``, whose result without
  /// `previous` is the first of these.
  @inline(never)
  public func matches(
    at coordinate: Coordinate,
    tolerance: Double? = nil,
    role: SnapRole? = nil,
    editing edited: FeatureID? = nil,
    sketch: SnapSketch? = nil
  ) throws(SnapRuleError) -> [SnapMatch] {
    guard isOn else { return [] }
    try check(role, tolerance)
    return matches(for: query(coordinate, tolerance, role, edited), sketch)
  }

  func matches(for query: SnapQuery, _ sketch: SnapSketch?) -> [SnapMatch] {
    isOn ? findings(query, sketch).map { match($0, query) } : []
  }

  /// The next place in the order of choice, the first after the last: for a key that cycles through places.
  ///
  /// If `current` is no longer in the list, the first is next. Errors are those of
  /// ``snap(at:tolerance:role:editing:sketch:previous:)``.
  public func match(
    after current: SnapMatch,
    at coordinate: Coordinate,
    tolerance: Double? = nil,
    role: SnapRole? = nil,
    editing edited: FeatureID? = nil,
    sketch: SnapSketch? = nil
  ) throws(SnapRuleError) -> SnapMatch? {
    let matches = try matches(
      at: coordinate,
      tolerance: tolerance,
      role: role,
      editing: edited,
      sketch: sketch
    )
    let position = matches.firstIndex { $0.isSamePlace(as: current) } ?? -1
    return matches.isEmpty ? nil : matches[(position + 1) % matches.count]
  }

  private func findings(_ query: SnapQuery, _ sketch: SnapSketch?) -> [SnapFinding] {
    guard query.tolerance >= 0 else { return [] }
    let offers = query.isInner ? innerOffers : offers
    // The keys have the kind as layer.
    var best: [SegmentKey: SnapCandidate] = [:]
    scene.features.forEachSegment(within: query.radius, of: query.point) { hit in
      guard hit.feature != query.excluded else { return }
      let offer = offers.offer(of: hit.feature)
      for candidate in places(of: hit, offer.kinds, layer: offer.layer, near: query.point) {
        let isEdge = candidate.kind == .segment || candidate.kind == .boundary
        let key = SegmentKey(
          layer: candidate.kind.rawValue,
          feature: candidate.feature,
          part: candidate.part,
          vertex: isEdge ? 0 : candidate.vertex
        )
        if let known = best[key], !candidate.wins(over: known) { continue }
        let tolerance = offers.tolerance(offer, candidate.kind, query.tolerance)
        guard candidate.squaredDistance.squareRoot() <= tolerance else { continue }
        if offer.asksForCompanions, companion(at: candidate, query) != nil { continue }
        best[key] = candidate
      }
    }
    let vertices = Set(
      best.values.filter { $0.rank == 0 }
        .map { SegmentKey(layer: 0, feature: $0.feature, part: $0.part, vertex: $0.vertex) }
    )
    var findings = best.values.map { SnapFinding($0, near: query.point) }
    // The end of a segment is a vertex, which is listed once.
    findings.removeAll { finding in
      guard finding.isAtVertex, finding.kind == .segment || finding.kind == .boundary else {
        return false
      }
      return [finding.vertex, finding.vertex + 1].contains {
        vertices.contains(
          SegmentKey(layer: 0, feature: finding.feature, part: finding.part, vertex: $0)
        )
      }
    }
    if offers.kinds.contains(.intersection) {
      forEachCrossing(of: crossingSegments(query, offers), query, offers) { findings.append($0) }
    }
    forEachCentroid(query, offers) { findings.append($0) }
    if let sketch {
      forEachGuide(query, sketch) {
        if $0.distance <= tolerance(ofOwn: $0.kind, query) { findings.append($0) }
      }
    }
    if let node = gridNode(query) { findings.append(node) }
    if offers.kinds.contains(.area) { forEachArea(query, offers) { findings.append($0) } }
    return findings.ordered { $0.wins(over: $1) }
  }

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
    guard common.tolerance >= 0, isOn else { return Array(repeating: nil, count: range.count) }
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

extension SnapMatch {
  /// Whether both are the same place of the same target, for any pointer positions.
  ///
  /// A different position on a segment is the same place; its end vertex is another.
  package func isSamePlace(as other: SnapMatch) -> Bool {
    place.target == other.place.target && place.kind == other.place.kind
      && place.part == other.place.part && place.vertex == other.place.vertex
      && crossing.map { [$0.part, $0.vertex] } == other.crossing.map { [$0.part, $0.vertex] }
      && crossing?.target == other.crossing?.target
      && guides.map(\.start) == other.guides.map(\.start)
      && (place.kind != .grid || place.location == other.place.location)
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
