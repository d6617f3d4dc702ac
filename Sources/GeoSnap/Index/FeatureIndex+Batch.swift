extension FeatureIndex {
  /// Calls `body` for each segment whose distance from one of many places is at most `distance`,
  /// with the position of that place.
  ///
  /// Places may come in any order. The segments of one place are those of
  /// ``forEachSegment(within:of:_:)``.
  ///
  /// The distance is in coordinate units; a segment exactly that far away is found.
  /// - Complexity: As one query for each place. Allocates nothing.
  @inlinable
  public func forEachSegment(
    within distance: Double,
    ofEach places: Span<Coordinate>,
    _ body: (_ place: Int, SegmentHit) -> Void
  ) {
    for place in places.indices {
      forEachSegment(within: distance, of: places[place]) { body(place, $0) }
    }
  }
}
