internal import GeoSnap

/// A path that can be measured, cut and divided at a distance in metres.
struct LinkPath {
  var vertices: [Coordinate]
  let scale: PlaneScale

  var length: Double {
    zip(vertices, vertices.dropFirst()).reduce(0) { $0 + scale.distance($1.0, $1.1) }
  }

  /// The place at a distance from the start, and the number of vertices before it.
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

  func place(_ metres: Double, from end: LinkEnd) -> Coordinate {
    end == .start ? place(at: metres).place : reversed.place(at: metres).place
  }

  /// The path without the part up to a distance from an end.
  func cut(_ metres: Double, from end: LinkEnd) -> LinkPath {
    guard end == .start else { return reversed.cut(metres, from: .start).reversed }
    let (place, before) = place(at: metres)
    return LinkPath(vertices: [place] + vertices[before...], scale: scale)
  }

  /// The two parts of the path, which share the place at a distance from the start.
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
