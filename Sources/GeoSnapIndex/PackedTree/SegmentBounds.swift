/// A lower and an upper bound of the squared distances of four segments from a point.
///
/// With `a` from the point to one end and `e` along the segment, the closest point of the segment is `a + t e` for
/// `t = -(a.e) / (e.e)` clamped to 0...1. Single precision moves `t` by at most 9 u |a| / |e| for u = 2^-24, which
/// lengthens a distance `d` by at most 9 u |a|, and `a + t e` by 2 u |a| + 3 u |e|. As `|a| <= d + |e|`, the computed
/// distance is at most `d (1 + 16 u) + 16 u |e|`, and its square at most `d d (1 + 2^-18) + e e 2^-19`. The lower
/// bound subtracts `e e 2^-16`, and comparisons with it (``LeafFormat/cut(_:)``) allow for a factor of `1 + 2^-15`.
///
/// Conversely, the computed `t`, clamped to 0...1, belongs to some point of the segment, so `d` is at most the length
/// of `a + t e`, and the computed distance is less than that by at most 2 u |a| + 3 u |e| and rounding. So
/// `d (1 - 2 u)` is at most the computed distance times `1 + 2 u`, plus 5 u |e|, and `d d` at most its square times
/// `1 + 2^-17`, plus `e e 2^-24`. The upper bound adds `e e 2^-16`, and takes a factor of `1 + 2^-16`.
struct SegmentBounds {
  let least: SIMD4<Float>
  let greatest: SIMD4<Float>

  /// Bounds of segments by their starts, relative to the point, and their vectors; segments shorter than the root of
  /// `leastSquaredLength` count as their start.
  @inline(__always)
  init(
    startingAt start: (x: SIMD4<Float>, y: SIMD4<Float>),
    along course: (x: SIMD4<Float>, y: SIMD4<Float>),
    leastSquaredLength: Float
  ) {
    let squaredLength = course.x * course.x + course.y * course.y
    let divisor = squaredLength.replacing(
      with: SIMD4(repeating: leastSquaredLength),
      where: squaredLength .< SIMD4(repeating: leastSquaredLength)
    )
    // -t, which saves a negation.
    var fraction = (start.x * course.x + start.y * course.y) / divisor
    let (none, whole) = (SIMD4<Float>(repeating: 0), SIMD4<Float>(repeating: -1))
    fraction.replace(with: none, where: fraction .> none)
    fraction.replace(with: whole, where: fraction .< whole)
    let dx = start.x - fraction * course.x
    let dy = start.y - fraction * course.y
    let found = dx * dx + dy * dy
    let margin = squaredLength * SIMD4(repeating: 0x1p-16)
    least = found - margin
    greatest = (found + margin) * SIMD4(repeating: 1 + 0x1p-16)
  }
}

extension LeafFormat {
  /// The bounds of all lanes of a leaf; undefined for exceptions and lanes without an entry.
  @inline(__always)
  func segmentBounds(
    of leaf: Int,
    from place: Place
  ) -> (least: SIMD16<Float>, greatest: SIMD16<Float>) {
    let falls = falls(leaf)
    let first = segmentBounds(of: leaf, 0, falls.0, from: place)
    let second = segmentBounds(of: leaf, 1, falls.1, from: place)
    let third = segmentBounds(of: leaf, 2, falls.2, from: place)
    let fourth = segmentBounds(of: leaf, 3, falls.3, from: place)
    return (
      SIMD16(
        lowHalf: SIMD8(lowHalf: first.least, highHalf: second.least),
        highHalf: SIMD8(lowHalf: third.least, highHalf: fourth.least)
      ),
      SIMD16(
        lowHalf: SIMD8(lowHalf: first.greatest, highHalf: second.greatest),
        highHalf: SIMD8(lowHalf: third.greatest, highHalf: fourth.greatest)
      )
    )
  }
}
