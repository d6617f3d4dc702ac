/// A regular grid of places to snap to.
public struct SnapGrid: Equatable, Sendable {
  /// One of its nodes.
  public let origin: Coordinate
  /// The distance between neighbouring nodes, in map units.
  public let spacing: Double

  /// Creates a grid.
  ///
  /// - Precondition: The spacing is positive and finite.
  public init(origin: Coordinate = Coordinate(x: 0, y: 0), spacing: Double) {
    precondition(spacing > 0 && spacing.isFinite, "A grid's spacing must be positive")
    self.origin = origin
    self.spacing = spacing
  }

  /// The node nearest to a place.
  func node(nearestTo place: Coordinate) -> Coordinate {
    Coordinate(
      x: origin.x + ((place.x - origin.x) / spacing).rounded() * spacing,
      y: origin.y + ((place.y - origin.y) / spacing).rounded() * spacing
    )
  }
}
