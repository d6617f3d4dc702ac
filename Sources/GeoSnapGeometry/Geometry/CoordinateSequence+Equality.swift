// Unlike in Double, NaN equals NaN: it is a missing measure, and a geometry with one must equal itself and its
// copies.

extension CoordinateSequence {
  /// Whether the ordinates are equal, one by one; NaN equals NaN.
  public static func == (first: CoordinateSequence, second: CoordinateSequence) -> Bool {
    first.dimensions == second.dimensions
      && first.ordinates.elementsEqual(second.ordinates) { $0 == $1 || ($0.isNaN && $1.isNaN) }
  }

  /// Feeds the ordinates to a hasher; all NaN hash alike.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(dimensions)
    hasher.combine(ordinates.count)
    for ordinate in ordinates { hasher.combine(ordinate.isNaN ? .nan : ordinate) }
  }
}

extension Point {
  /// Whether reference system and ordinates are equal; NaN equals NaN.
  public static func == (first: Point, second: Point) -> Bool {
    first.srid == second.srid && first.coordinates == second.coordinates
  }

  /// Feeds reference system and ordinates to a hasher; all NaN hash alike.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(srid)
    hasher.combine(coordinates)
  }
}
