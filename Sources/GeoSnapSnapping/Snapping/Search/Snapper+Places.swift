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
}
