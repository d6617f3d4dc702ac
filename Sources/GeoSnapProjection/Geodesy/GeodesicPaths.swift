internal import GeoSnap

/// The paths of a geometry with their longitudes and latitudes, for linear referencing.
struct GeodesicPaths {
  // Invariant: `ground` has the places of `paths` in degrees, in the same order.

  private let geodesy: Geodesy
  private let paths: [GeometryPath]
  private let ground: [GeometryPath]

  init(_ geometry: Geometry, _ geodesy: Geodesy) throws(ProjectionError) {
    self.geodesy = geodesy
    paths = geometry.paths
    ground = try geodesy.grounded(geometry).paths
  }

  private func segment(_ path: GeometryPath, _ index: Int) -> GeodesicSegment {
    GeodesicSegment(path[index], path[index + 1], geodesy.solver)
  }

  /// A place on a segment, or a vertex.
  private struct Spot {
    var path = 0
    var segment = 0
    var along = 0.0
    var distance = Double.infinity
  }

  /// The first of the locations closest to a longitude and latitude; nil for an empty geometry.
  func location(closestTo place: Coordinate) throws(ProjectionError) -> LinearLocation? {
    var best = Spot()
    for (number, path) in ground.enumerated() where path.count > 0 {
      var before = geodesy.solver.inverse(path[0], place).distance
      if before < best.distance { best = Spot(path: number, distance: before) }
      for index in 0..<path.count - 1 {
        let after = geodesy.solver.inverse(path[index + 1], place).distance
        let segment = segment(path, index)
        defer { before = after }
        // By the triangle inequality, no place of the segment is nearer than this.
        guard (before + after - segment.length) / 2 < best.distance else { continue }
        if after < best.distance {
          best = Spot(path: number, segment: index, along: segment.length, distance: after)
        }
        let foot = segment.foot(of: place, radius: geodesy.ellipsoid.semiMajorAxis)
        guard foot > 0, foot < segment.length else { continue }
        let distance = geodesy.solver.inverse(segment.place(atDistance: foot).place, place).distance
        if distance < best.distance {
          best = Spot(path: number, segment: index, along: foot, distance: distance)
        }
      }
    }
    guard best.distance.isFinite else { return nil }
    return try location(best)
  }

  /// The location at a share of the total length; nil for a geometry without segments.
  func location(atFraction fraction: Double) throws(ProjectionError) -> LinearLocation? {
    try location(atDistance: min(max(fraction, 0), 1) * length)
  }

  /// The location at a distance from the start, from 0 to ``length``; nil for a geometry without segments.
  func location(atDistance distance: Double) throws(ProjectionError) -> LinearLocation? {
    var before = 0.0
    var last: Spot?
    for (number, path) in ground.enumerated() where path.count > 1 {
      for index in 0..<path.count - 1 {
        let length = segment(path, index).length
        // After the last segment, `after` equals the total length exactly: both add the same terms in the same order.
        let after = before + length
        if after >= distance {
          let along = after == distance ? length : distance - before
          return try location(Spot(path: number, segment: index, along: along, distance: 0))
        }
        before = after
        last = Spot(path: number, segment: index, along: length, distance: 0)
      }
    }
    return try last.map { spot throws(ProjectionError) in try location(spot) } ?? nil
  }

  var length: Double { length(before: ground.count, 0) }

  private func length(before last: Int, _ segment: Int) -> Double {
    var length = 0.0
    for (number, path) in ground.prefix(last + 1).enumerated() where path.count > 1 {
      let end = number == last ? segment : path.count - 1
      for index in 0..<end { length += self.segment(path, index).length }
    }
    return length
  }

  private func location(_ spot: Spot) throws(ProjectionError) -> LinearLocation {
    let path = paths[spot.path]
    var fraction = 0.0
    var share = 0.0
    var place: Coordinate?
    if path.count > 1 {
      let segment = segment(ground[spot.path], spot.segment)
      share = segment.length > 0 ? min(max(spot.along / segment.length, 0), 1) : 0
      if share > 0, share < 1 {
        place = try geodesy.lifted(segment.place(atDistance: spot.along).place)
      }
      let total = length
      let before = length(before: spot.path, spot.segment)
      fraction = total > 0 ? min((before + spot.along) / total, 1) : 0
    }
    var location = LinearLocation(
      fraction: fraction,
      distance: spot.distance,
      on: path,
      segment: spot.segment,
      segmentFraction: share
    )
    if let place { location.coordinate = place }
    return location
  }

  /// Whether a place whose closest location is an end of the line lies beyond that end.
  func isBeyondEnd(_ place: Coordinate, closest location: LinearLocation) -> Bool {
    let segments = ground.lazy.flatMap { path in
      (0..<path.count - 1).lazy.map { segment(path, $0) }
    }.filter { $0.length > 0 }
    guard let first = segments.first, let last = segments.last else { return location.distance > 0 }
    let start = paths[0][0]
    let end = paths[paths.count - 1][paths[paths.count - 1].count - 1]
    guard start != end else { return false }
    // A place abeam of an end is not beyond it, whatever the rounding.
    let rounding = 1e-7
    let radius = geodesy.ellipsoid.semiMajorAxis
    if location.coordinate == start { return first.foot(of: place, radius: radius) < -rounding }
    if location.coordinate == end {
      return last.foot(of: place, radius: radius) > last.length + rounding
    }
    return false
  }
}
