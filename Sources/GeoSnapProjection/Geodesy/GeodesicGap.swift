internal import GeoSnap

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
