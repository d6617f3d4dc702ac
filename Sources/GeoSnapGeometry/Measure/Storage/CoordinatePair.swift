/// Two coordinates in SIMD lanes.
struct CoordinatePair {
  private var x: SIMD2<Double>
  private var y: SIMD2<Double>

  @inline(__always)
  init(_ first: Coordinate, _ second: Coordinate) {
    x = SIMD2(first.x, second.x)
    y = SIMD2(first.y, second.y)
  }

  @inline(__always)
  private init(x: SIMD2<Double>, y: SIMD2<Double>) {
    self.x = x
    self.y = y
  }

  @inline(__always)
  static func - (left: CoordinatePair, right: CoordinatePair) -> CoordinatePair {
    CoordinatePair(x: left.x - right.x, y: left.y - right.y)
  }

  /// The second coordinate of `other` and the first of these.
  @inline(__always)
  func preceded(by other: CoordinatePair) -> CoordinatePair {
    CoordinatePair(x: SIMD2(other.x.y, x.x), y: SIMD2(other.y.y, y.x))
  }

  @inline(__always)
  func scaled(by factors: SIMD2<Double>) -> CoordinatePair {
    CoordinatePair(x: factors * x, y: factors * y)
  }

  @inline(__always)
  func dot(_ other: CoordinatePair) -> SIMD2<Double> { x * other.x + y * other.y }

  /// Positive where the other is to the left.
  @inline(__always)
  func cross(_ other: CoordinatePair) -> SIMD2<Double> { x * other.y - y * other.x }
}

extension SIMD2<Double> {
  /// `replacing(with:where:)` without the branch that the compiler makes for each lane.
  @inline(__always)
  func choosing(_ other: SIMD2<Double>, where mask: SIMDMask<SIMD2<Int64>>) -> SIMD2<Double> {
    let mask = unsafe unsafeBitCast(mask, to: SIMD2<Int64>.self)
    let bits = unsafe unsafeBitCast(self, to: SIMD2<Int64>.self)
    let otherBits = unsafe unsafeBitCast(other, to: SIMD2<Int64>.self)
    return unsafe unsafeBitCast((otherBits & mask) | (bits & ~mask), to: SIMD2<Double>.self)
  }

  /// NaN where the mask is set.
  @inline(__always)
  func orNaN(where mask: SIMDMask<SIMD2<Int64>>) -> SIMD2<Double> {
    // A set lane of a mask has all bits set, which is a NaN.
    let mask = unsafe unsafeBitCast(mask, to: SIMD2<Int64>.self)
    let bits = unsafe unsafeBitCast(self, to: SIMD2<Int64>.self)
    return unsafe unsafeBitCast(bits | mask, to: SIMD2<Double>.self)
  }

  @inline(__always)
  var crossed: SIMD2<Double> { SIMD2(y, x) }
}

extension Span<Double> {
  /// The coordinate whose x is at an offset, which must be in range, as must the one after it.
  @unsafe
  @inline(__always)
  func coordinate(unchecked offset: Int) -> Coordinate {
    unsafe Coordinate(x: self[unchecked: offset], y: self[unchecked: offset &+ 1])
  }
}
