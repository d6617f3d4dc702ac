extension FeatureIndex {
  /// Calls `body` for each segment within `distance`, in coordinate units and limit included, of a point.
  ///
  /// The order is deterministic, but not by feature.
  ///
  /// - Complexity: O(log n + k) for k results while segments overlap little. Allocates nothing.
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

  /// Calls `body` once for each vertex within `distance`, in coordinate units and limit included, of a point.
  ///
  /// The closing vertex of a ring is reported as its vertex 0.
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

  /// Calls `body` for each segment that shares a point with a closed rectangle.
  public func forEachSegment(
    intersecting envelope: Envelope,
    _ body: (IndexedSegment) -> Void
  ) {
    segments.forEachEntry(meeting: envelope) { entry in
      if envelope.meets(entry.segment) { body(entry.indexedSegment) }
    }
  }

  /// The segments that share a point with a closed rectangle.
  public func segments(intersecting envelope: Envelope) -> [IndexedSegment] {
    var found: [IndexedSegment] = []
    forEachSegment(intersecting: envelope) { found.append($0) }
    return found
  }
}

extension Envelope {
  /// Whether a segment shares a point with the closed rectangle; false with any NaN.
  ///
  /// It does not when their envelopes are apart, or when all four corners are strictly on one side of the line
  /// through the segment.
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
