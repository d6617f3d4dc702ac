extension Snapper {
  /// The previous place at a new pointer position; nil when it is too far away or no longer offered.
  func found(again previous: SnapMatch, _ query: SnapQuery, _ sketch: SnapSketch?) -> SnapFinding? {
    let offers = query.isInner ? innerOffers : offers
    let place = previous.place
    switch place.target {
    case .sketch:
      guard let sketch else { return nil }
      return guide(again: previous, query, sketch)
    case .grid:
      guard ownKinds.contains(.grid),
        settings.grid?.node(nearestTo: place.location) == place.location
      else { return nil }
      return SnapFinding(.grid, at: place.location, near: query.point)
        .kept(within: tolerance(ofOwn: .grid, query))
    case .feature, .pending, .graphic:
      guard let ordinal = scene.ordinal(of: place.target), ordinal != query.excluded else {
        return nil
      }
      let offer = offers.offer(of: ordinal)
      guard offer.kinds.contains(place.kind) else { return nil }
      let tolerance = offers.tolerance(offer, place.kind, query.tolerance)
      switch place.kind {
      case .centroid:
        return scene.geometry(of: ordinal)?.areaCentroid.flatMap {
          SnapFinding(.centroid, layer: offer.layer, feature: ordinal, at: $0, near: query.point)
            .kept(within: tolerance)
        }
      case .area:
        var area: SnapFinding?
        forEachArea(query, offers) { if $0.feature == ordinal { area = $0 } }
        return area
      case .intersection:
        guard let geometry = scene.geometry(of: ordinal) else { return nil }
        return crossing(again: previous, offer, geometry, ordinal, query)?.kept(within: tolerance)
      default:
        guard let hit = segmentHit(of: place, ordinal, near: query.point) else { return nil }
        var found: SnapFinding?
        // Time-critical for the pointer, so without an array.
        forEachPlace(of: hit, offer.kinds, layer: offer.layer, near: query.point) { candidate in
          guard candidate.kind == place.kind, candidate.vertex == Int32(place.vertex) else {
            return
          }
          if offer.asksForCompanions, companion(at: candidate, query) != nil { return }
          found = SnapFinding(candidate, near: query.point)
        }
        return found?.kept(within: tolerance)
      }
    }
  }

  /// The segment of a place in the form of the index.
  private func segmentHit(
    of place: SnapPlace,
    _ ordinal: Int32,
    near point: Coordinate
  ) -> SegmentHit? {
    // Time-critical for the pointer, so the line is not unpacked.
    if place.part == 0, let line = scene.packedLine(ordinal) {
      return line.segmentHit(of: place, ordinal, near: point)
    }
    return scene.geometry(of: ordinal)?.segmentHit(of: place, ordinal, near: point)
  }

  private func crossing(
    again previous: SnapMatch,
    _ offer: SnapOffer,
    _ geometry: Geometry,
    _ ordinal: Int32,
    _ query: SnapQuery
  ) -> SnapFinding? {
    guard let crossing = previous.crossing, let other = scene.ordinal(of: crossing.target),
      other != query.excluded, let otherGeometry = scene.geometry(of: other)
    else { return nil }
    let offers = query.isInner ? innerOffers : offers
    let otherOffer = offers.offer(of: other)
    guard otherOffer.kinds.contains(.intersection),
      let one = geometry.segment(part: previous.place.part, previous.place.vertex),
      let two = otherGeometry.segment(part: crossing.part, crossing.vertex),
      let location = one.crossing(with: two),
      !refusesCrossing(of: ordinal, and: other, at: location, query)
    else { return nil }
    func key(_ layer: Int32, _ feature: Int32, _ part: Int, _ vertex: Int) -> SegmentKey {
      SegmentKey(layer: layer, feature: feature, part: Int32(part), vertex: Int32(vertex))
    }
    return SnapFinding(
      of: key(offer.layer, ordinal, previous.place.part, previous.place.vertex),
      and: key(otherOffer.layer, other, crossing.part, crossing.vertex),
      at: location,
      near: query.point
    ).kept(within: offers.tolerance(otherOffer, .intersection, query.tolerance))
  }

  private func guide(
    again previous: SnapMatch,
    _ query: SnapQuery,
    _ sketch: SnapSketch
  ) -> SnapFinding? {
    var found: SnapFinding?
    forEachGuide(query, sketch) { finding in
      guard found == nil, finding.kind == previous.place.kind,
        finding.part == Int32(previous.place.part), finding.vertex == Int32(previous.place.vertex),
        finding.guides.map(\.start) == previous.guides.map(\.start)
      else { return }
      found = finding.kept(within: tolerance(ofOwn: finding.kind, query))
    }
    return found
  }
}

extension SnapFinding {
  /// The finding if it is near enough for a previous place, otherwise nil.
  fileprivate func kept(within tolerance: Double) -> SnapFinding? {
    guard distance <= tolerance * (1 + SnapStickiness.hold) else { return nil }
    var kept = self
    kept.tolerance = tolerance
    return kept
  }
}

extension Geometry {
  func segment(part: Int, _ vertex: Int) -> Segment? {
    guard let path = path(part), vertex >= 0, vertex < path.segmentCount else { return nil }
    return path.segment(vertex)
  }

  fileprivate func segmentHit(
    of place: SnapPlace,
    _ ordinal: Int32,
    near point: Coordinate
  ) -> SegmentHit? {
    guard let path = path(place.part), place.vertex >= 0, place.vertex < path.count else {
      return nil
    }
    let start = min(place.vertex, path.segmentCount - 1)
    var flags: PathFlags = []
    if path.kind == .place { flags.insert(.place) }
    if path.kind == .ring { flags.insert(.ring) }
    return place.hit(ordinal, near: point, path.segment(start), start, of: path.segmentCount, flags)
  }
}

extension PackedLine {
  /// The segment of a place on a packed line in the form of the index.
  fileprivate func segmentHit(
    of place: SnapPlace,
    _ ordinal: Int32,
    near point: Coordinate
  ) -> SegmentHit? {
    guard place.vertex >= 0, place.vertex < count else { return nil }
    let start = min(place.vertex, count - 2)
    return place.hit(ordinal, near: point, segment(start), start, of: count - 1, [])
  }
}

extension SnapPlace {
  /// A segment of the place's part in the form of the index.
  fileprivate func hit(
    _ ordinal: Int32,
    near point: Coordinate,
    _ segment: Segment,
    _ start: Int,
    of segmentCount: Int,
    _ kind: PathFlags
  ) -> SegmentHit {
    var flags = kind
    if start == 0 { flags.insert(.startsPart) }
    if start == segmentCount - 1 { flags.insert(.endsPart) }
    return SegmentHit(
      IndexedSegment(
        feature: ordinal,
        part: Int32(part),
        segment: Int32(start),
        flags: flags,
        geometry: segment
      ),
      near: point,
      squaredDistance: segment.squaredDistance(to: point)
    )
  }
}
