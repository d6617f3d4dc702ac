internal import GeoSnap

/// The geodesics of a geometry, cut into short pieces, in a tree of bounding balls.
///
/// A straight line through the earth is never longer than a path on its surface, so the distance between balls is a
/// lower bound of the distance on the ground.
struct GeodesicTree {
  // Invariant: the first child of a ball directly follows its parent.

  /// A piece of a geodesic, or a single place.
  struct Piece {
    let segment: GeodesicSegment
    /// The place halfway, in metres from the centre of the earth.
    let middle: SIMD3<Double>
  }

  /// A ball around some pieces.
  struct Ball {
    let center: SIMD3<Double>
    let radius: Double
    let pieces: Range<Int>
    /// The index of the second child; 0 when the ball has no children.
    var second = 0
  }

  private(set) var pieces: [Piece] = []
  private(set) var balls: [Ball] = []

  /// Builds the tree; nil for an empty geometry.
  init?(_ ground: Geometry, _ geodesy: Geodesy) {
    for path in ground.paths {
      for index in 0..<max(path.count - 1, 1) {
        let whole = GeodesicSegment(
          path[index],
          path[min(index + 1, path.count - 1)],
          geodesy.solver
        )
        append(whole, geodesy)
      }
    }
    if pieces.isEmpty { return nil }
    _ = grow(pieces.indices)
  }

  /// The greatest length of a piece, in metres: small compared to the earth, so that two pieces meet at most once.
  private var longest: Double { 500_000 }

  private mutating func append(_ whole: GeodesicSegment, _ geodesy: Geodesy) {
    let count = Int(max((whole.length / longest).rounded(.up), 1))
    for step in 0..<count {
      let segment =
        count == 1
        ? whole
        : GeodesicSegment(
          whole.place(atFraction: Double(step) / Double(count)),
          whole.place(atFraction: Double(step + 1) / Double(count)),
          geodesy.solver
        )
      let middle = segment.place(atFraction: 0.5)
      pieces.append(Piece(segment: segment, middle: geodesy.ellipsoid.position(of: middle)))
    }
  }

  /// Adds the ball of some pieces and its children, and returns its index.
  private mutating func grow(_ range: Range<Int>) -> Int {
    var low = pieces[range.lowerBound].middle
    var high = low
    for index in range {
      low = pointwiseMin(low, pieces[index].middle)
      high = pointwiseMax(high, pieces[index].middle)
    }
    let center = (low + high) / 2
    var radius = 0.0
    for piece in pieces[range] {
      radius = max(radius, length(piece.middle - center) + piece.segment.length / 2)
    }
    let index = balls.count
    balls.append(Ball(center: center, radius: radius, pieces: range))
    guard range.count > 4 else { return index }
    let extent = high - low
    let axis = extent.indices.max { extent[$0] < extent[$1] } ?? 0
    pieces[range].sort { $0.middle[axis] < $1.middle[axis] }
    let half = range.lowerBound + range.count / 2
    _ = grow(range.lowerBound..<half)
    balls[index].second = grow(half..<range.upperBound)
    return index
  }
}

/// The length of a vector.
func length(_ step: SIMD3<Double>) -> Double { (step * step).sum().squareRoot() }

extension Ellipsoid {
  /// The position of a longitude and latitude, in metres from the centre of the earth.
  fileprivate func position(of place: Coordinate) -> SIMD3<Double> {
    let latitude = sineAndCosine(degrees: place.y)
    let longitude = sineAndCosine(degrees: place.x)
    let squaredEccentricity = flattening * (2 - flattening)
    let normal =
      semiMajorAxis / (1 - squaredEccentricity * latitude.sine * latitude.sine).squareRoot()
    return SIMD3(
      normal * latitude.cosine * longitude.cosine,
      normal * latitude.cosine * longitude.sine,
      normal * (1 - squaredEccentricity) * latitude.sine
    )
  }
}
