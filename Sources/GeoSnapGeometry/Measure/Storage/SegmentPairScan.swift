internal import CHints

/// Scans the segments of a path two at a time: the processor divides pairs as fast as single numbers, and branches,
/// which would be unpredictable, are avoided.
///
/// Each of the two lanes keeps its own closest segment, so neither waits for the other.
struct SegmentPairScan {
  private let places: CoordinatePair
  /// The ends of the last two segments; before any, the path's first vertex twice.
  private var ends: CoordinatePair
  /// The vectors from `ends` to the coordinate.
  private var fromEnds: CoordinatePair
  /// The indices of the next two segments; doubles, so that all lanes have one type.
  private var indices = SIMD2(0.0, 1.0)
  private var leastSquares: SIMD2<Double>
  private var closestIndices = SIMD2(repeating: -1.0)
  private var closestAlong = SIMD2(repeating: 0.0)
  /// The length before the path and of the scanned segments.
  private(set) var length: Double

  /// Scans a path of two vertices or more for segments closer to a coordinate than the root of `square`.
  ///
  /// The ordinates of the path are at `path`, `width` per vertex. With `measuring`, segments' lengths are added to
  /// `length` in order.
  @inline(__always) init(
    to place: Coordinate,
    on path: Range<Int>,
    of ordinates: Span<Double>,
    width: Int,
    closerThan square: Double,
    after length: Double,
    measuring: Bool
  ) {
    precondition(
      path.lowerBound >= 0 && path.upperBound <= ordinates.count && path.count > width,
      "A path of two vertices or more lies within its sequence"
    )
    // Every offset below is the offset of x of a vertex of the path, which is in range.
    let last = path.upperBound &- width
    var offset = path.lowerBound
    let start = unsafe ordinates.coordinate(unchecked: offset)
    places = CoordinatePair(place, place)
    ends = CoordinatePair(start, start)
    fromEnds = places - ends
    leastSquares = SIMD2(repeating: square)
    self.length = length
    while offset < last &- width {
      let middle = offset &+ width
      offset = middle &+ width
      look(
        at: unsafe ordinates.coordinate(unchecked: middle),
        unsafe ordinates.coordinate(unchecked: offset),
        isOdd: false,
        measuring: measuring
      )
    }
    if offset < last {
      let end = unsafe ordinates.coordinate(unchecked: last)
      look(at: end, end, isOdd: true, measuring: measuring)
    }
  }

  /// Scans the segment to `middle` and, unless that is the odd last one, the segment from there to `next`.
  ///
  /// Distances equal ``Segment/squaredDistance(to:)`` bit for bit. Segments whose square under- or overflows, or with
  /// an ordinate that is not finite, are never the closest.
  @inline(__always) private mutating func look(
    at middle: Coordinate,
    _ next: Coordinate,
    isOdd: Bool,
    measuring: Bool
  ) {
    let nextEnds = CoordinatePair(middle, next)
    let vectors = nextEnds - nextEnds.preceded(by: ends)
    let fromNextEnds = places - nextEnds
    let fromStarts = fromNextEnds.preceded(by: fromEnds)
    ends = nextEnds
    fromEnds = fromNextEnds
    let squaredLengths = vectors.dot(vectors)
    let along = fromStarts.dot(vectors)
    // A NaN stays NaN: a segment without length ends where it starts.
    let shares = chints_greater(SIMD2(repeating: 0), along / squaredLengths)
    let beside = fromStarts - vectors.scaled(by: shares)
    // NaN is never less: the second segment of an odd one, and a segment from infinity, which would be at its end.
    // (Being less than infinity takes three instructions.)
    var squares = beside.dot(beside)
      .choosing(fromEnds.dot(fromEnds), where: along .>= squaredLengths)
      .choosing(
        SIMD2(repeating: Double(bitPattern: .max)),
        where: .!(squaredLengths .<= SIMD2(repeating: .greatestFiniteMagnitude))
      )
    if isOdd { squares.y = .nan }
    let isCloser = squares .< leastSquares
    leastSquares = chints_lesser(squares, leastSquares)
    closestIndices = closestIndices.choosing(indices, where: isCloser)
    if measuring {
      let lengths = chints_square_roots(squaredLengths)
      let totals = SIMD2(length, length + lengths.x)
      let within = chints_lesser(shares, SIMD2(repeating: 1)) * lengths
      closestAlong = closestAlong.choosing(totals + within, where: isCloser)
      length = isOdd ? totals.y : totals.y + lengths.y
    }
    indices += 2
  }

  /// The closest segment, the first of several, the square of its distance, and the length before the closest point;
  /// the index is -1 when no segment was closer than `square`.
  @inline(__always) var closest: (index: Int, square: Double, along: Double) {
    let isSecond = comesSecond(closestIndices)
    return (
      Int(closestIndices.choosing(closestIndices.crossed, where: isSecond).x),
      leastSquares.choosing(leastSquares.crossed, where: isSecond).x,
      closestAlong.choosing(closestAlong.crossed, where: isSecond).x
    )
  }

  /// The length before the closest point, the first of several; nil when no segment is at a finite distance.
  @inline(__always) var lengthBefore: Double? {
    let isSecond = comesSecond(closestAlong)
    guard leastSquares.choosing(leastSquares.crossed, where: isSecond).x < .infinity else {
      return nil
    }
    return closestAlong.choosing(closestAlong.crossed, where: isSecond).x
  }

