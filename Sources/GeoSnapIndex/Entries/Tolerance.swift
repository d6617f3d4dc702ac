/// A distance that a query must not exceed, checked once and ready to compare with.
struct Tolerance {
  let distance: Double
  let generousSquare: Double

  /// A tolerance for a query at a place; nil when the query can find nothing: a NaN, a negative
  /// distance, or a place beyond the range of an index.
  @inline(__always)
  init?(_ distance: Double, at point: Coordinate) {
    guard
      distance >= 0, point.x.magnitude <= greatestIndexedOrdinate,
      point.y.magnitude <= greatestIndexedOrdinate
    else { return nil }
    self.distance = distance
    generousSquare = (distance * distance).nextUp.nextUp
  }

  /// Whether the root of a squared distance is at most the tolerance.
  ///
  /// The root decides, so that a hit's reported distance never exceeds the tolerance and one that
  /// equals it is never refused; the square only spares the root.
  @inline(__always)
  func admits(squaredDistance: Double) -> Bool {
    squaredDistance <= generousSquare && squaredDistance.squareRoot() <= distance
  }
}
