/// The straight line between two coordinates; of zero length when they are equal.
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
/// - Errors: NaN where an ordinate is NaN; infinity where a square overflows, beyond 1e154.
/// - Complexity: Constant.
/// - Source: The orthogonal projection onto a line, as GEOS's `LineSegment::projectionFactor`.
@frozen public struct Segment: Hashable, Sendable {
  /// The first coordinate.
  public var start: Coordinate
  /// The last coordinate.
  public var end: Coordinate

  /// Creates a segment.
  @inlinable public init(_ start: Coordinate, _ end: Coordinate) {
    self.start = start
    self.end = end
  }

  /// The length, in coordinate units.
  @inlinable public var length: Double { start.distance(to: end) }

  /// The smallest envelope around the segment.
  @inlinable package var envelope: Envelope {
    Envelope(
      minX: min(start.x, end.x),
      minY: min(start.y, end.y),
      maxX: max(start.x, end.x),
      maxY: max(start.y, end.y)
    )
  }

  /// The fraction of the segment at the point closest to `point`: 0 at the start, 1 at the end.
  ///
  /// It is 0 for a segment of zero length or with a NaN.
  @inlinable public func fraction(closestTo point: Coordinate) -> Double {
    let ex = end.x - start.x
    let ey = end.y - start.y
    let squaredLength = ex * ex + ey * ey
    guard squaredLength > 0 else { return 0 }
    let along = ((point.x - start.x) * ex + (point.y - start.y) * ey) / squaredLength
    return min(max(along, 0), 1)
  }

  /// The coordinate at a fraction, clamped to 0 to 1, of the length; exactly the start at 0 and the end at 1.
  @inlinable public func coordinate(atFraction fraction: Double) -> Coordinate {
    if fraction <= 0 { return start }
    if fraction >= 1 { return end }
    return Coordinate(
      x: start.x + fraction * (end.x - start.x),
      y: start.y + fraction * (end.y - start.y)
    )
  }

  /// The square of the distance from `point` to the closest point of the segment, in square units.
  ///
  /// Computed relative to the start, so large coordinates cost no precision.
  @inlinable public func squaredDistance(to point: Coordinate) -> Double {
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

/// All points at one distance from a centre.
public struct Circle: Hashable, Sendable {
  /// The centre.
  public let center: Coordinate
  /// The distance, in coordinate units.
  public let radius: Double

  package init(center: Coordinate, radius: Double) {
    self.center = center
    self.radius = radius
  }
}
