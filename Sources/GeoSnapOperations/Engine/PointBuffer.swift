extension Point {
  /// The round buffer of a point, with GEOS's vertices; nil where GEOS has to compute it.
  ///
  /// It adds the ordinates to the distance times those of a unit circle, as GEOS does, bit for bit, while
  /// neighbouring vertices remain apart.
  func buffer(distance: Double, style: BufferStyle) -> Polygon? {
    guard let place = coordinate, style.side == .both, style.cap == .round,
      let circle = UnitCircle.ordinates(quadrantSegments: style.quadrantSegments),
      1e-100...1e100 ~= distance,
      max(place.x.magnitude, place.y.magnitude) <= distance * 1e9
    else { return nil }
    var ordinates = [Double](repeating: 0, count: circle.count)
    for index in stride(from: 0, to: circle.count, by: 2) {
      ordinates[index] = place.x + distance * circle[index]
      ordinates[index + 1] = place.y + distance * circle[index + 1]
    }
    return Polygon(
      trusted: CoordinateSequence(trusted: ordinates, dimensions: .xy),
      ringEnds: [circle.count / 2],
      srid: srid
    )
  }
}

/// GEOS's circles of radius 1 around the origin.
private enum UnitCircle {
  /// The ordinates x and y of its vertices in turn, the first repeated; nil for finer circles than the precomputed.
  static func ordinates(quadrantSegments: Int) -> [Double]? {
    guard quadrantSegments < circles.count else { return nil }
    return circles[quadrantSegments]
  }

  /// By the segments per quadrant; nil where GEOS has drawn none.
  private static let circles: [[Double]?] = (0...32).map { quadrantSegments in
    guard quadrantSegments > 0 else { return nil }
    let origin = Geometry.multiPoint(MultiPoint([Coordinate(x: 0, y: 0)]))
    let style = BufferStyle(quadrantSegments: quadrantSegments)
    return try? origin.buffer(distance: 1, style: style).coordinates.ordinates
  }
}
