public import GeoSnap

extension Geodesy {
  /// Returns the region within a geodesic distance of a geometry.
  ///
  /// A negative distance shrinks areas; points and lines then give an empty area. Ends and corners are round. The
  /// outline lies at most `maxDeviation` inside the true one, and not noticeably outside it. It follows the geodesics
  /// of lines, so the result does not depend on the projection. The result is in the same reference system. Across
  /// the antimeridian, longitudes go on beyond 180 degrees: `normalizingCentralMeridian` folds them.
  ///
  /// Lines are cut into pieces of at most 20 kilometres. Each piece is buffered in an azimuthal equidistant
  /// projection around its middle, where distances are true within a part in two million. The outlines are united.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let valve = try Geometry(wkt: "POINT (8 48)", srid: 4326)
  /// let reach = try ground.buffer(valve, distance: 100)
  /// try ground.area(of: reach)  // -> 314...
  /// ```
  ///
  /// - Parameters:
  ///   - geometry: A geometry in the reference system.
  ///   - distance: In metres, at most 2,000 kilometres.
  ///   - maxDeviation: In metres; nil for 0.2% of the distance, limited to at most a centimetre, as in Esri's API,
  ///     and at least 5e-7 of the distance.
  /// - Returns: A polygon or a multi polygon without Z and M, empty when nothing remains.
  /// - Throws: ``ProjectionError`` with code `invalidArgument` for a distance or deviation out of range,
  ///   `enclosesPole` for a result around a pole in longitudes and latitudes, `torn` or `outsideDomain` where a
  ///   projection ends, `invalidGeometry` for areas that are not valid, and as ``length(of:)``.
  /// - Complexity: O(n log n) in the coordinates of the result, with a planar buffer for each 20 kilometres.
  /// - Source: `GEOSBufferWithStyle`, `GEOSUnaryUnion` and Karney's geodesics; Esri's `bufferGeodetic`.
  public func buffer(
    _ geometry: Geometry,
    distance: Double,
    maxDeviation: Double? = nil
  ) throws(ProjectionError) -> Geometry {
    let radius = abs(distance)
    guard radius <= 2_000_000 else {
      throw ProjectionError(
        .invalidArgument,
        "The distance of a geodesic buffer must be from -2,000,000 to 2,000,000 m; got \(distance)."
      )
    }
    if let maxDeviation, !(maxDeviation >= 5e-7 * radius && maxDeviation > 0) {
      throw ProjectionError(
        .invalidArgument,
        "The outline of a buffer of \(distance) m cannot be drawn within \(maxDeviation) m: its deviation "
          + "must be greater than 0 and at least \(5e-7 * radius) m."
      )
    }
    let whole = try unrolled(grounded(geometry))
    if whole.isEmpty || distance == 0 {
      return try checkingGeometry { () throws(GeometryError) in try geometry.buffer(distance: 0) }
    }
    let outline = BufferOutline(
      radius: radius,
      deviation: maxDeviation ?? max(min(0.002 * radius, 0.01), 5e-7 * radius),
      solver: solver,
      ellipsoid: ellipsoid
    )
    let areas = try outline.areas(of: whole)
    var band: [Geometry] = []
    if distance > 0 || !areas.isEmpty {
      for path in whole.paths { band += try outline.pieces(along: path) }
    }
    return try combined(areas, band, isGrowing: distance > 0, srid: geometry.srid)
  }

  /// Unites the bands with the areas, or subtracts them, in the reference system.
  private func combined(
    _ areas: [Geometry],
    _ band: [Geometry],
    isGrowing: Bool,
    srid: SRID?
  ) throws(ProjectionError) -> Geometry {
    let liftedAreas = try areas.map { area throws(ProjectionError) in try liftedOutline(area) }
    let liftedBand = try band.map { piece throws(ProjectionError) in try liftedOutline(piece) }
    let answer = try checkingGeometry { () throws(GeometryError) in
      if isGrowing { return try Geometry.union(of: liftedAreas + liftedBand) }
      guard !liftedAreas.isEmpty else { return Geometry.polygon(try Polygon(rings: [])) }
      return try Geometry.union(of: liftedAreas).difference(Geometry.union(of: liftedBand))
    }
    return answer.declared(in: srid)
  }

  /// Converts an outline in degrees to the reference system.
  private func liftedOutline(_ outline: Geometry) throws(ProjectionError) -> Geometry {
    if isGeographic {
      for ring in outline.paths {
        for index in 1..<ring.count where abs(ring[index].x - ring[index - 1].x) > 180 {
          throw poleError
        }
      }
    }
    return try liftedWhole(outline)
  }

  /// The geometry with longitudes that go on beyond 180 degrees instead of jumping to the other side.
  private func unrolled(_ geometry: Geometry) throws(ProjectionError) -> Geometry {
    // In a projection no longitude jumps, and a ring may go around a pole.
    guard isGeographic else { return geometry }
    var parts: [Geometry] = []
    for part in geometry.parts { parts.append(try unrolledPart(part)) }
    return try checkingGeometry { () throws(GeometryError) in
      .collection(try GeometryCollection(parts))
    }
  }

  private func unrolledPart(_ part: Geometry) throws(ProjectionError) -> Geometry {
    var paths: [CoordinateSequence] = []
    for path in part.paths {
      var ordinates: [Double] = []
      // A hole starts on the side of the exterior ring; every other place is on the side of the one before it.
      var last = paths.first?[0].x ?? path[0].x
      for index in 0..<path.count {
        let place = path[index]
        last = place.x + 360 * ((last - place.x) / 360).rounded()
        ordinates += [last, place.y]
      }
      if path.kind == .ring, ordinates[0] != last { throw poleError }
      paths.append(CoordinateSequence(trusted: ordinates, dimensions: .xy))
    }
    return try checkingGeometry { () throws(GeometryError) in
      switch part {
      case .polygon: .polygon(try Polygon(rings: paths))
      case .lineString: .lineString(try LineString(paths.first ?? []))
      default: .point(paths.first.map { Point($0[0]) } ?? Point(emptyIn: nil))
      }
    }
  }

  private var poleError: ProjectionError {
    ProjectionError(
      .enclosesPole,
      "The area goes around a pole or touches it, which longitudes and latitudes cannot outline: "
        + "transform it to a polar projection first."
    )
  }
}

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
      let rings = part.paths.map(dense)
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
