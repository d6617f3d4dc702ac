extension FeatureIndex {
  /// Calls `body` for each segment whose distance from a place is at most `distance`.
  ///
  /// The order is fixed, but not that of the features.
  ///
  /// The distance is in coordinate units; a segment exactly that far away is found.
  /// - Complexity: O(log n + k) for k results as long as segments overlap little. Allocates nothing.
  public func forEachSegment(
    within distance: Double,
    of point: Coordinate,
    _ body: (SegmentHit) -> Void
  ) {
    guard let tolerance = Tolerance(distance, at: point) else { return }
    segments.forEachEntry(meeting: segments.window(within: distance, of: point)) { entry in
      let squaredDistance = entry.segment.squaredDistance(to: point)
      if tolerance.admits(squaredDistance: squaredDistance) {
        body(SegmentHit(entry.indexedSegment, near: point, squaredDistance: squaredDistance))
      }
    }
  }

  /// Calls `body` for each vertex whose distance from a place is at most `distance`, once.
  ///
  /// The closing vertex of a ring is reported as its vertex 0.
  ///
  /// The distance is in coordinate units; a vertex exactly that far away is found.
  public func forEachVertex(
    within distance: Double,
    of point: Coordinate,
    _ body: (VertexHit) -> Void
  ) {
    guard let tolerance = Tolerance(distance, at: point) else { return }
    segments.forEachEntry(meeting: segments.window(within: distance, of: point)) { entry in
      entry.indexedSegment.forEachVertex(near: point) { vertex in
        if tolerance.admits(squaredDistance: vertex.squaredDistance) { body(vertex) }
      }
    }
  }

  /// Calls `body` for each segment that shares a place with a closed rectangle.
  public func forEachSegment(
    intersecting envelope: Envelope,
    _ body: (IndexedSegment) -> Void
  ) {
    segments.forEachEntry(meeting: envelope) { entry in
      if envelope.meets(entry.segment) { body(entry.indexedSegment) }
    }
  }

  /// The segments that share a place with a closed rectangle.
  public func segments(intersecting envelope: Envelope) -> [IndexedSegment] {
    var found: [IndexedSegment] = []
    forEachSegment(intersecting: envelope) { found.append($0) }
    return found
  }
}

extension Envelope {
  /// Whether a segment shares a place with the closed rectangle.
  ///
  /// False with any NaN. It does not when their envelopes are apart, or when the line through the
  /// segment leaves all four corners strictly on one side.
  func meets(_ segment: Segment) -> Bool {
    guard intersects(segment.envelope) else { return false }
    let start = segment.start
    if contains(start) || contains(segment.end) { return true }
    let ex = segment.end.x - start.x
    let ey = segment.end.y - start.y
    let atMinY = ex * (minY - start.y)
    let atMaxY = ex * (maxY - start.y)
    let atMinX = ey * (minX - start.x)
    let atMaxX = ey * (maxX - start.x)
    return min(atMinY, atMaxY) <= max(atMinX, atMaxX)
      && max(atMinY, atMaxY) >= min(atMinX, atMaxX)
  }
}
