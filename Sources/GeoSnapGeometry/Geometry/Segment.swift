/// The straight line between two places; of zero length when they are the same.
///
/// ```swift
/// let main = Segment(Coordinate(x: 0, y: 0), Coordinate(x: 10, y: 0))
/// let tap = Coordinate(x: 4, y: 3)
/// main.fraction(closestTo: tap)      // -> 0.4
/// main.coordinate(atFraction: 0.25)  // -> 2.5 0
/// main.squaredDistance(to: tap)      // -> 9
/// ```
///
/// - Units: Coordinate units; fractions are shares of the length, from 0 to 1.
/// - Z and M: A segment has none.
/// - Errors: NaN where an ordinate is NaN, infinity where a square overflows, beyond 1e154.
/// - Complexity: Constant.
/// - Source: The orthogonal projection onto a line, without GEOS; GEOS's `LineSegment::projectionFactor`.
@frozen
public struct Segment: Hashable, Sendable {
  /// Where it starts.
  public var start: Coordinate
  /// Where it ends.
  public var end: Coordinate

  /// Creates a segment.
  @inlinable
  public init(_ start: Coordinate, _ end: Coordinate) {
    self.start = start
    self.end = end
  }

  /// The length, in coordinate units.
  @inlinable
  public var length: Double { start.distance(to: end) }

  /// The smallest envelope around it.
  @inlinable
  public var envelope: Envelope {
    Envelope(
      minX: min(start.x, end.x),
      minY: min(start.y, end.y),
      maxX: max(start.x, end.x),
      maxY: max(start.y, end.y)
    )
  }

  /// Where on the segment the place closest to `point` lies: 0 at the start, 1 at the end.
  ///
  /// A segment of zero length answers 0.
  ///
  /// - Errors: 0 when the segment has a NaN.
  @inlinable
  public func fraction(closestTo point: Coordinate) -> Double {
    let ex = end.x - start.x
    let ey = end.y - start.y
    let squaredLength = ex * ex + ey * ey
    guard squaredLength > 0 else { return 0 }
    let along = ((point.x - start.x) * ex + (point.y - start.y) * ey) / squaredLength
    return min(max(along, 0), 1)
  }

  /// The place at a fraction of the length; exactly the start at 0 and the end at 1.
  ///
  /// Fractions outside 0 to 1 are clamped.
  @inlinable
  public func coordinate(atFraction fraction: Double) -> Coordinate {
    if fraction <= 0 { return start }
    if fraction >= 1 { return end }
    return Coordinate(
      x: start.x + fraction * (end.x - start.x),
      y: start.y + fraction * (end.y - start.y)
    )
  }

  /// The square of the distance from `point` to the closest place on the segment.
  ///
  /// Computed relative to the start, so that large coordinates cost no precision.
  ///
  /// - Units: Square coordinate units.
  @inlinable
  public func squaredDistance(to point: Coordinate) -> Double {
    let px = point.x - start.x
    let py = point.y - start.y
    let ex = end.x - start.x
    let ey = end.y - start.y
    let squaredLength = ex * ex + ey * ey
    let along = px * ex + py * ey
    if along <= 0 || squaredLength <= 0 { return px * px + py * py }
    if along >= squaredLength { return point.squaredDistance(to: end) }
    let fraction = along / squaredLength
    let dx = px - fraction * ex
    let dy = py - fraction * ey
    return dx * dx + dy * dy
  }
}
