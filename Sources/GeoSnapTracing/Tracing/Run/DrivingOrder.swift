internal import GeoSnapGeometry

/// Orders places for driving from one to the next.
enum DrivingOrder {
  private static let limit = 500

  /// The positions of the places in driving order, in O(n²) for up to 500 places; more stay in their order.
  ///
  /// The tour goes from `start` to the nearest place and so on; then stretches are reversed where that shortens it.
  /// Places without a coordinate come last.
  static func positions(_ places: [Coordinate?], from start: Coordinate?) -> [Int] {
    var rest = places.indices.filter { places[$0] != nil }
    guard let start, rest.count > 1, rest.count <= limit else { return Array(places.indices) }
    func place(_ position: Int) -> Coordinate { places[position] ?? start }
    func distance(_ one: Coordinate, _ other: Coordinate) -> Double {
      (one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y)
    }
    var order: [Int] = []
    var here = start
    while !rest.isEmpty {
      var nearest = 0
      for candidate in rest.indices
      where distance(here, place(rest[candidate])) < distance(here, place(rest[nearest])) {
        nearest = candidate
      }
      order.append(rest.remove(at: nearest))
      here = place(order[order.count - 1])
    }
    func length(_ one: Coordinate, _ other: Coordinate) -> Double {
      distance(one, other).squareRoot()
    }
    var isShorter = true
    var rounds = 0
    while isShorter && rounds < 50 {
      isShorter = false
      rounds += 1
      for first in 0..<order.count - 1 {
        for last in first + 1..<order.count {
          let before = first == 0 ? start : place(order[first - 1])
          var gain = length(before, place(order[first])) - length(before, place(order[last]))
          if last + 1 < order.count {
            let after = place(order[last + 1])
            gain += length(place(order[last]), after) - length(place(order[first]), after)
          }
          if gain > 1e-9 {
            order[first...last].reverse()
            isShorter = true
          }
        }
      }
    }
    return order + places.indices.filter { places[$0] == nil }
  }
}
