internal import GeoSnap

/// Computes the outlines of geodesic buffers in degrees, piece by piece.
struct BufferOutline {
  // Arcs may use 60% of the allowed deviation, straight edges that are drawn in another plane 20%, and the projection
  // 20%.

  let radius: Double
  let deviation: Double
  let solver: GeodesicSolver
  let ellipsoid: Ellipsoid

  /// The buffers of the pieces of a path, whose union is the buffer of the path.
  func pieces(along path: GeometryPath) throws(ProjectionError) -> [Geometry] {
    guard path.count > 1 else { return try [piece([path[0]])] }
    var pieces: [Geometry] = []
    var places = [path[0]]
    var length = 0.0
    for index in 1..<path.count {
      let segment = GeodesicSegment(path[index - 1], path[index], solver)
      let count = max((segment.length / (reach / 2)).rounded(.up), 1)
      for step in 1...Int(count) {
        places.append(segment.place(atFraction: Double(step) / count))
        length += segment.length / count
        if length > 1.5 * reach {
          pieces.append(try piece(places))
          places = [places[places.count - 1]]
          length = 0
        }
      }
    }
    if places.count > 1 { pieces.append(try piece(places)) }
    return pieces
  }

  /// How far the places of a piece may lie from its middle, in metres.
  ///
  /// In an azimuthal equidistant projection on a sphere of radius R, the distance between two places at distances a
  /// and b from the centre is wrong by up to a * a * b / (6 * R * R).
  private var reach: Double {
    let earth = ellipsoid.semiMajorAxis
    return min(10_000, earth * (6 * 0.2 * deviation / radius).squareRoot())
  }

  /// The buffer of places within ``reach`` of each other.
  private func piece(_ places: [Coordinate]) throws(ProjectionError) -> Geometry {
    let plane = LocalPlane(center: places[places.count / 2], solver: solver)
    let local = CoordinateSequence(places.map(plane.project))
    let highest = local.indices.map { abs(places[$0].y) }.max() ?? 0
    let style = BufferStyle(quadrantSegments: quadrantSegments)
    let limit = edgeLimit(atLatitude: highest)
    let outline = try checkingGeometry { () throws(GeometryError) in
      let shape: Geometry =
        local.count == 1 ? .point(Point(local[0])) : .lineString(try LineString(local))
      return try shape.buffer(distance: radius, style: style).densified(maxSegmentLength: limit)
    }
    return outline.mappingSequences { sequence in
      CoordinateSequence(sequence.map(plane.unproject))
    }
  }

  /// The number of segments at which the chords of a circle stay within the deviation.
  private var quadrantSegments: Int {
    let half = angle(cosine: 1 - 0.6 * deviation / radius)
    return min(max(Int((Double.pi / 4 / half).rounded(.up)), 8), 1_000)
  }

  /// The longest edge that may be straight in one plane and drawn straight in another, in metres.
  ///
  /// In longitudes and latitudes, and in Mercator's projection, a geodesic bends by the tangent of the latitude over
  /// the earth's radius; in national projections it bends less than at 45 degrees.
  private func edgeLimit(atLatitude latitude: Double) -> Double {
    let farthest = min(latitude + radius / ellipsoid.semiMajorAxis * 180 / .pi, 89.9)
    let (sine, cosine) = sineAndCosine(degrees: farthest)
    return (8 * ellipsoid.semiMajorAxis * 0.2 * deviation / max(1, sine / cosine)).squareRoot()
  }

  /// The polygons of a geometry, with vertices added along their geodesics.
  func areas(of geometry: Geometry) throws(ProjectionError) -> [Geometry] {
    var areas: [Geometry] = []
    for part in geometry.parts {
      guard case .polygon = part, !part.isEmpty else { continue }
      var rings: [CoordinateSequence] = []
      for ring in part.paths { rings.append(dense(ring)) }
      areas.append(
        try checkingGeometry { () throws(GeometryError) in .polygon(try Polygon(rings: rings)) }
      )
    }
    return areas
  }

  private func dense(_ ring: GeometryPath) -> CoordinateSequence {
    var places = [ring[0]]
    for index in 1..<ring.count {
      let segment = GeodesicSegment(ring[index - 1], ring[index], solver)
      let limit = edgeLimit(atLatitude: max(abs(ring[index - 1].y), abs(ring[index].y)))
      let count = max((segment.length / limit).rounded(.up), 1)
      for step in 1...Int(count) { places.append(segment.place(atFraction: Double(step) / count)) }
    }
    return CoordinateSequence(places)
  }
}

/// The azimuthal equidistant projection around a place, which keeps directions and distances from that place.
private struct LocalPlane {
  let center: Coordinate
  let solver: GeodesicSolver

  /// The position of a longitude and latitude, in metres from the centre.
  func project(_ place: Coordinate) -> Coordinate {
    let way = solver.inverse(center, place)
    let turn = sineAndCosine(degrees: way.startAzimuth)
    return Coordinate(x: way.distance * turn.sine, y: way.distance * turn.cosine)
  }

  /// The longitude and latitude of a position in metres from the centre.
  func unproject(_ place: Coordinate) -> Coordinate {
    let distance = place.distance(to: Coordinate(x: 0, y: 0))
    return solver.direct(
      center,
      azimuth: azimuth(east: place.x, north: place.y),
      distance: distance
    ).place
  }
}
