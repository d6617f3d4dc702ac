/// Two bounds of the squared distances of four segments from a place: never above the truth, and never below it.
///
/// With `a` from the place to one end and `e` along the segment, the place on it that is closest is `a + t e` for
/// `t = -(a.e) / (e.e)` cut to 0...1. Single precision moves `t` by at most 9 u |a| / |e| for u = 2^-24, which
/// lengthens a distance `d` by at most 9 u |a|, and `a + t e` by 2 u |a| + 3 u |e|. As `|a| <= d + |e|`, what is
/// found is at most `d (1 + 16 u) + 16 u |e|`, and its square at most `d d (1 + 2^-18) + e e 2^-19`. Here
/// `e e 2^-16` is taken off, and what compares with it (``LeafFormat/cut(_:)``) allows for a factor of `1 + 2^-15`.
///
/// The other way: `t` as found, cut to 0...1, is of some place on the segment, so `d` is at most the length of
/// `a + t e`, and what is found is less than that by at most 2 u |a| + 3 u |e| and rounding. So `d (1 - 2 u)` is at
/// most what is found, times `1 + 2 u`, plus 5 u |e|, and `d d` at most its square times `1 + 2^-17`, plus
/// `e e 2^-24`. Here `e e 2^-16` is added, and a factor of `1 + 2^-16` taken.
struct SegmentBounds {
  let least: SIMD4<Float>
  let greatest: SIMD4<Float>

  /// Bounds of segments by their starts and their courses, both from the place.
  ///
  /// What is shorter than the root of `leastSquaredLength` counts as its start.
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
    // -t, which spares a sign.
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
  /// The bounds of all lanes of a leaf; for exceptions and lanes without an entry they say nothing.
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
