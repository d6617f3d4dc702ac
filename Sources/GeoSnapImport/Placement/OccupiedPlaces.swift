package import GeoSnap

/// The places that points stand on, asked and added to in constant time.
///
/// A hash grid whose cells are one clearance wide: points accepted by it keep that clearance, so
/// a cell never holds many.
package struct OccupiedPlaces {
  private struct Cell: Hashable {
    let x: Int64
    let y: Int64
  }

  private let clearance: Double
  private var cells: [Cell: [(place: Coordinate, number: Int)]] = [:]

  /// - Parameter clearance: The distance asked for, in data units.
  package init(clearance: Double) { self.clearance = clearance }

  private func cell(_ place: Coordinate) -> Cell {
    // Beyond 2^62 cells all places share the outermost: slow there, never wrong.
    func number(_ ordinate: Double) -> Int64 {
      Int64(max(min((ordinate / clearance).rounded(.down), 0x1p62), -0x1p62))
    }
    return Cell(x: number(place.x), y: number(place.y))
  }

  /// The numbers of the points within `distance` of a place; `distance` is at most the clearance.
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

  /// Whether no point stands within the clearance.
  package func isFree(_ place: Coordinate) -> Bool {
    numbers(near: place, within: clearance).isEmpty
  }

  /// Notes that a point stands at a place.
  package mutating func insert(_ place: Coordinate, number: Int = -1) {
    cells[cell(place), default: []].append((place, number))
  }
}
