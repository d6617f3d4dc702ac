/// A regular grid of places to snap to.
public struct SnapGrid: Equatable, Codable, Sendable {
  /// One of its nodes.
  let origin: Coordinate
  /// The distance between neighbouring nodes, in map units.
  let spacing: Double

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

extension SnapGrid {
  /// Reads a grid, whose spacing has to be positive.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let spacing = try container.decode(Double.self, forKey: .spacing)
    guard spacing > 0, spacing.isFinite else {
      throw container.wrong(
        .spacing,
        "The spacing of a grid must be a finite number greater than 0; got \(spacing)."
      )
    }
    let origin = try container.decodeIfPresent(Coordinate.self, forKey: .origin)
    self.init(origin: origin ?? Coordinate(x: 0, y: 0), spacing: spacing)
  }
}
