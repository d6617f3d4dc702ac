/// The entries that may be among the few nearest to a point, by bounds of their squared distances.
///
/// An upper bound for the farthest of the nearest is known before any entry is read exactly.
struct NearestCandidates {
  /// The greatest number of nearest entries.
  static let greatestCount = 8

  /// Lower bounds in the upper half, slots in the lower.
  private var keys = InlineArray<48, UInt64>(repeating: 0)
  private(set) var count = 0
  /// Whether there were more candidates than there is room for, as with many at the same distance.
  private(set) var isOverfull = false
  /// The `count` least upper bounds in rising order, after -infinity.
  private var lower: SIMD4<Float>
  private var upper: SIMD4<Float>

  /// Creates empty candidates for the `count` nearest, from 1 to `greatestCount`.
  @inline(__always)
  init(for count: Int) {
    let lanes = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
    let unused = SIMD8(repeating: Int32(truncatingIfNeeded: 8 &- count))
    let bounds = SIMD8<Float>(repeating: .infinity)
      .replacing(with: SIMD8(repeating: -.infinity), where: lanes .< unused)
    (lower, upper) = (bounds.lowHalf, bounds.highHalf)
  }

  /// An upper bound of the squared distances of the nearest; infinite while too few are known.
  @inline(__always)
  var limit: Float { upper.w }

  /// Inserts an entry's upper bound.
  ///
  /// Each of the sorted bounds becomes the greater of its predecessor and the lesser of itself and the new one,
  /// without a branch.
  @inline(__always)
  mutating func note(_ bound: Float) {
    let bounds = SIMD4(repeating: bound)
    let previous = SIMD4(lower.w, upper.x, upper.y, upper.z)
    let first = SIMD4(-Float.infinity, lower.x, lower.y, lower.z)
    let lesserUpper = upper.replacing(with: bounds, where: bounds .< upper)
    let lesserLower = lower.replacing(with: bounds, where: bounds .< lower)
    upper = lesserUpper.replacing(with: previous, where: lesserUpper .< previous)
    lower = lesserLower.replacing(with: first, where: lesserLower .< first)
  }

  /// Adds an entry with its lower bound, if that is at most `cut`.
  @inline(__always)
  mutating func append(_ slot: Int, _ bound: Float, within cut: Float) {
    if count == keys.count {
      drop(beyond: cut)
      guard count < keys.count else {
        isOverfull = true
        return
      }
    }
    // Bits of numbers that are not negative are in the order of the numbers.
    keys[count] =
      UInt64((bound > 0 ? bound : 0).bitPattern) &<< 32 | UInt64(UInt32(truncatingIfNeeded: slot))
    count &+= 1
  }

  /// Drops the entries beyond a bound, and sorts the others by their lower bounds.
  @inline(__always)
  mutating func sort(within cut: Float) {
    let last = UInt64(cut.bitPattern) &<< 32 | UInt64(UInt32.max)
    var kept = 0
    for index in 0..<count {
      let key = keys[index]
      guard key <= last else { continue }
      var place = kept
      while place > 0, keys[place &- 1] > key {
        keys[place] = keys[place &- 1]
        place &-= 1
      }
      keys[place] = key
      kept &+= 1
    }
    count = kept
  }

  @inline(__always)
  func slot(_ index: Int) -> Int { Int(truncatingIfNeeded: keys[index] & 0xffff_ffff) }

  @inline(never)
  private mutating func drop(beyond cut: Float) {
    let last = UInt64(cut.bitPattern) &<< 32 | UInt64(UInt32.max)
    var kept = 0
    for index in 0..<count where keys[index] <= last {
      keys[kept] = keys[index]
      kept &+= 1
    }
    count = kept
  }
}
