extension Segment {
  /// The distance to a coordinate, to the last bit as GEOS computes it; infinite or NaN where an ordinate is, and
  /// infinite where the squared length is.
  ///
  /// For a coordinate beside the segment it is the area of the triangle of both, over the segment's length. Members
  /// that also return a closest point take the root of ``squaredDistance(to:)``, as the index does; the two differ by
  /// the rounding of ordinates.
  func distance(to place: Coordinate) -> Double {
    let alongX = end.x - start.x
    let alongY = end.y - start.y
    let toX = place.x - start.x
    let toY = place.y - start.y
    let squaredLength = alongX * alongX + alongY * alongY
    guard squaredLength.isFinite else { return .infinity }
    let share = (toX * alongX + toY * alongY) / squaredLength
    let across = (toY * alongX - toX * alongY) / squaredLength
    // Beyond an end it is the distance to that end, and also where a square is out of range.
    guard share > 0, share < 1, squaredLength >= 1e-280, across.isFinite else {
      return squaredDistance(to: place).squareRoot()
    }
    return across.magnitude * squaredLength.squareRoot()
  }
}
