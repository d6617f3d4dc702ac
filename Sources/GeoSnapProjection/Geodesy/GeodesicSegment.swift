internal import GeoSnap

/// The geodesic between two places given as longitude and latitude in degrees.
struct GeodesicSegment {
  let start: Coordinate
  let end: Coordinate
  /// In metres.
  let length: Double
  private let azimuth: Double
  private let solver: GeodesicSolver
  /// Whether the longitudes of the ends jump because the segment crosses the antimeridian.
  private let jumps: Bool

  init(_ start: Coordinate, _ end: Coordinate, _ solver: GeodesicSolver) {
    self.start = start
    self.end = end
    self.solver = solver
    let line = solver.inverse(start, end)
    length = line.distance
    azimuth = line.startAzimuth
    jumps = abs(end.x - start.x) > 180
  }

  /// The place at a distance from the start in metres, on the geodesic or beyond its ends.
  func place(atDistance distance: Double) -> (place: Coordinate, azimuth: Double) {
    var answer = solver.direct(start, azimuth: azimuth, distance: distance)
    if jumps { answer.place.x = folded(degrees: answer.place.x) }
    return answer
  }

  /// The place at a share of the length; exactly the ends at 0 and 1.
  func place(atFraction fraction: Double) -> Coordinate {
    if fraction <= 0 { return start }
    return fraction >= 1 ? end : place(atDistance: fraction * length).place
  }

  /// The distances of a place from the start and from the end.
  func distancesOfEnds(to place: Coordinate) -> (start: Double, end: Double) {
    (solver.inverse(start, place).distance, solver.inverse(end, place).distance)
  }

  /// The distance of a place from its ``foot(of:radius:)``.
  func distance(to place: Coordinate, fromFoot foot: Double) -> Double {
    solver.inverse(self.place(atDistance: foot).place, place).distance
  }

  /// The side of the segment on which a place lies: positive for right, negative for left.
  func side(of place: Coordinate) -> Double {
    sineAndCosine(degrees: solver.inverse(start, place).startAzimuth - azimuth).sine
  }

  /// The distance from the start at which the geodesic, extended beyond its ends, is nearest to a place.
  ///
  /// Each step goes to the place that would be abeam on a sphere. Steps triple the number of correct digits; a few
  /// reach 10 nanometres (Baselga and Martinez-Llario, Intersection and point-to-line solutions for geodesics on the
  /// ellipsoid, 2018).
  func foot(of place: Coordinate, radius: Double) -> Double {
    guard length > 0 else { return 0 }
    // Starts from the end that is nearer to the place, which is within a quarter turn of the nearest foot.
    let fromStart = solver.inverse(start, place).distance
    let fromEnd = solver.inverse(end, place).distance
    var along = fromStart <= fromEnd ? 0 : length
    for _ in 0..<20 {
      let here = solver.direct(start, azimuth: azimuth, distance: along)
      let way = solver.inverse(here.place, place)
      guard way.distance > 0 else { return along }
      let turn = sineAndCosine(degrees: way.startAzimuth - here.azimuth)
      let arc = sineAndCosine(degrees: way.distance / radius * 180 / .pi)
      let step = radius * angle(opposite: arc.sine * turn.cosine, adjacent: arc.cosine)
      along += step
      if abs(step) < 1e-8 { break }
    }
    return along
  }
}
