package import GeoSnap

/// One of the eight compass directions.
package enum MapDirection: String, CaseIterable {
  case east
  case northEast = "north-east"
  case north
  case northWest = "north-west"
  case west
  case southWest = "south-west"
  case south
  case southEast = "south-east"

  package init(from: Coordinate, to: Coordinate) {
    let away = Coordinate(x: to.x - from.x, y: to.y - from.y)
    func share(_ direction: MapDirection) -> Double {
      direction.step.x * away.x + direction.step.y * away.y
    }
    self = MapDirection.allCases.dropFirst().reduce(.east) { share($1) > share($0) ? $1 : $0 }
  }

  /// A step of length 1 in the direction, with y to the north.
  package var step: Coordinate {
    let slant = 0.5.squareRoot()
    return switch self {
    case .east: Coordinate(x: 1, y: 0)
    case .northEast: Coordinate(x: slant, y: slant)
    case .north: Coordinate(x: 0, y: 1)
    case .northWest: Coordinate(x: -slant, y: slant)
    case .west: Coordinate(x: -1, y: 0)
    case .southWest: Coordinate(x: -slant, y: -slant)
    case .south: Coordinate(x: 0, y: -1)
    case .southEast: Coordinate(x: slant, y: -slant)
    }
  }

  var words: String { rawValue }
}