  /// The mask of the lanes where the other lane is closer, or as close and earlier in an order.
  @inline(__always) private func comesSecond(_ order: SIMD2<Double>) -> SIMDMask<SIMD2<Int64>> {
    (leastSquares.crossed .< leastSquares)
      .| ((leastSquares.crossed .== leastSquares) .& (order.crossed .< order))
  }
}

/// The distance from a coordinate to a path, two vertices and two segments at a time as in ``SegmentPairScan``.
///
/// The closest segment is not recorded, which saves work. Vertices have their own distance. A segment beside the
/// coordinate has the area that both span over its length, as in GEOS. No closest point is computed, whose ordinates
/// would be rounded, so the last bits are right even where the distance is small compared to the ordinates.
struct PathDistance {
  private let places: CoordinatePair
  /// The ends of the last two segments; before any, the path's first vertex twice.
  private var ends: CoordinatePair
  /// The vectors from `ends` to the coordinate.
  private var fromEnds: CoordinatePair
  private var leastSquares: SIMD2<Double>
  private var sumsOfSquaredLengths = SIMD2(repeating: 0.0)

  /// Scans a path of one vertex or more, whose ordinates are at `path`, `width` per vertex.
  @inline(__always)
  init(from place: Coordinate, to path: Range<Int>, of ordinates: Span<Double>, width: Int) {
    precondition(
      path.lowerBound >= 0 && path.upperBound <= ordinates.count && path.count >= width,
      "A path of one vertex or more lies within its sequence"
    )
    // Every offset below is the offset of x of a vertex of the path, which is in range.
    let last = path.upperBound &- width
    var offset = path.lowerBound
    let start = unsafe ordinates.coordinate(unchecked: offset)
    places = CoordinatePair(place, place)
    ends = CoordinatePair(start, start)
    fromEnds = places - ends
    leastSquares = fromEnds.dot(fromEnds)
    while offset < last {
      // After an odd last segment comes one of zero length, which adds nothing.
      let middle = offset &+ width
      offset = min(middle &+ width, last)
      look(
        at: unsafe CoordinatePair(
          ordinates.coordinate(unchecked: middle),
          ordinates.coordinate(unchecked: offset)
        )
      )
    }
  }

  @inline(__always) private mutating func look(at nextEnds: CoordinatePair) {
    let vectors = nextEnds - nextEnds.preceded(by: ends)
    let fromNextEnds = places - nextEnds
    let fromStarts = fromNextEnds.preceded(by: fromEnds)
    ends = nextEnds
    fromEnds = fromNextEnds
    let squaredLengths = vectors.dot(vectors)
    let along = fromStarts.dot(vectors)
    let areas = fromStarts.cross(vectors)
    // The square of a segment shorter than the limit's root has lost bits; its ends count instead.
    let isBeside = (along .> SIMD2(repeating: 1e-280)) .& (along .< squaredLengths)
    let squares = (areas * (areas / squaredLengths)).orNaN(where: .!isBeside)
    // NaN is never less.
    leastSquares = chints_lesser(squares, chints_lesser(fromEnds.dot(fromEnds), leastSquares))
    sumsOfSquaredLengths += squaredLengths
  }

  /// The distance; nil where squares are too small or too great for the last bits to be right.
  @inline(__always) var distance: Double? {
    let square = chints_lesser(leastSquares, leastSquares.crossed).x
    guard 1e-250...1e280 ~= square, sumsOfSquaredLengths.sum() < 1e300 else { return nil }
    return square.squareRoot()
  }
}

/// Two coordinates in SIMD lanes.
struct CoordinatePair {
  private var x: SIMD2<Double>
  private var y: SIMD2<Double>

  @inline(__always) init(_ first: Coordinate, _ second: Coordinate) {
    x = SIMD2(first.x, second.x)
    y = SIMD2(first.y, second.y)
  }

  @inline(__always) private init(x: SIMD2<Double>, y: SIMD2<Double>) {
    self.x = x
    self.y = y
  }

  @inline(__always) static func - (left: CoordinatePair, right: CoordinatePair) -> CoordinatePair {
    CoordinatePair(x: left.x - right.x, y: left.y - right.y)
  }

  /// The second coordinate of `other` and the first of these.
  @inline(__always) func preceded(by other: CoordinatePair) -> CoordinatePair {
    CoordinatePair(x: SIMD2(other.x.y, x.x), y: SIMD2(other.y.y, y.x))
  }

  @inline(__always) func scaled(by factors: SIMD2<Double>) -> CoordinatePair {
    CoordinatePair(x: factors * x, y: factors * y)
  }

  @inline(__always) func dot(_ other: CoordinatePair) -> SIMD2<Double> { x * other.x + y * other.y }

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
  @inline(__always) func orNaN(where mask: SIMDMask<SIMD2<Int64>>) -> SIMD2<Double> {
    // A set lane of a mask has all bits set, which is a NaN.
    let mask = unsafe unsafeBitCast(mask, to: SIMD2<Int64>.self)
    let bits = unsafe unsafeBitCast(self, to: SIMD2<Int64>.self)
    return unsafe unsafeBitCast(bits | mask, to: SIMD2<Double>.self)
  }

  @inline(__always) var crossed: SIMD2<Double> { SIMD2(y, x) }
}

extension Span<Double> {
  /// The coordinate whose x is at an offset, which must be in range, as must the one after it.
  @unsafe @inline(__always) func coordinate(unchecked offset: Int) -> Coordinate {
    unsafe Coordinate(x: self[unchecked: offset], y: self[unchecked: offset &+ 1])
  }
}
