internal import CHints

/// The distance from a place to a path, of which two vertices and two segments are looked at side by side as in
/// ``SegmentPairScan``.
///
/// Which segment is closest is not told, so that less is done: each vertex is as far as it is, and each segment that
/// has the place beside it as the area that it spans with it over its length, as GEOS measures it. A closest place
/// is not worked out, whose ordinates would be rounded: the last bits are right also where the distance is small
/// beside them.
struct PathDistance {
  private let places: CoordinatePair
  /// Where the two segments end that were looked at last; the path's first vertex before any.
  private var ends: CoordinatePair
  /// From there to the place.
  private var fromEnds: CoordinatePair
  private var leastSquares: SIMD2<Double>
  private var sumsOfSquaredLengths = SIMD2(repeating: 0.0)

  /// Looks at a path of one vertex or more, whose ordinates stand at `path`, `width` for each vertex.
  @inline(__always)
  init(from place: Coordinate, to path: Range<Int>, of ordinates: Span<Double>, width: Int) {
    precondition(
      path.lowerBound >= 0 && path.upperBound <= ordinates.count && path.count >= width,
      "A path of one vertex or more lies within its sequence"
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
    leastSquares = fromEnds.dot(fromEnds)
    while offset < last {
      // An odd one in the end is followed by a segment of no length, which adds nothing.
      let middle = offset &+ width
      offset = min(middle &+ width, last)
      look(
        at: unsafe CoordinatePair(
          Coordinate(x: ordinates[unchecked: middle], y: ordinates[unchecked: middle &+ 1]),
          Coordinate(x: ordinates[unchecked: offset], y: ordinates[unchecked: offset &+ 1])
        )
      )
    }
  }

  /// Looks at the next two vertices and the segments that end there.
  @inline(__always)
  private mutating func look(at nextEnds: CoordinatePair) {
    let vectors = nextEnds - nextEnds.preceded(by: ends)
    let fromNextEnds = places - nextEnds
    let fromStarts = fromNextEnds.preceded(by: fromEnds)
    ends = nextEnds
    fromEnds = fromNextEnds
    let squaredLengths = vectors.dot(vectors)
    let along = fromStarts.dot(vectors)
    let areas = fromStarts.cross(vectors)
    // The square of a segment that is shorter than the limit's root has lost bits: its ends are taken instead.
    let isBeside = (along .> SIMD2(repeating: 1e-280)) .& (along .< squaredLengths)
    let squares = (areas * (areas / squaredLengths)).orNaN(where: .!isBeside)
    // What is no number is never less.
    leastSquares = chints_lesser(squares, chints_lesser(fromEnds.dot(fromEnds), leastSquares))
    sumsOfSquaredLengths += squaredLengths
  }

  /// The distance; nil where a square is so small, so great or so far from a number that it cannot be trusted to
  /// the last bits.
  @inline(__always)
  var distance: Double? {
    let square = chints_lesser(leastSquares, leastSquares.crossed).x
    guard 1e-250...1e280 ~= square, sumsOfSquaredLengths.sum() < 1e300 else { return nil }
    return square.squareRoot()
  }
}
