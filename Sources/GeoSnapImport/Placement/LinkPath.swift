internal import GeoSnap

/// Where a number of metres along a path lies, and what remains of the path when cut there.
struct LinkPath {
  var vertices: [Coordinate]
  let scale: PlaneScale

  /// The length, in metres.
  var length: Double {
    zip(vertices, vertices.dropFirst()).reduce(0) { $0 + scale.distance($1.0, $1.1) }
  }

  /// The place a number of metres from one end, and how many vertices lie before it.
  private func place(at metres: Double) -> (place: Coordinate, before: Int) {
    var remaining = metres
    for index in 1..<vertices.count {
      let step = scale.distance(vertices[index - 1], vertices[index])
      if remaining <= step, step > 0 {
        let segment = Segment(vertices[index - 1], vertices[index])
        return (segment.coordinate(atFraction: remaining / step), index)
      }
      remaining -= step
    }
    return (vertices[vertices.count - 1], vertices.count - 1)
  }

  /// The place a number of metres from an end.
  func place(_ metres: Double, from end: LinkEnd) -> Coordinate {
    end == .start ? place(at: metres).place : reversed.place(at: metres).place
  }

  /// The path without the part within a number of metres of an end.
  func cut(_ metres: Double, from end: LinkEnd) -> LinkPath {
    guard end == .start else { return reversed.cut(metres, from: .start).reversed }
    let (place, before) = place(at: metres)
    return LinkPath(vertices: [place] + vertices[before...], scale: scale)
  }

  /// The two parts of the path, which share the place a number of metres from the start.
  func divided(at metres: Double) -> PairOfEnds<[Coordinate]> {
    let (place, before) = place(at: metres)
    let (first, second) = (vertices[..<before], vertices[before...])
    return PairOfEnds(
      start: first.last == place ? Array(first) : first + [place],
      end: second.first == place ? Array(second) : [place] + second
    )
  }

  private var reversed: LinkPath {
    LinkPath(vertices: vertices.reversed(), scale: scale)
  }
}
