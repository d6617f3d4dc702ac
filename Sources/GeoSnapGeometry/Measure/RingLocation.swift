/// Where a place lies to a ring.
package enum RingLocation {
  case outside
  case boundary
  case inside
}

extension CoordinateSequence {
  /// Where a place lies to a ring, by counting crossings with exact arithmetic.
  func location(of place: Coordinate, toRing ring: Range<Int>) -> RingLocation {
    var isInside = false
    for index in ring.dropFirst() {
      switch crossing(Segment(self[index - 1], self[index]), rightOf: place) {
      case .none: break
      case .crosses: isInside.toggle()
      case .touches: return .boundary
      }
    }
    return isInside ? .inside : .outside
  }

  /// Where another ring lies to a ring that it does not cross: on the side of its first vertex that is not
  /// on the ring, on the boundary when none is.
  package func location(of other: Range<Int>, toRing ring: Range<Int>) -> RingLocation {
    for index in other {
      let location = location(of: self[index], toRing: ring)
      if location != .boundary { return location }
    }
    return .boundary
  }
}
