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

  /// A scan from the first vertex of a path for what is closer than the root of a square.
  @inline(__always)
  init(
    to place: Coordinate,
    from start: Coordinate,
    closerThan square: Double,
    _ length: Double
  ) {
    places = CoordinatePair(place, place)
    ends = CoordinatePair(start, start)
    fromEnds = places - ends
    leastSquares = SIMD2(repeating: square)
    self.length = length
  }

  /// Looks at the segment to a vertex and, unless it is the odd one in the end, at that from there to the next.
  ///
  /// Distances are those of ``Segment/squaredDistance(to:)`` bit for bit, but for segments whose square is too
  /// small or too great for a number, or that have an ordinate which is not finite: those are never the closest.
  @inline(__always)
  mutating func look(at middle: Coordinate, _ next: Coordinate, isOdd: Bool, measuring: Bool) {
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
    let squares = beside.dot(beside)
      .choosing(fromEnds.dot(fromEnds), where: along .>= squaredLengths)
    // From infinity to a place as well, which would be at its end.
    var isCloser = (squares .< leastSquares) .& (squaredLengths .< SIMD2(repeating: .infinity))
    if isOdd { isCloser[1] = false }
    leastSquares = leastSquares.choosing(squares, where: isCloser)
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
    let isSecond =
      (leastSquares.crossed .< leastSquares)
      .| ((leastSquares.crossed .== leastSquares) .& (closestIndices.crossed .< closestIndices))
    return (
      Int(closestIndices.choosing(closestIndices.crossed, where: isSecond).x),
      leastSquares.choosing(leastSquares.crossed, where: isSecond).x,
      closestAlong.choosing(closestAlong.crossed, where: isSecond).x
    )
  }
}
