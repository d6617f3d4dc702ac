package import GeoSnap

/// A set of points with queries and insertion in constant time.
///
/// A hash grid whose cells are as wide as the clearance. Accepted points keep the clearance, so cells stay small.
package struct OccupiedPlaces {
  private struct Cell: Hashable {
    let x: Int64
    let y: Int64
  }

  private let clearance: Double
  private var cells: [Cell: [(place: Coordinate, number: Int)]] = [:]

  /// - Parameter clearance: The queried distance, in data units.
  package init(clearance: Double) { self.clearance = clearance }

  private func cell(_ place: Coordinate) -> Cell {
    // Beyond 2^62 cells, all places share the outermost cell, which is slow but correct.
    func number(_ ordinate: Double) -> Int64 {
      Int64(max(min((ordinate / clearance).rounded(.down), 0x1p62), -0x1p62))
    }
    return Cell(x: number(place.x), y: number(place.y))
  }

  /// The numbers of the points within `distance` of a place; `distance` must not exceed the clearance.
  package func numbers(near place: Coordinate, within distance: Double) -> [Int] {
    let center = cell(place)
    var found: [Int] = []
    for x in center.x - 1...center.x + 1 {
      for y in center.y - 1...center.y + 1 {
        for entry in cells[Cell(x: x, y: y)] ?? []
        where entry.place.squaredDistance(to: place) <= distance * distance {
          found.append(entry.number)
        }
      }
    }
    return found
  }

  /// Whether no point is within the clearance.
  package func isFree(_ place: Coordinate) -> Bool {
    numbers(near: place, within: clearance).isEmpty
  }

  package mutating func insert(_ place: Coordinate, number: Int = -1) {
    cells[cell(place), default: []].append((place, number))
  }
}
