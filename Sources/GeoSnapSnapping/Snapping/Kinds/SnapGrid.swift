/// A regular grid of places to snap to.
public struct SnapGrid: Equatable, Sendable {
  /// One of its nodes.
  public let origin: Coordinate
  /// The distance between neighbouring nodes, in map units.
  public let spacing: Double

  /// Creates a grid; it has no nodes unless the spacing is positive and finite.
  public init(origin: Coordinate = Coordinate(x: 0, y: 0), spacing: Double) {
    self.origin = origin
    self.spacing = spacing
  }

  /// The node nearest to a place; nil when the grid has no nodes.
  func node(nearestTo place: Coordinate) -> Coordinate? {
    guard spacing > 0, spacing.isFinite, origin.isFinite else { return nil }
    return Coordinate(
      x: origin.x + ((place.x - origin.x) / spacing).rounded() * spacing,
      y: origin.y + ((place.y - origin.y) / spacing).rounded() * spacing
    )
  }
}
