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

/// Finds the least distance between the geodesics of two geometries.
///
/// On an ellipsoid, geodesics that do not cross are nearest at an end of one of them: if both feet were inside,
/// moving them side by side would bring them nearer (Synge's formula for the second variation of length). So ends are
/// measured against pieces, and pieces are tested for crossing.
struct GeodesicGap {
  private let own: GeodesicTree
  private let foreign: GeodesicTree
  private let radius: Double

  /// The least distance so far, in metres.
  private(set) var least = Double.infinity

  init(between own: GeodesicTree, and foreign: GeodesicTree, on ellipsoid: Ellipsoid) {
    self.own = own
    self.foreign = foreign
    radius = ellipsoid.semiMajorAxis
    search(0, 0)
  }

  /// Searches the pieces of two balls, the nearer halves first.
  private mutating func search(_ index: Int, _ otherIndex: Int) {
    let ball = own.balls[index]
    let other = foreign.balls[otherIndex]
    guard bound(ball, other) < least else { return }
    if ball.second == 0, other.second == 0 {
      for piece in own.pieces[ball.pieces] {
        for otherPiece in foreign.pieces[other.pieces] { measure(piece, otherPiece) }
      }
      return
    }
    let splitsOwn = other.second == 0 || (ball.second != 0 && ball.radius >= other.radius)
    let first = splitsOwn ? (index + 1, otherIndex) : (index, otherIndex + 1)
    let second = splitsOwn ? (ball.second, otherIndex) : (index, other.second)
    let isFirstNearer =
      bound(own.balls[first.0], foreign.balls[first.1])
      <= bound(own.balls[second.0], foreign.balls[second.1])
    let (near, far) = isFirstNearer ? (first, second) : (second, first)
    search(near.0, near.1)
    search(far.0, far.1)
  }

  /// A lower bound of the distance between places in two balls.
  private func bound(_ ball: GeodesicTree.Ball, _ other: GeodesicTree.Ball) -> Double {
    length(ball.center - other.center) - ball.radius - other.radius
  }

  private mutating func measure(_ piece: GeodesicTree.Piece, _ other: GeodesicTree.Piece) {
    let reach = (piece.segment.length + other.segment.length) / 2
    let bound = length(piece.middle - other.middle) - reach
    guard bound < least else { return }
    for end in [piece.segment.start, piece.segment.end] { measure(end, other.segment) }
    for end in [other.segment.start, other.segment.end] { measure(end, piece.segment) }
    if bound <= 0, least > 0, piece.segment.crosses(other.segment) { least = 0 }
  }

  private mutating func measure(_ place: Coordinate, _ segment: GeodesicSegment) {
    let (start, end) = segment.distancesOfEnds(to: place)
    least = min(least, start, end)
    // By the triangle inequality, no place of the segment is nearer than this.
    guard (start + end - segment.length) / 2 < least else { return }
    let foot = segment.foot(of: place, radius: radius)
    guard foot > 0, foot < segment.length else { return }
    least = min(least, segment.distance(to: place, fromFoot: foot))
  }
}

extension GeodesicSegment {
  /// Whether two short segments cross: the ends of each lie on different sides of the other.
  fileprivate func crosses(_ other: GeodesicSegment) -> Bool {
    guard length > 0, other.length > 0 else { return false }
    return side(of: other.start) * side(of: other.end) < 0
      && other.side(of: start) * other.side(of: end) < 0
  }
}
