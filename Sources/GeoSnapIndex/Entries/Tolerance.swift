/// The distance limit of a query, checked once.
struct Tolerance {
  let distance: Double
  let generousSquare: Double

  /// The limit of a query at a point; nil when the query can find nothing: for NaN, a negative distance, or a point
  /// beyond the range of an index.
  @inline(__always)
  init?(_ distance: Double, at point: Coordinate) {
    guard
      distance >= 0, point.x.magnitude <= greatestIndexedOrdinate,
      point.y.magnitude <= greatestIndexedOrdinate
    else { return nil }
    self.distance = distance
    generousSquare = (distance * distance).nextUp.nextUp
  }

  /// Whether the root of a squared distance is at most the limit.
  ///
  /// The root decides, so a hit's reported distance never exceeds the limit, and one that equals it is accepted.
  /// Comparing squares first avoids most roots.
  @inline(__always)
  func admits(squaredDistance: Double) -> Bool {
    squaredDistance <= generousSquare && squaredDistance.squareRoot() <= distance
  }
}
