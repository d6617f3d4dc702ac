extension Segment {
  /// The distance to a place, to the last bit as GEOS measures it; infinite or NaN where an ordinate is, and infinite
  /// where the squared length is.
  ///
  /// Beside the segment that is the area which it spans with the place, over its length. Where a closest place is
  /// told as well, the distance to that is the root of ``squaredDistance(to:)``, which the index has too; the two
  /// differ by the rounding of ordinates.
  func distance(to place: Coordinate) -> Double {
    let alongX = end.x - start.x
    let alongY = end.y - start.y
    let toX = place.x - start.x
    let toY = place.y - start.y
    let squaredLength = alongX * alongX + alongY * alongY
    guard squaredLength.isFinite else { return .infinity }
    let share = (toX * alongX + toY * alongY) / squaredLength
    let across = (toY * alongX - toX * alongY) / squaredLength
    // Beyond an end it is the distance to it; what has no square in range is measured without one.
    guard share > 0, share < 1, squaredLength >= 1e-280, across.isFinite else {
      return squaredDistance(to: place).squareRoot()
    }
    return across.magnitude * squaredLength.squareRoot()
  }
}
