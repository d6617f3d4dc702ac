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
