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
  @inline(__always)
  init(
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
  @inline(__always)
  private mutating func look(
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
  @inline(__always)
  var closest: (index: Int, square: Double, along: Double) {
    let isSecond = comesSecond(closestIndices)
    return (
      Int(closestIndices.choosing(closestIndices.crossed, where: isSecond).x),
      leastSquares.choosing(leastSquares.crossed, where: isSecond).x,
      closestAlong.choosing(closestAlong.crossed, where: isSecond).x
    )
  }

  /// The length before the closest point, the first of several; nil when no segment is at a finite distance.
  ///
  /// This is ``closest`` without the segment, which then need not be stored.
  @inline(__always)
  var lengthBefore: Double? {
    let isSecond = comesSecond(closestAlong)
    guard leastSquares.choosing(leastSquares.crossed, where: isSecond).x < .infinity else {
      return nil
    }
    return closestAlong.choosing(closestAlong.crossed, where: isSecond).x
  }

  /// The mask of the lanes where the other lane is closer, or as close and earlier in an order.
  @inline(__always)
  private func comesSecond(_ order: SIMD2<Double>) -> SIMDMask<SIMD2<Int64>> {
    (leastSquares.crossed .< leastSquares)
      .| ((leastSquares.crossed .== leastSquares) .& (order.crossed .< order))
  }
}
