extension Segment {
  /// Whether the two segments share a point, exactly: by crossing, touching or overlap.
  ///
  /// They share none when their envelopes are apart, or when one lies strictly on one side of the line through the
  /// other. Exact where ``orientation(_:_:_:)`` is; false with any NaN.
  package func intersects(_ other: Segment) -> Bool {
    guard envelope.intersects(other.envelope) else { return false }
    // Networks join at vertices: most segments that meet share an end.
    if start == other.start || start == other.end || end == other.start || end == other.end {
      return true
    }
    return !other.leavesOnOneSide(start, end) && !leavesOnOneSide(other.start, other.end)
  }

  /// Whether two points lie strictly on the same side of the line through the segment.
  private func leavesOnOneSide(_ one: Coordinate, _ two: Coordinate) -> Bool {
    let side = orientation(start, end, one)
    guard side != 0 else { return false }
    let otherSide = orientation(start, end, two)
    return side > 0 ? otherSide > 0 : otherSide < 0
  }

  /// The square of the least distance between the two segments; 0 when they share a point.
  package func squaredDistance(to other: Segment) -> Double {
    if intersects(other) { return 0 }
    return min(
      min(squaredDistance(to: other.start), squaredDistance(to: other.end)),
      min(other.squaredDistance(to: start), other.squaredDistance(to: end))
    )
  }
}
