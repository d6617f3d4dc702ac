/// The coordinates of a line or ring without repetitions; a ring's first is not repeated at its end.
struct CleanPath {
  let places: [Coordinate]
  /// Whether the last coordinate is joined to the first: in a ring, and in a closed line.
  let isClosed: Bool
  let envelope: Envelope?

  init(_ coordinates: CoordinateSequence, _ range: Range<Int>, isRing: Bool) {
    var places: [Coordinate] = []
    for index in range where places.last != coordinates[index] { places.append(coordinates[index]) }
    // A line to a point and back is not closed.
    let ends = places.count > 3 && places.first == places.last
    if isRing || ends {
      while places.count > 1, places.first == places.last { places.removeLast() }
    }
    self.places = places
    isClosed = isRing || ends
    envelope = Envelope(CoordinateSequence(places))
  }

  var segmentCount: Int { isClosed ? places.count : places.count - 1 }

  func segment(_ index: Int) -> Segment {
    Segment(places[index], places[index + 1 == places.count ? 0 : index + 1])
  }

  /// The coordinates between two segments.
  var turns: Range<Int> {
    places.count < 3 ? 0..<0 : isClosed ? 0..<places.count : 1..<places.count - 1
  }

  func previous(_ index: Int) -> Coordinate { places[index == 0 ? places.count - 1 : index - 1] }

  func next(_ index: Int) -> Coordinate { places[index + 1 == places.count ? 0 : index + 1] }

  /// Whether the path turns back exactly over itself at a coordinate.
  func turnsBack(at index: Int) -> Bool {
    let place = places[index]
    let before = previous(index)
    let after = next(index)
    guard orientation(before, place, after) == 0 else { return false }
    // On one line, two points are on the same side of a third in x or, when the line is vertical, in y.
    return before.x == place.x
      ? (before.y > place.y) == (after.y > place.y) : (before.x > place.x) == (after.x > place.x)
  }

  /// The coordinates before and after a point on a segment.
  func neighbours(of place: Coordinate, on segment: Int) -> (Coordinate, Coordinate) {
    let start = segment
    let end = segment + 1 == places.count ? 0 : segment + 1
    if places[start] == place { return (previous(start), places[end]) }
    if places[end] == place { return (places[start], next(end)) }
    return (places[start], places[end])
  }
}
