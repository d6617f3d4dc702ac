internal import CHints

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
    // The square of a segment shorter than the limit's root has lost bits; its ends count instead.
    let isBeside = (along .> SIMD2(repeating: 1e-280)) .& (along .< squaredLengths)
    let squares = (areas * (areas / squaredLengths)).orNaN(where: .!isBeside)
    // NaN is never less.
    leastSquares = chints_lesser(squares, chints_lesser(fromEnds.dot(fromEnds), leastSquares))
    sumsOfSquaredLengths += squaredLengths
  }

  /// The distance; nil where squares are too small or too great for the last bits to be right.
  @inline(__always)
  var distance: Double? {
    let square = chints_lesser(leastSquares, leastSquares.crossed).x
    guard 1e-250...1e280 ~= square, sumsOfSquaredLengths.sum() < 1e300 else { return nil }
    return square.squareRoot()
  }
}
