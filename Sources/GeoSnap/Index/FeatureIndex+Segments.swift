extension FeatureIndex {
  /// Calls `body` for each segment whose distance from a place is at most `distance`.
  ///
  /// The order is fixed, but not that of the features.
  ///
  /// The distance is in coordinate units; a segment exactly that far away is found.
  /// - Complexity: O(log n + k) for k results as long as segments overlap little. Allocates
  ///   nothing.
  public func forEachSegment(
    within distance: Double,
    of point: Coordinate,
    _ body: (SegmentHit) -> Void
  ) {
    segments.forEachSegment(within: distance, of: point, body)
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
    segments.forEachVertex(within: distance, of: point, body)
  }

  /// The segment nearest to a place; nil when none is accepted within the distance.
  ///
  /// Among segments at one distance the one with the lowest feature wins, then the lowest part,
  /// then the lowest segment.
  ///
  /// The distance is in coordinate units and itself allowed; `isAccepted` says which segments count
  /// and is called only for those that would win.
  public func nearestSegment(
    to point: Coordinate,
    within distance: Double = .infinity,
    where isAccepted: (SegmentHit) -> Bool = { _ in true }
  ) -> SegmentHit? {
    segments.nearestSegment(to: point, within: distance, where: isAccepted)
  }

  /// The vertex nearest to a place; nil when none is accepted within the distance.
  ///
  /// Among vertices at one distance the one with the lowest feature wins, then the lowest part,
  /// then the lowest vertex.
  ///
  /// The distance is in coordinate units and itself allowed; `isAccepted` says which vertices count
  /// and is called only for those that would win.
  public func nearestVertex(
    to point: Coordinate,
    within distance: Double = .infinity,
    where isAccepted: (VertexHit) -> Bool = { _ in true }
  ) -> VertexHit? {
    segments.nearestVertex(to: point, within: distance, where: isAccepted)
  }

  /// The `count` segments nearest to a place, nearest first; ties as for one.
  ///
  /// Counts segments: a feature may stand in the answer more than once.
  public func nearestSegments(
    to point: Coordinate,
    count: Int,
    within distance: Double = .infinity,
    where isAccepted: ((SegmentHit) -> Bool)? = nil
  ) -> [SegmentHit] {
    segments.nearestSegments(to: point, count: count, within: distance, where: isAccepted)
  }

  /// The segments that share a place with a closed rectangle.
  public func segments(intersecting envelope: Envelope) -> [IndexedSegment] {
    segments.segments(intersecting: envelope)
  }
}
