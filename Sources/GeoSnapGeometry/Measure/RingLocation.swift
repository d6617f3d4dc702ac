package enum RingLocation {
  case outside
  case boundary
  case inside
}

extension CoordinateSequence {
  /// The location of a point relative to a ring, by counting crossings with exact arithmetic.
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

  /// The location of another ring, which does not cross this one: that of its first vertex not on the ring, or the
  /// boundary when all are on it.
  package func location(of other: Range<Int>, toRing ring: Range<Int>) -> RingLocation {
    for index in other {
      let location = location(of: self[index], toRing: ring)
      if location != .boundary { return location }
    }
    return .boundary
  }
}
