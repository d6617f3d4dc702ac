extension Segment {
  /// The one place that two segments share, unless it is an end of both; nil when they are apart, lie
  /// on each other, or have no length.
  ///
  /// Where an end of one lies on the other, it is exactly that end. Whether they meet is decided as
  /// exactly as ``orientation(_:_:_:)`` is; the place itself is rounded, and the same whichever of the
  /// two is asked only up to that.
  package func crossing(with other: Segment) -> Coordinate? {
    guard envelope.intersects(other.envelope) else { return nil }
    if start == other.start || start == other.end || end == other.start || end == other.end {
      return nil
    }
    let sides = (
      orientation(start, end, other.start), orientation(start, end, other.end),
      orientation(other.start, other.end, start), orientation(other.start, other.end, end)
    )
    // On each other, or one without length on the other.
    if sides.0 == 0 && sides.1 == 0 { return nil }
    guard sides.0 == 0 || sides.1 == 0 || (sides.0 > 0) != (sides.1 > 0),
      sides.2 == 0 || sides.3 == 0 || (sides.2 > 0) != (sides.3 > 0)
    else { return nil }
    if sides.0 == 0 { return other.start }
    if sides.1 == 0 { return other.end }
    if sides.2 == 0 { return start }
    if sides.3 == 0 { return end }
    let across = (x: end.x - start.x, y: end.y - start.y)
    let along = (x: other.end.x - other.start.x, y: other.end.y - other.start.y)
    let determinant = across.x * along.y - across.y * along.x
    guard determinant != 0 else { return nil }
    let fraction =
      ((other.start.x - start.x) * along.y - (other.start.y - start.y) * along.x) / determinant
    return coordinate(atFraction: min(max(fraction, 0), 1))
  }
}
