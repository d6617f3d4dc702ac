extension Segment {
  /// The one point that two segments share, unless it is an end of both; nil if they are apart, overlap or have no
  /// length.
  ///
  /// Where an end of one lies on the other, it is exactly that end. Whether they meet is as exact as
  /// ``orientation(_:_:_:)``. The point is rounded, and may differ in rounding when the segments are swapped.
  package func crossing(with other: Segment) -> Coordinate? {
    guard envelope.intersects(other.envelope) else { return nil }
    if start == other.start || start == other.end || end == other.start || end == other.end {
      return nil
    }
    let sides = (
      orientation(start, end, other.start), orientation(start, end, other.end),
      orientation(other.start, other.end, start), orientation(other.start, other.end, end)
    )
    // They overlap, or one has no length and lies on the other.
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
