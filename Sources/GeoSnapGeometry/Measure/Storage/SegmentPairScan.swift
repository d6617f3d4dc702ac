internal import CHints

/// Looks at the segments of a path two at a time, as divisions and roots of pairs take the processor no longer
/// than those of one, and without a branch: on which side of a segment's ends a place lies is anyone's guess,
/// also the processor's.
///
/// Each of the two has the closest of its kind, as it need not wait for the other then.
struct SegmentPairScan {
  private let places: CoordinatePair
  /// Where the two segments end that were looked at last; the path's first vertex before any.
  private var ends: CoordinatePair
  /// From there to the place.
  private var fromEnds: CoordinatePair
  /// The two segments to be looked at next; doubles, so that all lanes are of one kind.
  private var indices = SIMD2(0.0, 1.0)
  private var leastSquares: SIMD2<Double>
  private var closestIndices = SIMD2(repeating: -1.0)
  private var closestAlong = SIMD2(repeating: 0.0)
  /// The length before the path and of what was looked at.
  private(set) var length: Double

  /// A scan of a path of two vertices or more for what is closer to a place than the root of a square.
  ///
  /// The ordinates of the path stand at `path`, `width` for each vertex; `length` is what lies before it, to which
  /// lengths are added one by one in order if asked for.
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
    // Every offset below is that of x of a vertex of the path, which was found to be there.
    let last = path.upperBound &- width
    var offset = path.lowerBound
    let start = unsafe Coordinate(
      x: ordinates[unchecked: offset],
      y: ordinates[unchecked: offset &+ 1]
    )
    places = CoordinatePair(place, place)
    ends = CoordinatePair(start, start)
    fromEnds = places - ends
    leastSquares = SIMD2(repeating: square)
    self.length = length
    while offset < last &- width {
      let middle = offset &+ width
      offset = middle &+ width
      look(
        at: unsafe Coordinate(
          x: ordinates[unchecked: middle],
          y: ordinates[unchecked: middle &+ 1]
        ),
        unsafe Coordinate(x: ordinates[unchecked: offset], y: ordinates[unchecked: offset &+ 1]),
        isOdd: false,
        measuring: measuring
      )
    }
    if offset < last {
      let end = unsafe Coordinate(
        x: ordinates[unchecked: last],
        y: ordinates[unchecked: last &+ 1]
      )
      look(at: end, end, isOdd: true, measuring: measuring)
    }
  }

  /// Looks at the segment to a vertex and, unless it is the odd one in the end, at that from there to the next.
  ///
  /// Distances are those of ``Segment/squaredDistance(to:)`` bit for bit, but for segments whose square is too
  /// small or too great for a number, or that have an ordinate which is not finite: those are never the closest.
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
    // What is no number stays so: a segment without length ends where it starts.
    let shares = chints_greater(SIMD2(repeating: 0), along / squaredLengths)
    let beside = fromStarts - vectors.scaled(by: shares)
    // What is no number is never less: an odd one's second, and a segment from infinity to a place, which would
    // be at its end. (To be less than infinity takes three instructions.)
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

  /// The closest segment, the first of several as they stand in the path, the square of its distance, and the
  /// length before the closest place; the index is -1 when none was closer.
  @inline(__always)
  var closest: (index: Int, square: Double, along: Double) {
    let isSecond = comesSecond(closestIndices)
    return (
      Int(closestIndices.choosing(closestIndices.crossed, where: isSecond).x),
      leastSquares.choosing(leastSquares.crossed, where: isSecond).x,
      closestAlong.choosing(closestAlong.crossed, where: isSecond).x
    )
  }

  /// The length before the closest place, the first of several; nil when none was closer than infinitely far.
  ///
  /// That is ``closest`` where the segment is not asked for, so that none needs to be remembered.
  @inline(__always)
  var lengthBefore: Double? {
    let isSecond = comesSecond(closestAlong)
    guard leastSquares.choosing(leastSquares.crossed, where: isSecond).x < .infinity else {
      return nil
    }
    return closestAlong.choosing(closestAlong.crossed, where: isSecond).x
  }

  /// Where the other one of the two is closer, or as close and earlier in an order.
  @inline(__always)
  private func comesSecond(_ order: SIMD2<Double>) -> SIMDMask<SIMD2<Int64>> {
    (leastSquares.crossed .< leastSquares)
      .| ((leastSquares.crossed .== leastSquares) .& (order.crossed .< order))
  }
}
