/// The side of the line from `start` to `end` of `place`: positive left, negative right, zero exactly on the line.
///
/// The sign is exact for ordinates of 0 and of magnitudes between 1e-140 and 1e150, whose products neither overflow
/// nor underflow. A floating-point filter decides nearly always, and otherwise the exact expansion of the
/// determinant. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997.
package func orientation(_ start: Coordinate, _ end: Coordinate, _ place: Coordinate) -> Double {
  let left = (start.x - place.x) * (end.y - place.y)
  let right = (start.y - place.y) * (end.x - place.x)
  let determinant = left - right
  // Shewchuk's bound for this form: (3 + 16 epsilon) epsilon, where epsilon is half an ulp of 1.
  let bound = 3.330_669_073_875_471_6e-16 * (left.magnitude + right.magnitude)
  if determinant > bound || -determinant > bound { return determinant }
  return exactOrientation(start, end, place)
}

private func exactOrientation(
  _ start: Coordinate,
  _ end: Coordinate,
  _ place: Coordinate
) -> Double {
  var sum = ExactSum()
  sum.addProduct(start.x, end.y)
  sum.addProduct(-start.x, place.y)
  sum.addProduct(-place.x, end.y)
  sum.addProduct(-start.y, end.x)
  sum.addProduct(start.y, place.x)
  sum.addProduct(place.y, end.x)
  return sum.sign
}

/// An exact sum of up to six products: components that do not overlap, least first.
private struct ExactSum {
  private var components = InlineArray<12, Double>(repeating: 0)
  private var count = 0

  /// Adds `a * b` exactly, as the rounded product and its rounding error.
  mutating func addProduct(_ a: Double, _ b: Double) {
    let product = a * b
    add((-product).addingProduct(a, b))
    add(product)
  }

  /// A number with the sign of the sum: its greatest component.
  var sign: Double {
    for index in (0..<count).reversed() where components[index] != 0 { return components[index] }
    return 0
  }

  /// Grows the expansion by one number (Shewchuk's Grow-Expansion).
  private mutating func add(_ value: Double) {
    var carry = value
    for index in 0..<count {
      let component = components[index]
      let sum = carry + component
      let componentPart = sum - carry
      components[index] = (carry - (sum - componentPart)) + (component - componentPart)
      carry = sum
    }
    components[count] = carry
    count += 1
  }
}

extension Segment {
  /// Whether the two segments share a point, exactly: by crossing, touching or overlap.
  ///
  /// They share none when their envelopes are apart, or when one lies strictly on one side of the line through the
  /// other. Exact where ``orientation(_:_:_:)`` is; false with any NaN.
  package func intersects(_ other: Segment) -> Bool {
    guard envelope.intersects(other.envelope) else { return false }
    // Networks join at vertices: most segments that meet share an end.
    if start == other.start || start == other.end || end == other.start || end == other.end {
      return true
    }
    return !other.leavesOnOneSide(start, end) && !leavesOnOneSide(other.start, other.end)
  }

  /// Whether two points lie strictly on the same side of the line through the segment.
  private func leavesOnOneSide(_ one: Coordinate, _ two: Coordinate) -> Bool {
    let side = orientation(start, end, one)
    guard side != 0 else { return false }
    let otherSide = orientation(start, end, two)
    return side > 0 ? otherSide > 0 : otherSide < 0
  }

  /// The square of the least distance between the two segments; 0 when they share a point.
  package func squaredDistance(to other: Segment) -> Double {
    if intersects(other) { return 0 }
    return min(
      min(squaredDistance(to: other.start), squaredDistance(to: other.end)),
      min(other.squaredDistance(to: start), other.squaredDistance(to: end))
    )
  }

  /// The one point that two segments share, unless it is an end of both; nil if they are apart, overlap or have no
  /// length.
  ///
  /// Where an end of one lies on the other, it is exactly that end. Whether they meet is as exact as
  /// ``orientation(_:_:_:)``. The point is rounded, and may differ in rounding when the segments are swapped.
  package func crossing(with other: Segment) -> Coordinate? {
    guard envelope.intersects(other.envelope) else { return nil }
    if start == other.start || start == other.end || end == other.start || end == other.end {
      return nil
    }
    let sides = (
      orientation(start, end, other.start), orientation(start, end, other.end),
      orientation(other.start, other.end, start), orientation(other.start, other.end, end)
    )
    // They overlap, or one has no length and lies on the other.
    if sides.0 == 0 && sides.1 == 0 { return nil }
    guard sides.0 == 0 || sides.1 == 0 || (sides.0 > 0) != (sides.1 > 0),
      sides.2 == 0 || sides.3 == 0 || (sides.2 > 0) != (sides.3 > 0)
    else { return nil }
    if sides.0 == 0 { return other.start }
    if sides.1 == 0 { return other.end }
    if sides.2 == 0 { return start }
    if sides.3 == 0 { return end }
    let across = (x: end.x - start.x, y: end.y - start.y)
    let along = (x: other.end.x - other.start.x, y: other.end.y - other.start.y)
    let (left, right) = (across.x * along.y, across.y * along.x)
    let determinant = left - right
    // Of nearly collinear segments the determinant is mostly rounding, but the exact sides give the fraction.
    guard determinant.magnitude > 1e-6 * (left.magnitude + right.magnitude) else {
      let startSide = exactOrientation(other.start, other.end, start)
      let endSide = exactOrientation(other.start, other.end, end)
      return coordinate(atFraction: startSide / (startSide - endSide))
    }
    let fraction =
      ((other.start.x - start.x) * along.y - (other.start.y - start.y) * along.x) / determinant
    return coordinate(atFraction: min(max(fraction, 0), 1))
  }

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
